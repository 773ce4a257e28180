#pragma once

#include "core/figure/figure.hpp"
#include "core/params/axis_settings.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace poslab {

/// The plots of a figure whose axes can be set, numbered from the main panels on to the companions. A plot
/// that takes over the columns of a matrix has only a y axis of its own.
struct SettablePlot {
    bool companion = false;
    std::size_t index = 0;  // in Figure::main or Figure::companions
    bool own_x = true;
    bool own_y = true;  // false: an axis of differences, which has no settings
};
[[nodiscard]] std::vector<SettablePlot> settable_plots(const Figure& figure);
/// Returns the number of a panel among them, counted from 1; empty if it is not one of them.
[[nodiscard]] std::optional<int> plot_number(const Figure& figure, bool companion, std::size_t index);

/// Applies the settings to scales and limits of the figure's plots; plots with a common x axis keep it in
/// common. Marks at a single position beyond the limits are removed; curves continue to the edge. A
/// logarithmic axis without limits begins at the smallest number above 0; if there is none, the axis is
/// unchanged.
void apply_axes(Figure& figure, std::string_view figure_id, const AxisSettings& settings);

}  // namespace poslab
