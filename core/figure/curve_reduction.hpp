#pragma once

#include "core/figure/geometry.hpp"

#include <vector>

namespace poslab {

/// Points (in pixels, x not falling) with at most four per pixel column: first, lowest, highest, last.
/// A curve of 10^6 points looks the same and costs what the picture is wide.
[[nodiscard]] std::vector<Point> reduce_to_columns(const std::vector<Point>& points);

/// Without the points that lie within `tolerance` pixels (measured in y) of the line between those kept; x must not fall.
/// A straight stretch becomes one stroke, however many points it had.
[[nodiscard]] std::vector<Point> without_collinear(const std::vector<Point>& points, double tolerance);

}  // namespace poslab
