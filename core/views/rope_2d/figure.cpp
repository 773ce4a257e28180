// What the figures share, and the list of them.

#include "core/base/number_format.hpp"
#include "core/views/data_warnings.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace poslab::rope_2d {

namespace {

constexpr double rounding = 1e-12;  // what matrices of sines leave is far below, and differs from machine to machine

std::string coordinate(double value) { return format_number(value, 3, 8); }

/// "b = 0, c = 0, f = 1" of generators that have them.
std::string entries(const PlaneGroup& group, bool three) {
    std::string text = fmt::format("  ·  b = {}, c = {}", coordinate(group.b), coordinate(group.c));
    if (three) return text;
    text += ", f = " + coordinate(group.f);
    if (group.d.set) text += ", d = " + coordinate(group.d.value);
    if (group.e.set) text += ", e = " + coordinate(group.e.value);
    return text;
}

std::string subtitle(const Variant& variant, std::string_view id, const Style& style) {
    const PlaneGroup& group = variant.params.plane;
    const Construction shown = shown_construction(group, id);
    const bool three = shown == Construction::three_by_three, four = shown == Construction::matrix_exponential;
    const std::string second =
        id == "reversibility" ? "" : fmt::format(", (x₂, y₂) = ({}, {})", coordinate(group.x2), coordinate(group.y2));
    return fmt::format("{}  ·  θ = {}{}  ·  (x₁, y₁) = ({}, {}){}", construction_name(shown, style), coordinate(group.theta),
                       three || four ? entries(group, three) : "", coordinate(group.x1), coordinate(group.y1), second);
}

std::string head_subtitle(const Variant& variant, std::string_view id, const Style& style) {
    const HeadGroup& group = variant.params.head;
    if (id == "flattened") return Words(style.language)("{} × {} patches, read row by row", group.grid, group.grid);
    return Words(style.language)("{} × {} patches  ·  head of {}, base {}", group.grid, group.grid, group.dim,
                                 coordinate(group.base));
}

bool is_about_heads(std::string_view id) { return id == "flattened" || id == "similarity" || id == "patch"; }

std::string formula_of(std::string_view id) {
    if (id == "flattened") return R"(n = x + h y)";
    if (is_about_heads(id)) return R"(S = \frac{2}{d}\sum_p \cos(\omega_p \cdot \Delta))";
    return R"(R_{x_1,y_1}^{\top}R_{x_2,y_2} = R_{x_2-x_1,y_2-y_1})";
}

}  // namespace

Panel map_panel(const Variant& variant, std::string_view array, const Square& square, std::string x, std::string y,
                const ColorScale& scale) {
    Panel panel;
    panel.kind = Panel::Kind::map;
    panel.x = {std::move(x), square.x - square.half, square.x + square.half};
    panel.y = {std::move(y), square.y - square.half, square.y + square.half};
    HeatMapMark map;
    if (const Array* cells = variant.data == nullptr ? nullptr : variant.data->find(array)) {
        map.values = cells->data;
        map.height = cells->shape[0];
        map.width = cells->shape[1];
    }
    map.scale = scale;
    panel.marks.emplace_back(std::move(map));
    return panel;
}

ColorScale residual_scale() { return {ColorMap::viridis, ScaleKind::linear, 0, 0, 4}; }

ColorBar residual_bar(const Style& style) {
    ColorBar bar;
    bar.title = Words(style.language)("residual"_tr);
    bar.scale = residual_scale();
    return bar;
}

PointMark named_point(double x, double y, std::string name, const Style& style) {
    PointMark mark{{x, y}, palette(style.theme).curves[1], std::move(name)};
    mark.strong = true;
    return mark;
}

PointMark position_point(PlanePosition at, double extent, const std::string& name, const Style& style) {
    constexpr std::array<const char*, 8> arrows{"→", "↗", "↑", "↖", "←", "↙", "↓", "↘"};
    if (std::abs(at.x) <= extent && std::abs(at.y) <= extent) return named_point(at.x, at.y, name, style);
    const double edge = 0.97 * extent;
    const double eighths = std::round(std::atan2(at.y, at.x) / (std::numbers::pi / 4));
    const auto arrow = static_cast<std::size_t>(eighths < 0 ? eighths + 8 : eighths) % arrows.size();
    PointMark mark = named_point(std::clamp(at.x, -edge, edge), std::clamp(at.y, -edge, edge),
                                 fmt::format("{} {} ({}, {})", name, arrows[arrow], coordinate(at.x), coordinate(at.y)), style);
    mark.small = true;
    return mark;
}

std::optional<PlanePosition> pointed_second(const PlaneGroup& group, const Cursor& cursor) {
    const bool main = cursor.figure.empty() || cursor.figure == "main";
    if (!cursor.companion) return pointed_in_map(cursor, "main");
    if (!cursor.active || !main || !std::isfinite(cursor.x)) return std::nullopt;
    const double radius = std::hypot(group.x2, group.y2), angle = cursor.x * std::numbers::pi / 180;
    return PlanePosition{radius * std::cos(angle), radius * std::sin(angle)};
}

LineMark guide_line(std::vector<double> x, std::vector<double> y, std::string label) {
    LineMark line =
        curve_mark(shared_column(std::move(x)), shared_column(std::move(y)), rgb(0xFFFFFF), Emphasis::other, std::move(label));
    line.dashes = {5, 4};
    line.label_place = LabelPlace::along;
    return line;
}

std::string construction_name(Construction construction, const Style& style) {
    return std::string(in(style.language, PlaneGroup::constructions.at(static_cast<std::size_t>(construction)).label));
}

std::string residual_text(double value) {
    if (!std::isfinite(value)) return "–";
    if (value != 0 && std::abs(value) < rounding) return "< " + power_of_ten(-12);
    return format_number(value, 4, 9);
}

std::string number_text(double value) {
    return std::isfinite(value) ? format_number(std::abs(value) < rounding ? 0 : value, 4, 9) : "–";
}

double largest_in(const Column& column) {
    ValueRange range;
    range.take(column);
    return range.empty() ? std::nan("") : range.high;
}

std::optional<PlanePosition> pointed_in_map(const Cursor& cursor, std::string_view figure) {
    const bool here = cursor.active && !cursor.companion && !cursor.beside &&
                      (cursor.figure == figure || (cursor.figure.empty() && figure == "main"));
    if (!here || !std::isfinite(cursor.x) || !std::isfinite(cursor.y)) return std::nullopt;
    return PlanePosition{cursor.x, cursor.y};
}

void point_in_map(const Cursor& cursor, std::string_view figure, std::size_t panels, Figure& into) {
    const auto at = pointed_in_map(cursor, figure);
    if (!at || cursor.panel >= panels) return;
    PointerMark pointer;
    pointer.x = at->x;
    pointer.y = at->y;
    pointer.x_chip = coordinate(at->x);
    pointer.y_chip = coordinate(at->y);
    for (std::size_t n = 0; n < panels && n < into.main.size(); ++n) into.main[n].pointer = pointer;
}

Figure figure(std::string_view id, Variants variants, const Style& style, const Cursor& cursor) {
    Figure figure;
    const Variant& first = variants.front();
    figure.title = Words(style.language)("2D RoPE"_tr);
    figure.subtitle = is_about_heads(id) ? head_subtitle(first, id, style) : subtitle(first, id, style);
    if (id != "claims") {
        if (!is_about_heads(id)) add_data_warnings(variants, style, figure);
        figure.formula = formula_of(id);
    }
    if (id == "planes")
        add_planes_figure(variants, style, cursor, figure);
    else if (id == "matrices")
        add_matrices_figure(variants, style, cursor, figure);
    else if (id == "valley")
        add_valley_figure(variants, style, cursor, figure);
    else if (id == "three-by-three")
        add_three_by_three_figure(variants, style, cursor, figure);
    else if (id == "reversibility")
        add_reversibility_figure(variants, style, cursor, figure);
    else if (id == "flattened")
        add_flattened_figure(variants, style, cursor, figure);
    else if (id == "similarity")
        add_similarity_figure(variants, style, cursor, figure);
    else if (id == "patch")
        add_patch_figure(variants, style, cursor, figure);
    else if (id == "claims")
        add_claims_figure(variants, style, figure);
    else
        add_relativity_figure(variants, style, cursor, figure);
    return figure;
}

}  // namespace poslab::rope_2d
