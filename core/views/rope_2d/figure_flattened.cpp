// Distances in the plane, and along the line of flattened patches.

#include "core/geometry/flattened_distance.hpp"
#include "core/views/rope_2d/head_panels.hpp"

namespace poslab::rope_2d {
namespace {

constexpr std::int64_t max_order_texts = 1024;
constexpr double area_alpha = 0.2;

template <const auto& row>
void draw_distances(Drawing& on, Panel& panel) {
    begin_patches(on, row, distance_scale(on.first().params.head), panel);
    panel.quantity = &row == &arrays::line_distance ? "|Δx + wΔy|" : "√(Δx² + Δy²)";
    auto& map = std::get<HeatMapMark>(panel.marks.front());
    if (map.values && std::ssize(*map.values) <= max_order_texts) map.numbers = CellNumbers{.decimals = 1};
    if (const auto pointed = patch_at(on))
        point_at_patch(*pointed, value_of_patch(on.first(), row, *pointed), panel);
}

/// Marks neighbours in the plane: adjacent on the line, or a whole row apart.
void mark_neighbours(const Drawing& on, Panel& panel) {
    const HeadGroup& group = on.first().params.head;
    if (group.rows() < 2 || group.columns() < 2) return;
    const auto mark = [&](double distance, std::string name) {
        add(panel, PointMark{{1, distance}, on.colors.curves[1], std::move(name), true, false, true});
    };
    mark(1, on.translate("next in a row: 1"_tr));
    mark(static_cast<double>(group.columns()),
         on.translate("next in a column: {}", format_integer(group.columns())));
}

/// Merges distances that differ by less than 3 % if there are many, with their smallest and largest values,
/// so that the curves do not oscillate.
DistanceSpread thinned_spread(const Variant& variant) {
    constexpr std::size_t apart = 200;
    constexpr double merged_ratio = 1.03;
    const Column plane = variant[arrays::spread_plane];
    const Column least = variant[arrays::spread_least], most = variant[arrays::spread_most];
    if (plane->size() <= apart)
        return {{plane->begin(), plane->end()}, {least->begin(), least->end()}, {most->begin(), most->end()}};
    DistanceSpread thinned;
    for (std::size_t n = 0; n < plane->size(); ++n) {
        if (n < 2 || (*plane)[n] > merged_ratio * thinned.plane.back()) {
            thinned.plane.push_back((*plane)[n]);
            thinned.least.push_back((*least)[n]);
            thinned.most.push_back((*most)[n]);
        }
        thinned.least.back() = std::min(thinned.least.back(), (*least)[n]);
        thinned.most.back() = std::max(thinned.most.back(), (*most)[n]);
    }
    return thinned;
}

void add_spread(const Drawing& on, Panel& panel) {
    const Color color = on.colors.curves[0];
    DistanceSpread spread = thinned_spread(on.first());
    const Column plane = shared_column(std::move(spread.plane));
    const Column least = shared_column(std::move(spread.least)), most = shared_column(std::move(spread.most));
    add(panel, AreaMark{plane, least, most, color.with_alpha(area_alpha)});
    add(panel, Curve(plane, most, color).named(on.translate("farthest"_tr)));
    add(panel, Curve(plane, least, color).named(on.translate("nearest"_tr)));
}

/// Marks the pair of patches under the pointer in the matrices, or in the plot all pairs at that distance in
/// the plane.
void point_in_spread(const Drawing& on, Panel& panel) {
    const Variant& variant = on.first();
    PointerMark pointer;
    const auto dot = [&](double plane, double line, std::size_t color) {
        pointer.x = plane;
        if (line > 0) add_dot(pointer, line, on.colors.curves[color], format_number(line, 0));
    };
    if (const auto pointed = patch_at(on))
        dot(value_of_patch(variant, arrays::plane_distance, *pointed),
            value_of_patch(variant, arrays::line_distance, *pointed), 1);
    const Column plane = variant[arrays::spread_plane];
    const auto x = on.x_in_companion();
    if (const auto at = x ? nearest_index(plane, *x) : std::nullopt) {
        dot((*plane)[*at], (*variant[arrays::spread_least])[*at], 0);
        dot((*plane)[*at], (*variant[arrays::spread_most])[*at], 0);
    }
    if (!(pointer.x > 0)) return;
    pointer.x_chip = format_number(pointer.x, 2);
    panel.pointer = std::move(pointer);
}

void draw_spread(Drawing& on, Panel& panel) {
    const HeadGroup& group = on.first().params.head;
    const double farthest = std::max(
        2.0, std::hypot(static_cast<double>(group.rows() - 1), static_cast<double>(group.columns() - 1)));
    panel.quantity = on.translate("distance when flattened, patches"_tr);
    panel.x = logarithmic_axis(on.translate("distance in the plane, patches →"_tr), 0.9, farthest * 1.05);
    panel.y = logarithmic_axis("", 0.8, std::max(4.0, static_cast<double>(group.patches())));
    add_spread(on, panel);
    const Column same = shared_column({1, farthest});
    add(panel, Curve(same, same, on.colors.text)
                   .named(on.translate("same as in the plane"_tr))
                   .dashed(dots_of_line));
    mark_neighbours(on, panel);
    point_in_spread(on, panel);
}

void draw_side_by_side_distances(Drawing& on) {
    ColorBar& bar = on.figure.bars.emplace_back(
        color_bar(on.translate("Distance, patches"_tr), distance_scale(on.first().params.head)));
    bar.note = on.translate("log scale"_tr);
    bar.open_low = true;
    add_patch_key(on);
}

std::string subtitle_of_patches(const Showing& on) {
    const HeadGroup& group = on.first().params.head;
    return on.translate("{} × {} patches, read row by row", group.rows(), group.columns());
}
std::string formula_of_line(const Showing&) { return R"(n = x + w y)"; }

constexpr Part plane_part{.title = "In the plane"_tr, .draw = &draw_distances<arrays::plane_distance>};
constexpr Part line_part{.title = "Flattened"_tr.as("figure"),
                         .draw = &draw_distances<arrays::line_distance>};
constexpr Part spread_part{.title = "All pairs"_tr, .draw = &draw_spread, .place = PanelRole::companion};

}  // namespace

constexpr FigureRow flattened_figure{
    .id = "flattened",
    .title = "Flattened"_tr,
    .arrays = {arrays::plane_distance, arrays::line_distance, arrays::spread_plane, arrays::spread_least,
               arrays::spread_most},
    .draw = {&draw_side_by_side_distances, plane_part, line_part, spread_part},
    .read = &read_flattened,
    .one_each = true,
    .idle = of_plane + of_heads + of_cells,
    .subtitle = &subtitle_of_patches,
    .formula = &formula_of_line,
    .warned = Warned::nowhere};

}  // namespace poslab::rope_2d
