// A plot next to a matrix, and companions side by side.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double min_marginal = 120, widest_least = 260, marginal_share = 0.28, matrix_share = 0.55;
constexpr double marginal_to_matrix = 0.6;  // maximum, if there is free width
// In a row: width for numbers left of the plots after the first, minimum data area, and height from which
// others are stacked.
constexpr double inner_gutter = 40, min_in_row = 140, row_gap = 20, stacked_from = 760;

bool single_matrix(const Figure& figure) {
    return figure.main.size() == 1 && figure.main.front().kind() == PanelKind::matrix;
}

/// Width right of a plot for the names at the ends of its curves.
double end_labels(const Panel& panel, const TextMetrics& metrics) {
    constexpr double leader = 20;
    double widest = 0;
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark);
            line && line->label_place == LabelAnchor::end && !line->label.empty())
            widest = std::max(widest, metrics.width(line->label, Font::semibold, small_size) + leader);
    return std::min(std::ceil(widest), 160.0);
}

}  // namespace

Rect plot_in(const Panel& panel, const TextMetrics& metrics, const Rect& room, bool first) {
    const double left = std::round(first ? room.x : room.x + inner_gutter);
    return {left, room.y, std::round(room.right() - end_labels(panel, metrics) - left), room.height};
}

bool stands_in_columns(const Figure& figure) {
    const auto cells = [](const Panel& panel) { return shows_cells(panel.kind()) && !has_x_below(panel); };
    const auto of_one = [&](const Panel& panel) {
        return panel.of_variant && (cells(panel) || panel.kind() == PanelKind::plot);
    };
    if (figure.main.empty()) return false;
    return cells(figure.main.front()) || (std::all_of(figure.main.begin(), figure.main.end(), of_one) &&
                                          std::any_of(figure.main.begin(), figure.main.end(), cells));
}

namespace {

/// Places a companion in `room`, including its numbers.
void place_in(const Panel& panel, const TextMetrics& metrics, const Rect& room, Areas& areas) {
    Rect plot = room;
    if (has_axes(panel)) {
        plot = plot_in(panel, metrics, room, false);
    } else {
        plot.height += free_foot;
    }
    areas.companions.push_back(plot.width >= min_in_row ? plot : Rect{});
    areas.headings.push_back(room);
}

/// Distributes the companions from `first` on evenly over `room`.
void share_evenly(const Measures& measures, std::size_t first, const Rect& room, Areas& areas) {
    const auto& companions = measures.figure.companions;
    const auto count = static_cast<double>(companions.size() - first);
    const double width = (room.width - row_gap * (count - 1)) / count;
    for (std::size_t i = first; i < companions.size(); ++i) {
        const double x = room.x + static_cast<double>(i - first) * (width + row_gap);
        place_in(companions[i], measures.metrics, {x, room.y, width, room.height}, areas);
    }
}

}  // namespace

bool shares_columns(const Figure& figure) {
    return figure.companions_in_row && single_matrix(figure) && !figure.companions.empty() &&
           figure.companions.front().x.cells && figure.companions.front().kind() == PanelKind::plot;
}

double right_end(const Areas& areas) {
    double right = areas.marginal.width > 0 ? areas.marginal.right() : 0;
    for (const Rect& rect : areas.main) right = std::max(right, rect.right());
    return right;
}

double marginal_reserve(const Measures& measures, double width) {
    const Figure& figure = measures.figure;
    if (!figure.marginal || figure.grid || !single_matrix(figure)) return 0;
    const double reserve =
        measures.space.panel_gap + std::clamp(std::round(marginal_share * width), min_marginal, widest_least);
    return width - reserve >= matrix_share * width ? reserve : 0;
}

Rect marginal_rect(const Rect& matrix, double gap, double right) {
    const double x = matrix.right() + gap;
    const double widest = std::max(widest_least, std::round(marginal_to_matrix * matrix.width));
    return {x, matrix.y, std::max(8.0, std::min(std::floor(right - x), widest)), matrix.height};
}

CompanionRows companion_rows(const Measures& measures, const Rect& area) {
    const std::size_t count = measures.figure.companions.size();
    if (!measures.figure.companions_in_row || count < 2) return CompanionRows::stacked;
    const auto others = static_cast<double>(count - 1);
    const double least = measures.gutter + min_in_row + others * (row_gap + inner_gutter + min_in_row);
    if (area.width >= least) return CompanionRows::in_row;
    return measures.options.height >= stacked_from ? CompanionRows::stacked : CompanionRows::first_only;
}

void place_companion_row(const Measures& measures, const Rect& row, Areas& areas) {
    const Figure& figure = measures.figure;
    const double left = row.x + measures.gutter;
    const Rect& matrix = areas.main.front();
    const bool side_by_side = areas.marginal.width > 0;
    const double second = side_by_side ? areas.marginal.x : matrix.right() + measures.space.panel_gap;
    const auto others = static_cast<double>(figure.companions.size() - 1);
    const double least = others * (inner_gutter + min_in_row) + (others - 1) * row_gap;
    if (single_matrix(figure) && row.right() - second >= least) {
        areas.companions.push_back({matrix.x, row.y, matrix.width, row.height});
        areas.headings.push_back({row.x, row.y, matrix.right() - row.x, row.height});
        return share_evenly(measures, 1, {second, row.y, row.right() - second, row.height}, areas);
    }
    // Equal widths; numbers of the first are in the gutter.
    const double each = std::round((row.right() - left - others * (row_gap + inner_gutter)) / (others + 1));
    areas.headings.push_back({row.x, row.y, left + each - row.x, row.height});
    if (has_axes(figure.companions.front()))
        areas.companions.push_back({left, row.y, each, row.height});
    else
        areas.companions.push_back({row.x, row.y, left + each - row.x, row.height + free_foot});
    const double rest = left + each + row_gap;
    share_evenly(measures, 1, {rest, row.y, row.right() - rest, row.height}, areas);
}

std::size_t max_under_one(const Figure& figure) {
    if (figure.main.size() < 2 || figure.companions_in_row || figure.grid) return 0;
    std::vector<std::size_t> counts(figure.main.size());
    for (const Panel& panel : figure.companions) {
        if (!panel.of_variant || *panel.of_variant >= counts.size()) return 0;
        ++counts[*panel.of_variant];
    }
    return *std::max_element(counts.begin(), counts.end());
}

bool place_under_each(const Measures& measures, const Rect& first, double pitch, std::size_t rows,
                      Areas& areas) {
    const auto side_by_side = [&](const Rect& column) { return column.y == areas.columns.front().y; };
    if (!std::all_of(areas.columns.begin(), areas.columns.end(), side_by_side)) return false;
    std::vector<std::size_t> below(areas.main.size());
    for (const Panel& panel : measures.figure.companions) {
        const std::size_t column = *panel.of_variant, row = below[column]++;
        const Rect& above = areas.columns[column];
        const double left = column > 0 ? above.x : first.x;
        const Rect room{left, first.y + static_cast<double>(row) * pitch, above.right() - left, first.height};
        place_in(panel, measures.metrics, room, areas);
        if (row >= rows)
            areas.companions.back() = {};
        else if (column == 0 && has_axes(panel))  // its numbers are aligned with those of the main panel
            areas.companions.back() =
                plot_in(panel, measures.metrics, {above.x, room.y, above.width, room.height}, true);
    }
    return true;
}

}  // namespace poslab::layout_parts
