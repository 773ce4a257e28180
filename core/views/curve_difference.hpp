#pragma once

#include "core/figure/figure.hpp"
#include "core/views/view.hpp"

#include <span>

namespace poslab {

/// True if a plot of the figure has curves of two variants, in one frame or in one frame each.
[[nodiscard]] bool has_curves_of_two(const Figure& figure);

/// Replaces such plots by plots of differences: each curve of the first variant minus the same curve of the
/// second, matched by name, else by index. The difference is evaluated at the samples of both where both are
/// defined; between its samples a curve is interpolated linearly, like its line, in the scales of the axes.
/// The y axis is linear and symmetric about 0, and the largest visible difference is marked. Marks of no
/// variant are removed, except those at an x. A curve without a counterpart is omitted, with a warning.
void show_curve_differences(Figure& figure, std::span<const Variant> two, const Style& style);

}  // namespace poslab
