#pragma once

#include "core/figure/palette.hpp"

namespace poslab {

/// Sets Dear ImGui's style to the theme, for what it draws itself. `scale`: framebuffer pixels per CSS pixel.
void apply_style(const Palette& colors, double scale);

}  // namespace poslab
