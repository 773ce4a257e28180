#include "core/views/figure_limits.hpp"

#include "core/views/axes.hpp"
#include "core/views/figure_scales.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

bool can_be_limits(const AxisLimits& limits) {
    return std::isfinite(limits.low) && std::isfinite(limits.high) && limits.low < limits.high &&
           (!limits.logarithmic || limits.low > 0);
}

enum class PlotAxis { x, y };

void add_axis(int plot, PlotAxis plot_axis, const Panel& panel, FigureLimits& limits) {
    const bool y = plot_axis == PlotAxis::y;
    const Axis& axis = y ? panel.y : panel.x;
    AxisLimits axis_limits{plot,     y,        panel.x.title + " | " + panel.y.title, axis.logarithmic,
                           axis.low, axis.high};
    if (can_be_limits(axis_limits)) limits.axes.push_back(std::move(axis_limits));
}

/// True for a window scale with nothing outside: its boundary is beyond the last colour.
bool has_inside_only(const ColorScale& scale) {
    return scale.kind == ScaleKind::window && scale.middle > scale.high;
}

void widen(ColorScale& scale, const ColorScale& other) {
    scale.low = std::min(scale.low, other.low);
    scale.high = std::max(scale.high, other.high);
    if (scale.kind == ScaleKind::symmetric_log) scale.middle = std::min(scale.middle, other.middle);
    if (scale.kind == ScaleKind::window) scale.middle = std::max(scale.middle, other.middle);
}

/// Returns the common limits with the figure's own w, which is not a limit.
ColorScale held(const ColorScale& scale, const ColorScale& all) {
    ColorScale result = all;
    result.proof = scale.proof;
    if (scale.kind == ScaleKind::window && !has_inside_only(scale)) result.middle = scale.middle;
    return result;
}

const AxisLimits* find_axis(const FigureLimits& all, const AxisLimits& axis) {
    const auto found = std::find_if(all.axes.begin(), all.axes.end(),
                                    [&](const AxisLimits& limits) { return limits.same_axis(axis); });
    return found == all.axes.end() ? nullptr : &*found;
}

AxisSetting& setting_of(AxisSettings& settings, const AxisLimits& axis, std::string_view figure_id) {
    for (AxisSetting& setting : settings.list)
        if (!setting.color && setting.y == axis.y && setting.plot == axis.plot &&
            (setting.figure.empty() || setting.figure == figure_id))
            return setting;
    AxisSetting& added = settings.list.emplace_back();
    added.figure = figure_id;
    added.y = axis.y;
    added.plot = axis.plot;
    return added;
}

}  // namespace

FigureLimits limits_of(const Figure& figure) {
    FigureLimits limits;
    int plot = 0;
    for (const SettablePlot& place : settable_plots(figure)) {
        const Panel& panel = place.companion ? figure.companions[place.index] : figure.main[place.index];
        ++plot;
        if (place.own_x) add_axis(plot, PlotAxis::x, panel, limits);
        add_axis(place.own_y ? plot : -plot, PlotAxis::y, panel, limits);
    }
    if (figure.marginal) add_axis(0, PlotAxis::y, *figure.marginal, limits);
    each_scale(figure, [&](std::string location, const ColorScale& scale) {
        ScaleLimits scale_limits{std::move(location), scale};
        const auto same = [&](const ScaleLimits& other) { return other.same_scale(scale_limits); };
        const auto known = std::find_if(limits.scales.begin(), limits.scales.end(), same);
        if (known == limits.scales.end())
            limits.scales.push_back(std::move(scale_limits));
        else
            widen(known->scale, scale);
    });
    return limits;
}

void include(const FigureLimits& figure, FigureLimits& all) {
    for (const AxisLimits& axis : figure.axes) {
        const auto same = [&](const AxisLimits& limits) { return limits.same_axis(axis); };
        const auto known = std::find_if(all.axes.begin(), all.axes.end(), same);
        if (known == all.axes.end()) {
            all.axes.push_back(axis);
            continue;
        }
        known->low = std::min(known->low, axis.low);
        known->high = std::max(known->high, axis.high);
    }
    for (const ScaleLimits& scale : figure.scales) {
        const auto same = [&](const ScaleLimits& limits) { return limits.same_scale(scale); };
        const auto known = std::find_if(all.scales.begin(), all.scales.end(), same);
        if (known == all.scales.end())
            all.scales.push_back(scale);
        else
            widen(known->scale, scale.scale);
    }
}

AxisSettings held_axes(const FigureLimits& figure, const FigureLimits& all, AxisSettings settings,
                       std::string_view figure_id) {
    for (const AxisLimits& axis : figure.axes) {
        const AxisLimits* whole = find_axis(all, axis);
        if (axis.plot <= 0 || whole == nullptr || (whole->low == axis.low && whole->high == axis.high))
            continue;
        if (settings.list.size() >= AxisSettings::most) break;
        AxisSetting& setting = setting_of(settings, axis, figure_id);
        setting.limited = true;
        setting.low = whole->low;
        setting.high = whole->high;
    }
    return settings;
}

void hold_colors(Figure& figure, const FigureLimits& all) {
    each_scale(figure, [&](std::string location, ColorScale& scale) {
        const ScaleLimits limits{std::move(location), scale};
        for (const ScaleLimits& whole : all.scales)
            if (whole.same_scale(limits)) scale = held(scale, whole.scale);
    });
    const auto hold = [&](int plot, Panel& panel) {
        FigureLimits own;
        add_axis(plot, PlotAxis::y, panel, own);
        if (own.axes.empty()) return;
        if (const AxisLimits* whole = find_axis(all, own.axes.front())) {
            panel.y.low = whole->low;
            panel.y.high = whole->high;
        }
    };
    if (figure.marginal) hold(0, *figure.marginal);
    int plot = 0;
    for (const SettablePlot& place : settable_plots(figure)) {
        ++plot;
        if (!place.own_y)
            hold(-plot, place.companion ? figure.companions[place.index] : figure.main[place.index]);
    }
}

void hold_all(Figure& figure, const FigureLimits& all) {
    apply_axes(figure, {}, held_axes(limits_of(figure), all, {}, {}));
    hold_colors(figure, all);
}

}  // namespace poslab
