#include "core/views/data_warnings.hpp"
#include "core/views/position_matrix/position_matrix.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::position_matrix {

namespace {

Array const* positions_of(const Variant& variant) { return variant.data ? variant.data->find("positions") : nullptr; }

std::string subtitle(std::span<const Variant> variants, const Style& style, bool matrices) {
    const Params& params = variants.front().params;
    const IndexRange rows = visible_rows(params);
    const IndexRange columns = visible_columns(params);
    std::string text = variants.size() == 1 ? std::string(map_label(params, style.language)) + "  ·  " : "";
    text += window_words(params.window, params.lengths.length, style.language);
    if (const Array* positions = matrices ? positions_of(variants.front()) : nullptr) {
        const double covered = static_cast<double>(rows.size()) * static_cast<double>(columns.size());
        const double cells = static_cast<double>(positions->data->size());
        if (covered > 1.5 * cells && positions->extents[0] == rows && positions->extents[1] == columns)
            text += (Words(style.language)(", "_tr)) + pool_words(params.window.pool, covered / cells, style.language);
    }
    return text;
}

double max_position_of(const Variant& variant) {
    const double computed = variant.data ? variant.data->number("max_position") : std::nan("");
    if (std::isfinite(computed)) return computed;
    return static_cast<double>(std::max(variant.params.lengths.train_length, variant.params.map.w));
}

/// Variants with the same kind of scale share its limits, so that equal colours mean equal positions.
std::vector<ColorScale> shared_scales(std::span<const Variant> variants) {
    std::vector<ColorScale> scales;
    for (const Variant& variant : variants) {
        ColorScale scale = scale_of(variant.params, max_position_of(variant));
        for (const Variant& other : variants) {
            const ColorScale peer = scale_of(other.params, max_position_of(other));
            if (peer.kind == scale.kind && peer.map == scale.map && peer.middle == scale.middle)
                scale.high = std::max(scale.high, peer.high);
        }
        scales.push_back(scale);
    }
    return scales;
}

/// What the cell under the pointer holds: distance and position; nothing where it is masked.
void add_tip(const Params& params, const Cell& cell, PointerMark& pointer) {
    const double position = position_at(plan_of(params), cell.query, cell.key);
    if (is_masked(position)) return;
    pointer.tip_label = fmt::format("Δ {} →", format_integer(cell.query - cell.key));
    pointer.tip_value = format_number(position, 6);
}

std::optional<PointerMark> matrix_pointer(const Params& params, const Cursor& cursor) {
    const Cell cell = cell_at(params, cursor);
    if (!cell.pointed) return std::nullopt;
    if (!visible_rows(params).contains(cell.query) || !visible_columns(params).contains(cell.key)) return std::nullopt;
    PointerMark pointer;
    pointer.x = static_cast<double>(cell.key);
    pointer.y = static_cast<double>(cell.query);
    pointer.x_chip = format_integer(cell.key);
    pointer.y_chip = format_integer(cell.query);
    add_tip(params, cell, pointer);
    return pointer;
}

Panel matrix_panel(const Variant& variant, const ColorScale& scale, const Style& style, const Cursor& cursor) {
    const Params& params = variant.params;
    const IndexRange rows = visible_rows(params);
    const IndexRange columns = visible_columns(params);
    Panel panel;
    panel.kind = Panel::Kind::matrix;
    panel.title = map_label(params, style.language);
    panel.quantity = used_parameters(params);
    panel.x = {
        Words(style.language)("key j →"_tr),     static_cast<double>(columns.begin), static_cast<double>(columns.end), false, false,
        has_binary_length(params.lengths.length)};
    panel.y = {
        Words(style.language)("query i ↓"_tr),   static_cast<double>(rows.begin), static_cast<double>(rows.end), false, false,
        has_binary_length(params.lengths.length)};
    HeatMapMark map;
    if (const Array* positions = positions_of(variant)) {
        map.values = positions->data;
        map.height = positions->shape[0];
        map.width = positions->shape[1];
        map.rows = positions->extents[0];
        map.columns = positions->extents[1];
        map.cell_text = cell_texts(params, *positions);
    }
    map.scale = scale;
    map.hatch_above = static_cast<double>(params.lengths.train_length - 1);
    panel.marks.emplace_back(std::move(map));
    for (Mark& mark : boundaries(params, style)) panel.marks.push_back(std::move(mark));
    panel.pointer = matrix_pointer(params, cursor);
    return panel;
}

std::optional<Overview> overview(const Variant& variant, const ColorScale& scale, const Style& style) {
    const Params& params = variant.params;
    if (shows_whole(params)) return std::nullopt;
    Overview overview;
    overview.title = Words(style.language)("Overview"_tr);
    if (const Array* whole = variant.data ? variant.data->find("overview") : nullptr) {
        overview.values = whole->data;
        overview.height = whole->shape[0];
        overview.width = whole->shape[1];
    }
    overview.scale = scale;
    overview.hatch_above = static_cast<double>(params.lengths.train_length - 1);
    overview.rows = visible_rows(params);
    overview.columns = visible_columns(params);
    overview.total_rows = overview.total_columns = params.lengths.length;
    return overview;
}

/// Several bars are told apart by whether their maps have a window; a single one names quantity and unit.
std::string bar_title(const ColorScale& scale, bool several, bool absolute, const Words& words) {
    if (several && scale.kind == ScaleKind::window) return words("With w, tokens"_tr);
    if (several) return words("No w, tokens"_tr);
    if (absolute) return words("|Position|, tokens"_tr);
    return words("Position, tokens"_tr);
}

ColorBar color_bar(const ColorScale& scale, const Params& params, bool several, const Style& style) {
    const bool both = !params.window.causal && scale.kind == ScaleKind::window;
    ColorBar bar;
    bar.title = bar_title(scale, several, both, Words(style.language));
    bar.scale = scale;
    bar.hatch_above = static_cast<double>(params.lengths.train_length - 1);
    bar.hatch_label = Words(style.language)("trained"_tr.as("end"));
    return bar;
}

std::string percent(double fraction) {
    if (!std::isfinite(fraction)) return "";
    if (fraction > 0 && fraction < 0.0005) return "< 0.1 %";
    if (fraction < 1 && fraction > 0.9995) return "> 99.9 %";
    return fmt::format("{:.1f} %", 100 * fraction);
}

void fill_key(Figure& figure, std::span<const Variant> variants, std::span<const ColorScale> scales, const Style& style) {
    const Words words(style.language);
    const bool single = variants.size() == 1;
    const Data* data = single ? variants.front().data : nullptr;
    const auto share = [&](std::string_view name) { return data ? data->number(name) : std::nan(""); };
    if (single) {
        figure.key_title = words("Share of all cells"_tr);
        figure.widest_key_value = percent(0.9999);
    }
    bool window = false;
    bool plain = false;
    Color seen = rgb(0x335F8E);
    Color unseen = seen;
    for (const ColorScale& scale : scales) {
        (scale.kind == ScaleKind::window ? window : plain) = true;
        if (window) continue;
        seen = color_of(scale, 0.3 * scale.high);
        unseen = color_of(scale, 0.8 * scale.high);
    }
    const double inside = share("inside_window_fraction");
    if (window) {
        figure.key.push_back({KeyEntry::Swatch::color, rgb(0xF0B05C), words("inside w"_tr), percent(inside)});
        figure.key.push_back({KeyEntry::Swatch::color, rgb(0x335F8E), words("outside w"_tr), percent(1 - inside)});
    } else if (plain) {
        figure.key.push_back(
            {KeyEntry::Swatch::color, seen, words("trained"_tr.as("range")), percent(1 - share("out_of_range_fraction"))});
    }
    // Beyond a short trained length even the inside of the window is untrained; the sample takes the colour it begins with.
    const Params& params = variants.front().params;
    const bool inside_untrained = params.lengths.train_length - 1 < params.map.w;
    const Color beyond = !window ? unseen : inside_untrained ? rgb(0xF0B05C) : rgb(0x335F8E);
    figure.key.push_back({KeyEntry::Swatch::hatched, beyond, words("untrained"_tr), percent(share("out_of_range_fraction"))});
    const bool masks = std::any_of(variants.begin(), variants.end(), [](const Variant& variant) {
        return variant.params.window.causal || variant.params.map.map->masks_keys;
    });
    if (masks) figure.key.push_back({KeyEntry::Swatch::empty, {}, words("masked"_tr), ""});
}

void add_bars(Figure& figure, std::span<const Variant> variants, std::span<const ColorScale> scales, const Style& style) {
    const bool several =
        std::any_of(scales.begin(), scales.end(), [&](const ColorScale& scale) { return scale != scales.front(); });
    for (std::size_t i = 0; i < scales.size(); ++i) {
        const bool seen = std::find(scales.begin(), scales.begin() + static_cast<std::ptrdiff_t>(i), scales[i]) !=
                          scales.begin() + static_cast<std::ptrdiff_t>(i);
        if (!seen) figure.bars.push_back(color_bar(scales[i], variants[i].params, several, style));
    }
}

}  // namespace

Cell cell_at(const Params& params, const Cursor& cursor) {
    const std::int64_t last = params.lengths.length - 1;
    if (!cursor.active) return {last, 0, false};
    const auto index = [&](double value) {
        return static_cast<std::int64_t>(std::clamp(std::floor(value), 0.0, static_cast<double>(last)));
    };
    if (cursor.companion) return {last, last - index(std::round(cursor.x)), true};
    return {index(cursor.y), index(cursor.x), true};
}

ColorScale scale_of(const Params& params, double max_position) {
    if (has_window(params)) {
        const auto w = static_cast<double>(params.map.w);
        // Where nothing lies outside, the colours of the inside spread over what there is.
        if (max_position < w) {
            const double most = std::max(max_position, 1.0);
            return {ColorMap::window, ScaleKind::window, 0, most * (1 + 1e-6), most};
        }
        return {ColorMap::window, ScaleKind::window, 0, w, max_position};
    }
    const double high = max_position > 0 ? max_position : 1;
    if (!params.window.causal) return {ColorMap::signed_diverging, ScaleKind::symmetric, -high, 0, high};
    return {ColorMap::viridis, ScaleKind::linear, 0, 0, high};
}

Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    Figure figure;
    figure.title = Words(style.language)("Position matrix"_tr);
    figure.subtitle = subtitle(variants, style, id != "profile");
    if (variants.size() == 1) figure.formula = variants.front().params.map.map->definition(Words(style.language));
    if (id != "profile") {
        const auto scales = shared_scales(variants);
        for (std::size_t i = 0; i < variants.size(); ++i)
            figure.main.push_back(matrix_panel(variants[i], scales[i], style, cursor));
        figure.overview = overview(variants.front(), scales.front(), style);
        add_bars(figure, variants, scales, style);
        fill_key(figure, variants, scales, style);
    }
    if (id != "matrix") figure.companions.push_back(profile_panel(variants, style, cursor));
    add_data_warnings(variants, style, figure);
    return figure;
}

}  // namespace poslab::position_matrix
