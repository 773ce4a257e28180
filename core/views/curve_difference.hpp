#pragma once

#include "core/figure/figure.hpp"
#include "core/views/view.hpp"

#include <span>

namespace poslab {

/// Whether a plot of the figure has curves of each of two variants: in one frame, or in one of each.
[[nodiscard]] bool has_curves_of_two(const Figure& figure);

/// Such plots become those of differences: each curve of the first variant less the same one of the second, by its name, else by
/// its place among them. Both are taken at the samples of both, where both are; between its samples a curve is what is drawn of it,
/// straight in the scales of the axes. The y axis is linear and symmetric about 0, and the largest difference of the x that are
/// shown is marked. What belongs to no variant goes, but for what stands at an x. What has no counterpart is left out, with a
/// warning.
void show_curve_differences(Figure& figure, std::span<const Variant> two, const Style& style);

}  // namespace poslab
