// The pointer in a matrix: ring, lines, row outline.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double lowest_outlined = 3;  // px; lower rows are marked by a line
constexpr double under_line = 0.4;     // opacity of white under lines, so that they are visible on dark cells

/// Returns the outlined row; empty: no outline.
std::optional<double> outlined_row(const Panel& panel) {
    if (!panel.pointer || !panel.pointer->row_outline) return std::nullopt;
    const auto row = panel.pointer->outlined_row ? panel.pointer->outlined_row : panel.pointer->y;
    return row ? std::optional(std::floor(*row)) : std::nullopt;
}

/// True if the outline marks the pointer's row, which then has no ring.
bool is_of_pointer(const PointerMark& pointer) {
    return pointer.row_outline && (!pointer.outlined_row || !pointer.y ||
                                   std::floor(*pointer.outlined_row) == std::floor(*pointer.y));
}

/// Draws the line at `position` of the x axis.
void draw_column_line(const Pen& pen, const PanelFrame& frame, double position) {
    const double x = frame.to_pixels(position, frame.y.low).x;
    if (x < frame.plot.x || x > frame.plot.right()) return;
    draw_pointer_line(pen, {x, frame.plot.y}, {x, frame.plot.bottom()});
}

}  // namespace

void draw_pointer_ring(const Pen& pen, Point middle) {
    pen.add(FillCircle{middle, 6.5, rgb(0xFFFFFF)});
    pen.add(FillCircle{middle, 5.5, pen.colors.accent});
    pen.add(FillCircle{middle, 3, rgb(0xFFFFFF)});
}

void draw_pointer_line(const Pen& pen, Point from, Point to) {
    pen.line(from, to, rgb(0xFFFFFF).with_alpha(under_line), 3);
    pen.line(from, to, pen.colors.accent);
}

void draw_matrix_rules(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks) {
        const auto* rule = std::get_if<RuleMark>(&mark);
        if (rule == nullptr) continue;
        const double x = frame.to_pixels(rule->x, frame.y.low).x;
        // Fades the future right of the rule.
        pen.add(FillRect{{x, frame.plot.y, frame.plot.right() - x, frame.plot.height},
                         pen.colors.canvas.with_alpha(0.5)});
        pen.add(Polyline{{{x, frame.plot.y}, {x, frame.plot.bottom()}}, rgb(0xFFFFFF), 1.5, {5, 4}, false});
    }
}

void draw_matrix_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    if (!panel.pointer || !std::isfinite(panel.pointer->x)) return;
    const double column = std::floor(panel.pointer->x);
    if (is_of_pointer(*panel.pointer)) return draw_column_line(pen, frame, column + 0.5);
    if (has_x_below(panel) && !panel.pointer->y) return draw_column_line(pen, frame, panel.pointer->x);
    if (!panel.pointer->y) return;
    const double row = std::floor(*panel.pointer->y);
    const Point a = frame.to_pixels(column, row);
    const Point b = frame.to_pixels(column + 1, row + 1);
    const double size = std::min(b.x - a.x, b.y - a.y);  // strips have wide and low cells
    if (size >= HatchStyle::cell_marks_from) {
        const Rect cell{a.x - 0.5, a.y - 0.5, b.x - a.x, b.y - a.y};
        pen.add(StrokeRect{cell.inset(1.5), rgb(0xFFFFFF), 1, 0});
        pen.add(StrokeRect{cell, pen.colors.accent, 2, 1});
        return;
    }
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    pen.line({frame.plot.x, middle.y}, {frame.plot.right(), middle.y}, pen.colors.accent);
    pen.line({middle.x, frame.plot.y}, {middle.x, frame.plot.bottom()}, pen.colors.accent);
    draw_pointer_ring(pen, middle);
}

void draw_row_outline(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const auto row = outlined_row(panel);
    if (!row || *row < frame.y.low || *row >= frame.y.high) return;
    const IndexRange& columns = *panel.pointer->row_outline;
    const double from = std::max(static_cast<double>(columns.begin), frame.x.low);
    const double to = std::min(static_cast<double>(columns.end), frame.x.high);
    if (from >= to) return;
    const Point a = frame.to_pixels(from, *row);
    const Point b = frame.to_pixels(to, *row + 1);
    if (b.y - a.y < lowest_outlined) {
        const double y = (a.y + b.y) / 2;
        pen.line({a.x, y}, {b.x, y}, rgb(0xFFFFFF), 3);
        return pen.line({a.x, y}, {b.x, y}, pen.colors.accent, 1.5);
    }
    // The gap of canvas at the end of each cell.
    const double gap = b.y - a.y >= HatchStyle::cell_marks_from ? 1 : 0;
    const Rect cells{a.x, a.y, b.x - a.x - gap, b.y - a.y - gap};
    pen.add(StrokeRect{cells.inset(-0.5), rgb(0xFFFFFF), 1, 0});
    pen.add(StrokeRect{cells.inset(-2), pen.colors.accent, 2, 1});
}

}  // namespace poslab::layout_parts
