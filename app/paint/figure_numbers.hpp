#pragma once

#include "core/figure/figure.hpp"

#include <string>

namespace poslab {

/// Returns the figure's data as CSV under the heading "panel,series,x_name,x,y_name,y,value". Each point of a
/// curve or bar has a line; each point of an area has two (its name followed by "low" and "high"); each cell
/// of a matrix or map has one with its lower x and y and its value.
///
/// Curves and bars include the points within the x axis, or within its whole cells; a matrix includes the
/// cells of its window. Marks (rules, levels, bands) have a line each, with their number.
[[nodiscard]] std::string figure_csv(const Figure& figure);

}  // namespace poslab
