// The matrices with their colour bar, key and overview.

#include "core/views/position_matrix/arrays.hpp"

namespace poslab::position_matrix {
namespace {

constexpr Color inside_color = rgb(0xF0B05C), outside_color = rgb(0x335F8E);

double largest_position(const Variant& variant) {
    const double computed = variant[values::max_position];
    if (std::isfinite(computed)) return computed;
    return static_cast<double>(std::max(variant.params.lengths.train_length, variant.params.map.w));
}

/// Returns the common w of the variants that have one; empty if there is none or several differ.
std::optional<double> common_window(const Showing& on) {
    std::optional<double> common;
    for (const Variant& variant : on.variants) {
        if (!has_window(variant.params)) continue;
        const auto w = static_cast<double>(variant.params.map.w);
        if (common && *common != w) return std::nullopt;
        common = w;
    }
    return common;
}

void point_at_position(const Drawing& on, Panel& panel) {
    const Params& params = on.variant().params;
    const Cell cell = cell_at(on, params);
    if (!cell.pointed || !visible_rows(params).contains(cell.query) ||
        !visible_columns(params).contains(cell.key))
        return;
    PointerMark& pointer = point_at_cell(panel, cell.key, cell.query);
    const double position = position_in(on.variant(), cell);
    if (is_masked(position)) return;
    pointer.tip_label = fmt::format("Δ {} →", format_integer(cell.distance()));
    pointer.tip_value = format_number(position, 6);
}

void draw_matrix(Drawing& on, Panel& panel) {
    const Variant& variant = on.variant();
    const Params& params = variant.params;
    panel.become<MatrixPanel>();
    panel.title = map_label(params.map, on.translate.language());
    panel.quantity = used_parameters(params.map);
    panel.x = token_axis(on.translate("key j →"_tr), visible_columns(params), params.lengths.length);
    panel.y = token_axis(on.translate("query i ↓"_tr), visible_rows(params), params.lengths.length);
    const Array* positions = variant.find(arrays::positions);
    HeatMapMark map = heat_map(positions, shared_scale(on));
    if (positions != nullptr) add_cell_texts(params, *positions, map);
    map.hatch_above = last_trained(params);
    add(panel, std::move(map));
    add_borders(on, panel);
    point_at_position(on, panel);
}

Text bar_title(const Showing& on, const ColorScale& scale) {
    const bool signs = std::any_of(on.variants.begin(), on.variants.end(),
                                   [](const Variant& variant) { return !variant.params.window.causal; });
    return scale.kind == ScaleKind::window && signs ? "|Position|, tokens"_tr : "Position, tokens"_tr;
}

/// Adds the colour bar, with the trained range hatched if all variants have the same trained length.
void add_bar(Drawing& on) {
    const ColorScale scale = shared_scale(on);
    ColorBar& bar = on.figure.bars.emplace_back(color_bar(on.translate(bar_title(on, scale)), scale));
    const double trained = last_trained(on.first().params);
    if (std::any_of(on.variants.begin(), on.variants.end(),
                    [&](const Variant& variant) { return last_trained(variant.params) != trained; }))
        return;
    bar.hatch_above = trained;
    bar.hatch_label = on.translate("trained"_tr.as("end"));
}

std::string percent(double fraction) {
    if (!std::isfinite(fraction)) return "";
    if (fraction > 0 && fraction < 0.0005) return "< 0.1 %";
    if (fraction < 1 && fraction > 0.9995) return "> 99.9 %";
    return fmt::format("{:.1f} %", 100 * fraction);
}

void add_key(Drawing& on) {
    using Swatch = KeyEntry::Swatch;
    const auto share = [&](const ValueRow& row) {
        return on.single_variant() ? on.first()[row] : std::nan("");
    };
    const auto key = [&](Swatch swatch, Color color, Text label, double fraction, KeyedCells cells) {
        KeyEntry& entry =
            on.figure.key.emplace_back(KeyEntry{swatch, color, on.translate(label), percent(fraction)});
        entry.cells = cells;
    };
    const auto any = [&](auto has) {
        return std::any_of(on.variants.begin(), on.variants.end(),
                           [&](const Variant& variant) { return has(variant.params); });
    };
    if (on.single_variant()) {
        on.figure.key_title = on.translate("Share of unmasked cells"_tr);
        on.figure.widest_key_value = percent(0.9999);
    }
    const double untrained = share(values::out_of_range_fraction);
    const KeyedCells beyond{
        std::nextafter(last_trained(on.first().params), std::numeric_limits<double>::infinity())};
    const ColorScale scale = with_colors(shared_scale(on), on.first().params.axes);
    if (scale.kind == ScaleKind::window) {
        const double inside = share(values::inside_window_fraction);
        key(Swatch::color, inside_color, "inside w"_tr, inside, {0, scale.middle});
        key(Swatch::color, outside_color, "outside w"_tr, 1 - inside, {scale.middle});
        // If the trained length is below w, everything outside w is untrained and so is part of the inside:
        // the swatch takes the colour of the larger part.
        const bool short_training =
            last_trained(on.first().params) < static_cast<double>(on.first().params.map.w);
        const bool inside_untrained = short_training && untrained - (1 - inside) > 1 - inside;
        key(Swatch::hatched, inside_untrained ? inside_color : outside_color, "untrained"_tr, untrained,
            beyond);
    } else {
        key(Swatch::color, color_of(scale, 0.3 * scale.high), "trained"_tr.as("range"), 1 - untrained,
            {0, beyond.low});
        key(Swatch::hatched, color_of(scale, 0.8 * scale.high), "untrained"_tr, untrained, beyond);
    }
    if (any([](const Params& params) { return params.window.causal || params.map.map->masks_keys; }))
        key(Swatch::empty, {}, "masked"_tr, std::nan(""), {.masked = true});
}

void draw_side_by_side_matrices(Drawing& on) {
    const Variant& first = on.first();
    HeatMapMark whole = heat_map(first.find(arrays::overview), shared_scale(on));
    whole.hatch_above = last_trained(first.params);
    on.figure.overview =
        overview_of(std::move(whole), first.params.window, first.params.lengths.length, on.translate);
    add_bar(on);
    add_key(on);
}

std::string subtitle_of_matrices(const Showing& on) {
    const Params& params = on.first().params;
    const IndexRange rows = visible_rows(params), columns = visible_columns(params);
    const Array* positions = on.first().find(arrays::positions);
    const std::string text = subtitle_of_window(on);
    if (positions == nullptr || positions->extents != std::vector{rows, columns}) return text;
    return text + pooled_words(rows, columns, positions->data->size(), params.window.pool, on.translate);
}

/// Returns the sentence on the share of untrained cells and, if they begin at one distance, on that distance.
std::string out_of_range(const Showing& on) {
    const Variant& variant = on.first();
    const PositionMapSpec& map = variant.params.map;
    const double outside = variant[values::out_of_range_fraction],
                 from = variant[values::first_out_of_range_length];
    const std::string trained = format_number(last_trained(variant.params), 0, 15);
    if (!std::isfinite(outside)) return {};
    if (outside == 0) return on.translate("Every position stays within the trained range, 0 to {}", trained);
    const std::string share = percent(outside), largest = format_number(variant[values::max_position], 1, 15);
    if (map.map->of_distance && map.map->monotone_in_key && std::isfinite(from))
        return on.translate(
            "{} of cells are beyond the trained range: distances from {}, positions up to {} (trained to {})",
            share, format_number(from - 1, 0, 15), largest, trained);
    return on.translate("{} of cells are beyond the trained range: positions up to {} (trained to {})", share,
                        largest, trained);
}

constexpr Part matrix_part{.title = {}, .draw = &draw_matrix, .repeat = Repeat::each};

}  // namespace

constexpr FigureRow main_figure{
    .id = "main",
    .title = "Matrix and profile"_tr,
    .arrays = {arrays::positions, arrays::distance, arrays::profile, arrays::profiles, arrays::overview},
    .draw = {&draw_side_by_side_matrices, matrix_part, profile_part},
    .read = &read_cell,
    .headline = &out_of_range,
    .subtitle = &subtitle_of_matrices};
constexpr FigureRow matrix_figure{.id = "matrix",
                                  .title = "Matrix"_tr,
                                  .arrays = {arrays::positions, arrays::overview},
                                  .draw = {&draw_side_by_side_matrices, matrix_part},
                                  .read = &read_cell,
                                  .offered = false,
                                  .headline = &out_of_range,
                                  .subtitle = &subtitle_of_matrices};
constexpr FigureRow profile_figure{.id = "profile",
                                   .title = "Profile"_tr,
                                   .arrays = {arrays::distance, arrays::profile, arrays::profiles},
                                   .draw = {profile_part},
                                   .read = &read_cell,
                                   .offered = false};

ColorScale shared_scale(const Showing& on) {
    double largest = 0, trained = 0;
    bool causal = true;
    for (const Variant& variant : on.variants) {
        const auto& lengths = variant.params.lengths;
        largest = std::max(largest, largest_position(variant));
        trained = std::max(trained, static_cast<double>(std::min(lengths.train_length, lengths.length) - 1));
        causal = causal && variant.params.window.causal;
    }
    if (const auto w = common_window(on)) {
        if (largest >= *w) return {ColorMap::window, ScaleKind::window, 0, *w, std::max(largest, trained)};
        // With no cell outside w, the colours of the inside cover the whole range of values.
        const double most = std::max(largest, 1.0);
        return {ColorMap::window, ScaleKind::window, 0, most * (1 + 1e-6), most};
    }
    const double high = std::max({largest, trained, 1.0});
    if (!causal) return {on.colors.diverging, ScaleKind::symmetric, -high, 0, high};
    return {ColorMap::viridis, ScaleKind::linear, 0, 0, high};
}

Cell cell_at(const Showing& on, const Params& params) {
    const std::int64_t last = params.lengths.length - 1;
    const auto index = [&](double position) {
        return static_cast<std::int64_t>(std::clamp(std::floor(position), 0.0, static_cast<double>(last)));
    };
    if (const auto at = on.in_main()) return {index(at->y), index(at->x), true};
    if (const auto x = on.x_in_companion()) return {last, last - index(std::round(*x)), true};
    return {last, 0, false};
}

std::string subtitle_of_window(const Showing& on) {
    const Params& params = on.first().params;
    const std::string map =
        on.single_variant() ? std::string(map_label(params.map, on.translate.language())) + "  ·  " : "";
    return map + window_words(params.window, params.lengths.length, on.translate.language());
}

std::string formula_of_map(const Showing& on) {
    return on.single_variant() ? on.first().params.map.map->definition(on.translate, on.first().params.map)
                               : "";
}

}  // namespace poslab::position_matrix
