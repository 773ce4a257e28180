#pragma once

#include "core/figure/palette.hpp"

namespace poslab {

/// The theme as Dear ImGui's style: for what it draws itself. `scale`: framebuffer pixels of a CSS pixel.
void apply_style(const Palette& colors, double scale);

}  // namespace poslab
