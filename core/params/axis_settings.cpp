#include "core/params/axis_settings.hpp"

#include "core/params/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace poslab {
namespace {

using Scale = AxisSetting::Scale;

constexpr std::array<std::string_view, 4> scale_names{"", "linear", "log", "symlog"};

/// Removes and returns the part of `rest` before the first `sign`, and drops the sign; all of `rest` if it
/// has none.
std::string_view taken(std::string_view& rest, char sign) {
    const std::size_t end = rest.find(sign);
    const std::string_view first = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return first;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

bool is_id(std::string_view text) {
    return !text.empty() &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

/// Parses "x", "y2".
bool read_axis(std::string_view text, AxisSetting& setting) {
    if (text.empty() || std::string_view("xyc").find(text.front()) == std::string_view::npos) return false;
    setting.y = text.front() == 'y';
    setting.color = text.front() == 'c';
    text.remove_prefix(1);
    if (text.empty()) return true;
    if (text.size() > 2 || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
    setting.plot = 0;
    for (const char digit : text) setting.plot = 10 * setting.plot + (digit - '0');
    return setting.plot >= 1;
}

std::optional<AxisSetting> read_setting(std::string_view text) {
    AxisSetting setting;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        setting.figure = text.substr(0, slash);
        if (!is_id(setting.figure)) return std::nullopt;
        text.remove_prefix(slash + 1);
    }
    if (!read_axis(taken(text, ':'), setting)) return std::nullopt;
    std::string_view rest = text;
    const std::string_view name = taken(rest, ':');
    const auto scale = std::find(scale_names.begin() + 1, scale_names.end(), name);
    if (scale != scale_names.end()) {
        setting.scale = static_cast<Scale>(scale - scale_names.begin());
        text = rest;
    }
    if (text.empty()) return scale != scale_names.end() ? std::optional(setting) : std::nullopt;
    const auto low = read_number(taken(text, ':')), high = read_number(text);
    if (!low || !high) return std::nullopt;
    setting.limited = true;
    setting.low = *low;
    setting.high = *high;
    return setting;
}

/// The smallest difference of two limits: closer ones have too few numbers between them for ticks and points.
double min_width(double low, double high) {
    return std::max(1e-300, 1e-14 * std::max(std::abs(low), std::abs(high)));
}

}  // namespace

std::string to_string(const AxisSettings& settings) {
    std::string text;
    for (const AxisSetting& setting : settings.list) {
        if (!text.empty()) text += ',';
        if (!setting.figure.empty()) text += setting.figure + "/";
        text += setting.color ? 'c' : setting.y ? 'y' : 'x';
        if (setting.plot != 1) text += std::to_string(setting.plot);
        if (setting.scale != Scale::as_is)
            text += fmt::format(":{}", scale_names.at(static_cast<std::size_t>(setting.scale)));
        if (setting.limited) text += fmt::format(":{}:{}", setting.low, setting.high);
    }
    return text.empty() ? "auto" : text;
}

ReadAxisSettings read_axis_settings(std::string_view text) {
    ReadAxisSettings read;
    if (text == "auto") return {{}, true};
    if (text.ends_with(',')) return {};
    while (!text.empty()) {
        const auto setting = read_setting(trimmed(taken(text, ',')));
        if (!setting || read.settings.list.size() >= AxisSettings::most) return {};
        read.settings.list.push_back(*setting);
    }
    read.good = !read.settings.list.empty() && are_possible(read.settings);
    return read;
}

bool are_possible(const AxisSettings& settings) {
    const auto& list = settings.list;
    if (list.size() > AxisSettings::most) return false;
    for (std::size_t n = 0; n < list.size(); ++n) {
        const AxisSetting& setting = list[n];
        if (!setting.figure.empty() && !is_id(setting.figure)) return false;
        if (setting.plot < 1 || setting.plot > AxisSettings::max_plots ||
            (setting.scale == Scale::as_is && !setting.limited))
            return false;
        if (setting.color && (setting.y || setting.scale != Scale::as_is)) return false;
        if (std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n),
                        [&](const AxisSetting& before) { return before.same_axis(setting); }))
            return false;
        if (!setting.limited) continue;
        const double width = setting.high - setting.low;
        if (!std::isfinite(setting.low) || !std::isfinite(setting.high) || !std::isfinite(width))
            return false;
        if (!(width >= min_width(setting.low, setting.high))) return false;
        if (setting.scale == Scale::log && setting.low <= 0) return false;
    }
    return true;
}

}  // namespace poslab
