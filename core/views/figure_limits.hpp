#pragma once

#include "core/figure/figure.hpp"
#include "core/params/axis_settings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What an axis of a plot goes from and to by itself.
struct AxisLimits {
    int plot = 1;  // of settable_plots(), from 1; 0: the plot beside a matrix; below 0: one whose y axis has no settings
    bool y = false;
    std::string quantity;  // axes are the same one in several figures where both titles and the scale are
    bool logarithmic = false;
    double low = 0, high = 1;
    bool operator==(const AxisLimits&) const = default;

    [[nodiscard]] bool same_axis(const AxisLimits& other) const {
        return plot == other.plot && y == other.y && quantity == other.quantity && logarithmic == other.logarithmic;
    }
};

/// What the colours of one heat map, or one colour bar, mean by themselves.
struct ScaleLimits {
    std::string place;  // in the figure
    ColorScale scale;
    bool operator==(const ScaleLimits&) const = default;

    [[nodiscard]] bool same_scale(const ScaleLimits& other) const {
        return place == other.place && scale.kind == other.scale.kind && scale.map == other.scale.map;
    }
};

/// The automatic limits of a figure, or those that hold all of several figures of one kind: frames of a film, states compared.
struct FigureLimits {
    std::vector<AxisLimits> axes;
    std::vector<ScaleLimits> scales;
    bool operator==(const FigureLimits&) const = default;
};

[[nodiscard]] FigureLimits limits_of(const Figure& figure);
/// `all` now holds that figure, too. The order in which figures are added changes nothing but the order of the lists.
void include(const FigureLimits& figure, FigureLimits& all);

/// The settings with which a figure of its own limits `figure` has those of `all` on the plots whose axes can be set.
[[nodiscard]] AxisSettings held_axes(const FigureLimits& figure, const FigureLimits& all, AxisSettings settings,
                                     std::string_view figure_id);
/// Colours and axes that have no settings get the limits of `all`.
void hold_colors(Figure& figure, const FigureLimits& all);
/// So do all axes.
void hold_all(Figure& figure, const FigureLimits& all);

}  // namespace poslab
