#include "app/window/renderer_name.hpp"

#include "gpu/opengl/software_renderer.hpp"

#include <epoxy/gl.h>

namespace poslab {
namespace {

std::string gl_text(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

}  // namespace

std::string opengl_description() { return "OpenGL " + gl_text(GL_VERSION) + " on " + gl_text(GL_RENDERER); }

std::string renderer_name() { return gl_text(GL_RENDERER); }

bool is_software_renderer() { return gpu::is_software_renderer(renderer_name()); }

}  // namespace poslab
