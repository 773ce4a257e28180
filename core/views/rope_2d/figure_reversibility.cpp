// Which positions look alike, and what is read off a rotation.

#include "core/base/number_format.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::rope_2d {

namespace {

constexpr std::size_t most_twins = 400, most_lines = 40;

/// Coordinates that differ from `from` by whole periods, within the plane; just that one without a period.
std::vector<double> repeats(double from, const std::optional<double>& period, double extent) {
    if (!period) return {from};
    std::vector<double> places;
    const double first = std::ceil((-extent - from) / *period), last = std::floor((extent - from) / *period);
    if (!(last - first < static_cast<double>(most_twins))) return {};
    for (int n = 0; n <= static_cast<int>(last - first); ++n) places.push_back(from + (first + n) * *period);
    return places;
}

/// Positions with the very rotation of the first one.
void add_twins(const Variant& variant, const Facts& facts, const Style& style, Panel& panel) {
    const PlaneGroup& group = variant.params.plane;
    if (!facts.periods.x || !facts.periods.y) return;
    const std::vector<double> xs = repeats(group.x1, facts.periods.x, group.extent),
                              ys = repeats(group.y1, facts.periods.y, group.extent);
    if (xs.size() * ys.size() > most_twins) return;
    for (const double x : xs)
        for (const double y : ys) {
            PointMark twin = named_point(x, y, "", style);
            twin.ring = true;
            if (x != group.x1 || y != group.y1) panel.marks.emplace_back(std::move(twin));
        }
}

/// x + y = x1 + y1 + 2πn/θ: what the sum cannot tell apart.
void add_sum_lines(const PlaneGroup& group, Panel& panel) {
    const double start = group.x1 + group.y1;
    std::optional<double> period;
    if (group.theta != 0) period = 2 * std::numbers::pi / std::abs(group.theta);
    const std::vector<double> sums = repeats(start, period, 2 * group.extent);
    if (sums.size() > most_lines) return;
    const double far = 3 * group.extent;
    for (const double sum : sums)
        panel.marks.emplace_back(guide_line({-far, far}, {sum + far, sum - far}, sum == start ? "x + y = x₁ + y₁" : ""));
}

Panel look_alike_panel(const Variant& variant, std::string_view array, Construction construction, const Style& style) {
    const PlaneGroup& group = variant.params.plane;
    Panel panel = map_panel(variant, array, positions_square(group), "x →", "y ↑", residual_scale());
    panel.title = construction_name(construction, style);
    panel.quantity = "‖R − R₁‖";
    if (construction == Construction::sum && group.theta != 0) add_sum_lines(group, panel);
    if (const Facts* facts = facts_of(variant); facts != nullptr && construction == group.construction)
        add_twins(variant, *facts, style, panel);
    panel.marks.emplace_back(position_point(first_of(group), group.extent, "1", style));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "x1", Words(style.language)("drag: move position 1"_tr)};
    return panel;
}

/// With a gap where the coordinate starts over: it rises as the true one does, or slower.
Column broken(const Column& places, const Column& read) {
    std::vector<double> values = *read;
    for (std::size_t n = 1; n < values.size(); ++n)
        if (std::abs((*read)[n] - (*read)[n - 1]) > 5 * ((*places)[n] - (*places)[n - 1])) values[n] = std::nan("");
    return shared_column(std::move(values));
}

Column read_of(const Variant& variant, std::string_view name) {
    return broken(column_of(variant, "true_position"), column_of(variant, name));
}

std::string unread_reason(const PlaneGroup& group, const Words& words) {
    if (group.theta == 0) return words("θ = 0: nothing turns, nothing can be read"_tr);
    if (group.construction == Construction::matrix_exponential) return words("f = 0: y turns nothing, it cannot be read"_tr);
    return words("this construction is lossy: nothing can be read"_tr);
}

Panel read_panel(Variants variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool alone = variants.size() == 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    const PlaneGroup& group = first.params.plane;
    Panel panel;
    panel.title = words("Read off"_tr);
    panel.quantity = words("coordinate recovered from R, along lines through 1"_tr);
    panel.x = {words("true x or y →"_tr), -group.extent, group.extent};
    panel.y = {"", -group.extent, group.extent};
    const Column read = column_of(first, "read_x");
    const bool none = !read->empty() && std::none_of(read->begin(), read->end(), [](double value) { return std::isfinite(value); });
    if (none) {
        panel.message = unread_reason(group, words);
        return panel;
    }
    panel.marks.emplace_back(curve_mark(shared_column({-group.extent, group.extent}), shared_column({-group.extent, group.extent}),
                                        colors.ghost, Emphasis::other, words("true"_tr)));
    for (std::size_t n = variants.size(); n-- > 0;)
        panel.marks.emplace_back(curve_mark(column_of(variants[n], "true_position"), read_of(variants[n], "read_x"),
                                            colors.curves[variant_color(n)], Emphasis::chosen,
                                            alone ? words("x read"_tr) : variants[n].label));
    if (alone) {
        LineMark y = curve_mark(column_of(first, "true_position"), read_of(first, "read_y"), colors.curves[0], Emphasis::other,
                                words("y read"_tr));
        y.dashes = curve_dashes(1);
        panel.marks.emplace_back(std::move(y));
    }
    if (cursor.active && cursor.companion && cursor.figure == "reversibility" && std::isfinite(cursor.x)) {
        PointerMark pointer;
        if (const auto at = nearest_index(column_of(first, "true_position"), cursor.x); at && *at < read->size()) {
            pointer.x = (*column_of(first, "true_position"))[*at];
            pointer.x_chip = format_number(pointer.x, 3);
            if (std::isfinite((*read)[*at]))
                pointer.dots.push_back({{pointer.x, (*read)[*at]}, colors.curves[1], format_number((*read)[*at], 4), true});
            panel.pointer = std::move(pointer);
        }
    }
    return panel;
}

}  // namespace

void add_reversibility_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const Construction construction = first.params.plane.construction;
    figure.formula = R"(R_{x,y} = R_{x_1,y_1})";
    if (variants.size() == 1) {
        figure.main.push_back(look_alike_panel(first, "look_alike", construction, style));
        if (construction != Construction::sum)
            figure.main.push_back(look_alike_panel(first, "sum_look_alike", Construction::sum, style));
    } else {
        for (const Variant& variant : variants) {
            figure.main.push_back(look_alike_panel(variant, "look_alike", variant.params.plane.construction, style));
            figure.main.back().title = variant.label;
        }
    }
    figure.bars = {residual_bar(style)};
    figure.bars.front().title = words("apart"_tr);
    const Color mark = palette(style.theme).curves[1];
    const PlanePeriods period = periods(encoding_of(first.params.plane));
    if (period.x && period.y) figure.key.push_back({KeyEntry::Swatch::ring, mark, words("same rotation"_tr), ""});
    point_in_map(cursor, "reversibility", figure.main.size(), figure);
    figure.companions.push_back(read_panel(variants, style, cursor));
}

}  // namespace poslab::rope_2d
