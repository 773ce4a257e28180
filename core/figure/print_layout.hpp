#pragma once

#include "core/figure/layout.hpp"

namespace poslab {

/// Type of a figure in print, in points.
struct PrintType {
    double running = 8;  // of running text; numbers and small texts are up to two elevenths smaller
    double least = 6;    // smaller than this nothing is written to make it fit
};

/// CSS pixels of a unit of layout(), whose running text has 13 of them.
[[nodiscard]] double print_scale(const PrintType& type);

/// layout() for print at the size that the options say, in CSS pixels: with their own title or none.
[[nodiscard]] Layout print_layout(const Figure& figure, const TextMetrics& metrics, LayoutOptions options, const PrintType& type);

}  // namespace poslab
