#include "core/views/position_matrix/position_matrix.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::position_matrix {

namespace {

std::string range_words(const Params& params, double position, std::int64_t distance, const Words& words) {
    if (is_masked(position)) return words("masked"_tr);
    std::string text;
    if (has_window(params)) text = distance < params.map.w ? words("inside w, "_tr) : words("outside w, "_tr);
    const bool trained = std::abs(position) <= static_cast<double>(params.lengths.train_length - 1);
    return text + (trained ? words("trained"_tr.as("is")) : words("untrained"_tr));
}

std::string notes(const Variant& variant, const Words& words) {
    if (!variant.data) return {};
    const Params& params = variant.params;
    const double high = variant.data->number("max_position");
    const double first = variant.data->number("first_out_of_range_length");
    const std::string trained = format_integer(params.lengths.train_length - 1);
    const std::string length = format_integer(params.lengths.length);
    if (variant.data->number("out_of_range_fraction") == 0) {
        if (std::isfinite(first))
            return words("Every position up to length {} stays within the {} seen in training; from length {} on some leave it.",
                         length, trained, format_number(first, 0, 15));
        return words("At any length every position stays within the {} seen in training.", trained);
    }
    std::string text = words("Positions reach {}, beyond the {} seen in training; from length {} on some leave the trained range.",
                             format_number(high, 3), trained, format_number(first, 0, 15));
    const auto keeps = params.map.map->k_that_keeps;
    const std::optional<double> k =
        keeps != nullptr ? keeps(params.map, params.lengths.length, params.lengths.train_length) : std::nullopt;
    if (k) text += words(" A k of {} or more would keep every cell in range.", format_number(*k, 2));
    return text;
}

ReadoutRow position_row(const Variant& variant, double position, const std::string& label, const Words& words) {
    ReadoutRow row{label, is_masked(position) ? "–" : format_number(position, 6), words("tokens"_tr), {0, 0, 0, 0}};
    if (!is_masked(position)) {
        const double high = variant.data ? variant.data->number("max_position") : std::abs(position);
        row.swatch = color_of(scale_of(variant.params, std::isfinite(high) ? high : std::abs(position)), position);
    }
    return row;
}

std::string position_label(const Params& params, const Words& words) {
    return fmt::format("{} {}", words("Position"_tr), params.map.map->of_distance ? "p(Δ)" : "p(i, j)");
}

}  // namespace

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Params& params = variants.front().params;
    const Cell cell = cell_at(params, cursor);
    const std::int64_t distance = cell.query - cell.key;
    Readout readout;
    readout.where = cell.pointed ? words("pointer"_tr) : words("last query"_tr);
    readout.heads = {{words("query i"_tr), format_integer(cell.query), "", {0, 0, 0, 0}},
                     {words("key j"_tr), format_integer(cell.key), "", {0, 0, 0, 0}},
                     {words("distance Δ"_tr), format_integer(distance), "", {0, 0, 0, 0}}};
    for (const Variant& variant : variants) {
        const double position = position_at(plan_of(variant.params), cell.query, cell.key);
        readout.rows.push_back(
            position_row(variant, position, variants.size() == 1 ? position_label(params, words) : variant.label, words));
    }
    const bool masked = params.window.causal && distance < 0;
    readout.rows.push_back(
        {words("RoPE would give"_tr), masked ? "–" : format_integer(distance), words("tokens"_tr), {0, 0, 0, 0}});
    const double position = position_at(plan_of(params), cell.query, cell.key);
    readout.rows.push_back({words("Range"_tr), range_words(params, position, std::abs(distance), words), "", {0, 0, 0, 0}});
    readout.formula = formula_lines(params, cell, words);
    readout.notes = notes(variants.front(), words);
    return readout;
}

}  // namespace poslab::position_matrix
