#pragma once

#include "app/gui/widgets/ui.hpp"

#include <string_view>

namespace poslab {

/// In the middle of the height of `room`, from its left or round its middle as `style` aligns it: smaller where there is little
/// room; what has too little even so is cut, and stands whole in a tooltip.
void draw_fitting(Ui& ui, std::string_view text, TextStyle style, Rect room);

}  // namespace poslab
