#include "core/base/number_format.hpp"
#include "core/views/attention/attention.hpp"
#include "core/views/data_warnings.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace poslab::attention {

namespace {

const Array* map_of(const Variant& variant) { return variant.data == nullptr ? nullptr : variant.data->find("map"); }

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
    return text;
}

std::string_view label_of(std::span<const Choice> choices, auto value, Language language) {
    return in(language, choices[static_cast<std::size_t>(value)].label);
}

/// "Leaky ReRoPE w 256 · k 16 · YaRN · ALiBi".
std::string scheme_words(const Params& params, Language language) {
    std::vector<std::string> parts{joined({std::string(map_label(params.map, language)), used_parameters(params.map)})};
    if (params.rotary.is_scaled()) parts.emplace_back(in(language, params.rotary.scaling->label));
    if (params.bias.bias != "none") parts.emplace_back(in(language, params.bias.bias->label));
    if (params.attention.log_n) parts.emplace_back("log n");
    return joined(parts);
}

/// "random queries and keys, seed 1", "dump.safetensors, head 3".
std::string source_words(const Variant& variant, const Style& style) {
    const Params& params = variant.params;
    const AttentionSourceGroup& source = params.source;
    const Words words(style.language);
    std::string text;
    if (AttentionSourceGroup::from_file(source)) {
        text = std::filesystem::path(AttentionSourceGroup::given_matrix(source) ? source.matrix.path : source.queries.path)
                   .filename()
                   .string();
        if (text.empty()) return words("no file chosen"_tr);
        if (source.layer > 0) text += words(", layer {}", source.layer);
    } else {
        text = label_of(AttentionSourceGroup::sources, source.source, style.language);
        const auto add = [&](const std::string& pattern, const std::string& number) {
            text += fmt::format(fmt::runtime(pattern), number);
        };
        if (source.source == SourceChoice::repeated) add(words(", period {}"_tr), format_integer(source.period));
        if (source.source == SourceChoice::needle) add(words(" at {}"_tr), format_integer(source.needle_position));
        if (source.source == SourceChoice::smooth) add(", ρ {}", format_number(source.smoothness, 3));
        if (AttentionSourceGroup::drawn(source)) add(words(", seed {}"_tr), fmt::format("{}", source.seed));
    }
    const bool several = variant.data != nullptr && variant.data->number("heads") > 1;
    if (shows_all_heads(params) && several)
        text += words(", {} heads", format_number(variant.data->number("heads"), 0));
    else if (source.head.set && (source.head.value > 0 || AttentionSourceGroup::from_file(source)))
        text += words(", head {}", format_number(source.head.value, 0));
    return text;
}

std::string subtitle(std::span<const Variant> variants, const Style& style) {
    const Variant& first = variants.front();
    const Params& params = first.params;
    std::string text;
    if (variants.size() == 1 && !AttentionSourceGroup::given_matrix(params.source))
        text = scheme_words(params, style.language) + "  ·  ";
    text += source_words(first, style) + "  ·  " + window_words(params.window, tokens_of(first), style.language);
    const Array* map = map_of(first);
    if (map == nullptr || map->shape.size() != 2) return text;
    if (first.data->partial) return text + (Words(style.language)("  ·  preview: one cell of each block"_tr));
    const double covered = static_cast<double>(map->extents[0].size()) * static_cast<double>(map->extents[1].size());
    const auto cells = static_cast<double>(map->data->size());
    if (covered > 1.5 * cells)
        text += (Words(style.language)(", "_tr)) + pool_words(params.window.pool, covered / cells, style.language);
    return text;
}

/// Of what is shown and, where that is a part, of the whole: colours keep their meaning while zooming.
double largest_shown(std::span<const Variant> variants) {
    double largest = 0;
    for (const Variant& variant : variants)
        if (const Detail* detail = detail_of(variant)) largest = std::max(largest, detail->largest);
    return largest;
}

/// 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten, not below `value`.
double rounded_up(double value) {
    if (!(value > 0)) return 1;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (value <= step * power * (1 + 1e-9)) return step * power;
    return 10 * power;
}

std::vector<std::string> cell_texts(const Params& params, const Array& map) {
    const std::int64_t cells = map.extents[0].size() * map.extents[1].size();
    if (map.shape.size() != 2 || map.shape[0] * map.shape[1] != cells || cells > 8192) return {};
    const bool logits = params.attention.show != Show::weights && params.attention.show != Show::difference;
    std::vector<std::string> texts;
    for (const double value : *map.data)
        texts.push_back(!std::isfinite(value) ? ""
                        : logits              ? format_number(value, 2)
                                              : format_number(value, value < 0.0995 ? 4 : 3));
    return texts;
}

Axis matrix_axis(const IndexRange& range, std::int64_t tokens, const std::vector<std::string>& labels, std::string title) {
    Axis axis;
    axis.title = std::move(title);
    axis.low = static_cast<double>(range.begin);
    axis.high = static_cast<double>(range.end);
    axis.binary = has_binary_length(tokens);
    if (range.size() > 512) return axis;  // no name fits a cell
    axis.labels_first = range.begin;
    for (std::int64_t t = range.begin; t < std::min(range.end, static_cast<std::int64_t>(labels.size())); ++t)
        axis.labels.push_back(labels[static_cast<std::size_t>(t)]);
    return axis;
}

/// The first `most` characters, not bytes.
std::string shortened(const std::string& text, int most) {
    int characters = 0;
    for (std::size_t n = 0; n < text.size(); ++n)
        if ((static_cast<unsigned char>(text[n]) & 0xC0U) != 0x80U && ++characters > most) return text.substr(0, n) + "…";
    return text;
}

std::string chip(std::int64_t token, const Detail* detail) {
    std::string text = format_integer(token);
    if (detail != nullptr && token < static_cast<std::int64_t>(detail->labels.size()))
        text += "  " + shortened(detail->labels[static_cast<std::size_t>(token)], 6);
    return text;
}

void add_pointer(const Variant& variant, const Cursor& cursor, Panel& panel) {
    const Params& params = variant.params;
    const std::int64_t tokens = tokens_of(variant);
    const Cell cell = cell_at(variant, cursor);
    const IndexRange rows = visible_rows(params.window, tokens), columns = visible_columns(params.window, tokens);
    if (!rows.contains(cell.query)) return;
    const Detail* detail = detail_of(variant);
    PointerMark pointer;
    const std::int64_t end = params.window.causal ? std::min(cell.query + 1, columns.end) : columns.end;
    pointer.row_outline = IndexRange{columns.begin, std::max(columns.begin, end)};
    pointer.y = static_cast<double>(cell.query);
    pointer.y_chip = chip(cell.query, detail);
    pointer.x = std::numeric_limits<double>::quiet_NaN();
    if (cell.pointed && columns.contains(cell.key)) {
        pointer.x = static_cast<double>(cell.key);
        pointer.x_chip = chip(cell.key, detail);
        const CellValue value = value_at(variant, cell);
        const bool weights = params.attention.show == Show::weights || params.attention.show == Show::difference;
        const double number = weights ? value.weight : value.logit;
        if (!value.masked && std::isfinite(number)) {
            pointer.tip_label =
                fmt::format("{}({}, {})", weights ? "α" : "a", format_integer(cell.query), format_integer(cell.key));
            pointer.tip_value = format_number(number, 4, 6);
        }
    }
    panel.pointer = pointer;
}

Panel matrix_panel(const Variant& variant, const ColorScale& scale, const Style& style) {
    const Params& params = variant.params;
    const std::int64_t tokens = tokens_of(variant);
    const Detail* detail = detail_of(variant);
    const std::vector<std::string> none;
    const auto& labels = detail != nullptr ? detail->labels : none;
    Panel panel;
    panel.kind = Panel::Kind::matrix;
    panel.title = variant.label;
    panel.x = matrix_axis(visible_columns(params.window, tokens), tokens, labels, Words(style.language)("key j →"_tr));
    panel.y = matrix_axis(visible_rows(params.window, tokens), tokens, labels, Words(style.language)("query i ↓"_tr));
    HeatMapMark map;
    map.scale = scale;
    if (const Array* values = map_of(variant); values != nullptr && values->shape.size() == 2) {
        map.values = values->data;
        map.height = values->shape[0];
        map.width = values->shape[1];
        map.rows = values->extents[0];
        map.columns = values->extents[1];
        map.cell_text = cell_texts(params, *values);
    }
    panel.marks.emplace_back(std::move(map));
    add_window_border(params, tokens, panel);
    panel.click = PanelClick{"row", 0, true, Words(style.language)("click: keep this row"_tr)};
    return panel;
}

/// One small matrix for each head, empty until it is computed.
void add_heads(const Variant& variant, const ColorScale& scale, const Style& style, Figure& figure) {
    const Detail* detail = detail_of(variant);
    const std::int64_t heads = detail != nullptr ? detail->heads : variant.params.bias.heads;
    for (std::int64_t head = 0; head < heads; ++head) {
        Panel panel = matrix_panel(variant, scale, style);
        panel.title = Words(style.language)("head {}", head);
        panel.click = PanelClick{"head", static_cast<double>(head), false, Words(style.language)("click: show this head"_tr)};
        HeatMapMark map;
        map.scale = scale;
        if (detail != nullptr && detail->maps[static_cast<std::size_t>(head)]) {
            map.values = detail->maps[static_cast<std::size_t>(head)];
            map.height = detail->window.height;
            map.width = detail->window.width;
            map.rows = detail->window.rows;
            map.columns = detail->window.columns;
        }
        panel.marks = {std::move(map)};
        figure.main.push_back(std::move(panel));
    }
    figure.grid = true;
}

void add_head_pointer(const Variant& variant, const Cursor& cursor, Panel& panel) {
    const Cell cell = cell_at(variant, cursor);
    PointerMark pointer;
    pointer.x = static_cast<double>(cell.key);
    pointer.y = static_cast<double>(cell.query);
    const double value = head_value(variant, cursor.panel, cell);
    if (std::isfinite(value)) {
        pointer.tip_label = fmt::format("({}, {})", format_integer(cell.query), format_integer(cell.key));
        pointer.tip_value = format_number(value, 4, 6);
    }
    panel.pointer = pointer;
}

std::optional<Overview> overview(const Variant& variant, const ColorScale& scale, const Style& style) {
    const Params& params = variant.params;
    const std::int64_t tokens = tokens_of(variant);
    const bool weights = params.attention.show == Show::weights;
    if (shows_whole(params.window, tokens) || !weights || shows_all_heads(params)) return std::nullopt;
    Overview overview;
    overview.title = Words(style.language)("Overview"_tr);
    if (const Array* whole = variant.data != nullptr ? variant.data->find("overview") : nullptr) {
        overview.values = whole->data;
        overview.height = whole->shape[0];
        overview.width = whole->shape[1];
    }
    overview.scale = scale;
    overview.rows = visible_rows(params.window, tokens);
    overview.columns = visible_columns(params.window, tokens);
    overview.total_rows = overview.total_columns = tokens;
    return overview;
}

ColorBar color_bar(const Params& params, const ColorScale& scale, const Style& style) {
    const Words words(style.language);
    ColorBar bar;
    bar.title = quantity_words(params, words);
    bar.scale = scale;
    bar.open_low = scale.kind == ScaleKind::logarithmic;
    if (scale.kind == ScaleKind::logarithmic || scale.kind == ScaleKind::symmetric_log) bar.note = words("log scale"_tr);
    return bar;
}

void add_key(const Variant& variant, const Style& style, Figure& figure) {
    const Words words(style.language);
    if (variant.params.window.causal || variant.params.map.map->masks_keys || variant.params.bias.bias->masks_from_w)
        figure.key.push_back({KeyEntry::Swatch::empty, {}, words("masked"_tr), ""});
    if (variant.data != nullptr && variant.data->number("rows_not_a_number") > 0)
        figure.key.push_back({KeyEntry::Swatch::missing, {}, words("not a number"_tr), ""});
}

void add_matrices(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const ColorScale scale = scale_of(variants);
    if (shows_all_heads(variants.front().params)) {
        add_heads(variants.front(), scale, style, figure);
        if (cursor.active && !cursor.companion && cursor.panel < figure.main.size())
            add_head_pointer(variants.front(), cursor, figure.main[cursor.panel]);
    } else {
        for (const Variant& variant : variants) {
            figure.main.push_back(matrix_panel(variant, scale, style));
            add_pointer(variant, cursor, figure.main.back());
        }
    }
    figure.overview = overview(variants.front(), scale, style);
    figure.bars.push_back(color_bar(variants.front().params, scale, style));
    add_key(variants.front(), style, figure);
}

Panel one_head_message(const Style& style) {
    Panel panel;
    panel.message = Words(style.language)("Choose one head to see its rows and distances."_tr);
    return panel;
}

}  // namespace

std::string quantity_words(const Params& params, const Words& words) {
    switch (params.attention.show) {
        case Show::weights:
            return words("Weight α"_tr);
        case Show::logits:
            return words("Logit a"_tr);
        case Show::near:
            return words("Near logit a₁"_tr);
        case Show::far:
            return words("Far logit a₂"_tr);
        case Show::difference:
            return words("α − α of RoPE"_tr);
    }
    return {};
}

ColorScale scale_of(std::span<const Variant> variants) {
    const Params& params = variants.front().params;
    const double largest = largest_shown(variants);
    const bool log = params.attention.scale == Scale::log;
    const auto tokens = static_cast<double>(std::max<std::int64_t>(tokens_of(variants.front()), 2));
    const double floor = std::pow(10, std::floor(-std::log10(tokens)) - 1);  // a tenth of the uniform weight of the last row
    if (params.attention.show == Show::weights) {
        if (!log) return {ColorMap::viridis, ScaleKind::linear, 0, 0, rounded_up(largest)};
        const double high = std::pow(10, std::ceil(std::log10(std::max(largest, 10 * floor)) - 1e-9));
        return {ColorMap::viridis, ScaleKind::logarithmic, floor, 0, largest > 0 ? high : 1};
    }
    const double limit = rounded_up(largest);
    if (params.attention.show == Show::difference && log)
        return {ColorMap::signed_diverging, ScaleKind::symmetric_log, -limit, std::min(floor, limit / 10), limit};
    return {ColorMap::signed_diverging, ScaleKind::symmetric, -limit, 0, limit};
}

Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    Figure figure;
    figure.title = Words(style.language)("Attention map"_tr);
    figure.subtitle = subtitle(variants, style);
    const Params& params = variants.front().params;
    if (variants.size() == 1) figure.formula = formula_definition(params);
    add_data_warnings(variants, style, figure);
    const bool all = shows_all_heads(params);
    if (id == "main" || id == "map") add_matrices(variants, style, cursor, figure);
    if (all) {
        if (id != "main" && id != "map") figure.companions.push_back(one_head_message(style));
        return figure;
    }
    if (id == "main" && variants.size() == 1) figure.beside = entropy_panel(variants, style, cursor);
    if (id == "main" || id == "row") figure.companions.push_back(row_panel(variants, style, cursor));
    if (id == "main" || id == "distance") figure.companions.push_back(distance_panel(variants, style, cursor));
    if (id == "entropy") figure.companions.push_back(entropy_panel(variants, style, cursor));
    figure.companions_in_row = id == "main";
    return figure;
}

}  // namespace poslab::attention
