// Where R_1ᵀR_2 = R_(2−1) holds: over all second positions, and round the circle that the second one is on.

#include "core/base/number_format.hpp"
#include "core/geometry/quaternion_zeros.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::rope_2d {

namespace {

constexpr double degrees = 180 / std::numbers::pi;

/// Second positions whose quaternion exponents commute with the first one's: the line through it and the origin.
LineMark commuting_line(const PlaneGroup& group) {
    const double longest = 2 * group.extent / std::max(1e-300, std::hypot(group.x1, group.y1));
    return guide_line({-longest * group.x1, longest * group.x1}, {-longest * group.y1, longest * group.y1}, "x₁y₂ = x₂y₁");
}

std::string largest_note(const Column& values, const Style& style) {
    if (values->empty()) return {};
    const double largest = largest_in(values);
    if (largest < nothing) return (Words(style.language)("everywhere "_tr)) + residual_text(largest);
    return (Words(style.language)("at most "_tr)) + residual_text(largest);
}

bool has_zeros(const PlaneGroup& group) { return !isolated_quaternion_zeros(group.theta, first_of(group), group.extent).empty(); }

Panel residual_panel(const Variant& variant, std::string_view array, const PlaneEncoding& of, const Style& style) {
    const PlaneGroup& group = variant.params.plane;
    Panel panel = map_panel(variant, array, positions_square(group), "x₂ →", "y₂ ↑", residual_scale());
    panel.title = construction_name(of.construction, style);
    panel.quantity = largest_note(column_of(variant, array), style);
    if (of.construction == Construction::quaternion && (group.x1 != 0 || group.y1 != 0) && group.theta != 0)
        panel.marks.emplace_back(commuting_line(group));
    if (of.construction == Construction::quaternion)
        for (const PlanePosition& zero : isolated_quaternion_zeros(group.theta, first_of(group), group.extent)) {
            PointMark mark = named_point(zero.x, zero.y, "", style);
            mark.color = rgb(0xFFFFFF);
            mark.ring = true;
            panel.marks.emplace_back(std::move(mark));
        }
    PointMark first = position_point(first_of(group), group.extent, "1", style);
    first.ring = true;
    panel.marks.emplace_back(std::move(first));
    panel.marks.emplace_back(position_point(second_of(group), group.extent, "2", style));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "x2", Words(style.language)("drag: move position 1 or 2"_tr)};
    return panel;
}

double direction(double x, double y) { return std::atan2(y, x) * degrees; }

/// Where the circle meets the line of exponents that commute.
void add_parallels(const PlaneGroup& group, const Words& words, Panel& panel) {
    if ((group.x1 == 0 && group.y1 == 0) || group.theta == 0) return;
    for (const double sign : {1.0, -1.0})
        panel.marks.emplace_back(RuleMark{direction(sign * group.x1, sign * group.y1),
                                          sign > 0 ? words("towards 1"_tr) : words("away from 1"_tr), false});
}

void point_on_circle(const Variant& variant, const Cursor& cursor, Panel& panel) {
    const bool main = cursor.figure.empty() || cursor.figure == "main";
    const bool here = cursor.active && cursor.companion && main && std::isfinite(cursor.x);
    const Column angles = column_of(variant, "circle_angle");
    const auto at = here ? nearest_index(angles, cursor.x) : std::nullopt;
    if (!at) return;
    PointerMark pointer;
    pointer.x = (*angles)[*at];
    pointer.x_chip = format_number(pointer.x, 1) + "°";
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark); line != nullptr && *at < line->y->size())
            pointer.dots.push_back({{pointer.x, (*line->y)[*at]}, line->color, residual_text((*line->y)[*at]), true});
    panel.pointer = std::move(pointer);
}

Panel circle_panel(Variants variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool alone = variants.size() == 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    const PlaneGroup& group = first.params.plane;
    Panel panel;
    panel.title = words("Round the circle"_tr);
    panel.quantity = words("residual as position 2 circles the origin"_tr);
    panel.x = {words("direction, ° →"_tr), -180, 180};
    double high = 0;
    for (const Variant& variant : variants)
        for (const char* name : {"circle_residual", "circle_compared"}) high = std::max(high, largest_in(column_of(variant, name)));
    panel.y = {"", 0, std::isfinite(high) && high > nothing ? 1.08 * high : 1};
    if (alone)
        panel.marks.emplace_back(curve_mark(column_of(first, "circle_angle"), column_of(first, "circle_compared"), colors.curves[0],
                                            Emphasis::other, construction_name(compared_encoding(group).construction, style)));
    for (std::size_t n = variants.size(); n-- > 0;)
        panel.marks.emplace_back(curve_mark(column_of(variants[n], "circle_angle"), column_of(variants[n], "circle_residual"),
                                            colors.curves[variant_color(n)], Emphasis::chosen,
                                            alone ? construction_name(group.construction, style) : variants[n].label));
    add_parallels(group, words, panel);
    if (const Facts* facts = facts_of(first); facts != nullptr) {
        const double angle = direction(group.x2, group.y2);
        if (alone) panel.marks.emplace_back(PointMark{{angle, facts->compared_residual}, colors.curves[0], ""});
        panel.marks.emplace_back(PointMark{{angle, facts->residual}, colors.curves[1], "2", true});
    }
    point_on_circle(variants.front(), cursor, panel);
    return panel;
}

}  // namespace

void add_relativity_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Variant& first = variants.front();
    if (variants.size() == 1) {
        figure.main.push_back(residual_panel(first, "residual", encoding_of(first.params.plane), style));
        figure.main.push_back(residual_panel(first, "compared_residual", compared_encoding(first.params.plane), style));
    } else {
        for (const Variant& variant : variants) {
            figure.main.push_back(residual_panel(variant, "residual", encoding_of(variant.params.plane), style));
            figure.main.back().title = variant.label;
        }
    }
    figure.bars.push_back(residual_bar(style));
    if (has_zeros(first.params.plane))
        figure.key = {{KeyEntry::Swatch::ring, palette(style.theme).text2, Words(style.language)("isolated zero"_tr), ""}};
    Cursor over_map = cursor;
    if (const auto second = pointed_second(first.params.plane, cursor); second && cursor.companion) {
        over_map.companion = false;
        over_map.panel = 0;
        over_map.x = second->x;
        over_map.y = second->y;
    }
    point_in_map(over_map, "main", figure.main.size(), figure);
    figure.companions.push_back(circle_panel(variants, style, cursor));
}

}  // namespace poslab::rope_2d
