#pragma once

#include "core/figure/layout.hpp"

namespace poslab {

/// Smallest text sizes in print: a share of the running text and, in heat map cells, a size in points.
inline constexpr double min_text_share = 0.85, min_cell_points = 5;

/// Returns the CSS pixels per unit of layout() in print, for running text of `points` points.
[[nodiscard]] double print_scale(double points);

/// Runs layout() for print at the size in `options`, in CSS pixels, with running text of `points` points. The
/// title is the options' own or none; texts in cells have at least `min_cell` points.
[[nodiscard]] Layout print_layout(const Figure& figure, const TextMetrics& metrics, LayoutOptions options,
                                  double points, double min_cell = min_cell_points);

}  // namespace poslab
