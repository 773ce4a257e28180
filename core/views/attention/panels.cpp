// The plots beside and below the map: entropy of each row, weights of one row, weights by distance.

#include "core/base/number_format.hpp"
#include "core/engine/pooling.hpp"
#include "core/figure/palette.hpp"
#include "core/views/attention/attention.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace poslab::attention {

namespace {

Numbers array_of(const Variant& variant, std::string_view name) {
    const Array* array = variant.data == nullptr ? nullptr : variant.data->find(name);
    return array == nullptr ? nullptr : array->data;
}

LineMark line_of(std::size_t index, bool several, const Style& style) {
    LineMark line;
    line.color = palette(style.theme).curves[index % 7];
    line.emphasis = Emphasis::chosen;
    line.stroked = true;
    if (several) line.dashes = curve_dashes(index);
    return line;
}

/// Why there is no curve yet: the exact pass over the matrix that it comes from has not ended.
std::string waiting(const Variant& variant, const Words& words) {
    const Detail* detail = detail_of(variant);
    if (variant.data == nullptr || !variant.data->partial || (detail != nullptr && detail->whole)) return {};
    return words("once the whole map is done"_tr);
}

std::vector<KeyEntry> names_of(std::span<const Variant> variants, const Style& style) {
    std::vector<KeyEntry> entries;
    for (std::size_t n = 0; n < variants.size() && variants.size() > 1; ++n)
        entries.push_back({n == 0 ? KeyEntry::Swatch::line : KeyEntry::Swatch::dashed, palette(style.theme).curves[n % 7],
                           variants[n].label, ""});
    return entries;
}

/// Where the window ends and where training did.
void add_rules(const Params& params, double tokens, const Words& words, Panel& panel) {
    if (AttentionSourceGroup::given_matrix(params.source)) return;
    const auto add = [&](std::int64_t distance, std::string label) {
        const auto x = static_cast<double>(distance);
        if (x > 1 && x < tokens - 1) panel.marks.emplace_back(RuleMark{x, std::move(label), false});
    };
    if (params.map.map->uses(&PositionMapSpec::w) || params.bias.bias->masks_from_w)
        add(params.map.w, fmt::format("w = {}", format_integer(params.map.w)));
    add(params.lengths.train_length, words("trained"_tr.as("length")));
}

/// Weights of one row as they are drawn: bar n over [x[n], x[n] + width).
struct RowCurve {
    IndexRange rows;  // whose mean it is
    Numbers x, y;
    double width = 1;
};

RowCurve curve_of(Numbers weights, const IndexRange& columns, const IndexRange& rows) {
    RowCurve curve{rows, nullptr, std::move(weights), 1};
    if (!curve.y) return curve;
    curve.width = static_cast<double>(columns.size()) / static_cast<double>(curve.y->size());
    std::vector<double> x(curve.y->size());
    for (std::size_t n = 0; n < x.size(); ++n) x[n] = static_cast<double>(columns.begin) + curve.width * static_cast<double>(n);
    curve.x = shared(std::move(x));
    return curve;
}

/// The row under the pointer as the map shows it; else the chosen one.
RowCurve row_curve(const Variant& variant, const Cell& cell) {
    const std::int64_t tokens = tokens_of(variant), chosen = chosen_row(variant.params, tokens);
    const Array* map = variant.data == nullptr ? nullptr : variant.data->find("map");
    const bool follows = cell.pointed && cell.query != chosen && variant.params.attention.show == Show::weights && map != nullptr &&
                         map->shape.size() == 2 && map->extents[0].contains(cell.query);
    if (!follows) return curve_of(array_of(variant, "row"), {0, tokens}, {chosen, chosen + 1});
    const IndexRange& rows = map->extents[0];
    const std::int64_t height = map->shape[0], width = map->shape[1];
    const std::int64_t a = pooled_index(rows, height, cell.query);
    const auto first = map->data->begin() + a * width;
    return curve_of(shared({first, first + width}), map->extents[1],
                    {rows.begin + a * rows.size() / height, rows.begin + (a + 1) * rows.size() / height});
}

double largest_visible(const RowCurve& curve, const IndexRange& columns) {
    double largest = 0;
    for (std::size_t n = 0; curve.y && n < curve.y->size(); ++n) {
        const double x = (*curve.x)[n];
        const bool seen = x + curve.width > static_cast<double>(columns.begin) && x < static_cast<double>(columns.end);
        if (seen && std::isfinite((*curve.y)[n])) largest = std::max(largest, (*curve.y)[n]);
    }
    return largest;
}

double value_in(const RowCurve& curve, std::int64_t key) {
    if (!curve.y || curve.y->empty()) return std::nan("");
    const auto n = static_cast<std::int64_t>((static_cast<double>(key) - curve.x->front()) / curve.width);
    return n >= 0 && n < static_cast<std::int64_t>(curve.y->size()) ? (*curve.y)[static_cast<std::size_t>(n)] : std::nan("");
}

std::string row_title(const IndexRange& rows, const Words& words) {
    if (rows.size() == 1) return words("Row {}", format_integer(rows.begin));
    return words("Mean of rows {}–{}", format_integer(rows.begin), format_integer(rows.end - 1));
}

void add_masked_span(const Params& params, const RowCurve& curve, const IndexRange& columns, const Words& words, Panel& panel) {
    const std::int64_t end = curve.rows.end;
    if (!params.window.causal || end >= columns.end) return;
    SpanMark span;
    span.low = static_cast<double>(std::max(end, columns.begin));
    span.high = static_cast<double>(columns.end);
    span.label = words("masked"_tr);
    panel.marks.emplace_back(std::move(span));
}

void add_row_pointer(const Cell& cell, const RowCurve& curve, const Color& color, Panel& panel) {
    if (!cell.pointed) return;
    PointerMark pointer;
    pointer.x = static_cast<double>(cell.key);
    pointer.x_chip = format_integer(cell.key);
    const double value = value_in(curve, cell.key);
    if (std::isfinite(value)) pointer.dots.push_back({{static_cast<double>(cell.key), value}, color, format_number(value, 4)});
    panel.pointer = pointer;
}

}  // namespace

Panel entropy_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const std::int64_t tokens = tokens_of(variants.front());
    const IndexRange rows = visible_rows(variants.front().params.window, tokens);
    Panel panel;
    panel.quantity = words("Entropy H / ln n"_tr);
    panel.x = {words("query i →"_tr), static_cast<double>(rows.begin), static_cast<double>(rows.end)};
    panel.x.cells = true;
    panel.y = {"", 0, 1};
    panel.key = names_of(variants, style);
    panel.message = waiting(variants.front(), words);
    panel.click = PanelClick{"row", 0, true, words("click: keep this row"_tr)};
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const Detail* detail = detail_of(variants[n]);
        LineMark line = line_of(n, variants.size() > 1, style);
        if (rows.size() > 64) line.emphasis = Emphasis::other;  // thin, so that rows stay apart
        line.stroked = rows.size() <= 512;
        if (detail != nullptr && detail->whole) {
            line.x = detail->whole->row;
            line.y = detail->whole->normalized_entropy;
        }
        panel.marks.emplace_back(std::move(line));
    }
    const Cell cell = cell_at(variants.front(), cursor);
    const Detail* detail = detail_of(variants.front());
    if (!cell.pointed || detail == nullptr || !detail->whole) return panel;
    PointerMark pointer;
    pointer.x = static_cast<double>(cell.query);
    const double value = (*detail->whole->normalized_entropy)[static_cast<std::size_t>(cell.query)];
    if (std::isfinite(value)) pointer.dots.push_back({{pointer.x, value}, palette(style.theme).curves[0], format_number(value, 3)});
    panel.pointer = pointer;
    return panel;
}

Panel row_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool several = variants.size() > 1;
    const Variant& first = variants.front();
    const IndexRange columns = visible_columns(first.params.window, tokens_of(first));
    const Cell cell = cell_at(first, cursor);
    Panel panel;
    panel.quantity = words("weight α by key j"_tr);
    panel.x = {words("key j →"_tr), static_cast<double>(columns.begin), static_cast<double>(columns.end)};
    panel.x.cells = true;
    panel.x.binary = has_binary_length(tokens_of(first));
    panel.key = names_of(variants, style);
    panel.message = waiting(first, words);
    double largest = 0;
    std::vector<Mark> marks;
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const RowCurve curve = row_curve(variants[n], cell);
        largest = std::max(largest, largest_visible(curve, columns));
        const Color color = palette(style.theme).curves[n % 7];
        if (n == 0) {
            panel.title = row_title(curve.rows, words);
            add_masked_span(first.params, curve, columns, words, panel);
            add_row_pointer(cell, curve, color, panel);
        }
        if (!several) {
            marks.emplace_back(BarMark{curve.x, curve.y, color, curve.width, std::nullopt});
            continue;
        }
        LineMark line = line_of(n, true, style);
        line.x = curve.x;
        line.y = curve.y;
        marks.emplace_back(std::move(line));
    }
    for (Mark& mark : marks) panel.marks.push_back(std::move(mark));
    panel.y = {"", 0, largest > 0 ? 1.05 * largest : 1};
    return panel;
}

Panel distance_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const auto tokens = static_cast<double>(std::max<std::int64_t>(tokens_of(first), 3));
    Panel panel;
    panel.title = words("By distance"_tr);
    panel.quantity = words("weight relative to equal weights (= 1), mean at Δ"_tr);
    panel.x = {words("distance Δ, tokens →"_tr), 1, tokens - 1, true};
    double low = 0.5, high = 2;
    panel.key = names_of(variants, style);
    panel.message = waiting(first, words);
    panel.marks.emplace_back(LevelMark{1, ""});
    add_rules(first.params, tokens, words, panel);
    for (std::size_t n = 0; n < variants.size(); ++n) {
        LineMark line = line_of(n, variants.size() > 1, style);
        line.x = array_of(variants[n], "distance_step");
        line.y = array_of(variants[n], "ratio_to_uniform");
        for (std::size_t m = 0; line.y && m < line.y->size(); ++m) {
            const double value = (*line.y)[m];
            if (!std::isfinite(value) || value <= 0) continue;
            low = std::min(low, value / 1.2);
            high = std::max(high, value * 1.2);
        }
        panel.marks.emplace_back(std::move(line));
    }
    panel.y = {"", std::max(low, high * 1e-6), high, true};
    panel.y.fractions = panel.y.high / panel.y.low < 64;
    const Cell cell = cell_at(first, cursor);
    const std::int64_t distance = std::abs(cell.query - cell.key);
    if (!cell.pointed || distance < 1 || value_at(first, cell).masked) return panel;
    PointerMark pointer;
    pointer.x = static_cast<double>(distance);
    pointer.x_chip = format_integer(distance);
    const Numbers steps = array_of(first, "distance_step"), ratios = array_of(first, "ratio_to_uniform");
    if (steps && ratios && !steps->empty()) {
        const auto after = std::lower_bound(steps->begin(), steps->end(), pointer.x);
        const auto n = static_cast<std::size_t>(std::min(after, steps->end() - 1) - steps->begin());
        if (std::isfinite((*ratios)[n]) && (*ratios)[n] > 0)
            pointer.dots.push_back({{(*steps)[n], (*ratios)[n]}, palette(style.theme).curves[0], format_number((*ratios)[n], 3)});
    }
    panel.pointer = pointer;
    return panel;
}

}  // namespace poslab::attention
