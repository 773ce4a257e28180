// The companion: position as a function of distance, along the last query.

#include "core/views/position_matrix/position_matrix.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::position_matrix {

namespace {

using Curve = std::shared_ptr<const std::vector<double>>;

double largest(std::span<const Variant> variants) {
    double high = 1;
    for (const Variant& variant : variants) {
        const double position = variant.data ? variant.data->number("max_position") : std::nan("");
        if (std::isfinite(position)) high = std::max(high, position);
    }
    return high;
}

/// A little more than `high`, ending on a tick.
double rounded_up(double high) {
    const double least = 1.05 * high / 6;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power >= least) step = factor * power;
    return step * std::ceil(1.05 * high / step);
}

/// The chosen curves fill the frame; the trained range joins in unless it would flatten them.
double top_of_axis(std::span<const Variant> variants) {
    const double high = largest(variants);
    const auto trained = static_cast<double>(variants.front().params.lengths.train_length - 1);
    return rounded_up(trained < 3 * high ? std::max(high, trained) : high);
}

Curve row_of(const Array& profiles, std::size_t map) {
    const auto n = static_cast<std::size_t>(profiles.shape[1]);
    const auto begin = profiles.data->begin() + static_cast<std::ptrdiff_t>(map * n);
    return std::make_shared<const std::vector<double>>(begin, begin + static_cast<std::ptrdiff_t>(n));
}

void add_other_maps(const Variant& variant, const Style& style, std::span<const Variant> variants, Panel& panel) {
    const Array* profiles = variant.data ? variant.data->find("profiles") : nullptr;
    const Array* distance = variant.data ? variant.data->find("distance") : nullptr;
    for (std::size_t n = 0; n < PositionMap::all().size(); ++n) {
        const PositionMap& map = *PositionMap::all()[n];
        const bool chosen =
            std::any_of(variants.begin(), variants.end(), [&](const Variant& other) { return other.params.map.map == map; });
        if (chosen || !map.compared) continue;
        LineMark line;
        if (profiles != nullptr && distance != nullptr) {  // the label alone keeps its place until there are data
            line.x = distance->data;
            line.y = row_of(*profiles, n);
        }
        line.color = palette(style.theme).ghost;
        line.label = in(style.language, map.label);
        panel.marks.emplace_back(std::move(line));
    }
}

LineMark chosen_line(const Variant& variant, std::size_t index, bool several, const Style& style) {
    const Palette& colors = palette(style.theme);
    LineMark line;
    const Array* distance = variant.data ? variant.data->find("distance") : nullptr;
    const Array* profile = variant.data ? variant.data->find("profile") : nullptr;
    if (distance != nullptr && profile != nullptr) {
        line.x = distance->data;
        line.y = profile->data;
    }
    line.emphasis = Emphasis::chosen;
    line.label = variant.label.empty() ? std::string(map_label(variant.params, style.language)) : variant.label;
    if (several) {
        line.color = colors.curves[index % colors.curves.size()];
        line.second_color = line.color;
        line.dashes = curve_dashes(index);
        return line;
    }
    line.color = has_window(variant.params) ? colors.warm : colors.accent;
    line.second_color = colors.cool;
    if (has_window(variant.params)) line.recolor_from = static_cast<double>(variant.params.map.w);
    return line;
}

std::vector<std::int64_t> windows_of(std::span<const Variant> variants) {
    std::vector<std::int64_t> windows;
    for (const Variant& variant : variants)
        if (has_window(variant.params) && std::find(windows.begin(), windows.end(), variant.params.map.w) == windows.end())
            windows.push_back(variant.params.map.w);
    return windows;
}

void add_pointer(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Panel& panel) {
    const Cell cell = cell_at(variants.front().params, cursor);
    if (!cell.pointed || is_masked(position_at(plan_of(variants.front().params), cell.query, cell.key))) return;
    const std::int64_t distance = std::abs(cell.query - cell.key);
    PointerMark pointer;
    pointer.x = static_cast<double>(distance);
    pointer.x_chip = format_integer(distance);
    for (const Variant& variant : variants) {
        const std::int64_t query = cursor.companion ? variant.params.lengths.length - 1 : std::max(cell.query, cell.key);
        if (distance > query) continue;
        const double position = position_at(plan_of(variant.params), query, query - distance);
        if (is_masked(position)) continue;
        const bool first = &variant == variants.data();
        pointer.dots.push_back({{pointer.x, position}, palette(style.theme).accent, format_number(position, 6), first});
    }
    panel.pointer = std::move(pointer);
}

}  // namespace

Panel profile_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Params& params = variants.front().params;
    Panel panel;
    panel.title = words("Profile"_tr);
    if (params.map.map->of_distance)
        panel.quantity = words("position p(Δ) in tokens, by distance"_tr);
    else
        panel.quantity = words("position p(i, j) of the last query in tokens, by distance"_tr);
    const auto last = static_cast<double>(std::max<std::int64_t>(params.lengths.length - 1, 1));
    panel.x = {words("distance Δ, tokens →"_tr), 0, last, false, true, has_binary_length(params.lengths.length)};
    panel.y = {"", 0, top_of_axis(variants), false};
    const std::int64_t trained = params.lengths.train_length - 1;
    panel.marks.emplace_back(
        BandMark{0, static_cast<double>(trained), fmt::format("{} {}", words("trained to"_tr), format_integer(trained))});
    for (const std::int64_t w : windows_of(variants))
        panel.marks.emplace_back(RuleMark{static_cast<double>(w), fmt::format("w = {}", format_integer(w))});
    add_other_maps(variants.front(), style, variants, panel);
    for (std::size_t i = 0; i < variants.size(); ++i)
        panel.marks.emplace_back(chosen_line(variants[i], i, variants.size() > 1, style));
    add_pointer(variants, style, cursor, panel);
    return panel;
}

}  // namespace poslab::position_matrix
