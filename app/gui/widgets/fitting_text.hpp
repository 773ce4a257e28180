#pragma once

#include "app/gui/widgets/ui.hpp"

#include <string_view>

namespace poslab {

/// Draws a text vertically centred in `room`, horizontally as `style` aligns it. A text that does not fit is
/// made smaller, then cut; the tooltip then shows all of it.
void draw_elided(Ui& ui, std::string_view text, TextStyle style, Rect room);

}  // namespace poslab
