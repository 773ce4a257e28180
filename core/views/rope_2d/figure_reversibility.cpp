// Positions with the same rotation, and the position recovered from a rotation.

#include "core/views/rope_2d/arrays.hpp"

#include <numbers>

namespace poslab::rope_2d {
namespace {

constexpr std::size_t max_twins = 400, max_lines = 40;

/// Returns the coordinates within the plane that differ from `from` by whole periods; only `from` if there is
/// no period.
std::vector<double> repeats(double from, const std::optional<double>& period, double extent) {
    if (!period) return {from};
    std::vector<double> places;
    const double first = std::ceil((-extent - from) / *period), last = std::floor((extent - from) / *period);
    if (!(last - first < static_cast<double>(max_twins))) return {};
    for (int n = 0; n <= static_cast<int>(last - first); ++n) places.push_back(from + (first + n) * *period);
    return places;
}

/// Marks positions with exactly the rotation of the first one.
void add_twins(const Drawing& on, const Prepared& facts, Panel& panel) {
    const PlaneGroup& group = on.variant().params.plane;
    if (!facts.periods.x || !facts.periods.y) return;
    const std::vector<double> xs = repeats(group.x1, facts.periods.x, group.extent),
                              ys = repeats(group.y1, facts.periods.y, group.extent);
    if (xs.size() * ys.size() > max_twins) return;
    for (const double x : xs)
        for (const double y : ys)
            if (x != group.x1 || y != group.y1) add(panel, ring_at(on, x, y));
}

/// Draws the lines x + y = x1 + y1 + 2πn/θ, whose positions the sum cannot distinguish.
void add_sum_lines(const PlaneGroup& group, Panel& panel) {
    const double start = group.x1 + group.y1;
    std::optional<double> period;
    if (group.theta != 0) period = 2 * std::numbers::pi / std::abs(group.theta);
    const std::vector<double> sums = repeats(start, period, 2 * group.extent);
    if (sums.size() > max_lines) return;
    const double far = 3 * group.extent;
    for (const double sum : sums)
        add(panel, guide_line({-far, far}, {sum + far, sum - far}, sum == start ? "x + y = x₁ + y₁" : ""));
}

void draw_map_of_twins(const Drawing& on, const ArrayRow& row, Construction construction, Panel& panel) {
    const Variant& variant = on.variant();
    const PlaneGroup& group = variant.params.plane;
    begin_map(panel, variant.find(row), positions_square(group), "x →", "y ↑", residual_scale());
    if (on.single_variant()) panel.title = construction_name(construction, on.translate.language());
    panel.quantity = "‖R − R₁‖";
    if (construction == Construction::sum && group.theta != 0) add_sum_lines(group, panel);
    if (const Prepared* facts = variant.prepared; facts != nullptr && construction == group.construction)
        add_twins(on, *facts, panel);
    add(panel, position_point(on, first_of(group), group.extent, "1"));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "x1", on.translate("drag: move position 1"_tr)};
}

void draw_look_alike(Drawing& on, Panel& panel) {
    draw_map_of_twins(on, arrays::look_alike, on.variant().params.plane.construction, panel);
}

/// Inserts a gap where the coordinate wraps around; elsewhere it rises at most as fast as the true one.
Column broken(const Column& places, const Column& read) {
    NumberBuffer values = *read;
    for (std::size_t n = 1; n < values.size(); ++n)
        if (std::abs((*read)[n] - (*read)[n - 1]) > 5 * ((*places)[n] - (*places)[n - 1]))
            values[n] = std::nan("");
    return shared_column(std::move(values));
}

Column read_of(const Variant& variant, const ArrayRow& row) {
    return broken(variant[arrays::true_position], variant[row]);
}

std::string unread_reason(const PlaneGroup& group, const Translator& translate) {
    if (group.theta == 0) return translate("θ = 0: nothing rotates, nothing can be recovered"_tr);
    if (group.construction == Construction::matrix_exponential)
        return translate("f = 0: y rotates nothing and cannot be recovered"_tr);
    return translate("this construction is lossy: nothing can be recovered"_tr);
}

void draw_read(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const PlaneGroup& group = first.params.plane;
    panel.quantity = on.translate("coordinate recovered from R, along lines through 1"_tr);
    panel.x = {on.translate("true x or y →"_tr), -group.extent, group.extent};
    panel.y = {"", -group.extent, group.extent};
    const Column read = first[arrays::read_x], places = first[arrays::true_position];
    const bool none = !read->empty() && std::none_of(read->begin(), read->end(),
                                                     [](double value) { return std::isfinite(value); });
    if (none) {
        panel.message = unread_reason(group, on.translate);
        return;
    }
    const Column diagonal = shared_column({-group.extent, group.extent});
    add(panel, Curve(diagonal, diagonal, on.colors.ghost).named(on.translate("true"_tr)));
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        add(panel, Curve(variant[arrays::true_position], read_of(variant, arrays::read_x), on.color(n))
                       .chosen(n, on.label(n, "recovered x"_tr)));
    });
    if (on.single_variant())
        add(panel, Curve(places, read_of(first, arrays::read_y), on.colors.curves[0])
                       .named(on.translate("recovered y"_tr))
                       .dashed(curve_dashes(1)));
    const auto x = on.x_in_companion();
    const auto at = x ? nearest_index(places, *x) : std::nullopt;
    if (!at || *at >= read->size()) return;
    PointerMark& pointer = point_at(panel, (*places)[*at], format_number((*places)[*at], 3));
    if (const double value = (*read)[*at]; std::isfinite(value))
        add_dot(pointer, value, on.colors.curves[1], format_number(value, 4));
}

/// Adds the map of the sum, the bar, the key and the pointer.
void draw_side_by_side_look_alike(Drawing& on) {
    const PlaneGroup& group = on.first().params.plane;
    if (on.single_variant() && group.construction != Construction::sum)
        draw_map_of_twins(on, arrays::sum_look_alike, Construction::sum, on.figure.main.emplace_back());
    on.figure.bars = {color_bar(on.translate("difference"_tr), residual_scale())};
    const PlanePeriods period = periods(encoding_of(group));
    if (period.x && period.y) on.key(KeyEntry::Swatch::ring, on.colors.curves[1], "same rotation"_tr);
    point_in_maps(on, on.in_main(), on.figure.main.size());
}

std::string subtitle_of_first(const Showing& on) {
    return subtitle_of_construction(on, on.first().params.plane.construction, false);
}
std::string formula_of_twins(const Showing&) { return R"(R_{x,y} = R_{x_1,y_1})"; }

constexpr Part look_alike_part{.title = {}, .draw = &draw_look_alike, .repeat = Repeat::each};
constexpr Part read_part{
    .title = "Recovered coordinates"_tr, .draw = &draw_read, .place = PanelRole::companion};

}  // namespace

constexpr FigureRow reversibility_figure{.id = "reversibility",
                                         .title = "Lossless?"_tr,
                                         .arrays = {arrays::look_alike, arrays::sum_look_alike,
                                                    arrays::true_position, arrays::read_x, arrays::read_y},
                                         .draw = {&draw_side_by_side_look_alike, look_alike_part, read_part},
                                         .read = &read_reversibility,
                                         .idle = of_heads + of_patches + of_cells + IdList{"x2", "y2"},
                                         .subtitle = &subtitle_of_first,
                                         .formula = &formula_of_twins};

}  // namespace poslab::rope_2d
