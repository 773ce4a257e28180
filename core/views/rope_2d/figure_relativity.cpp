// The residual of R_1ᵀR_2 = R_(2−1) over all second positions, and around the circle through the second one.

#include "core/geometry/quaternion_zeros.hpp"
#include "core/views/rope_2d/arrays.hpp"

#include <numbers>

namespace poslab::rope_2d {
namespace {

constexpr double degrees = 180 / std::numbers::pi;

/// The second positions whose quaternion exponents commute with the first one's: the line through it and the
/// origin.
Curve commuting_line(const PlaneGroup& group) {
    const double longest = 2 * group.extent / std::max(1e-300, std::hypot(group.x1, group.y1));
    return guide_line({-longest * group.x1, longest * group.x1}, {-longest * group.y1, longest * group.y1},
                      "x₁y₂ = x₂y₁");
}

std::string largest_note(const Column& values, const Translator& translate) {
    if (values->empty()) return {};
    const double largest = largest_in(values);
    return translate(largest < nothing ? "everywhere "_tr : "at most "_tr) + residual_text(largest);
}

std::vector<PlanePosition> zeros_of(const PlaneGroup& group) {
    return isolated_quaternion_zeros(group.theta, first_of(group), group.extent);
}

void draw_map(const Drawing& on, const ArrayRow& row, Construction construction, Panel& panel) {
    const Variant& variant = on.variant();
    const PlaneGroup& group = variant.params.plane;
    begin_map(panel, variant.find(row), positions_square(group), "x₂ →", "y₂ ↑", residual_scale());
    if (on.single_variant()) panel.title = construction_name(construction, on.translate.language());
    panel.quantity = largest_note(variant[row], on.translate);
    if (construction == Construction::quaternion) {
        if ((group.x1 != 0 || group.y1 != 0) && group.theta != 0) add(panel, commuting_line(group));
        for (const PlanePosition& zero : zeros_of(group)) {
            PointMark ring = ring_at(on, zero.x, zero.y);
            ring.color = rgb(0xFFFFFF);
            add(panel, std::move(ring));
        }
    }
    PointMark first = position_point(on, first_of(group), group.extent, "1");
    first.ring = true;
    add(panel, std::move(first));
    add(panel, position_point(on, second_of(group), group.extent, "2"));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "x2", on.translate("drag: move position 1 or 2"_tr)};
}

void draw_residual(Drawing& on, Panel& panel) {
    draw_map(on, arrays::residual, on.variant().params.plane.construction, panel);
}
void draw_compared(Drawing& on, Panel& panel) {
    draw_map(on, arrays::compared_residual, compared_encoding(on.variant().params.plane).construction, panel);
}

double direction(double x, double y) { return std::atan2(y, x) * degrees; }

/// Marks where the circle meets the line of commuting exponents.
void add_parallels(const Drawing& on, Panel& panel) {
    const PlaneGroup& group = on.first().params.plane;
    if ((group.x1 == 0 && group.y1 == 0) || group.theta == 0) return;
    const auto first_position_of = [](const Variant& variant) {
        return std::pair(variant.params.plane.x1, variant.params.plane.y1);
    };
    const auto rule = [&](double sign, Text name) {
        add(panel, RuleMark{direction(sign * group.x1, sign * group.y1),
                            on.guide_label(on.translate(name), first_position_of), false});
    };
    rule(1, "towards 1"_tr);
    rule(-1, "away from 1"_tr);
}

void draw_circle(Drawing& on, Panel& panel);
constexpr Part circle_part{
    .title = "Around the circle"_tr, .draw = &draw_circle, .place = PanelRole::companion};

void point_on_circle(const Drawing& on, Panel& panel) {
    const Column angles = on.first()[arrays::circle_angle];
    const auto x = on.x_over(circle_part);
    const auto at = x ? nearest_index(angles, *x) : std::nullopt;
    if (!at) return;
    PointerMark& pointer = point_at(panel, (*angles)[*at], format_number((*angles)[*at], 1) + "°");
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark); line != nullptr && *at < line->y->size())
            add_dot(pointer, (*line->y)[*at], line->color, residual_text((*line->y)[*at]));
}

void draw_circle(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const PlaneGroup& group = first.params.plane;
    const Language language = on.translate.language();
    panel.quantity = on.translate("residual as position 2 circles the origin"_tr);
    panel.x = {on.translate("direction, ° →"_tr), -180, 180};
    double high = 0;
    for (const Variant& variant : on.variants)
        for (const ArrayRow* row : {&arrays::circle_residual, &arrays::circle_compared})
            high = std::max(high, largest_in(variant[*row]));
    panel.y = {"", 0, std::isfinite(high) && high > nothing ? 1.08 * high : 1};
    if (on.single_variant())
        add(panel, Curve(first[arrays::circle_angle], first[arrays::circle_compared], on.colors.curves[0])
                       .named(construction_name(compared_encoding(group).construction, language)));
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        add(panel, Curve(variant[arrays::circle_angle], variant[arrays::circle_residual], on.color(n))
                       .chosen(n, on.label(n, construction_name(group.construction, language))));
    });
    add_parallels(on, panel);
    if (const Prepared* facts = first.prepared; facts != nullptr) {
        const double angle = direction(group.x2, group.y2);
        if (on.single_variant())
            add(panel, PointMark{{angle, facts->compared_residual}, on.colors.curves[0], ""});
        add(panel, PointMark{{angle, facts->residual}, on.colors.curves[1], "2", true});
    }
    point_on_circle(on, panel);
}

void draw_side_by_side_maps(Drawing& on) {
    on.figure.bars.push_back(color_bar(on.translate("residual"_tr), residual_scale()));
    if (!zeros_of(on.first().params.plane).empty())
        on.key(KeyEntry::Swatch::ring, on.colors.text2, "isolated zero"_tr);
    Drawing over_map = on;
    if (on.cursor.companion) over_map.cursor.panel = 0;
    if (const auto second = second_at(on))
        point_in_maps(over_map, Point{second->x, second->y}, on.figure.main.size());
}

/// States if the two constructions preserve the relative position of these two positions.
std::string relativity(const Showing& on) {
    const Prepared* facts = on.first().prepared;
    if (facts == nullptr) return {};
    const PlaneGroup& group = on.first().params.plane;
    const Language language = on.translate.language();
    const std::string shown = construction_name(group.construction, language),
                      other = construction_name(compared_encoding(group).construction, language);
    const auto retained = [](double residual) { return residual < 1e-9; };
    const std::string by = residual_text(facts->residual), other_by = residual_text(facts->compared_residual);
    if (retained(facts->residual) && retained(facts->compared_residual))
        return on.translate("{} and {} both preserve the relative position here", shown, other);
    if (retained(facts->residual))
        return on.translate("{} preserves the relative position here, {} misses it by {}", shown, other,
                            other_by);
    if (retained(facts->compared_residual))
        return on.translate("{} misses the relative position here by {}, {} preserves it", shown, by, other);
    return on.translate("{} misses the relative position here by {}, {} by {}", shown, by, other, other_by);
}

constexpr Part residual_part{.title = {}, .draw = &draw_residual, .repeat = Repeat::each};
constexpr Part compared_part{.title = {}, .draw = &draw_compared, .repeat = Repeat::where_alone};

}  // namespace

constexpr FigureRow main_figure{.id = "main",
                                .title = "Relativity"_tr,
                                .arrays = {arrays::residual, arrays::compared_residual, arrays::circle_angle,
                                           arrays::circle_residual, arrays::circle_compared},
                                .draw = {&draw_side_by_side_maps, residual_part, compared_part, circle_part},
                                .read = &read_relativity,
                                .idle = of_heads + of_patches + of_cells,
                                .headline = &relativity};

std::optional<PlanePosition> second_at(const Showing& on) {
    const PlaneGroup& group = on.first().params.plane;
    if (on.over(residual_part) || on.over(compared_part)) return position_at(on);
    const auto x = on.x_over(circle_part);
    if (!x) return std::nullopt;
    const double radius = std::hypot(group.x2, group.y2), angle = *x * std::numbers::pi / 180;
    return PlanePosition{radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace poslab::rope_2d
