#include "core/views/position_matrix/position_matrix.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::position_matrix {

namespace {

std::string range_words(const Params& params, double position, std::int64_t distance, bool zh) {
    if (is_masked(position)) return zh ? "遮蔽" : "masked";
    std::string text;
    if (has_window(params)) text = distance < params.map.w ? (zh ? "窗口内，" : "inside w, ") : (zh ? "窗口外，" : "outside w, ");
    const bool trained = std::abs(position) <= static_cast<double>(params.lengths.train_length - 1);
    return text + (trained ? (zh ? "已训练" : "trained") : (zh ? "未训练" : "untrained"));
}

std::string notes(const Variant& variant, bool zh) {
    if (!variant.data) return {};
    const Params& params = variant.params;
    const double high = variant.data->number("max_position");
    const double first = variant.data->number("first_out_of_range_length");
    const std::string trained = format_integer(params.lengths.train_length - 1);
    const std::string length = format_integer(params.lengths.length);
    if (variant.data->number("out_of_range_fraction") == 0) {
        if (std::isfinite(first))
            return fmt::format(
                fmt::runtime(
                    zh ? "长度 {} 以内的每个位置都不超过训练所见的 {}；自长度 {} 起才会超出。"
                       : "Every position up to length {} stays within the {} seen in training; from length {} on some leave it."),
                length, trained, format_number(first, 0, 15));
        return fmt::format(fmt::runtime(zh ? "任何长度下位置都不超过训练所见的 {}。"
                                           : "At any length every position stays within the {} seen in training."),
                           trained);
    }
    std::string text = fmt::format(
        fmt::runtime(zh ? "位置达到 {}，超出训练所见的 {}；自长度 {} 起超出。"
                        : "Positions reach {}, beyond the {} seen in training; from length {} on some leave the trained range."),
        format_number(high, 3), trained, format_number(first, 0, 15));
    const auto beyond = static_cast<double>(params.lengths.length - 1 - params.map.w);
    const auto room = static_cast<double>(params.lengths.train_length - 1 - params.map.w);
    if (params.map.map == PositionMap::leaky_rerope && room > 0)
        text +=
            fmt::format(fmt::runtime(zh ? " k 不小于 {} 时全部留在范围内。" : " A k of {} or more would keep every cell in range."),
                        format_number(std::ceil(beyond / room * 100) / 100, 2));
    if (params.map.map == PositionMap::pi)
        text +=
            fmt::format(fmt::runtime(zh ? " k 不小于 {} 时全部留在范围内。" : " A k of {} or more would keep every cell in range."),
                        format_number(std::ceil(static_cast<double>(params.lengths.length - 1) /
                                                static_cast<double>(params.lengths.train_length - 1) * 100) /
                                          100,
                                      2));
    return text;
}

ReadoutRow position_row(const Variant& variant, double position, const std::string& label, bool zh) {
    ReadoutRow row{label, is_masked(position) ? "–" : format_number(position, 6), zh ? "词元" : "tokens", {0, 0, 0, 0}};
    if (!is_masked(position)) {
        const double high = variant.data ? variant.data->number("max_position") : std::abs(position);
        row.swatch = color_of(scale_of(variant.params, std::isfinite(high) ? high : std::abs(position)), position);
    }
    return row;
}

std::string position_label(const Params& params, bool zh) {
    return fmt::format("{} {}", zh ? "位置" : "Position", of_distance(params.map.map) ? "p(Δ)" : "p(i, j)");
}

}  // namespace

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const bool zh = style.language == Language::chinese;
    const Params& params = variants.front().params;
    const Cell cell = cell_at(params, cursor);
    const std::int64_t distance = cell.query - cell.key;
    Readout readout;
    readout.where = cell.pointed ? (zh ? "指针" : "pointer") : (zh ? "最后的查询" : "last query");
    readout.heads = {{zh ? "查询 i" : "query i", format_integer(cell.query), "", {0, 0, 0, 0}},
                     {zh ? "键 j" : "key j", format_integer(cell.key), "", {0, 0, 0, 0}},
                     {zh ? "距离 Δ" : "distance Δ", format_integer(distance), "", {0, 0, 0, 0}}};
    for (const Variant& variant : variants) {
        const double position = position_at(plan_of(variant.params), cell.query, cell.key);
        readout.rows.push_back(
            position_row(variant, position, variants.size() == 1 ? position_label(params, zh) : variant.label, zh));
    }
    const bool masked = params.window.causal && distance < 0;
    readout.rows.push_back(
        {zh ? "RoPE 给出" : "RoPE would give", masked ? "–" : format_integer(distance), zh ? "词元" : "tokens", {0, 0, 0, 0}});
    const double position = position_at(plan_of(params), cell.query, cell.key);
    readout.rows.push_back({zh ? "范围" : "Range", range_words(params, position, std::abs(distance), zh), "", {0, 0, 0, 0}});
    readout.formula = formula_lines(params, cell, zh);
    readout.notes = notes(variants.front(), zh);
    return readout;
}

}  // namespace poslab::position_matrix
