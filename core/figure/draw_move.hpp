#pragma once

#include "core/figure/draw_list.hpp"

namespace poslab {

/// Translates the command by `by`.
void move_by(DrawCommand& command, Point by);

}  // namespace poslab
