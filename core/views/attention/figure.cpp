#include "core/views/attention/arrays.hpp"

#include <filesystem>

namespace poslab::attention {
namespace {

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
    return text;
}

std::string_view label_of(std::span<const Choice> choices, auto value, Language language) {
    return in(language, choices[static_cast<std::size_t>(value)].label);
}

/// Returns for example "Leaky ReRoPE w 256 · k 16 · YaRN · ALiBi".
std::string scheme_words(const Params& params, Language language) {
    std::vector<std::string> parts{
        joined({std::string(map_label(params.map, language)), used_parameters(params.map)})};
    if (params.rotary.is_scaled()) parts.emplace_back(in(language, params.rotary.scaling->label));
    if (params.bias.bias != "none") parts.emplace_back(in(language, params.bias.bias->label));
    if (params.attention.log_n) parts.emplace_back("log n");
    return joined(parts);
}

/// Returns for example "random queries and keys, seed 1" or "dump.safetensors, head 3".
std::string source_words(const Showing& on) {
    const Params& params = on.first().params;
    const AttentionSourceGroup& source = params.source;
    const Translator& translate = on.translate;
    std::string text;
    if (AttentionSourceGroup::from_model(source)) {
        text = model_name(params.source, translate) + translate(", layer {}", source.layer);
    } else if (AttentionSourceGroup::from_file(source)) {
        text = std::filesystem::path(AttentionSourceGroup::external_matrix(source) ? source.matrix.path
                                                                                   : source.queries.path)
                   .filename()
                   .string();
        if (text.empty()) return translate("no file chosen"_tr);
        if (source.layer > 0) text += translate(", layer {}", source.layer);
    } else {
        text = label_of(AttentionSourceGroup::sources, source.source, translate.language());
        if (source.source == SourceChoice::repeated)
            text += translate(", period {}", format_integer(source.period));
        if (source.source == SourceChoice::needle)
            text += translate(" at {}", format_integer(source.needle_position));
        if (source.source == SourceChoice::smooth)
            text += fmt::format(", ρ {}", format_number(source.smoothness, 3));
        if (AttentionSourceGroup::is_synthetic(source))
            text += translate(", seed {}", fmt::format("{}", source.seed));
    }
    const Detail* detail = on.first().detail<Detail>();
    if (shows_all_heads(params) && detail != nullptr && detail->heads > 1)
        text += translate(", {} heads", fmt::format("{}", detail->heads));
    else if (source.head.set && (source.head.value > 0 || AttentionSourceGroup::is_external(source)))
        text += translate(", head {}", format_number(source.head.value, 0));
    return text;
}

/// Returns the largest value shown; for weights, of the whole matrix, so that colours do not change on zoom.
double largest_shown(const Showing& on) {
    double largest = 0;
    for (const Variant& variant : on.variants)
        if (const Detail* detail = variant.detail<Detail>()) largest = std::max(largest, detail->largest);
    return largest;
}

/// Returns the number format of cells; empty if cells are pooled or too many.
std::optional<CellNumbers> cell_numbers(const Params& params, const Array& map) {
    constexpr std::int64_t max_numbers = 8192;
    const std::int64_t cells = map.extents[0].size() * map.extents[1].size();
    if (map.shape.size() != 2 || map.shape[0] * map.shape[1] != cells || cells > max_numbers)
        return std::nullopt;
    if (params.attention.shows_logits()) return CellNumbers{};
    return CellNumbers{.decimals = 3, .min_decimals = 2, .small_below = 0.0995, .small_decimals = 4};
}

Axis named_axis(const Drawing& on, Text title, const IndexRange& range) {
    Axis axis = token_axis(on.translate(title), range, tokens_of(on.variant()));
    const Detail* detail = on.variant().detail<Detail>();
    if (range.size() > 512) return axis;  // no label fits a cell
    axis.labels_first = range.begin;
    const std::int64_t named = detail != nullptr ? std::ssize(detail->labels) : 0;
    for (std::int64_t t = range.begin; t < std::min(range.end, named); ++t)
        axis.labels.push_back(detail->labels[static_cast<std::size_t>(t)]);
    return axis;
}

/// Returns the first `most` characters (not bytes).
std::string shortened(const std::string& text, int most) {
    int characters = 0;
    for (std::size_t n = 0; n < text.size(); ++n)
        if ((static_cast<unsigned char>(text[n]) & 0xC0U) != 0x80U && ++characters > most)
            return text.substr(0, n) + "…";
    return text;
}

std::string chip(std::int64_t token, const Detail* detail) {
    std::string text = format_integer(token);
    if (detail != nullptr && token < static_cast<std::int64_t>(detail->labels.size()))
        text += "  " + shortened(detail->labels[static_cast<std::size_t>(token)], 6);
    return text;
}

void point_at_row(const Drawing& on, Panel& panel) {
    const Variant& variant = on.variant();
    const WindowGroup& window = variant.params.window;
    const std::int64_t tokens = tokens_of(variant);
    const Cell cell = cell_at(on, variant);
    const IndexRange rows = visible_rows(window, tokens), columns = visible_columns(window, tokens);
    if (!rows.contains(cell.query)) return;
    const Detail* detail = variant.detail<Detail>();
    const bool inside = cell.pointed && columns.contains(cell.key);
    const std::int64_t end = window.causal ? std::min(cell.query + 1, columns.end) : columns.end;
    PointerMark& pointer =
        point_at(panel, Point{std::nan(""), static_cast<double>(cell.query)}, "", chip(cell.query, detail));
    pointer.row_outline = IndexRange{columns.begin, std::max(columns.begin, end)};
    if (!inside) return;
    pointer.x = static_cast<double>(cell.key);
    pointer.x_chip = chip(cell.key, detail);
    const CellValue value = value_at(variant, cell);
    const bool logits = variant.params.attention.shows_logits();
    const double number = logits ? value.logit : value.weight;
    if (value.masked || !std::isfinite(number)) return;
    pointer.tip_label =
        fmt::format("{}({}, {})", logits ? "a" : "α", format_integer(cell.query), format_integer(cell.key));
    pointer.tip_value = format_number(number, 4, 6);
}

void begin_matrix(const Drawing& on, Panel& panel) {
    const WindowGroup& window = on.variant().params.window;
    const std::int64_t tokens = tokens_of(on.variant());
    panel.become<MatrixPanel>();
    panel.x = named_axis(on, "key j →"_tr, visible_columns(window, tokens));
    panel.y = named_axis(on, "query i ↓"_tr, visible_rows(window, tokens));
}

/// Marks the edge next to the needle's column, which stays visible.
void add_needle(const Drawing& on, Panel& panel) {
    const Params& params = on.variant().params;
    const auto needle = static_cast<double>(params.source.needle_position);
    if (params.source.source != SourceChoice::needle || params.attention.show == Show::difference) return;
    const double top = params.window.causal ? needle : 0,
                 bottom = static_cast<double>(tokens_of(on.variant()));
    add(panel, BoundaryMark{BoundaryMark::Kind::trained,
                            {{needle + 1, top}, {needle + 1, bottom}},
                            on.translate("← needle"_tr)});
}

void draw_map(Drawing& on, Panel& panel) {
    const Variant& variant = on.variant();
    begin_matrix(on, panel);
    panel.title = variant.label;
    const Array* values = variant.find(arrays::map);
    if (values != nullptr && values->shape.size() != 2) values = nullptr;  // still the data of all heads
    HeatMapMark map = heat_map(values, scale_of(on));
    if (values != nullptr) map.numbers = cell_numbers(variant.params, *values);
    add(panel, std::move(map));
    add_window_border(variant.params, tokens_of(variant), panel);
    add_needle(on, panel);
    panel.click = PanelClick{"row", 0, true, on.translate("click: choose this row"_tr)};
    point_at_row(on, panel);
}

/// Draws the small matrix of one head, empty until computed.
void draw_head(Drawing& on, Panel& panel) {
    const Detail* detail = on.first().detail<Detail>();
    begin_matrix(on, panel);
    panel.title = on.translate("head {}", on.number);
    panel.click =
        PanelClick{"head", static_cast<double>(on.number), false, on.translate("click: show this head"_tr)};
    HeatMapMark map;
    map.scale = scale_of(on);
    if (detail != nullptr && detail->maps[on.number]) {
        map.values = detail->maps[on.number];
        map.height = detail->window.height;
        map.width = detail->window.width;
        map.rows = detail->window.rows;
        map.columns = detail->window.columns;
    }
    add(panel, std::move(map));
    if (!on.which(heads_part)) return;
    const Cell cell = cell_at(on, on.first());
    PointerMark& pointer =
        point_at(panel, Point{static_cast<double>(cell.key), static_cast<double>(cell.query)},
                 chip(cell.key, detail), chip(cell.query, detail));
    const double value = head_value(on.first(), on.number, cell);
    if (!std::isfinite(value)) return;
    if (on.which(heads_part) == on.number)
        pointer.tip_label = fmt::format("({}, {})", format_integer(cell.query), format_integer(cell.key));
    pointer.tip_value = format_number(value, 4, 6);
}

std::optional<Overview> overview_next_to(const Drawing& on) {
    const Params& params = on.first().params;
    if (params.attention.show != Show::weights || shows_all_heads(params)) return std::nullopt;
    return overview_of(heat_map(on.first().find(arrays::overview), scale_of(on)), params.window,
                       tokens_of(on.first()), on.translate);
}

void draw_side_by_side_maps(Drawing& on) {
    const Params& params = on.first().params;
    on.figure.grid = shows_all_heads(params);
    on.figure.overview = overview_next_to(on);
    ColorBar& bar =
        on.figure.bars.emplace_back(color_bar(quantity_words(params, on.translate), scale_of(on)));
    bar.open_low = bar.scale.kind == ScaleKind::logarithmic;
    if (bar.open_low || bar.scale.kind == ScaleKind::symmetric_log) bar.note = on.translate("log scale"_tr);
    if (params.window.causal || params.map.map->masks_keys || params.bias.bias->masks_from_w)
        on.figure.key.push_back({KeyEntry::Swatch::empty,
                                 {},
                                 on.translate("masked"_tr),
                                 "",
                                 {},
                                 false,
                                 KeyedCells{.masked = true}});
    if (on.first()[values::rows_not_a_number] > 0) on.key(KeyEntry::Swatch::missing, {}, "not a number"_tr);
}
void draw_side_by_side_all(Drawing& on) {
    draw_side_by_side_maps(on);
    on.figure.companions_in_row = !shows_all_heads(on.first().params);
}

bool shows_all(const Showing& on) { return shows_all_heads(on.first().params); }
bool shows_one(const Showing& on) { return !shows_all(on); }
std::size_t count_of_heads(const Showing& on) {
    const Detail* detail = on.first().detail<Detail>();
    return static_cast<std::size_t>(detail != nullptr ? detail->heads : on.first().params.bias.heads);
}
void draw_one_head_message(Drawing& on, Panel& panel) {
    panel.message = on.translate("Choose one head to see its rows and distances."_tr);
}

constexpr Part one_head_part{
    .title = {}, .draw = &draw_one_head_message, .place = PanelRole::companion, .visible_if = &shows_all};

}  // namespace

constexpr Part map_part{.title = {}, .draw = &draw_map, .repeat = Repeat::each, .visible_if = &shows_one};
constexpr Part heads_part{
    .title = {}, .draw = &draw_head, .visible_if = &shows_all, .how_many = &count_of_heads};
constexpr Part entropy_part{.title = {},
                            .draw = &draw_entropy,
                            .repeat = Repeat::where_alone,
                            .place = PanelRole::marginal,
                            .visible_if = &shows_one};
constexpr Part entropy_below_part{
    .title = {}, .draw = &draw_entropy, .place = PanelRole::companion, .visible_if = &shows_one};
constexpr Part row_part{
    .title = {}, .draw = &draw_row, .place = PanelRole::companion, .visible_if = &shows_one};
constexpr Part distance_part{.title = "By distance"_tr,
                             .draw = &draw_distances,
                             .place = PanelRole::companion,
                             .visible_if = &shows_one};

constexpr FigureRow main_figure{
    .id = "main",
    .title = "Map, row and distances"_tr,
    .arrays = {arrays::map, arrays::overview, arrays::row, arrays::distance_step, arrays::ratio_to_uniform,
               arrays::normalized_entropy},
    .draw = {&draw_side_by_side_all, map_part, heads_part, entropy_part, row_part, distance_part},
    .read = &read,
    .headline = &where_weight_goes};
constexpr FigureRow map_figure{.id = "map",
                               .title = "Map"_tr.as("figure"),
                               .arrays = {arrays::map, arrays::overview},
                               .draw = {&draw_side_by_side_maps, map_part, heads_part},
                               .read = &read,
                               .offered = false,
                               .headline = &where_weight_goes};
constexpr FigureRow row_figure{.id = "row",
                               .title = "Row"_tr.as("figure"),
                               .arrays = {arrays::row},
                               .draw = {row_part, one_head_part},
                               .read = &read,
                               .offered = false};
constexpr FigureRow distance_figure{.id = "distance",
                                    .title = "By distance"_tr,
                                    .arrays = {arrays::distance_step, arrays::ratio_to_uniform},
                                    .draw = {distance_part, one_head_part},
                                    .read = &read,
                                    .offered = false};
constexpr FigureRow entropy_figure{.id = "entropy",
                                   .title = "Entropy"_tr,
                                   .arrays = {arrays::normalized_entropy},
                                   .draw = {entropy_below_part, one_head_part},
                                   .read = &read,
                                   .offered = false};

std::string subtitle_of(const Showing& on) {
    const Params& params = on.first().params;
    const Language language = on.translate.language();
    std::string text;
    if (on.single_variant() && !AttentionSourceGroup::external_matrix(params.source))
        text = scheme_words(params, language) + "  ·  ";
    text += source_words(on) + "  ·  " + window_words(params.window, tokens_of(on.first()), language);
    const Array* map = on.first().find(arrays::map);
    if (map == nullptr || map->shape.size() != 2) return text;
    if (on.first().data->partial) return text + on.translate("  ·  preview: one cell per block"_tr);
    return text + pooled_words(map->extents[0], map->extents[1], map->data->size(), params.window.pool,
                               on.translate);
}

std::string formula_of(const Showing& on) {
    return on.single_variant() ? formula_definition(on.first().params) : std::string();
}

std::string quantity_words(const Params& params, const Translator& translate) {
    switch (params.attention.show) {
        case Show::weights:
            return translate("Weight α"_tr);
        case Show::logits:
            return translate("Logit a"_tr);
        case Show::near:
            return translate("Near logit a₁"_tr);
        case Show::far:
            return translate("Far logit a₂"_tr);
        case Show::difference:
            return translate("α − α of RoPE"_tr);
    }
    return {};
}

ColorScale scale_of(const Showing& on) {
    const Params& params = on.first().params;
    const double largest = largest_shown(on);
    const bool log = params.attention.scale == Scale::log;
    const auto tokens = static_cast<double>(std::max<std::int64_t>(tokens_of(on.first()), 2));
    const double floor =
        std::pow(10, std::floor(-std::log10(tokens)) - 1);  // a tenth of the uniform weight of the last row
    if (params.attention.show == Show::weights) {           // rounding may exceed 1
        if (!log) return {ColorMap::viridis, ScaleKind::linear, 0, 0, std::min(1.0, rounded_up(largest))};
        const double high = std::pow(10, std::ceil(std::log10(std::max(largest, 10 * floor)) - 1e-9));
        return {ColorMap::viridis, ScaleKind::logarithmic, floor, 0, largest > 0 ? std::min(1.0, high) : 1};
    }
    const double limit = rounded_up(largest);
    if (params.attention.show == Show::difference && log)
        return {on.colors.diverging, ScaleKind::symmetric_log, -limit, std::min(floor, limit / 10), limit};
    return {on.colors.diverging, ScaleKind::symmetric, -limit, 0, limit};
}

}  // namespace poslab::attention
