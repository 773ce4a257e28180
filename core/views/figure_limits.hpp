#pragma once

#include "core/figure/figure.hpp"
#include "core/params/axis_settings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The automatic limits of one axis of a plot.
struct AxisLimits {
    // number in settable_plots(), from 1; 0: the plot next to a matrix; below 0: its y axis has no settings
    int plot = 1;
    bool y = false;
    std::string quantity;  // axes in several figures are the same if titles and scale agree
    bool logarithmic = false;
    double low = 0, high = 1;
    bool operator==(const AxisLimits&) const = default;

    [[nodiscard]] bool same_axis(const AxisLimits& other) const {
        return plot == other.plot && y == other.y && quantity == other.quantity &&
               logarithmic == other.logarithmic;
    }
};

/// The automatic scale of one heat map or one colour bar.
struct ScaleLimits {
    std::string place;  // in the figure
    ColorScale scale;
    bool operator==(const ScaleLimits&) const = default;

    [[nodiscard]] bool same_scale(const ScaleLimits& other) const {
        return place == other.place && scale.kind == other.scale.kind && scale.map == other.scale.map;
    }
};

/// The automatic limits of one figure, or the union of those of several figures of one kind, e.g. frames of a
/// video or compared states.
struct FigureLimits {
    std::vector<AxisLimits> axes;
    std::vector<ScaleLimits> scales;
    bool operator==(const FigureLimits&) const = default;
};

[[nodiscard]] FigureLimits limits_of(const Figure& figure);
/// Extends `all` by the limits of `figure`. The order of the calls affects only the order of the lists.
void include(const FigureLimits& figure, FigureLimits& all);

/// Returns the settings that give a figure with automatic limits `figure` the limits of `all` on the plots
/// whose axes can be set.
[[nodiscard]] AxisSettings held_axes(const FigureLimits& figure, const FigureLimits& all,
                                     AxisSettings settings, std::string_view figure_id);
/// Sets colours, and axes without settings, to the limits of `all`.
void hold_colors(Figure& figure, const FigureLimits& all);
/// Sets colours and all axes to the limits of `all`.
void hold_all(Figure& figure, const FigureLimits& all);

}  // namespace poslab
