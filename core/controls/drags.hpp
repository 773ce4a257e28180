#pragma once

#include "core/figure/layout.hpp"
#include "core/views/view.hpp"

#include <string_view>

namespace poslab {

[[nodiscard]] Point clamped(Point p, Rect rect);

/// Returns the data coordinates of a pixel (clamped to the plot), with no more digits than a pixel resolves:
/// they appear in the command line.
[[nodiscard]] Point data_at(const PanelFrame& frame, Point pixel);

/// Returns `values` with the parameter set to the x coordinate of the pixel; unchanged if it is no number.
[[nodiscard]] Values scrubbed(const View& view, Values values, std::string_view parameter,
                              const PanelFrame& frame, Point pixel);

}  // namespace poslab
