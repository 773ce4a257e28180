// The texts of single cells and the borders between kinds of cells.

#include "core/views/position_matrix/position_matrix.hpp"

#include "core/views/thinning.hpp"

namespace poslab::position_matrix {
namespace {

constexpr std::int64_t max_exact_rows = 1024;  // above this, steps are too small to see
constexpr std::int64_t sampled_rows = 257;     // beyond that: enough for straight lines
constexpr std::int64_t max_texts = 8192;

/// Returns "w", "w+2/k", "−(w+3k)" as in article 9708, or the plain number if the map has no such formula.
std::string formula_text(const Params& params, std::int64_t distance, double position) {
    const auto cell_text = params.map.map->cell_text;
    std::string text = cell_text != nullptr ? cell_text(params.map, distance, position)
                                            : format_number(std::abs(position), 2);
    if (position >= 0 || text == "0") return text;
    return text.find('+') == std::string::npos ? "−" + text : "−(" + text + ")";
}

/// Returns the border between the cells with key < column(i) and the others: a staircase up to
/// max_exact_rows rows, straight lines between sampled rows beyond that.
std::vector<Point> border(const IndexRange& rows, const std::function<std::int64_t(std::int64_t)>& column) {
    std::vector<Point> points;
    const auto add = [&](std::int64_t x, std::int64_t y) {
        points.push_back({static_cast<double>(x), static_cast<double>(y)});
    };
    const bool exact = rows.size() <= max_exact_rows;
    std::int64_t end = rows.end, last = 0;
    for (const std::int64_t n : thinned_indices(rows.size(), exact ? max_exact_rows : sampled_rows, {})) {
        const std::int64_t i = rows.begin + n;
        const std::int64_t x = column(i);
        if (x <= 0) continue;
        if (points.empty()) add(i > rows.begin ? 0 : column(std::max<std::int64_t>(i - 1, 0)), i);
        if (exact) add(x, i);
        last = x;
        end = i + 1;
        add(last, end);
    }
    if (end < rows.end) add(last, rows.end);
    return points;
}

/// Returns the number of keys of row i that are out of range; positions must decrease with the key.
std::int64_t keys_out_of_range(const PositionPlan& plan, std::int64_t i, double limit) {
    std::int64_t low = 0;
    std::int64_t high = i + 1;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (position_at(plan, i, middle) > limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Adds the border; if keys after the query are shown, also its mirror image across the diagonal.
void add_border(const Params& params, BoundaryMark::Kind kind, std::string label,
                const std::function<std::int64_t(std::int64_t)>& column, Panel& panel) {
    add(panel, BoundaryMark{kind, border(visible_rows(params), column), std::move(label)});
    if (params.window.causal) return;
    std::vector<Point> mirrored = border(visible_columns(params), column);
    for (Point& point : mirrored) std::swap(point.x, point.y);
    add(panel, BoundaryMark{kind, std::move(mirrored), {}});
}

}  // namespace

void add_cell_texts(const Params& params, const Array& positions, HeatMapMark& map) {
    const IndexRange rows = positions.extents[0], columns = positions.extents[1];
    const bool pooled = positions.shape[0] != rows.size() || positions.shape[1] != columns.size();
    if (pooled || rows.size() * columns.size() > max_texts) return;
    if (params.cell.cell_text == CellText::number) {
        map.numbers = CellNumbers{};
        return;
    }
    for (const double position : *positions.data) {
        const std::int64_t i = rows.begin + std::ssize(map.cell_text) / columns.size(),
                           j = columns.begin + std::ssize(map.cell_text) % columns.size();
        map.cell_text.push_back(is_masked(position) ? "" : formula_text(params, std::abs(i - j), position));
    }
}

void add_borders(const Drawing& on, Panel& panel) {
    const Params& params = on.variant().params;
    const PositionPlan plan = plan_of(on.variant());
    if (params.map.map->monotone_in_key)
        add_border(
            params, BoundaryMark::Kind::trained, on.translate("← beyond the trained range"_tr),
            [&](std::int64_t i) { return keys_out_of_range(plan, i, last_trained(params)); }, panel);
    if (has_window(params))
        add_border(
            params, BoundaryMark::Kind::window, "Δ = w", [&](std::int64_t i) { return i - params.map.w + 1; },
            panel);
}

}  // namespace poslab::position_matrix
