// The companion: the position as a function of distance, along the last query.

#include "core/views/position_matrix/arrays.hpp"

#include <set>

namespace poslab::position_matrix {
namespace {

/// Returns the next tick at least 5 % above `high`.
double rounded_up(double high) {
    const double least = 1.05 * high / 6;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power >= least) step = factor * power;
    return step * std::ceil(1.05 * high / step);
}

/// Returns the upper end of the axis: the largest position, or the trained range if that is less than three
/// times as large and so does not flatten the curves.
double top_of_axis(const Drawing& on) {
    ValueRange range{1, 1};
    for (const Variant& variant : on.variants) range.include(variant[values::max_position]);
    const double trained = last_trained(on.first().params);
    return rounded_up(trained < 3 * range.high ? std::max(range.high, trained) : range.high);
}

bool is_chosen(const Drawing& on, const PositionMap& map) {
    return std::any_of(on.variants.begin(), on.variants.end(),
                       [&](const Variant& variant) { return variant.params.map.map == map; });
}

/// Adds the curves of the other maps; without data only their labels, to reserve the space.
void add_other_maps(const Drawing& on, Panel& panel) {
    const auto maps = PositionMap::all();
    for (std::size_t n = 0; n < maps.size(); ++n)
        if (maps[n]->compared && !is_chosen(on, *maps[n]))
            add(panel,
                Curve(on.first()[arrays::distance], on.first().row_of(arrays::profiles, n), on.colors.ghost)
                    .filled()
                    .named(on.translate(maps[n]->label)));
}

Curve chosen_curve(const Drawing& on, std::size_t n) {
    const Variant& variant = on.variants[n];
    Curve curve = Curve(variant[arrays::distance], variant[arrays::profile],
                        on.colors.curves[n % on.colors.curves.size()])
                      .filled()
                      .emphasised()
                      .variant(n)
                      .named(on.label(n, variant.params.map.map->label));
    if (!on.single_variant()) return curve.dashed(curve_dashes(n));
    curve.color = has_window(variant.params) ? on.colors.warm : on.colors.accent;
    curve.second_color = on.colors.cool;
    if (has_window(variant.params)) curve.recolor_from = static_cast<double>(variant.params.map.w);
    return curve;
}

void add_windows(const Drawing& on, Panel& panel) {
    std::set<std::int64_t> there;
    for (const Variant& variant : on.variants)
        if (const std::int64_t w = variant.params.map.w; has_window(variant.params) && there.insert(w).second)
            add(panel, RuleMark{static_cast<double>(w), fmt::format("w = {}", format_integer(w))});
}

/// Marks the distance of the cell under the pointer, with positions for that cell's query, or for the last
/// query if the pointer is over the profile.
void point_at_distance(const Drawing& on, Panel& panel) {
    const Cell cell = cell_at(on, on.first().params);
    if (!cell.pointed || is_masked(position_in(on.first(), cell))) return;
    const std::int64_t distance = std::abs(cell.distance());
    PointerMark& pointer = point_at(panel, distance);
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Params& params = on.variants[n].params;
        const std::int64_t query =
            on.cursor.companion ? params.lengths.length - 1 : std::max(cell.query, cell.key);
        if (distance > query) continue;
        const double position = position_in(on.variants[n], {query, query - distance});
        if (!is_masked(position))
            pointer.dots.push_back(
                {{pointer.x, position}, on.colors.accent, format_number(position, 6), n == 0});
    }
}

void draw_profile(Drawing& on, Panel& panel) {
    const Params& params = on.first().params;
    panel.quantity = on.translate(params.map.map->of_distance
                                      ? "position p(Δ) in tokens, by distance"_tr
                                      : "position p(i, j) of the last query in tokens, by distance"_tr);
    panel.x = whole_axis(on.translate("distance Δ, tokens →"_tr), 0,
                         static_cast<double>(std::max<std::int64_t>(params.lengths.length - 1, 1)));
    panel.x.binary = has_binary_length(params.lengths.length);
    panel.y = {"", 0, top_of_axis(on)};
    const std::string trained = format_integer(params.lengths.train_length - 1);
    const std::string label = fmt::format("{} {}", on.translate("trained to"_tr), trained);
    add(panel, BandMark{0, last_trained(params), on.guide_label(label, train_length_of)});
    add_windows(on, panel);
    add_other_maps(on, panel);
    for (std::size_t n = 0; n < on.variants.size(); ++n) add(panel, chosen_curve(on, n));
    point_at_distance(on, panel);
}

}  // namespace

constexpr Part profile_part{.title = "Profile"_tr, .draw = &draw_profile, .place = PanelRole::companion};

}  // namespace poslab::position_matrix
