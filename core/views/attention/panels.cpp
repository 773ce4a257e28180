// The plots next to and below the map: entropy of each row, weights of one row, weights by distance.

#include "core/engine/pooling.hpp"
#include "core/views/attention/arrays.hpp"

namespace poslab::attention {
namespace {

/// Returns the curve of the n-th variant; its index sets the colour and, with several variants, the dashes.
Curve curve_of(const Drawing& on, std::size_t n, Column x, Column y) {
    Curve curve = Curve(std::move(x), std::move(y), on.colors.curves[n % 7]).emphasised().variant(n);
    return on.single_variant() ? curve : curve.dashed(curve_dashes(n));
}

/// Adds the names of several variants and, while the exact pass over the matrix is running, a message instead
/// of the curve.
void add_names(const Drawing& on, Panel& panel) {
    for (std::size_t n = 0; n < on.variants.size() && !on.single_variant(); ++n)
        panel.key.push_back(
            {KeyEntry::Swatch::line, on.colors.curves[n % 7], on.variants[n].label, "", curve_dashes(n)});
    const Detail* detail = on.first().detail<Detail>();
    if (on.first().data != nullptr && on.first().data->partial && (detail == nullptr || !detail->whole))
        panel.message = on.translate("needs the complete map"_tr);
}

/// Adds rules at the window's end, the trained length and the period.
void add_rules(const Drawing& on, double tokens, Panel& panel) {
    const Params& params = on.first().params;
    if (AttentionSourceGroup::external_matrix(params.source)) return;
    const auto add = [&](std::int64_t distance, const std::string& label, const auto& of) {
        const auto x = static_cast<double>(distance);
        const auto first = of(on.first());
        const auto where_used = [&](const Variant& variant) {
            return of(variant) == 0 ? first : of(variant);
        };
        if (x > 1 && x < tokens - 1)
            panel.marks.emplace_back(RuleMark{x, on.guide_label(label, where_used), false});
    };
    const auto window_of = [](const Variant& variant) {
        const Params& own = variant.params;
        return own.map.map->uses(&PositionMapSpec::w) || own.bias.bias->masks_from_w ? own.map.w : 0;
    };
    const auto period_of = [](const Variant& variant) {
        return variant.params.source.source == SourceChoice::repeated ? variant.params.source.period : 0;
    };
    add(window_of(on.first()), fmt::format("w = {}", format_integer(params.map.w)), window_of);
    add(params.lengths.train_length, on.translate("trained"_tr.as("length")), train_length_of);
    add(period_of(on.first()) - 1, fmt::format("Δ = {}", format_integer(params.source.period - 1)),
        period_of);
}

/// Adds the label next to the bar of the needle, the key that the last query should find.
void add_needle(const Params& params, const Translator& translate, Panel& panel) {
    const auto needle = static_cast<double>(params.source.needle_position);
    if (params.source.source != SourceChoice::needle || needle < panel.x.low || needle >= panel.x.high)
        return;
    const double gap = 0.015 * (panel.x.high - panel.x.low);
    const bool left = needle > (panel.x.low + panel.x.high) / 2;
    add(panel, AnnotationMark{{needle + (left ? -gap : 1 + gap), 0.85 * panel.y.high},
                              translate("needle"_tr),
                              left ? Align::right : Align::left,
                              false,
                              true});
}

/// The weights of one row as bars: bar n covers [x[n], x[n] + width).
struct RowCurve {
    IndexRange rows;  // rows averaged
    Column x, y;
    double width = 1;
};

RowCurve bars_of(Column weights, const IndexRange& columns, const IndexRange& rows) {
    RowCurve curve{rows, nullptr, std::move(weights), 1};
    if (curve.y->empty()) return {rows, nullptr, nullptr, 1};
    curve.width = static_cast<double>(columns.size()) / static_cast<double>(curve.y->size());
    std::vector<double> x(curve.y->size());
    for (std::size_t n = 0; n < x.size(); ++n)
        x[n] = static_cast<double>(columns.begin) + curve.width * static_cast<double>(n);
    curve.x = shared_column(std::move(x));
    return curve;
}

/// Returns the row under the pointer at the map's resolution; else the chosen row.
RowCurve row_curve(const Variant& variant, const Cell& cell) {
    const std::int64_t tokens = tokens_of(variant), chosen = chosen_row(variant.params, tokens);
    const Array* map = variant.find(arrays::map);
    const bool follows = cell.pointed && cell.query != chosen &&
                         variant.params.attention.show == Show::weights && map != nullptr &&
                         map->shape.size() == 2 && map->extents[0].contains(cell.query);
    if (!follows) return bars_of(variant[arrays::row], {0, tokens}, {chosen, chosen + 1});
    const IndexRange& rows = map->extents[0];
    const std::int64_t height = map->shape[0], width = map->shape[1];
    const std::int64_t a = pooled_index(rows, height, cell.query);
    const auto first = map->data->begin() + a * width;
    return bars_of(shared_column({first, first + width}), map->extents[1],
                   {rows.begin + a * rows.size() / height, rows.begin + (a + 1) * rows.size() / height});
}

double largest_visible(const RowCurve& curve, const IndexRange& columns) {
    double largest = 0;
    for (std::size_t n = 0; curve.y && n < curve.y->size(); ++n) {
        const double x = (*curve.x)[n];
        const bool seen =
            x + curve.width > static_cast<double>(columns.begin) && x < static_cast<double>(columns.end);
        if (seen && std::isfinite((*curve.y)[n])) largest = std::max(largest, (*curve.y)[n]);
    }
    return largest;
}

double value_in(const RowCurve& curve, std::int64_t key) {
    if (!curve.y || curve.y->empty()) return std::nan("");
    const auto n = static_cast<std::int64_t>((static_cast<double>(key) - curve.x->front()) / curve.width);
    return n >= 0 && n < static_cast<std::int64_t>(curve.y->size()) ? (*curve.y)[static_cast<std::size_t>(n)]
                                                                    : std::nan("");
}

std::string row_title(const IndexRange& rows, const Translator& translate) {
    if (rows.size() == 1) return translate("Row {}", format_integer(rows.begin));
    return translate("Mean of rows {}–{}", format_integer(rows.begin), format_integer(rows.end - 1));
}

void add_masked_span(const Params& params, const RowCurve& curve, const IndexRange& columns,
                     const Translator& translate, Panel& panel) {
    const std::int64_t end = curve.rows.end;
    if (!params.window.causal || end >= columns.end) return;
    SpanMark span;
    span.low = static_cast<double>(std::max(end, columns.begin));
    span.high = static_cast<double>(columns.end);
    span.label = translate("masked"_tr);
    panel.marks.emplace_back(std::move(span));
}

}  // namespace

void draw_entropy(Drawing& on, Panel& panel) {
    const std::int64_t tokens = tokens_of(on.first());
    const IndexRange rows = visible_rows(on.first().params.window, tokens);
    panel.quantity = on.translate("Entropy H / ln n"_tr);
    panel.x = {on.translate("query i →"_tr), static_cast<double>(rows.begin), static_cast<double>(rows.end)};
    panel.x.cells = true;
    panel.y = {"", 0, 1};
    panel.click = PanelClick{"row", 0, true, on.translate("click: choose this row"_tr)};
    add_names(on, panel);
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Detail* detail = on.variants[n].detail<Detail>();
        const bool known = detail != nullptr && detail->whole;
        Curve curve = curve_of(on, n, known ? detail->whole->row : nullptr,
                               known ? detail->whole->normalized_entropy : nullptr);
        curve.emphasised(rows.size() <= 64).stroked = rows.size() <= 512;  // thin, to keep rows apart
        add(panel, std::move(curve));
    }
    const Cell cell = cell_at(on, on.first());
    const Detail* detail = on.first().detail<Detail>();
    if (!cell.pointed || detail == nullptr || !detail->whole) return;
    PointerMark& pointer = point_at(panel, static_cast<double>(cell.query), "");
    const double value = (*detail->whole->normalized_entropy)[static_cast<std::size_t>(cell.query)];
    if (std::isfinite(value))
        pointer.dots.push_back({{pointer.x, value}, on.colors.curves[0], format_number(value, 3)});
}

void draw_row(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const IndexRange columns = visible_columns(first.params.window, tokens_of(first));
    const Cell cell = cell_at(on, first);
    panel.quantity = on.translate("weight α by key j"_tr);
    panel.x = {on.translate("key j →"_tr), static_cast<double>(columns.begin),
               static_cast<double>(columns.end)};
    panel.x.cells = true;
    panel.x.binary = has_binary_length(tokens_of(first));
    add_names(on, panel);
    double largest = 0;
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const RowCurve curve = row_curve(on.variants[n], cell);
        largest = std::max(largest, largest_visible(curve, columns));
        if (n == 0) {
            panel.title = row_title(curve.rows, on.translate);
            add_masked_span(first.params, curve, columns, on.translate, panel);
            const double value = value_in(curve, cell.key);
            if (cell.pointed) point_at(panel, static_cast<double>(cell.key), format_integer(cell.key));
            if (cell.pointed && std::isfinite(value))
                panel.pointer->dots.push_back(
                    {{panel.pointer->x, value}, on.colors.curves[0], format_number(value, 4)});
        }
        if (on.single_variant())
            add(panel, BarMark{curve.x, curve.y, on.colors.curves[0], curve.width, std::nullopt});
        else
            add(panel, curve_of(on, n, curve.x, curve.y));
    }
    panel.y = {"", 0, largest > 0 ? 1.05 * largest : 1};
    add_needle(first.params, on.translate, panel);
}

void draw_distances(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const auto tokens = static_cast<double>(std::max<std::int64_t>(tokens_of(first), 3));
    panel.quantity = on.translate("mean weight at Δ relative to equal weights (= 1)"_tr);
    panel.x = logarithmic_axis(on.translate("distance Δ, tokens →"_tr), 1, tokens - 1);
    add_names(on, panel);
    add(panel, LevelMark{1, ""});
    add_rules(on, tokens, panel);
    ValueRange range{0.5, 2};
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Column ratios = on.variants[n][arrays::ratio_to_uniform];
        for (const double value : *ratios)
            if (value > 0 && std::isfinite(value)) {
                range.include(value / 1.2);
                range.include(value * 1.2);
            }
        add(panel, curve_of(on, n, on.variants[n][arrays::distance_step], ratios));
    }
    panel.y = logarithmic_axis("", std::max(range.low, range.high * 1e-6), range.high);
    panel.y.fractions = panel.y.high / panel.y.low < 64;
    const Cell cell = cell_at(on, first);
    const std::int64_t distance = std::abs(cell.query - cell.key);
    if (!cell.pointed || distance < 1 || value_at(first, cell).masked) return;
    PointerMark& pointer = point_at(panel, distance);
    const Column steps = first[arrays::distance_step];
    if (steps->empty()) return;
    const auto after = std::lower_bound(steps->begin(), steps->end(), pointer.x);
    const auto n = static_cast<std::size_t>(std::min(after, steps->end() - 1) - steps->begin());
    if (const double ratio = first.at(arrays::ratio_to_uniform, n); std::isfinite(ratio) && ratio > 0)
        pointer.dots.push_back({{(*steps)[n], ratio}, on.colors.curves[0], format_number(ratio, 3)});
}

}  // namespace poslab::attention
