#pragma once

#include "core/figure/draw_list.hpp"

namespace poslab {

/// What is drawn, that much further to the right and down.
void move_by(DrawCommand& command, Point by);

}  // namespace poslab
