// The border between the two passes of a merged map.

#include "core/views/attention/attention.hpp"

namespace poslab::attention {
namespace {

constexpr std::int64_t max_steps = 1024;  // above this, straight lines between sampled rows

/// Returns the edge of the keys at D >= w in each row, from the first row that has any.
std::vector<Point> staircase(const IndexRange& rows, std::int64_t w) {
    std::vector<Point> points;
    const std::int64_t first = std::max(rows.begin, w);
    if (first >= rows.end) return points;
    const std::int64_t step = std::max<std::int64_t>(1, rows.size() / max_steps);
    const auto edge = [w](std::int64_t row) {
        return static_cast<double>(std::max<std::int64_t>(row - w + 1, 0));
    };
    points.push_back({edge(first - 1), static_cast<double>(first)});
    for (std::int64_t row = first; row < rows.end; row += step) {
        if (step == 1) points.push_back({edge(row), static_cast<double>(row)});
        const std::int64_t end = std::min(row + step, rows.end);
        points.push_back({edge(end - 1), static_cast<double>(end)});
    }
    return points;
}

}  // namespace

void add_window_border(const Params& params, std::int64_t tokens, Panel& panel) {
    if (!params.map.map->uses(&PositionMapSpec::w) || AttentionSourceGroup::external_matrix(params.source))
        return;
    const auto border = [&](std::vector<Point> points, std::string label) {
        panel.marks.emplace_back(
            BoundaryMark{BoundaryMark::Kind::window, std::move(points), std::move(label), true});
    };
    border(staircase(visible_rows(params.window, tokens), params.map.w), "Δ = w");
    if (params.window.causal) return;
    std::vector<Point> mirrored = staircase(visible_columns(params.window, tokens), params.map.w);
    for (Point& point : mirrored) std::swap(point.x, point.y);
    border(std::move(mirrored), {});
}

}  // namespace poslab::attention
