#include "core/base/number_format.hpp"
#include "core/engine/cell_logit.hpp"
#include "core/engine/pooling.hpp"
#include "core/views/attention/attention.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::attention {

namespace {

std::string live(double number, int decimals = 5) { return "\\live{" + format_number(number, decimals) + "}"; }

std::string percent(double fraction) { return std::isfinite(fraction) ? fmt::format("{:.1f}", 100 * fraction) : "–"; }

const RowStatistics* rows_of(const Variant& variant) {
    const Detail* detail = detail_of(variant);
    return detail == nullptr || !detail->whole ? nullptr : &detail->whole->rows;
}

/// The cell of a map that holds (i, j); NaN where there is none.
double map_value(const Array& map, const Cell& cell) {
    if (map.shape.size() != 2 || !map.extents[0].contains(cell.query) || !map.extents[1].contains(cell.key)) return std::nan("");
    const std::int64_t a = pooled_index(map.extents[0], map.shape[0], cell.query);
    const std::int64_t b = pooled_index(map.extents[1], map.shape[1], cell.key);
    return (*map.data)[static_cast<std::size_t>(a * map.shape[1] + b)];
}

/// The largest weight of the chosen row, where its array holds every key.
std::int64_t strongest_key(const Variant& variant, std::int64_t row) {
    const Array* array = variant.data == nullptr ? nullptr : variant.data->find("row");
    if (array == nullptr || array->data->empty()) return row;
    std::int64_t best = row;
    double largest = -1;
    const auto count = static_cast<std::int64_t>(array->data->size());
    for (std::int64_t n = 0; n < count; ++n) {
        const double value = (*array->data)[static_cast<std::size_t>(n)];
        if (!(value > largest)) continue;
        largest = value;
        best = n * array->extents[0].size() / count;
    }
    return best;
}

std::vector<double> shifted_row(const TokenVectors& vectors, std::int64_t token, const std::vector<double>& bias) {
    std::vector<double> row(static_cast<std::size_t>(vectors.dim()));
    vectors.read({token, token + 1}, row);
    for (std::size_t n = 0; n < bias.size(); ++n) row[n] += bias[n];
    return row;
}

std::string token_words(const Variant& variant, std::int64_t token) {
    const Detail* detail = detail_of(variant);
    std::string text = format_integer(token);
    if (detail != nullptr && token < static_cast<std::int64_t>(detail->labels.size()))
        text += " " + detail->labels[static_cast<std::size_t>(token)];
    return text;
}

ReadoutRow weight_row(const Variant& variant, const CellValue& value, const std::string& label, const ColorScale& scale) {
    const bool weights = variant.params.attention.show == Show::weights;
    ReadoutRow row{label, value.masked || !std::isfinite(value.weight) ? "–" : format_number(value.weight, 6, 7), "", {0, 0, 0, 0}};
    if (weights && std::isfinite(value.weight)) row.swatch = color_of(scale, value.weight);
    return row;
}

void add_row_statistics(const Variant& variant, std::int64_t query, const Words& words, Readout& readout) {
    const RowStatistics* rows = rows_of(variant);
    if (rows == nullptr) return;
    const auto i = static_cast<std::size_t>(query);
    const double most = rows->keys[i] > 0 ? std::log(static_cast<double>(rows->keys[i])) : 0;
    if (std::isfinite(rows->entropy[i]))
        readout.rows.push_back({words("Row entropy H"_tr),
                                fmt::format("{} / {}", format_number(rows->entropy[i], 3), format_number(most, 3)),
                                "nat",
                                {0, 0, 0, 0}});
    if (std::isfinite(rows->mean_distance[i]))
        readout.rows.push_back(
            {words("Mean distance"_tr), format_number(rows->mean_distance[i], 1), words("tokens"_tr), {0, 0, 0, 0}});
    const Params& params = variant.params;
    if (params.map.w > 0)
        readout.rows.push_back(
            {words("Within {} tokens", format_integer(params.map.w)), percent(rows->near_mass[i]), "%", {0, 0, 0, 0}});
    readout.rows.push_back({words("Beyond training"_tr), percent(rows->beyond_mass[i]), "%", {0, 0, 0, 0}});
}

std::string notes(const Variant& variant, const Words& words) {
    if (variant.data == nullptr) return {};
    const double near = variant.data->number("near_mass"), beyond = variant.data->number("beyond_mass");
    const double entropy = variant.data->number("mean_normalized_entropy");
    if (!std::isfinite(near) || !std::isfinite(beyond) || !std::isfinite(entropy)) return {};
    const Params& params = variant.params;
    std::string text = words(
        "On average {} % of a row's weight lies within the nearest {} tokens and {} % on positions that a trained length "
        "of {} has not seen; entropy is {} % of that of equal weights.",
        percent(near), format_integer(params.map.w), percent(beyond), format_integer(params.lengths.train_length),
        percent(entropy));
    if (AttentionSourceGroup::drawn(params.source) && params.source.source == SourceChoice::isotropic)
        text += words(
            " Random queries and keys favour no distance by themselves: what pattern there is comes from the bias, or from "
            "single tokens."_tr);
    return text;
}

}  // namespace

Cell cell_at(const Variant& variant, const Cursor& cursor) {
    const std::int64_t last = tokens_of(variant) - 1, chosen = chosen_row(variant.params, last + 1);
    const auto index = [&](double value) {
        return static_cast<std::int64_t>(std::clamp(std::floor(value), 0.0, static_cast<double>(last)));
    };
    if (!cursor.active) return {chosen, strongest_key(variant, chosen), false};
    if (cursor.beside) return {index(cursor.x), index(cursor.x), true};
    if (!cursor.companion) return {index(cursor.y), index(cursor.x), true};
    const bool by_distance = cursor.figure == "distance" || cursor.panel == 1;
    if (by_distance) return {chosen, std::max<std::int64_t>(0, chosen - index(std::round(cursor.x))), true};
    return {chosen, index(cursor.x), true};
}

double head_value(const Variant& variant, std::size_t head, const Cell& cell) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr || head >= detail->maps.size() || !detail->maps[head]) return std::nan("");
    const FieldWindow& window = detail->window;
    if (!window.rows.contains(cell.query) || !window.columns.contains(cell.key)) return std::nan("");
    const std::int64_t a = pooled_index(window.rows, window.height, cell.query),
                       b = pooled_index(window.columns, window.width, cell.key);
    return (*detail->maps[head])[static_cast<std::size_t>(a * window.width + b)];
}

CellValue value_at(const Variant& variant, const Cell& cell) {
    CellValue value;
    const Detail* detail = detail_of(variant);
    const Array* map = variant.data == nullptr ? nullptr : variant.data->find("map");
    if (detail == nullptr || !detail->head || detail->head->matrix) {
        const double shown = map == nullptr ? std::nan("") : map_value(*map, cell);
        value.masked = std::isnan(shown);
        value.position = static_cast<double>(cell.query - cell.key);
        value.weight = value.logit = shown;
        return value;
    }
    const AttentionInput& input = detail->head->input;
    value.position = cell_position(input.plan, cell.query, cell.key);
    value.masked = is_masked(value.position);
    value.weight = std::nan("");
    if (value.masked) return value;
    const std::vector<double> x = shifted_row(*input.queries, cell.query, input.plan.query_bias);
    const std::vector<double> y = shifted_row(*input.keys, cell.key, input.plan.key_bias);
    value.logit = cell_logit(input.plan, x, y, cell.query, cell.key, value.position, turns_at(input.plan, value.position));
    value.bias = cell_bias(input.plan, cell.query - cell.key, value.position);
    if (const RowStatistics* rows = rows_of(variant))
        value.weight = std::exp(value.logit / input.plan.temperature - rows->log_sum_exp[static_cast<std::size_t>(cell.query)]);
    return value;
}

std::string formula_definition(const Params& params) {
    if (AttentionSourceGroup::given_matrix(params.source))
        return params.source.matrix_holds == MatrixHolds::logits ? R"(\alpha_{ij} &= \frac{e^{a_{ij}}}{\sum_{j'} e^{a_{ij'}}})"
                                                                 : R"(\alpha_{ij})";
    const bool vectors = !params.source.query_bias.path.empty() || !params.source.key_bias.path.empty();
    const bool own = params.bias.bias->takes_vectors;
    std::string content = vectors && !own ? R"((q_i + a)^\top R_{-p} (k_j + b))" : R"(q_i^\top R_{-p} k_j)";
    if (params.attention.log_n) content = "s_i " + content;
    content += params.bias.bias->in_product;
    std::string logit = R"(a_{ij} &= \frac{)" + content + R"(}{\sqrt{d}})";
    logit += params.bias.bias->in_logit;
    const std::string exponent = params.attention.temperature == 1 ? "a_{ij}" : "a_{ij} / T";
    return logit + R"( \\ \alpha_{ij} &= \frac{e^{)" + exponent + R"(}}{\sum_{j'} e^{a_{ij'})" +
           (params.attention.temperature == 1 ? "" : " / T") + "}}";
}

std::vector<std::string> formula_lines(const Variant& variant, const Cell& cell, const CellValue& value) {
    std::vector<std::string> lines{formula_definition(variant.params)};
    const RowStatistics* rows = rows_of(variant);
    const Detail* detail = detail_of(variant);
    if (value.masked || detail == nullptr || !detail->head || detail->head->matrix || rows == nullptr) return lines;
    const AttentionPlan& plan = detail->head->input.plan;
    const double content = value.logit - value.bias;
    std::string logit = fmt::format(R"(a_{{{},{}}} &= )", cell.query, cell.key);
    if (value.bias != 0) logit += live(content, 3) + (value.bias < 0 ? " - " : " + ") + live(std::abs(value.bias), 3) + " = ";
    lines.push_back(logit + live(value.logit, 4));
    const double sum = rows->log_sum_exp[static_cast<std::size_t>(cell.query)];
    if (!std::isfinite(sum) || !std::isfinite(value.weight)) return lines;
    lines.push_back(fmt::format(R"(\alpha &= e^{{{} {} {}}} = {})", live(value.logit / plan.temperature, 3), sum < 0 ? "+" : "-",
                                live(std::abs(sum), 3), live(value.weight, 6)));
    return lines;
}

namespace {

Readout readout_of_heads(const Variant& variant, const Cell& cell, const Cursor& cursor, const Words& words) {
    Readout readout;
    readout.where = words("all heads"_tr);
    if (detail_of(variant) == nullptr) return readout;
    if (cell.pointed) {
        readout.heads = {{words("query i"_tr), token_words(variant, cell.query), "", {0, 0, 0, 0}},
                         {words("key j"_tr), token_words(variant, cell.key), "", {0, 0, 0, 0}},
                         {words("head"_tr), fmt::format("{}", cursor.panel), "", {0, 0, 0, 0}}};
        const double value = head_value(variant, cursor.panel, cell);
        readout.rows.push_back(
            {quantity_words(variant.params, words), std::isfinite(value) ? format_number(value, 6, 7) : "–", "", {0, 0, 0, 0}});
    }
    readout.formula = {formula_definition(variant.params)};
    for (const Sentence& warning : variant.data->warnings) readout.warnings.push_back(words(warning));
    readout.notes = words("Click a head to see its rows and distances."_tr);
    return readout;
}

}  // namespace

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const Cell cell = cell_at(first, cursor);
    if (shows_all_heads(first.params)) return readout_of_heads(first, cell, cursor, words);
    Readout readout;
    readout.where = cell.pointed ? words("pointer"_tr) : words("chosen row"_tr);
    readout.heads = {{words("query i"_tr), token_words(first, cell.query), "", {0, 0, 0, 0}},
                     {words("key j"_tr), token_words(first, cell.key), "", {0, 0, 0, 0}},
                     {words("distance Δ"_tr), format_integer(cell.query - cell.key), "", {0, 0, 0, 0}}};
    const ColorScale scale = scale_of(variants);
    const CellValue value = value_at(first, cell);
    for (const Variant& variant : variants)
        readout.rows.push_back(weight_row(variant, &variant == &first ? value : value_at(variant, cell),
                                          variants.size() == 1 ? words("Weight α"_tr) : variant.label, scale));
    const bool given = AttentionSourceGroup::given_matrix(first.params.source);
    if (!given) {
        readout.rows.push_back({words("Logit a"_tr), value.masked ? "–" : format_number(value.logit, 4), "", {0, 0, 0, 0}});
        if (value.bias != 0) readout.rows.push_back({words("of which bias"_tr), format_number(value.bias, 4), "", {0, 0, 0, 0}});
        readout.rows.push_back({words("Position p"_tr),
                                value.masked ? words("masked"_tr) : format_number(value.position, 4),
                                value.masked ? "" : words("tokens"_tr),
                                {0, 0, 0, 0}});
    }
    add_row_statistics(first, cell.query, words, readout);
    readout.formula = formula_lines(first, cell, value);
    readout.notes = notes(first, words);
    if (first.data != nullptr)
        for (const Sentence& warning : first.data->warnings) readout.warnings.push_back(words(warning));
    return readout;
}

}  // namespace poslab::attention
