#include "core/views/position_matrix/position_matrix.hpp"

#include "core/figure/formula_markup.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab::position_matrix {

namespace {

using poslab::live;

std::string live(std::int64_t number) { return live(format_integer(number)); }
std::string live(double number) { return live(format_number(number, 6)); }

/// The definition for keys that do not lie ahead.
std::string definition(PositionMap map, const Words& words) {
    switch (map) {
        case PositionMap::rope:
            return R"(p(\Delta) &= \Delta)";
        case PositionMap::pi:
            return R"(p(\Delta) &= \frac{\Delta}{k})";
        case PositionMap::rerope:
            return R"(p(\Delta) &= \min(\Delta, w))";
        case PositionMap::leaky_rerope:
            return R"(p(\Delta) &= \begin{cases} \Delta & \Delta < w \\ w + \frac{\Delta - w}{k} & \Delta \ge w \end{cases})";
        case PositionMap::inv_leaky_rerope:
            return R"(p(\Delta) &= \begin{cases} \Delta & \Delta < w \\ w + k(\Delta - w) & \Delta \ge w \end{cases})";
        case PositionMap::self_extend:
            return R"(g(x) &= \lfloor x / G \rfloor \\)"
                   R"(p(i, j) &= \begin{cases} \Delta & \Delta < w \\ g(i) - g(j) + w - g(w) & \Delta \ge w \end{cases})";
        case PositionMap::dual_chunk:
            return fmt::format(R"(n &= \lfloor i / c \rfloor - \lfloor j / c \rfloor, \quad c = C - \text{{{}}} \\)",
                               words("local"_tr)) +
                   R"(q &= \begin{cases} i \bmod c & n = 0 \\ \min(i \bmod c + c, C) & n = 1 \\)"
                   R"(\min(2c - 1, C) & n \ge 2 \end{cases} \\)"
                   R"(p(i, j) &= q - (j \bmod c))";
        case PositionMap::sinks:
            return fmt::format(R"(s &= \text{{{}}}, \quad r = \text{{{}}} \\)"
                               R"(p(i, j) &= \begin{{cases}} \Delta & i < s + r \\ \Delta & \Delta < r \\)"
                               R"(s + r - 1 - j & j < s \le i - r \\ \text{{{}}} & \text{{{}}} \end{{cases}})",
                               words("sinks"_tr), words("recent"_tr), words("evicted"_tr), words("otherwise"_tr));
    }
    return {};
}

/// Right of the equals sign, with the numbers of this cell; `query` is not before `key`.
std::string numbers(const PositionMapGroup& map, std::int64_t query, std::int64_t key) {
    const std::int64_t distance = query - key;
    const std::string delta = live(distance), w = live(map.w), k = live(map.k);
    const bool inside = distance < map.w;
    switch (map.map) {
        case PositionMap::rope:
            return {};
        case PositionMap::pi:
            return fmt::format(R"(\frac{{{}}}{{{}}})", delta, k);
        case PositionMap::rerope:
            return fmt::format(R"(\min({}, {}))", delta, w);
        case PositionMap::leaky_rerope:
            return inside ? "" : fmt::format(R"({} + \frac{{{} - {}}}{{{}}})", w, delta, w, k);
        case PositionMap::inv_leaky_rerope:
            return inside ? "" : fmt::format("{} + {}({} - {})", w, k, delta, w);
        case PositionMap::self_extend:
            return inside ? ""
                          : fmt::format("{} - {} + {} - {}", live(query / map.group), live(key / map.group), w,
                                        live(map.w / map.group));
        case PositionMap::dual_chunk: {
            const std::int64_t c = map.chunk - map.local, apart = query / c - key / c;
            const std::string in_chunk = fmt::format(R"({} \bmod {})", live(query), live(c));
            const std::string of_query = apart == 0   ? fmt::format("({})", in_chunk)
                                         : apart == 1 ? fmt::format(R"(\min({} + {}, {}))", in_chunk, live(c), live(map.chunk))
                                                      : fmt::format(R"(\min(2 \cdot {} - 1, {}))", live(c), live(map.chunk));
            return fmt::format(R"({} - ({} \bmod {}))", of_query, live(key), live(c));
        }
        case PositionMap::sinks: {
            const bool plain = query < map.sinks + map.recent || distance < map.recent;
            return plain ? "" : fmt::format("{} + {} - 1 - {}", live(map.sinks), live(map.recent), live(key));
        }
    }
    return {};
}

}  // namespace

bool of_distance(PositionMap map) {
    return map != PositionMap::self_extend && map != PositionMap::dual_chunk && map != PositionMap::sinks;
}

std::string formula_definition(const Params& params, Language language) { return definition(params.map.map, Words(language)); }

std::vector<std::string> formula_lines(const Params& params, const Cell& cell, const Words& words) {
    const PositionMapGroup& map = params.map;
    std::vector<std::string> lines{definition(map.map, words)};
    const double position = position_at(plan_of(params), cell.query, cell.key);
    if (is_masked(position)) return lines;
    const bool ahead = cell.key > cell.query;
    // The map is odd: of a key ahead of the query, first the mirrored cell.
    const std::string mirrored = of_distance(map.map) ? "p(-\\Delta)" : "p(j, i)";
    const std::string inserted = numbers(map, std::max(cell.query, cell.key), std::min(cell.query, cell.key));
    lines.push_back(
        fmt::format("{}&= {}{}{}", ahead ? mirrored + " " : "", inserted, inserted.empty() ? "" : " = ", live(std::abs(position))));
    if (ahead)
        lines.push_back(fmt::format("{} &= -{} = {}", of_distance(map.map) ? "p(\\Delta)" : "p(i, j)", mirrored, live(position)));
    return lines;
}

}  // namespace poslab::position_matrix
