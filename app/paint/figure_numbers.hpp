#pragma once

#include "core/figure/figure.hpp"

#include <string>

namespace poslab {

/// What the figure's panels draw, as CSV under the heading "panel,series,x_name,x,y_name,y,value": a line for each point of a curve
/// or bar, two for each place of an area ("low" and "high" after its name), and one for each cell of a matrix or map, at its lower
/// x and y and with its value. Curves and bars have what lies within the x axis, whole numbers of cells what is in them; a
/// matrix has what its window shows. Marked places (rules, levels, bands) are a line each, with the number that they have.
[[nodiscard]] std::string figure_csv(const Figure& figure);

}  // namespace poslab
