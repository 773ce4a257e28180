#include "core/views/position_matrix/position_matrix.hpp"

#include "core/figure/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::position_matrix {

namespace {

/// The definition of the map, then the same with the numbers of this cell.
std::vector<std::string> formula_lines(const Params& params, std::int64_t query, std::int64_t key, double position, bool zh) {
    const PositionMapGroup& map = params.map;
    const std::int64_t distance = query - key;
    const std::string delta = format_integer(distance);
    const std::string w = format_integer(map.w);
    const std::string k = format_number(map.k);
    const std::string value = format_number(position);
    const bool near = distance < map.w;
    switch (map.map) {
        case PositionMap::rope:
            return {"p = Δ", fmt::format("p = {}", value)};
        case PositionMap::pi:
            return {"p = Δ / k", fmt::format("p = {} / {} = {}", delta, k, value)};
        case PositionMap::rerope:
            return {"p = min(Δ, w)", fmt::format("p = min({}, {}) = {}", delta, w, value)};
        case PositionMap::leaky_rerope:
            return {zh ? "Δ < w 时 p = Δ，否则 w + (Δ − w) / k" : "p = Δ for Δ < w, else w + (Δ − w) / k",
                    near ? fmt::format("p = {}", value) : fmt::format("p = {} + ({} − {}) / {} = {}", w, delta, w, k, value)};
        case PositionMap::inv_leaky_rerope:
            return {zh ? "Δ < w 时 p = Δ，否则 w + k (Δ − w)" : "p = Δ for Δ < w, else w + k (Δ − w)",
                    near ? fmt::format("p = {}", value) : fmt::format("p = {} + {} ({} − {}) = {}", w, k, delta, w, value)};
        case PositionMap::self_extend:
            return {zh ? "Δ < w 时 p = Δ，否则 ⌊i/G⌋ − ⌊j/G⌋ + w − ⌊w/G⌋" : "p = Δ for Δ < w, else ⌊i/G⌋ − ⌊j/G⌋ + w − ⌊w/G⌋",
                    near ? fmt::format("p = {}", value)
                         : fmt::format("p = {} − {} + {} − {} = {}", format_integer(query / map.group),
                                       format_integer(key / map.group), w, format_integer(map.w / map.group), value)};
        case PositionMap::dual_chunk: {
            const std::int64_t c = map.chunk - map.local;
            const std::int64_t apart = query / c - key / c;
            const std::string in_chunk = fmt::format("{} mod {}", format_integer(key), c);
            if (apart == 0)
                return {"p = i mod c − j mod c,  c = C − local",
                        fmt::format("p = {} mod {} − {} = {}", format_integer(query), c, in_chunk, value)};
            if (apart == 1)
                return {
                    "p = min(i mod c + c, C) − j mod c,  c = C − local",
                    fmt::format("p = min({} mod {} + {}, {}) − {} = {}", format_integer(query), c, c, map.chunk, in_chunk, value)};
            return {"p = min(2c − 1, C) − j mod c,  c = C − local",
                    fmt::format("p = {} − {} = {}", std::min(2 * c - 1, map.chunk), in_chunk, value)};
        }
        case PositionMap::sinks: {
            const std::int64_t cache = map.sinks + map.recent;
            if (query < cache || distance < map.recent)
                return {zh ? "键在缓存中时 p = Δ" : "p = Δ while the key is in the cache", fmt::format("p = {}", value)};
            return {zh ? "最初的键 p = sinks + recent − 1 − j" : "p = sinks + recent − 1 − j for the first keys",
                    fmt::format("p = {} − 1 − {} = {}", cache, key, value)};
        }
    }
    return {};
}

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
    std::string text =
        fmt::format(fmt::runtime(zh ? "位置达到 {}，超出训练所见的 {}；自长度 {} 起超出。"
                                    : "Positions reach {}, beyond the {} seen in training; they leave it from length {} on."),
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
            position_row(variant, position, variants.size() == 1 ? (zh ? "位置 p" : "Position p") : variant.label, zh));
    }
    const bool masked = params.window.causal && distance < 0;
    readout.rows.push_back(
        {zh ? "RoPE 给出" : "RoPE would give", masked ? "–" : format_integer(distance), zh ? "词元" : "tokens", {0, 0, 0, 0}});
    const double position = position_at(plan_of(params), cell.query, cell.key);
    readout.rows.push_back({zh ? "范围" : "Range", range_words(params, position, std::abs(distance), zh), "", {0, 0, 0, 0}});
    readout.formula = formula_lines(params, std::max(cell.query, cell.key), std::min(cell.query, cell.key), std::abs(position), zh);
    if (is_masked(position))
        readout.formula.resize(1);
    else if (distance < 0)
        readout.formula.push_back(fmt::format("p(i, j) = −p(j, i) = {}", format_number(position)));
    readout.notes = notes(variants.front(), zh);
    return readout;
}

}  // namespace poslab::position_matrix
