#pragma once

#include <string>

namespace poslab {

// Names of the current OpenGL context.

/// "OpenGL 4.5 (Core Profile) Mesa 22.3.6 on llvmpipe (…)".
[[nodiscard]] std::string opengl_description();
[[nodiscard]] std::string renderer_name();
[[nodiscard]] bool is_software_renderer();

}  // namespace poslab
