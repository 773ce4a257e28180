// What belongs to single cells: their text and the borders between their kinds.

#include "core/views/position_matrix/position_matrix.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>

namespace poslab::position_matrix {

namespace {

constexpr std::int64_t most_exact_rows = 1024;
constexpr std::int64_t sampled_rows = 256;

/// "w", "w+2/k", "w+3k" as in 9708; the plain number where the map does not put it together from w and k.
std::string formula_text(const Params& params, std::int64_t distance, double position) {
    const auto cell_text = params.map.map->cell_text;
    return cell_text != nullptr ? cell_text(params.map, distance, position) : format_number(std::abs(position), 2);
}

std::string signed_text(const std::string& text, double position) {
    if (position >= 0 || text == "0") return text;
    return text.find('+') == std::string::npos ? "−" + text : "−(" + text + ")";
}

/// Rows at which a border is worked out: each one while steps can be seen, else enough for straight lines.
std::vector<std::int64_t> border_rows(const IndexRange& rows) {
    std::vector<std::int64_t> list;
    if (rows.size() <= most_exact_rows) {
        for (std::int64_t i = rows.begin; i < rows.end; ++i) list.push_back(i);
        return list;
    }
    for (std::int64_t n = 0; n <= sampled_rows; ++n) list.push_back(rows.begin + n * (rows.size() - 1) / sampled_rows);
    return list;
}

/// Points of the border whose cells with key < column(i) lie beyond; steps where each row is known.
std::vector<Point> border(const IndexRange& rows, const std::function<std::int64_t(std::int64_t)>& column) {
    const bool exact = rows.size() <= most_exact_rows;
    std::vector<Point> points;
    std::int64_t last = 0;
    for (const std::int64_t i : border_rows(rows)) {
        const std::int64_t x = column(i);
        if (x <= 0) continue;
        if (points.empty()) {
            const std::int64_t before = i > rows.begin ? 0 : column(std::max<std::int64_t>(i - 1, 0));
            points.push_back({static_cast<double>(before), static_cast<double>(i)});
        }
        if (exact) points.push_back({static_cast<double>(x), static_cast<double>(i)});
        points.push_back({static_cast<double>(x), static_cast<double>(i + 1)});
        last = i;
    }
    if (!points.empty() && last + 1 < rows.end) points.push_back({points.back().x, static_cast<double>(rows.end)});
    return points;
}

/// How many keys of row i, counted from 0, are out of range; positions must fall as the key rises.
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

std::vector<Point> mirrored(std::vector<Point> points) {
    for (Point& point : points) std::swap(point.x, point.y);
    return points;
}

void add_border(const Params& params, BoundaryMark::Kind kind, std::string label,
                const std::function<std::int64_t(std::int64_t)>& column, std::vector<Mark>& marks) {
    marks.emplace_back(BoundaryMark{kind, border(visible_rows(params), column), std::move(label)});
    if (!params.window.causal) marks.emplace_back(BoundaryMark{kind, mirrored(border(visible_columns(params), column)), {}});
}

}  // namespace

std::vector<std::string> cell_texts(const Params& params, const Array& positions) {
    const IndexRange rows = positions.extents[0];
    const IndexRange columns = positions.extents[1];
    if (positions.shape[0] != rows.size() || positions.shape[1] != columns.size()) return {};  // pooled
    if (rows.size() * columns.size() > 8192) return {};
    std::vector<std::string> texts;
    texts.reserve(positions.data->size());
    for (std::size_t n = 0; n < positions.data->size(); ++n) {
        const double position = (*positions.data)[n];
        if (is_masked(position)) {
            texts.emplace_back();
            continue;
        }
        const std::int64_t i = rows.begin + static_cast<std::int64_t>(n) / columns.size();
        const std::int64_t j = columns.begin + static_cast<std::int64_t>(n) % columns.size();
        texts.push_back(params.cell.cell_text == CellText::formula
                            ? signed_text(formula_text(params, std::abs(i - j), position), position)
                            : format_number(position, 2));
    }
    return texts;
}

std::vector<Mark> boundaries(const Params& params, const Style& style) {
    const Words words(style.language);
    std::vector<Mark> marks;
    if (params.map.map->falls_along_rows) {
        const PositionPlan plan = plan_of(params);
        const auto limit = static_cast<double>(params.lengths.train_length - 1);
        add_border(
            params, BoundaryMark::Kind::trained, words("← beyond the trained range"_tr),
            [&](std::int64_t i) { return keys_out_of_range(plan, i, limit); }, marks);
    }
    if (has_window(params)) {
        const std::int64_t w = params.map.w;
        add_border(
            params, BoundaryMark::Kind::window, "Δ = w", [w](std::int64_t i) { return i - w + 1; }, marks);
    }
    return marks;
}

}  // namespace poslab::position_matrix
