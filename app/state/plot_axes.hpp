#pragma once

#include "core/figure/figure.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The settings of the axes of the view's plots; null for a view that has none.
[[nodiscard]] const AxisSettings* axis_settings(const View& view, const Values& values);
/// `values` with these settings.
[[nodiscard]] Values with_axis_settings(const View& view, Values values, AxisSettings settings);

/// What settings of this figure are written with: its id where the view has several to choose from.
[[nodiscard]] std::string figure_of_axes(const View& view, const FigureInfo& figure);

/// One axis of one plot of a figure, or one of its colour bars.
struct AxisPlace {
    std::string figure;  // figure_of_axes()
    int plot = 1;
    bool y = false;
    bool color = false;
};

/// The axis shows from `low` to `high`, or where they are the ends of `whole`, what the figure has; its scale stays.
void set_limits(AxisSettings& settings, const AxisPlace& place, const Axis& shown, const Axis& whole);
void set_scale(AxisSettings& settings, const AxisPlace& place, AxisSetting::Scale scale);
/// Without limits of that figure; scales stay.
[[nodiscard]] AxisSettings released(AxisSettings settings, const std::string& figure);
/// Every axis of the figure, and every colour bar, keeps the limits that it has now.
[[nodiscard]] AxisSettings locked(AxisSettings settings, const std::string& figure, const Figure& now);
[[nodiscard]] bool has_limits(const AxisSettings& settings, const std::string& figure);

// Of an axis whose whole is `whole`: beyond it nothing is shown.

/// `factor` < 1 shows less; what is at `place` (0 … 1 of the axis) stays there.
[[nodiscard]] Axis zoomed(const Axis& from, double factor, double place, const Axis& whole);
/// By `share` of what is shown, towards the high end.
[[nodiscard]] Axis panned(const Axis& from, double share, const Axis& whole);
/// What lies between two places.
[[nodiscard]] Axis cut(const Axis& from, double low, double high, const Axis& whole);

}  // namespace poslab
