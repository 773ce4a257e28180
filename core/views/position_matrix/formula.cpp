#include "core/views/position_matrix/position_matrix.hpp"

#include "core/base/formula_markup.hpp"
#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::position_matrix {

std::vector<std::string> formula_lines(const Params& params, const Cell& cell, const Words& words) {
    const PositionMap& map = *params.map.map;
    std::vector<std::string> lines{map.definition(words)};
    const double position = position_at(plan_of(params), cell.query, cell.key);
    if (is_masked(position)) return lines;
    const bool ahead = cell.key > cell.query;
    // The map is odd: of a key ahead of the query, first the mirrored cell.
    const std::string mirrored = map.of_distance ? "p(-\\Delta)" : "p(j, i)";
    const std::string inserted = map.inserted(params.map, std::max(cell.query, cell.key), std::min(cell.query, cell.key));
    lines.push_back(fmt::format("{}&= {}{}{}", ahead ? mirrored + " " : "", inserted, inserted.empty() ? "" : " = ",
                                live(format_number(std::abs(position), 6))));
    if (ahead)
        lines.push_back(
            fmt::format("{} &= -{} = {}", map.of_distance ? "p(\\Delta)" : "p(i, j)", mirrored, live(format_number(position, 6))));
    return lines;
}

}  // namespace poslab::position_matrix
