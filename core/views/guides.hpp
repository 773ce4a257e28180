#pragma once

#include "core/figure/figure.hpp"

namespace poslab {

/// Removes the lines, regions and notes that mark lengths and windows; lines without a label, such as that of 0, stay.
void remove_guides(Figure& figure);

}  // namespace poslab
