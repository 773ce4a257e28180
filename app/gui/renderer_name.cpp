#include "app/gui/renderer_name.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace poslab {
namespace {

std::string gl_text(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

}  // namespace

std::string opengl_description() { return "OpenGL " + gl_text(GL_VERSION) + " on " + gl_text(GL_RENDERER); }

std::string renderer_name() { return gl_text(GL_RENDERER); }

bool is_software_renderer() {
    const std::string name = renderer_name();
    const std::array<std::string_view, 4> software{"llvmpipe", "softpipe", "swrast", "SwiftShader"};
    return std::ranges::any_of(software, [&](std::string_view s) { return name.find(s) != std::string::npos; });
}

}  // namespace poslab
