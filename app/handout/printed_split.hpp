#pragma once

#include "app/handout/print_text.hpp"

namespace poslab {

/// Removes and returns the top of `printed`, at most `height` high; the rest moves up. The cut is between
/// lines of text, and never within a drawing; only filled rectangles, such as backgrounds, are in both parts.
[[nodiscard]] Printed take_top(Printed& printed, double height);

}  // namespace poslab
