#pragma once

#include "core/figure/layout.hpp"

namespace poslab {

/// The smallest texts of a figure in print: this share of its running text and, in the cells of heat maps, this many points.
inline constexpr double least_text_share = 0.85, least_cell_points = 5;

/// CSS pixels of a unit of layout() in print whose running text has `points` points.
[[nodiscard]] double print_scale(double points);

/// layout() for print at the size that the options say, in CSS pixels, with running text of `points` points: with the options' own
/// title or none. Texts in cells are at least `least_cell` points large.
[[nodiscard]] Layout print_layout(const Figure& figure, const TextMetrics& metrics, LayoutOptions options, double points,
                                  double least_cell = least_cell_points);

}  // namespace poslab
