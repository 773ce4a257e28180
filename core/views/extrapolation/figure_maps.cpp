// The attention of a head with the current scheme, next to that with the model's own, and their difference.

#include "core/views/extrapolation/showing.hpp"
#include "core/views/model_layer.hpp"

namespace poslab::extrapolation {
namespace {

const Array* maps_in(const Variant& variant) {
    const Array* maps = variant.find(arrays::attention);
    return maps != nullptr && maps->shape.size() == 3 ? maps : nullptr;
}

double tokens_of(const Variant& variant) {
    const double known = variant[values::tokens];
    return std::isfinite(known) ? known : static_cast<double>(variant.params.lengths.length);
}

/// The scale starts at a tenth of the uniform weight of the last query.
ColorScale weight_scale(const Showing& on) {
    const double floor = std::pow(10, std::floor(-std::log10(std::max(2.0, tokens_of(on.first())))) - 1);
    return {ColorMap::viridis, ScaleKind::logarithmic, floor, 0, 1};
}

/// The first map minus the second.
Column difference_in(const Array& maps) {
    const auto cells = static_cast<std::size_t>(maps.shape[1] * maps.shape[2]);
    std::vector<double> values(cells);
    for (std::size_t n = 0; n < cells; ++n) values[n] = (*maps.data)[n] - (*maps.data)[cells + n];
    return shared_column(std::move(values));
}

ColorScale difference_scale(const Showing& on, const Column& difference) {
    double largest = 0;
    for (const double value : *difference)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    const double limit = rounded_up(largest), floor = weight_scale(on).low;
    return {on.colors.diverging, ScaleKind::symmetric_log, -limit, std::min(floor, limit / 10), limit};
}

/// Returns the scheme that the parameters describe, if it is one of the known ones; else null.
const ComparedScheme* shown_scheme(const Params& params) {
    for (const ComparedScheme& scheme : ComparedScheme::all())
        if (is_present(scheme, params)) return &scheme;
    return nullptr;
}

std::string shown_name(const Params& params, const Translator& translate) {
    const ComparedScheme* scheme = shown_scheme(params);
    return scheme != nullptr ? scheme_name(*scheme, translate)
                             : scheme_words(present_spec(params), translate);
}

Color shown_color(const Drawing& on) {
    const ComparedScheme* scheme = shown_scheme(on.first().params);
    return scheme != nullptr ? color_of(on, *scheme) : on.colors.curves[1];
}

std::string own_name(const Showing& on) { return on.translate("as trained"_tr); }

struct MapPosition {
    std::int64_t query, key;
    std::size_t cell;  // index into a map
};

std::optional<MapPosition> place_at(const Showing& on) {
    const auto at = on.in_main();
    const Array* maps = maps_in(on.first());
    const double tokens = tokens_of(on.first());
    if (!at || maps == nullptr || at->x < 0 || at->y < 0 || at->x >= tokens || at->y >= tokens)
        return std::nullopt;
    const auto cells = static_cast<double>(maps->shape[1]);
    const auto cell = [&](double position) { return static_cast<std::size_t>(position * cells / tokens); };
    return MapPosition{static_cast<std::int64_t>(at->y), static_cast<std::int64_t>(at->x),
                       cell(at->y) * static_cast<std::size_t>(cells) + cell(at->x)};
}

/// Marks the trained length: keys farther away were never seen in training.
void add_trained_border(const Drawing& on, Panel& panel) {
    const auto trained = static_cast<double>(on.first().params.lengths.train_length);
    const double tokens = tokens_of(on.first());
    if (trained >= tokens) return;
    BoundaryMark border;
    border.kind = BoundaryMark::Kind::trained;
    border.points = {{0, trained}, {tokens - trained, tokens}};
    border.label = on.translate("Δ = {}", format_integer(on.first().params.lengths.train_length));
    add(panel, border);
}

void draw_frame(Drawing& on, Panel& panel) {
    panel.become<MatrixPanel>();
    const double tokens = tokens_of(on.first());
    panel.x = {on.translate("key j →"_tr), 0, tokens};
    panel.y = {on.translate("query i"_tr), 0, tokens};
    if (maps_in(on.first()) == nullptr) panel.message = on.translate("the model is running"_tr);
    const auto at = place_at(on);
    if (at) point_at_cell(panel, at->key, at->query);
}

void draw_present(Drawing& on, Panel& panel) {
    draw_frame(on, panel);
    panel.title = shown_name(on.first().params, on.translate);
    add(panel, heat_map(maps_in(on.first()), weight_scale(on), 0));
    add_trained_border(on, panel);
}

void draw_own(Drawing& on, Panel& panel) {
    draw_frame(on, panel);
    panel.title = own_name(on);
    add(panel, heat_map(maps_in(on.first()), weight_scale(on), 1));
    add_trained_border(on, panel);
}

void draw_difference(Drawing& on, Panel& panel) {
    draw_frame(on, panel);
    panel.title = on.translate("difference"_tr.as("map"));
    const Array* maps = maps_in(on.first());
    if (maps == nullptr) return;
    const Column difference = difference_in(*maps);
    HeatMapMark map = heat_map(maps, difference_scale(on, difference), 0);
    map.values = difference;
    add(panel, std::move(map));
    add_trained_border(on, panel);
}

/// Plots the mean weight over the distance, with the trained length.
void draw_by_distance(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const double tokens = std::max(2.0, tokens_of(first));
    const ColorScale scale = weight_scale(on);
    panel.quantity = on.translate("mean weight"_tr);
    panel.x = logarithmic_axis(on.translate("distance Δ, tokens →"_tr), 1, tokens - 1);
    panel.x.binary = true;
    panel.y = logarithmic_axis("", scale.low, 1);
    const auto trained = static_cast<double>(first.params.lengths.train_length);
    if (trained < panel.x.high) add(panel, RuleMark{trained, on.translate("trained"_tr.as("length")), false});
    std::vector<double> distances(first.row_of(arrays::by_distance, 0)->size());
    std::iota(distances.begin(), distances.end(), 0.0);
    const Column x = shared_column(std::move(distances));
    const std::array<Color, 2> colors{shown_color(on), on.colors.text2};
    const std::array<std::string, 2> names{shown_name(first.params, on.translate), own_name(on)};
    for (std::size_t n = 2; n-- > 0;)
        add(panel, Curve(x, first.row_of(arrays::by_distance, n), colors.at(n))
                       .emphasised(n == 0)
                       .named(names.at(n)));
    const auto at = on.x_in_companion();
    const auto found = at ? nearest_index(x, *at) : std::nullopt;
    if (!found) return;
    point_at(panel, static_cast<std::int64_t>(*found));
    for (std::size_t n = 2; n-- > 0;)
        add_dot(*panel.pointer, number_at(first.row_of(arrays::by_distance, n), *found), colors.at(n),
                format_number(number_at(first.row_of(arrays::by_distance, n), *found), 2));
}

void finish_maps(Drawing& on) {
    on.figure.grid = true;
    ColorBar& bar = on.figure.bars.emplace_back(color_bar(on.translate("Weight α"_tr), weight_scale(on)));
    bar.open_low = true;
    if (const Array* maps = maps_in(on.first())) {
        on.figure.bars.push_back(
            color_bar(on.translate("Difference"_tr), difference_scale(on, difference_in(*maps))));
    }
}

std::string which_head(const Params& params, const Translator& translate) {
    const std::string layer = format_integer(params.extrapolation.layer);
    if (!params.extrapolation.head.set) return translate("Layer {}, all heads", layer);
    return translate("Layer {}, head {}", layer,
                     format_integer(static_cast<std::int64_t>(params.extrapolation.head.value)));
}

std::string tell_of_maps(const Showing& on) {
    const Column far = on.first()[arrays::far_weight];
    if (far->size() < 2 ||
        tokens_of(on.first()) <= static_cast<double>(on.first().params.lengths.train_length))
        return {};
    const auto per_cent = [](double share) { return fmt::format("{:.0f}", 100 * share); };
    return on.translate("{}: weight beyond Δ = {}: {} % under {}, {} % as trained",
                        which_head(on.first().params, on.translate),
                        format_integer(on.first().params.lengths.train_length), per_cent((*far)[0]),
                        shown_name(on.first().params, on.translate), per_cent((*far)[1]));
}

/// The figure shows only the first piece.
std::string subtitle_of_maps(const Showing& on) {
    const Params& params = on.first().params;
    std::string text = model_name(params.source, on.translate);
    const double tokens = on.first()[values::tokens];
    if (std::isfinite(tokens))
        text += on.translate("  ·  {} tokens", format_integer(static_cast<std::int64_t>(tokens)));
    return text + parameter_words(params);
}

constexpr Part present_part{.title = {}, .draw = &draw_present};
constexpr Part own_part{.title = {}, .draw = &draw_own};
constexpr Part difference_part{.title = {}, .draw = &draw_difference};
constexpr Part weights_by_distance_part{
    .title = "By distance"_tr, .draw = &draw_by_distance, .place = PanelRole::companion};

}  // namespace

void read_maps(Reading& reading) {
    const auto at = place_at(reading);
    const Variant& first = reading.first();
    reading.set_source(at.has_value(), "queries beyond the trained length"_tr);
    const std::string present = shown_name(first.params, reading.translate);
    if (!at) {
        const Column far = first[arrays::far_weight];
        if (far->size() < 2) return;
        reading.row(reading.translate("{}: beyond Δ = {}", present,
                                      format_integer(first.params.lengths.train_length)),
                    format_number(100 * (*far)[0], 1), "%");
        reading.row("As trained"_tr, format_number(100 * (*far)[1], 1), "%");
        return;
    }
    const Array& maps = *maps_in(first);
    const auto cells = static_cast<std::size_t>(maps.shape[1] * maps.shape[2]);
    const double now = (*maps.data)[at->cell], own = (*maps.data)[cells + at->cell];
    reading.head(reading.translate("Query i"_tr), format_number(static_cast<double>(at->query), 0));
    reading.head(reading.translate("Key j"_tr), format_number(static_cast<double>(at->key), 0));
    reading.row("Distance Δ"_tr, format_number(static_cast<double>(at->query - at->key), 0));
    if (!std::isfinite(now) || !std::isfinite(own))
        return reading.row("Weight α"_tr, reading.translate("masked"_tr));
    reading.row(present, format_number(now, 5));
    reading.row("As trained"_tr, format_number(own, 5));
    reading.row("Difference"_tr, format_number(now - own, 5));
}

constexpr FigureRow attention_figure{
    .id = "attention",
    .title = "Weights"_tr.as("figure"),
    .arrays = {arrays::attention, arrays::by_distance, arrays::far_weight},
    .draw = {&finish_maps, present_part, own_part, difference_part, weights_by_distance_part},
    .read = &read_maps,
    .one_each = true,
    .idle = {"smoothing", "position-axis", "needles", "loss-unit", "compare", "pieces"},
    .headline = &tell_of_maps,
    .subtitle = &subtitle_of_maps};

}  // namespace poslab::extrapolation
