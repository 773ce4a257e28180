#pragma once

#include "core/figure/figure.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Returns the settings of the axes of the view's plots; null if the view has none.
[[nodiscard]] const AxisSettings* axis_settings(const View& view, const Values& values);
/// Returns `values` with these settings.
[[nodiscard]] Values with_axis_settings(const View& view, Values values, AxisSettings settings);

/// Returns the figure's id in axis settings: empty if the view has only one figure.
[[nodiscard]] std::string figure_of_axes(const View& view, const FigureInfo& figure);

/// One axis of one plot of a figure, or one of its colour bars.
struct AxisAddress {
    std::string figure;  // figure_of_axes()
    int plot = 1;
    bool y = false;
    bool color = false;
};

/// Sets the axis to the range of `shown`; to automatic limits if that equals `whole`. The scale stays.
void set_limits(AxisSettings& settings, const AxisAddress& address, const Axis& shown, const Axis& whole);
void set_scale(AxisSettings& settings, const AxisAddress& address, AxisSetting::Scale scale);
/// Returns the settings without limits of that figure; scales stay.
[[nodiscard]] AxisSettings released(AxisSettings settings, const std::string& figure);
/// Returns the settings with the current limits of every axis and colour bar of the figure.
[[nodiscard]] AxisSettings locked(AxisSettings settings, const std::string& figure, const Figure& now);
[[nodiscard]] bool has_limits(const AxisSettings& settings, const std::string& figure);

// Functions of an axis; `whole` limits the result.

/// Zooms: `factor` < 1 shows less; the value at `position` (0 … 1 of the axis) stays there.
[[nodiscard]] Axis zoomed(const Axis& from, double factor, double position, const Axis& whole);
/// Pans by `share` of the visible range, towards the high end.
[[nodiscard]] Axis panned(const Axis& from, double share, const Axis& whole);
/// Returns the range between two positions.
[[nodiscard]] Axis cut(const Axis& from, double low, double high, const Axis& whole);

}  // namespace poslab
