// Distance in the plane beside that along the line of flattened patches.

#include "core/base/number_format.hpp"
#include "core/geometry/flattened_distance.hpp"
#include "core/views/rope_2d/head_panels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

constexpr std::int64_t most_order_texts = 1024;
constexpr double area_alpha = 0.2;

Panel distance_panel(const Variant& variant, bool line, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const char* array = line ? "line_distance" : "plane_distance";
    Panel panel = patch_panel(variant, array, distance_scale(variant.params.head), style);
    panel.title = line ? words("Flattened"_tr.as("figure")) : words("In the plane"_tr);
    panel.quantity = line ? "|Δx + hΔy|" : "√(Δx² + Δy²)";
    auto& map = std::get<HeatMapMark>(panel.marks.front());
    if (map.values && std::ssize(*map.values) <= most_order_texts)
        for (const double distance : *map.values) map.cell_text.push_back(format_number(distance, 1));
    if (const auto pointed = pointed_patch(variant.params.head, cursor, "flattened"))
        point_at_patch(*pointed, value_of_patch(variant, array, *pointed), panel);
    return panel;
}

/// What is one step away in the plane: beside each other on the line, or a whole row apart.
void mark_neighbours(const HeadGroup& group, const Style& style, Panel& panel) {
    if (group.grid < 2) return;
    const Words words(style.language);
    const auto side = static_cast<double>(group.grid);
    const Color color = palette(style.theme).curves[1];
    PointMark beside{{1, 1}, color, words("next in a row: 1"_tr)};
    PointMark below{{1, side}, color, words("next in a column: {}", format_integer(group.grid))};
    for (PointMark* mark : {&beside, &below}) {
        mark->strong = true;
        mark->ring = true;
        panel.marks.emplace_back(*mark);
    }
}

/// Of many distances those that are almost alike together, the least of them and the most: no curve to and fro between each two.
DistanceSpread drawn_spread(const Variant& variant) {
    constexpr std::size_t apart = 200;
    constexpr double alike = 1.03;
    const Column plane = column_of(variant, "spread_plane");
    const Column least = column_of(variant, "spread_least"), most = column_of(variant, "spread_most");
    if (plane->size() <= apart) return {*plane, *least, *most};
    DistanceSpread drawn;
    for (std::size_t n = 0; n < plane->size(); ++n) {
        if (n < 2 || (*plane)[n] > alike * drawn.plane.back()) {
            drawn.plane.push_back((*plane)[n]);
            drawn.least.push_back((*least)[n]);
            drawn.most.push_back((*most)[n]);
        }
        drawn.least.back() = std::min(drawn.least.back(), (*least)[n]);
        drawn.most.back() = std::max(drawn.most.back(), (*most)[n]);
    }
    return drawn;
}

void add_spread(const Variant& variant, const Style& style, Panel& panel) {
    const Words words(style.language);
    const Color color = palette(style.theme).curves[0];
    DistanceSpread spread = drawn_spread(variant);
    const Column plane = shared_column(std::move(spread.plane));
    const Column least = shared_column(std::move(spread.least)), most = shared_column(std::move(spread.most));
    panel.marks.emplace_back(AreaMark{plane, least, most, color.with_alpha(area_alpha)});
    panel.marks.emplace_back(curve_mark(plane, most, color, Emphasis::other, words("farthest"_tr)));
    panel.marks.emplace_back(curve_mark(plane, least, color, Emphasis::other, words("nearest"_tr)));
}

/// Over the matrices: that pair of patches; over the plot: what pairs as far apart in the plane are on the line.
void point_in_spread(const Variant& variant, const Style& style, const Cursor& cursor, Panel& panel) {
    const Palette& colors = palette(style.theme);
    PointerMark pointer;
    const auto add = [&](double plane, double line, std::size_t color) {
        pointer.x = plane;
        if (line > 0) pointer.dots.push_back({{plane, line}, colors.curves[color], format_number(line, 0), true});
    };
    if (const auto pointed = pointed_patch(variant.params.head, cursor, "flattened"))
        add(value_of_patch(variant, "plane_distance", *pointed), value_of_patch(variant, "line_distance", *pointed), 1);
    if (cursor.active && cursor.companion && cursor.figure == "flattened") {
        const Column plane = column_of(variant, "spread_plane");
        if (const auto at = nearest_index(plane, cursor.x)) {
            add((*plane)[*at], (*column_of(variant, "spread_least"))[*at], 0);
            add((*plane)[*at], (*column_of(variant, "spread_most"))[*at], 0);
        }
    }
    if (!(pointer.x > 0)) return;
    pointer.x_chip = format_number(pointer.x, 2);
    panel.pointer = std::move(pointer);
}

Panel spread_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const auto side = static_cast<double>(variant.params.head.grid);
    const double farthest = std::max(2.0, std::sqrt(2.0) * (side - 1));
    Panel panel;
    panel.title = words("All pairs"_tr);
    panel.quantity = words("distance when flattened, patches"_tr);
    panel.x = {words("distance in the plane, patches →"_tr), 0.9, farthest * 1.05, true};
    panel.y = {"", 0.8, std::max(4.0, side * side), true};
    add_spread(variant, style, panel);
    LineMark same = curve_mark(shared_column({1, farthest}), shared_column({1, farthest}), palette(style.theme).text,
                               Emphasis::other, words("as in the plane"_tr));
    same.dashes = {2, 3};
    panel.marks.emplace_back(std::move(same));
    mark_neighbours(variant.params.head, style, panel);
    point_in_spread(variant, style, cursor, panel);
    return panel;
}

}  // namespace

void add_flattened_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Variant& variant = variants.front();
    const Words words(style.language);
    figure.main.push_back(distance_panel(variant, false, style, cursor));
    figure.main.push_back(distance_panel(variant, true, style, cursor));
    ColorBar bar;
    bar.title = words("Distance, patches"_tr);
    bar.scale = distance_scale(variant.params.head);
    bar.note = words("log scale"_tr);
    bar.open_low = true;
    figure.bars.push_back(std::move(bar));
    figure.key.push_back(patch_key(variant.params.head, style));
    figure.companions.push_back(spread_panel(variant, style, cursor));
}

}  // namespace poslab::rope_2d
