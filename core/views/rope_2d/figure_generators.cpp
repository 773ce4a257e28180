// Where generators commute: the valley of the 4×4 family over (d, e), and 3×3, which has only B2 = 0.

#include "core/base/number_format.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::rope_2d {

namespace {

ColorScale from_zero(const Column& values) {
    const double high = largest_in(values);
    return {ColorMap::viridis, ScaleKind::linear, 0, 0, std::isfinite(high) && high > nothing ? high : 1};
}

struct MapOf {
    std::string_view array;
    Square square;
    const char *x, *y;
};

Panel generator_map(const Variant& variant, const MapOf& map, std::string title, std::string quantity) {
    Panel panel = map_panel(variant, map.array, map.square, map.x, map.y, from_zero(column_of(variant, map.array)));
    panel.title = std::move(title);
    panel.quantity = std::move(quantity);
    return panel;
}

ColorBar bar_of(const Column& values, std::string title) {
    ColorBar bar;
    bar.title = std::move(title);
    bar.scale = from_zero(values);
    return bar;
}

std::string place_hint(const Style& style, bool of_valley) {
    if (of_valley) return Words(style.language)("drag: move (d, e)"_tr);
    return Words(style.language)("drag: move (b, c)"_tr);
}

LineMark with_dashes(LineMark line, std::size_t n) {
    line.dashes = curve_dashes(n);
    return line;
}

void point_in_plot(const Cursor& cursor, std::string_view figure, std::size_t digits, Panel& panel) {
    if (!cursor.active || !cursor.companion || cursor.figure != figure || !std::isfinite(cursor.x)) return;
    PointerMark pointer;
    for (const Mark& mark : panel.marks) {
        const auto* line = std::get_if<LineMark>(&mark);
        const auto at = line == nullptr ? std::nullopt : nearest_index(line->x, cursor.x);
        if (!at || *at >= line->y->size()) continue;
        pointer.x = (*line->x)[*at];
        if (std::isfinite((*line->y)[*at]))
            pointer.dots.push_back({{pointer.x, (*line->y)[*at]}, line->color, residual_text((*line->y)[*at]), true});
    }
    if (pointer.dots.empty()) return;
    pointer.x_chip = format_number(pointer.x, static_cast<int>(digits));
    panel.pointer = std::move(pointer);
}

Panel cut_panel(Variants variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool alone = variants.size() == 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    const Square square = second_generator_square(first.params.plane);
    Panel panel;
    panel.title = words("Through the valley"_tr);
    panel.quantity = words("as one entry leaves it and the other stays"_tr);
    panel.x = {words("d − cf, or e + bf →"_tr), -square.half, square.half};
    double high = 0;
    for (const Variant& variant : variants)
        for (const char* name : {"cut_d", "cut_e", "cut_commutator"})
            if (const double largest = largest_in(column_of(variant, name)); largest > high && (alone || name[4] == 'd'))
                high = largest;
    panel.y = {"", 0, high > nothing ? 1.08 * high : 1};
    if (alone) {
        panel.marks.emplace_back(with_dashes(curve_mark(column_of(first, "cut_offset"), column_of(first, "cut_commutator"),
                                                        colors.text2, Emphasis::other, words("commutator"_tr)),
                                             1));
    }
    for (std::size_t n = variants.size(); n-- > 0;)
        panel.marks.emplace_back(curve_mark(column_of(variants[n], "cut_offset"), column_of(variants[n], "cut_d"),
                                            colors.curves[variant_color(n)], Emphasis::chosen,
                                            alone ? words("residual, along d"_tr) : variants[n].label));
    if (alone)
        panel.marks.emplace_back(with_dashes(curve_mark(column_of(first, "cut_offset"), column_of(first, "cut_e"), colors.curves[0],
                                                        Emphasis::other, words("residual, along e"_tr)),
                                             1));
    point_in_plot(cursor, "valley", 3, panel);
    return panel;
}

Panel size_panel(Variants variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool alone = variants.size() == 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    const Square square = three_by_three_square(first.params.plane);
    Panel panel;
    panel.title = words("Every direction"_tr);
    panel.quantity = words("root mean square residual of 24 pairs: zero only when B₂ is"_tr);
    panel.x = {"√(b² + c²) →", square.half * 1e-4, square.half};
    panel.x.logarithmic = true;
    ValueRange range;
    for (const Variant& variant : variants)
        for (const char* name : {"size_least", "size_most"}) range.take(column_of(variant, name), 0);
    if (alone) range.take(column_of(first, "size_commutator"), 0);
    panel.y = {"", range.empty() ? 1e-4 : range.low, range.empty() ? 4 : 1.3 * range.high};
    panel.y.logarithmic = true;
    if (alone) {
        panel.marks.emplace_back(
            AreaMark{column_of(first, "size"), column_of(first, "size_least"), column_of(first, "size_most"), colors.curves[1]});
        panel.marks.emplace_back(with_dashes(curve_mark(column_of(first, "size"), column_of(first, "size_commutator"), colors.text2,
                                                        Emphasis::other, words("commutator"_tr)),
                                             1));
    }
    for (std::size_t n = variants.size(); n-- > 0;)
        panel.marks.emplace_back(curve_mark(column_of(variants[n], "size"), column_of(variants[n], "size_most"),
                                            colors.curves[variant_color(n)], Emphasis::chosen,
                                            alone ? words("RMS, any direction"_tr) : variants[n].label));
    point_in_plot(cursor, "three-by-three", 4, panel);
    return panel;
}

}  // namespace

void add_valley_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const PlaneGroup& group = first.params.plane;
    const Square square = second_generator_square(group);
    figure.formula = R"(B_1B_2 = B_2B_1 \quad d = cf, \, e = -bf)";
    figure.main.push_back(
        generator_map(first, {"valley_commutator", square, "d →", "e ↑"}, words("Commutator"_tr), "‖B₁B₂ − B₂B₁‖"));
    figure.main.push_back(generator_map(first, {"valley_residual", square, "d →", "e ↑"}, words("Residual"_tr), "‖R₁ᵗR₂ − R₂₋₁‖"));
    const std::array<double, 2> now = second_generator(group);
    const Facts* facts = facts_of(first);
    for (Panel& panel : figure.main) {
        if (facts != nullptr && group.theta != 0) {
            PointMark found = named_point(facts->valley.first, facts->valley.second, "", style);
            found.ring = true;
            panel.marks.emplace_back(std::move(found));
        }
        const bool free = group.d.set || group.e.set;
        if (free) panel.marks.emplace_back(named_point(square.x, square.y, "cf, −bf", style));
        panel.marks.emplace_back(named_point(now[0], now[1], free ? "d, e" : "d = cf, e = −bf", style));
        panel.drag = PanelDrag{PanelDrag::Kind::place, "d", place_hint(style, true)};
    }
    figure.bars = {bar_of(column_of(first, "valley_commutator"), words("commutator"_tr)),
                   bar_of(column_of(first, "valley_residual"), words("residual"_tr))};
    figure.key = {{KeyEntry::Swatch::ring, palette(style.theme).curves[1], words("search ends"_tr), ""}};
    point_in_map(cursor, "valley", 2, figure);
    figure.companions.push_back(cut_panel(variants, style, cursor));
}

void add_three_by_three_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const PlaneGroup& group = first.params.plane;
    const Square square = three_by_three_square(group);
    figure.formula = R"(B_1B_2 = B_2B_1 \quad b = c = 0)";
    figure.main.push_back(
        generator_map(first, {"three_commutator", square, "b →", "c ↑"}, words("Commutator"_tr), "‖B₁B₂ − B₂B₁‖"));
    figure.main.push_back(generator_map(first, {"three_residual", square, "b →", "c ↑"}, words("Residual"_tr), "‖R₁ᵗR₂ − R₂₋₁‖"));
    const Facts* facts = facts_of(first);
    std::vector<double> x, y;
    for (int n = 0; n <= 360; ++n) {
        x.push_back(std::cos(n * std::numbers::pi / 180));
        y.push_back(std::sin(n * std::numbers::pi / 180));
    }
    for (Panel& panel : figure.main) {
        panel.marks.emplace_back(guide_line(x, y, "b² + c² = 1"));
        if (facts != nullptr && group.theta != 0) {
            PointMark found = named_point(facts->three.first, facts->three.second, "", style);
            found.ring = true;
            panel.marks.emplace_back(std::move(found));
        }
        panel.marks.emplace_back(named_point(group.b, group.c, "b, c", style));
        panel.drag = PanelDrag{PanelDrag::Kind::place, "b", place_hint(style, false)};
    }
    figure.bars = {bar_of(column_of(first, "three_commutator"), words("commutator"_tr)),
                   bar_of(column_of(first, "three_residual"), words("residual"_tr))};
    figure.key = {{KeyEntry::Swatch::ring, palette(style.theme).curves[1], words("search ends"_tr), ""}};
    point_in_map(cursor, "three-by-three", 2, figure);
    figure.companions.push_back(size_panel(variants, style, cursor));
}

}  // namespace poslab::rope_2d
