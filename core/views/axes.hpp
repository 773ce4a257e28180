#pragma once

#include "core/figure/figure.hpp"
#include "core/params/axis_settings.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace poslab {

/// The plots of a figure whose axes can be set, in the order of their numbers: main ones, then companions. One that takes over the
/// columns of a matrix keeps these, but has its y axis.
struct SettablePlot {
    bool companion = false;
    std::size_t index = 0;  // in Figure::main or Figure::companions
    bool own_x = true;
    bool own_y = true;  // else it is that of differences, which has no settings
};
[[nodiscard]] std::vector<SettablePlot> settable_plots(const Figure& figure);
/// The number of a panel among them, from 1; none: it is not one of them.
[[nodiscard]] std::optional<int> plot_number(const Figure& figure, bool companion, std::size_t index);

/// Scales and limits of the plots of this figure become what the settings say; plots that had the same x axis keep having it. What
/// stands for a place beyond the limits is left out; curves go on to the edge. A logarithmic axis begins at the smallest number
/// above 0 where it has no limits; where there is none, the axis stays as it was.
void apply_axes(Figure& figure, std::string_view figure_id, const AxisSettings& settings);

}  // namespace poslab
