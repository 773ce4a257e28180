// Generators that commute: the valley of the 4×4 family over (d, e), and 3×3, where only B2 = 0 commutes.

#include "core/views/rope_2d/arrays.hpp"

#include <numbers>

namespace poslab::rope_2d {
namespace {

/// Returns a scale from 0 to the largest commutator of all variants.
ColorScale commutator_scale(const Drawing& on, const ArrayRow& row) {
    double high = 0;
    for (const Variant& variant : on.variants)
        if (const double largest = largest_in(variant[row]); std::isfinite(largest))
            high = std::max(high, largest);
    return {ColorMap::viridis, ScaleKind::linear, 0, 0, high > nothing ? high : 1};
}

/// Marks the end of a search.
void add_search_end(const Drawing& on, GeneratorSearch Prepared::*search, Panel& panel) {
    const Prepared* facts = on.variant().prepared;
    if (facts != nullptr && on.variant().params.plane.theta != 0)
        add(panel, ring_at(on, (facts->*search).first, (facts->*search).second));
}

void draw_valley_map(const Drawing& on, const ArrayRow& row, const ColorScale& scale, Panel& panel) {
    const PlaneGroup& group = on.variant().params.plane;
    const Square square = second_generator_square(group);
    begin_map(panel, on.variant().find(row), square, "d →", "e ↑", scale);
    add_search_end(on, &Prepared::valley, panel);
    const std::array<double, 2> now = second_generator(group);
    const bool free = group.d.set || group.e.set;
    if (free) add(panel, named_point(on, square.x, square.y, "cf, −bf"));
    add(panel, named_point(on, now[0], now[1], free ? "d, e" : "d = cf, e = −bf"));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "d", on.translate("drag: move (d, e)"_tr)};
}

void draw_three_map(const Drawing& on, const ArrayRow& row, const ColorScale& scale, Panel& panel) {
    const PlaneGroup& group = on.variant().params.plane;
    begin_map(panel, on.variant().find(row), three_by_three_square(group), "b →", "c ↑", scale);
    std::vector<double> x, y;
    for (int n = 0; n <= 360; ++n) {
        x.push_back(std::cos(n * std::numbers::pi / 180));
        y.push_back(std::sin(n * std::numbers::pi / 180));
    }
    add(panel, guide_line(std::move(x), std::move(y), "b² + c² = 1"));
    add_search_end(on, &Prepared::three, panel);
    add(panel, named_point(on, group.b, group.c, "b, c"));
    panel.drag = PanelDrag{PanelDrag::Kind::place, "b", on.translate("drag: move (b, c)"_tr)};
}

template <auto draw_map, const auto& row>
void draw_commutator(Drawing& on, Panel& panel) {
    panel.quantity = "‖B₁B₂ − B₂B₁‖";
    draw_map(on, row, commutator_scale(on, row), panel);
}
template <auto draw_map, const auto& row>
void draw_residual_of_pair(Drawing& on, Panel& panel) {
    panel.quantity = "‖R₁ᵗR₂ − R₂₋₁‖";
    draw_map(on, row, residual_scale(), panel);
}

/// Adds bars, key and pointer of the two maps.
template <const auto& commutator>
void draw_side_by_side_maps_of_generators(Drawing& on) {
    on.figure.bars = {color_bar(on.translate("commutator"_tr), commutator_scale(on, commutator)),
                      color_bar(on.translate("residual"_tr), residual_scale())};
    on.key(KeyEntry::Swatch::ring, on.colors.curves[1], "end of search"_tr);
    point_in_maps(on, on.in_main(), on.figure.main.size());
}

void draw_cut(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const Square square = second_generator_square(first.params.plane);
    panel.quantity = on.translate("one entry varies, the other is fixed"_tr);
    panel.x = {on.translate("d − cf, or e + bf →"_tr), -square.half, square.half};
    double high = 0;
    for (const Variant& variant : on.variants) {
        high = std::max(high, largest_in(variant[arrays::cut_d]));
        if (on.single_variant())
            for (const ArrayRow* row : {&arrays::cut_e, &arrays::cut_commutator})
                high = std::max(high, largest_in(variant[*row]));
    }
    const double of_quaternions = commutator_norm(encoding_of(first.params.plane, Construction::quaternion));
    if (on.single_variant()) high = std::max(high, of_quaternions);
    panel.y = {"", 0, high > nothing ? 1.08 * high : 1};
    if (on.single_variant())
        add(panel, Curve(panel.x, of_quaternions, on.colors.text2)
                       .named(on.translate("commutator, quaternions"_tr))
                       .dashed(dots_of_line));
    const auto side_by_side = [&](const ArrayRow& row, Color color, Text name) {
        if (on.single_variant())
            add(panel, Curve(first[arrays::cut_offset], first[row], color)
                           .named(on.translate(name))
                           .dashed(curve_dashes(1)));
    };
    side_by_side(arrays::cut_commutator, on.colors.text2, "commutator"_tr);
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        add(panel, Curve(variant[arrays::cut_offset], variant[arrays::cut_d], on.color(n))
                       .chosen(n, on.label(n, "residual, along d"_tr)));
    });
    side_by_side(arrays::cut_e, on.colors.curves[0], "residual, along e"_tr);
    if (const auto x = on.x_in_companion()) point_on_curves(*x, 3, panel);
}

void draw_sizes(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const Square square = three_by_three_square(first.params.plane);
    panel.quantity = on.translate("root mean square residual of 24 pairs: 0 only for B₂ = 0"_tr);
    panel.x = logarithmic_axis("√(b² + c²) →", square.half * 1e-4, square.half);
    ValueRange range;
    for (const Variant& variant : on.variants)
        for (const ArrayRow* row : {&arrays::size_least, &arrays::size_most}) range.include(variant[*row], 0);
    if (on.single_variant()) range.include(first[arrays::size_commutator], 0);
    panel.y = logarithmic_axis("", range.empty() ? 1e-4 : range.low, range.empty() ? 4 : 1.3 * range.high);
    if (on.single_variant()) {
        const Column size = first[arrays::size];
        add(panel, AreaMark{size, first[arrays::size_least], first[arrays::size_most], on.colors.curves[1]});
        add(panel, Curve(size, first[arrays::size_commutator], on.colors.text2)
                       .named(on.translate("commutator"_tr))
                       .dashed(curve_dashes(1)));
    }
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        add(panel, Curve(variant[arrays::size], variant[arrays::size_most], on.color(n))
                       .chosen(n, on.label(n, "RMS, any direction"_tr)));
    });
    if (const auto x = on.x_in_companion()) point_on_curves(*x, 4, panel);
}

constexpr Part valley_commutator_part{.title = "Commutator"_tr,
                                      .draw = &draw_commutator<&draw_valley_map, arrays::valley_commutator>,
                                      .repeat = Repeat::each};
constexpr Part valley_residual_part{.title = "Residual"_tr,
                                    .draw = &draw_residual_of_pair<&draw_valley_map, arrays::valley_residual>,
                                    .repeat = Repeat::each};
constexpr Part cut_part{.title = "Through the valley"_tr, .draw = &draw_cut, .place = PanelRole::companion};
constexpr Part three_commutator_part{.title = "Commutator"_tr,
                                     .draw = &draw_commutator<&draw_three_map, arrays::three_commutator>,
                                     .repeat = Repeat::each};
constexpr Part three_residual_part{.title = "Residual"_tr,
                                   .draw = &draw_residual_of_pair<&draw_three_map, arrays::three_residual>,
                                   .repeat = Repeat::each};
constexpr Part sizes_part{.title = "Every direction"_tr, .draw = &draw_sizes, .place = PanelRole::companion};

std::string subtitle_of_valley(const Showing& on) {
    return subtitle_of_construction(on, Construction::matrix_exponential, true);
}
std::string subtitle_of_three(const Showing& on) {
    return subtitle_of_construction(on, Construction::three_by_three, true);
}
std::string formula_of_valley(const Showing&) { return R"(B_1B_2 = B_2B_1 \quad d = cf, \, e = -bf)"; }
std::string formula_of_three(const Showing&) { return R"(B_1B_2 = B_2B_1 \quad b = c = 0)"; }

}  // namespace

constexpr FigureRow valley_figure{
    .id = "valley",
    .title = "Valley"_tr,
    .arrays = {arrays::valley_commutator, arrays::valley_residual, arrays::cut_offset, arrays::cut_d,
               arrays::cut_e, arrays::cut_commutator},
    .draw = {&draw_side_by_side_maps_of_generators<arrays::valley_commutator>, valley_commutator_part,
             valley_residual_part, cut_part},
    .read = &read_valley,
    .idle = of_heads + of_patches + of_cells + IdList{"construction", "extent"},
    .subtitle = &subtitle_of_valley,
    .formula = &formula_of_valley};
constexpr FigureRow three_by_three_figure{
    .id = "three-by-three",
    .title = "3×3"_tr,
    .arrays = {arrays::three_commutator, arrays::three_residual, arrays::size, arrays::size_commutator,
               arrays::size_least, arrays::size_most},
    .draw = {&draw_side_by_side_maps_of_generators<arrays::three_commutator>, three_commutator_part,
             three_residual_part, sizes_part},
    .read = &read_three_by_three,
    .idle = of_heads + of_patches + of_cells + IdList{"construction", "extent", "f", "d", "e"},
    .subtitle = &subtitle_of_three,
    .formula = &formula_of_three};

}  // namespace poslab::rope_2d
