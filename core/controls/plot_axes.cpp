#include "core/controls/plot_axes.hpp"

#include "core/figure/axis_place.hpp"
#include "core/views/axes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr double min_share = 1e-6;  // minimum fraction of the whole that can be zoomed into

AxisSetting& setting_of(AxisSettings& settings, const AxisAddress& address) {
    AxisSetting requested;
    requested.figure = address.figure;
    requested.plot = address.plot;
    requested.y = address.y;
    requested.color = address.color;
    const auto found = std::find_if(settings.list.begin(), settings.list.end(),
                                    [&](const AxisSetting& setting) { return setting.same_axis(requested); });
    if (found != settings.list.end()) return *found;
    settings.list.push_back(std::move(requested));
    return settings.list.back();
}

void limit(AxisSetting& setting, double low, double high) {
    setting.limited = true;
    setting.low = low;
    setting.high = high;
}

/// Resets unused limits, so that equal settings have equal texts.
void release(AxisSetting& setting) {
    setting.limited = false;
    setting.low = 0;
    setting.high = 1;
}

/// Removes settings without effect.
void tidy(AxisSettings& settings) {
    std::erase_if(settings.list, [](const AxisSetting& setting) {
        return setting.scale == AxisSetting::Scale::as_is && !setting.limited;
    });
}

/// Returns `axis` from `low` to `high`, fractions of `whole`, moved inside it. Limits have no more digits
/// than are visible.
Axis part_of(const Axis& axis, const Axis& whole, double low, double high) {
    const double size = std::clamp(high - low, min_share, 1.0);
    low = std::clamp(low, 0.0, 1 - size);
    const auto value = [&](double position) {
        if (position <= 0) return whole.low;
        if (position >= 1) return whole.high;
        const double exact = axis_value(whole, position), beside = axis_value(whole, position + size * 1e-4);
        const double step = std::pow(10, std::floor(std::log10(std::max(std::abs(beside - exact), 1e-300))));
        const double rounded = std::round(exact / step) * step;
        return std::isfinite(rounded) && rounded > whole.low && rounded < whole.high ? rounded : exact;
    };
    Axis part = axis;
    part.low = value(low);
    part.high = value(low + size);
    return part.low < part.high ? part : axis;
}

}  // namespace

const AxisSettings* axis_settings(const View& view, const Values& values) {
    const int index = parameter_index(view, "axes");
    return index < 0 ? nullptr : std::get_if<AxisSettings>(&values.at(static_cast<std::size_t>(index)));
}

Values with_axis_settings(const View& view, Values values, AxisSettings settings) {
    const int index = parameter_index(view, "axes");
    if (index >= 0 && are_possible(settings))
        values.at(static_cast<std::size_t>(index)) = std::move(settings);
    return values;
}

std::string figure_of_axes(const View& view, const FigureInfo& figure) {
    return view.info().figures.size() > 1 ? std::string(figure.id) : std::string();
}

void set_limits(AxisSettings& settings, const AxisAddress& address, const Axis& shown, const Axis& whole) {
    AxisSetting& setting = setting_of(settings, address);
    const bool part = shown.low != whole.low || shown.high != whole.high;
    if (part)
        limit(setting, shown.low, shown.high);
    else
        release(setting);
    tidy(settings);
}

void set_scale(AxisSettings& settings, const AxisAddress& address, AxisSetting::Scale scale) {
    AxisSetting& setting = setting_of(settings, address);
    setting.scale = scale;
    if (scale == AxisSetting::Scale::log && setting.limited && setting.low <= 0) release(setting);
    tidy(settings);
}

AxisSettings released(AxisSettings settings, const std::string& figure) {
    for (AxisSetting& setting : settings.list)
        if (setting.figure == figure || setting.figure.empty()) release(setting);
    tidy(settings);
    return settings;
}

AxisSettings locked(AxisSettings settings, const std::string& figure, const Figure& now) {
    const auto plots = settable_plots(now);
    for (std::size_t n = 0; n < plots.size(); ++n) {
        const Panel& panel = plots[n].companion ? now.companions[plots[n].index] : now.main[plots[n].index];
        const auto keep = [&](const Axis& axis, bool y) {
            AxisSetting& setting = setting_of(settings, {figure, static_cast<int>(n) + 1, y});
            if (axis.low < axis.high) limit(setting, axis.low, axis.high);
        };
        if (plots[n].own_x) keep(panel.x, false);
        if (plots[n].own_y) keep(panel.y, true);
    }
    for (std::size_t n = 0; n < now.bars.size(); ++n) {
        const ColorScale& scale = now.bars[n].scale;
        if (scale.low < scale.high)
            limit(setting_of(settings, {figure, static_cast<int>(n) + 1, false, true}), scale.low,
                  scale.high);
    }
    tidy(settings);
    return settings;
}

bool has_limits(const AxisSettings& settings, const std::string& figure) {
    return std::any_of(settings.list.begin(), settings.list.end(), [&](const AxisSetting& setting) {
        return setting.limited && (setting.figure == figure || setting.figure.empty());
    });
}

Axis zoomed(const Axis& from, double factor, double position, const Axis& whole) {
    const double low = axis_place(whole, from.low), high = axis_place(whole, from.high);
    const double at = low + position * (high - low);
    return part_of(from, whole, at - factor * (at - low), at + factor * (high - at));
}

Axis panned(const Axis& from, double share, const Axis& whole) {
    const double low = axis_place(whole, from.low), high = axis_place(whole, from.high);
    const double by = share * (high - low);
    return part_of(from, whole, low + by, high + by);
}

Axis cut(const Axis& from, double low, double high, const Axis& whole) {
    const double first = axis_place(whole, from.low), size = axis_place(whole, from.high) - first;
    return part_of(from, whole, first + low * size, first + high * size);
}

}  // namespace poslab
