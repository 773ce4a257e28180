#pragma once

#include "core/figure/geometry.hpp"

#include <vector>

namespace poslab {

/// Reduces points (in pixels, x non-decreasing) to at most four per pixel column: first, lowest, highest,
/// last. A curve of 10^6 points then looks the same, and its cost depends on the width of the picture only.
[[nodiscard]] std::vector<Point> reduce_to_columns(const std::vector<Point>& points);

/// Removes points within `tolerance` pixels (measured in y) of the line between the remaining ones; x must be
/// non-decreasing. A straight stretch becomes one stroke, regardless of its number of points.
[[nodiscard]] std::vector<Point> without_collinear(const std::vector<Point>& points, double tolerance);

}  // namespace poslab
