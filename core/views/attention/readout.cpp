#include "core/engine/cell_logit.hpp"
#include "core/engine/pooling.hpp"
#include "core/views/attention/arrays.hpp"

namespace poslab::attention {
namespace {

std::string live(double number, int decimals = 5) {
    return "\\live{" + format_number(number, decimals) + "}";
}

std::string percent(double fraction) {
    return std::isfinite(fraction) ? fmt::format("{:.1f}", 100 * fraction) : "–";
}

const RowStatistics* rows_of(const Variant& variant) {
    const Detail* detail = variant.detail<Detail>();
    return detail == nullptr || !detail->whole ? nullptr : &detail->whole->rows;
}

/// Returns the value of the cell that contains (i, j); NaN if there is none.
double map_value(const Array& map, const Cell& cell) {
    if (map.shape.size() != 2 || !map.extents[0].contains(cell.query) || !map.extents[1].contains(cell.key))
        return std::nan("");
    const std::int64_t a = pooled_index(map.extents[0], map.shape[0], cell.query);
    const std::int64_t b = pooled_index(map.extents[1], map.shape[1], cell.key);
    return (*map.data)[static_cast<std::size_t>(a * map.shape[1] + b)];
}

/// Returns the key with the largest weight in the chosen row, or the first key of its step if several share
/// one.
std::int64_t strongest_key(const Variant& variant, std::int64_t row) {
    const Array* array = variant.find(arrays::row);
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

std::vector<double> shifted_row(const TokenVectors& vectors, std::int64_t token,
                                const std::vector<double>& bias) {
    std::vector<double> row(static_cast<std::size_t>(vectors.dim()));
    vectors.read({token, token + 1}, row);
    for (std::size_t n = 0; n < bias.size(); ++n) row[n] += bias[n];
    return row;
}

std::string token_words(const Variant& variant, std::int64_t token) {
    const Detail* detail = variant.detail<Detail>();
    std::string text = format_integer(token);
    if (detail != nullptr && token < static_cast<std::int64_t>(detail->labels.size()))
        text += " " + detail->labels[static_cast<std::size_t>(token)];
    return text;
}

void read_weight(Reading& reading, const Variant& variant, const CellValue& value) {
    const bool known = !value.masked && std::isfinite(value.weight);
    const std::string label =
        reading.label(static_cast<std::size_t>(&variant - &reading.first()), "Weight α"_tr);
    const ReadoutValue weight = readout_value(value.weight, known ? format_number(value.weight, 6, 7) : "–");
    if (variant.params.attention.show == Show::weights)
        reading.cell(label, weight, {}, with_colors(scale_of(reading), reading.first().params.axes));
    else
        reading.row(label, weight);
}

void read_row_statistics(Reading& reading, std::int64_t query) {
    const RowStatistics* rows = rows_of(reading.first());
    if (rows == nullptr) return;
    const auto i = static_cast<std::size_t>(query);
    const double most = rows->keys[i] > 0 ? std::log(static_cast<double>(rows->keys[i])) : 0;
    if (std::isfinite(rows->entropy[i]))
        reading.row("Row entropy H"_tr,
                    readout_value(rows->entropy[i], fmt::format("{} / {}", format_number(rows->entropy[i], 3),
                                                                format_number(most, 3))),
                    "nats");
    if (std::isfinite(rows->mean_distance[i]))
        reading.row("Mean distance"_tr, readout_value(rows->mean_distance[i], 1, 12),
                    reading.translate("tokens"_tr));
    const std::int64_t w = reading.first().params.map.w;
    if (w > 0)
        reading.row(reading.translate("Within {} tokens", format_integer(w)),
                    readout_value(100 * rows->near_mass[i], percent(rows->near_mass[i])), "%");
    reading.row("Beyond training"_tr,
                readout_value(100 * rows->beyond_mass[i], percent(rows->beyond_mass[i])), "%");
}

std::string notes(const Variant& variant, const Translator& translate) {
    const double near = variant[values::near_mass], beyond = variant[values::beyond_mass],
                 entropy = variant[values::mean_normalized_entropy];
    if (!std::isfinite(near) || !std::isfinite(beyond) || !std::isfinite(entropy)) return {};
    const Detail* const detail = variant.detail<Detail>();
    if (detail != nullptr && detail->whole && !detail->whole->warnings.empty()) return {};  // no weights
    const Params& params = variant.params;
    std::string text = translate(
        "On average {} % of a row's weight lies within the nearest {} tokens and {} % beyond a trained "
        "length of {}; the entropy is {} % of its maximum.",
        percent(near), format_integer(params.map.w), percent(beyond),
        format_integer(params.lengths.train_length), percent(entropy));
    if (AttentionSourceGroup::is_synthetic(params.source) && params.source.source == SourceChoice::isotropic)
        text += translate(
            " Random queries and keys favour no distance: any pattern comes from the bias or from single tokens."_tr);
    return text;
}

}  // namespace

Cell cell_at(const Showing& on, const Variant& variant) {
    const std::int64_t last = tokens_of(variant) - 1, chosen = chosen_row(variant.params, last + 1);
    const auto index = [&](double value) {
        return static_cast<std::int64_t>(std::clamp(std::floor(value), 0.0, static_cast<double>(last)));
    };
    const Cursor& at = on.cursor;
    if (!at.active) return {chosen, strongest_key(variant, chosen), false};
    if (on.over(distance_part))
        return {chosen, std::max<std::int64_t>(0, chosen - index(std::round(at.x))), true};
    if (on.over(row_part)) return {chosen, index(at.x), true};
    if (on.over(entropy_part) || on.over(entropy_below_part)) return {index(at.x), index(at.x), true};
    return {index(at.y), index(at.x), true};
}

double head_value(const Variant& variant, std::size_t head, const Cell& cell) {
    const Detail* detail = variant.detail<Detail>();
    if (detail == nullptr || head >= detail->maps.size() || !detail->maps[head]) return std::nan("");
    const FieldWindow& window = detail->window;
    if (!window.rows.contains(cell.query) || !window.columns.contains(cell.key)) return std::nan("");
    const std::int64_t a = pooled_index(window.rows, window.height, cell.query),
                       b = pooled_index(window.columns, window.width, cell.key);
    return (*detail->maps[head])[static_cast<std::size_t>(a * window.width + b)];
}

CellValue logit_at(const AttentionInput& input, const Cell& cell) {
    CellValue value;
    value.position = cell_position(input.plan, cell.query, cell.key);
    value.masked = is_masked(value.position);
    value.weight = std::nan("");
    if (value.masked) return value;
    const std::vector<double> x = shifted_row(*input.queries, cell.query, input.plan.query_bias);
    const std::vector<double> y = shifted_row(*input.keys, cell.key, input.plan.key_bias);
    value.logit = cell_logit(input.plan, x, y, cell.query, cell.key, value.position,
                             rotations_at(input.plan, value.position));
    value.bias = cell_bias(input.plan, cell.query - cell.key, value.position);
    return value;
}

CellValue value_at(const Variant& variant, const Cell& cell) {
    CellValue value;
    const Detail* detail = variant.detail<Detail>();
    const Array* map = variant.find(arrays::map);
    if (detail == nullptr || !detail->head || detail->head->matrix) {
        const double shown = map == nullptr ? std::nan("") : map_value(*map, cell);
        value.masked = std::isnan(shown);
        value.position = static_cast<double>(cell.query - cell.key);
        value.weight = value.logit = shown;
        return value;
    }
    const AttentionInput& input = detail->head->input;
    value = logit_at(input, cell);
    if (value.masked) return value;
    if (const RowStatistics* rows = rows_of(variant))
        value.weight = std::exp(value.logit / input.plan.temperature -
                                rows->log_sum_exp[static_cast<std::size_t>(cell.query)]);
    return value;
}

std::string formula_definition(const Params& params) {
    if (AttentionSourceGroup::external_matrix(params.source))
        return params.source.matrix_holds == MatrixHolds::logits
                   ? R"(\alpha_{ij} &= \frac{e^{a_{ij}}}{\sum_{j'} e^{a_{ij'}}})"
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

namespace {

/// Returns the formula, followed by the numbers of the cell.
std::vector<std::string> formula_lines(const Variant& variant, const Cell& cell, const CellValue& value) {
    std::vector<std::string> lines{formula_definition(variant.params)};
    const RowStatistics* rows = rows_of(variant);
    const Detail* detail = variant.detail<Detail>();
    if (value.masked || detail == nullptr || !detail->head || detail->head->matrix || rows == nullptr)
        return lines;
    const AttentionPlan& plan = detail->head->input.plan;
    const double content = value.logit - value.bias;
    std::string logit = fmt::format(R"(a_{{{},{}}} &= )", cell.query, cell.key);
    if (value.bias != 0)
        logit += live(content, 3) + (value.bias < 0 ? " - " : " + ") + live(std::abs(value.bias), 3) + " = ";
    lines.push_back(logit + live(value.logit, 4));
    const double sum = rows->log_sum_exp[static_cast<std::size_t>(cell.query)];
    if (!std::isfinite(sum) || !std::isfinite(value.weight)) return lines;
    lines.push_back(fmt::format(R"(\alpha &= e^{{{} {} {}}} = {})", live(value.logit / plan.temperature, 3),
                                sum < 0 ? "+" : "-", live(std::abs(sum), 3), live(value.weight, 6)));
    return lines;
}

void read_heads(Reading& reading) {
    const Variant& first = reading.first();
    const Cell cell = cell_at(reading, first);
    reading.readout.where = reading.translate("all heads"_tr);
    if (first.detail<Detail>() == nullptr) return;
    if (cell.pointed) {
        const std::size_t head = reading.which(heads_part).value_or(0);
        reading.head("query i"_tr, token_words(first, cell.query));
        reading.head("key j"_tr, token_words(first, cell.key));
        reading.head("head"_tr, fmt::format("{}", head));
        const double value = head_value(first, head, cell);
        reading.row(quantity_words(first.params, reading.translate), readout_value(value, 6, 7));
    }
    reading.formula(formula_definition(first.params));
    reading.readout.notes = reading.translate("Click a head to see its rows and distances."_tr);
}

}  // namespace

void read(Reading& reading) {
    const Variant& first = reading.first();
    if (shows_all_heads(first.params)) return read_heads(reading);
    const Cell cell = cell_at(reading, first);
    reading.set_source(cell.pointed, "chosen row"_tr);
    reading.head("query i"_tr, token_words(first, cell.query));
    reading.head("key j"_tr, token_words(first, cell.key));
    reading.head("distance Δ"_tr, cell.query - cell.key);
    const CellValue value = value_at(first, cell);
    for (const Variant& variant : reading.variants)
        read_weight(reading, variant, &variant == &first ? value : value_at(variant, cell));
    if (!AttentionSourceGroup::external_matrix(first.params.source)) {
        reading.row("Logit a"_tr,
                    readout_value(value.logit, value.masked ? "–" : format_number(value.logit, 4)));
        if (value.bias != 0) reading.row("Bias term"_tr, readout_value(value.bias, 4, 12));
        reading.row("Position p"_tr,
                    readout_value(value.position, value.masked ? reading.translate("masked"_tr)
                                                               : format_number(value.position, 4)),
                    value.masked ? "" : reading.translate("tokens"_tr));
    }
    read_row_statistics(reading, cell.query);
    reading.readout.formula = formula_lines(first, cell, value);
    reading.readout.notes = notes(first, reading.translate);
}

}  // namespace poslab::attention
