#include "core/figure/layout_parts.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double smallest_step = 3;   // px; smaller steps of a border are smoothed
constexpr double page_edge = 3;       // margin of texts on paper
constexpr double foot_overhang = 16;  // less than the gap to the right neighbour

/// Small multiples: a title over each; axis names left of the first row and under the last row.
void draw_small_heads(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const double line = frame.plot.y - 11;
    pen.fitting_text(panel.title, {frame.plot.x, line}, Font::medium, small_size, frame.plot.width,
                     pen.colors.text);
    if (frame.index > 0) return;
    pen.text(panel.y.title, {frame.plot.x - 8, line}, Font::regular, small_size, pen.colors.text2,
             Align::right);
}

/// Returns the right end of the row name on paper, where it takes the width it needs; 0 on screen, where it
/// is in the gutter.
double row_title_end(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    if (!pen.space.paper) return 0;
    return std::max(frame.plot.x - 8, page_edge + pen.width(panel.y.title, Font::regular, small_size));
}

/// Draws a name in two lines if one line does not fit.
void draw_name(const Pen& pen, const std::string& name, Point at, double room) {
    if (!pen.space.paper || pen.width(name, Font::semibold, pen.space.min_size) <= room)
        return pen.fitting_text(name, at, Font::semibold, heading_size, room, pen.colors.text);
    const std::string first =
        wrapped_text(name, pen.metrics, Font::semibold, pen.space.min_size, room).front();
    std::string rest = name.substr(first.size());
    rest.erase(0, rest.find_first_not_of(' '));
    pen.text(first, {at.x, at.y - name_pitch}, Font::semibold, pen.space.min_size, pen.colors.text);
    pen.fitting_text(rest, at, Font::semibold, pen.space.min_size, room, pen.colors.text);
}

/// Draws the name of the rows in the gutter, in two lines if the gutter is narrower than the name.
void draw_row_title(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const double right = frame.plot.x - 8;
    std::vector<std::string> lines = row_title_lines(panel.y.title);
    if (pen.width(panel.y.title, Font::regular, small_size) <= right - page_edge + 1) lines = {panel.y.title};
    double line = frame.plot.y - 13 - name_pitch * static_cast<double>(lines.size() - 1);
    for (const std::string& text : lines) {
        pen.text(text, {right, line}, Font::regular, small_size, pen.colors.text2, Align::right);
        line += name_pitch;
    }
}

void draw_heads(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style) {
    const double line = frame.plot.y - pen.space.title_rise;
    const double beyond = pen.space.paper ? 0 : 8;  // of a title's own width
    if (has_x_below(panel)) {
        draw_heading(pen, panel, style.title_left, frame.plot.right(), line);
    } else if (style.several) {
        draw_name(pen, panel.title, {frame.plot.x, line}, frame.plot.width + beyond);
        const std::string& quantity =
            panel.quantity.empty() && is_stretched(panel) ? panel.x.title : panel.quantity;
        const double after = frame.plot.x + pen.width(panel.title, Font::semibold, heading_size) + 10;
        if (after + pen.width(quantity, Font::regular, small_size) <= frame.plot.right() + beyond)
            pen.text(quantity, {after, line}, Font::regular, small_size, pen.colors.text2);
        else if (!quantity.empty())
            pen.leave_out(panel.title + " " + quantity);
    } else {
        pen.text(panel.x.title, {std::max(frame.plot.x, row_title_end(pen, panel, frame) + 14), line},
                 Font::regular, small_size, pen.colors.text2);
    }
    const bool own_line = pen.space.paper && !has_x_below(panel);  // in a stack the line is the heading's
    if (style.left_axis && own_line && style.several) {
        draw_row_title(pen, panel, frame);
    } else if (style.left_axis && own_line) {  // a line of its own, from the page's edge on
        const double right = row_title_end(pen, panel, frame);
        pen.text(panel.y.title, {right, line}, Font::regular, small_size, pen.colors.text2, Align::right);
    } else if (style.left_axis) {
        const double right = frame.plot.x - 8;
        pen.text(panel.y.title, {right, frame.plot.y - 13}, Font::regular, small_size, pen.colors.text2,
                 Align::right);
    }
}

/// Returns the width of a cell, or its height if that is smaller and cells need not be square.
double cell_pixels(const Panel& panel, const PanelFrame& frame) {
    const double width = frame.plot.width / (frame.x.high - frame.x.low);
    return is_stretched(panel) ? std::min(width, frame.plot.height / (frame.y.high - frame.y.low)) : width;
}

/// Replaces steps too small to be visible by the line through their middles, at most one point per pixel.
std::vector<Point> through_steps(const std::vector<Point>& steps) {
    std::vector<Point> line;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const Point middle{(steps[i].x + steps[i + 1].x) / 2, (steps[i].y + steps[i + 1].y) / 2};
        if (line.empty()) line.push_back(steps[i]);
        if (std::abs(middle.y - line.back().y) >= 1 || std::abs(middle.x - line.back().x) >= 1)
            line.push_back(middle);
    }
    if (!steps.empty()) line.push_back(steps.back());
    return line;
}

void draw_boundary(const Pen& pen, const BoundaryMark& boundary, const PanelFrame& frame, double cell) {
    const bool cells = cell >= HatchStyle::cell_marks_from;
    const double gap = cells ? 0.5 : 0;  // along the middle of the gap
    std::vector<Point> points;
    points.reserve(boundary.points.size());
    for (const Point& point : boundary.points) {
        const Point pixel = frame.to_pixels(point.x, point.y);
        points.push_back({pixel.x - gap, pixel.y - gap});
    }
    if (cell < smallest_step) points = through_steps(points);
    if (points.size() < 2) return;
    if (boundary.kind == BoundaryMark::Kind::wipe) {
        pen.add(Polyline{points, pen.colors.canvas, 4, {}, false});
        pen.add(Polyline{points, pen.colors.text, 1.5, {}, false});
    } else if (boundary.kind == BoundaryMark::Kind::window) {
        if (boundary.outlined) pen.add(Polyline{points, rgb(0xFFFFFF), cells ? 4.0 : 3.5, {}, false});
        pen.add(Polyline{points, near_black, cells ? 2.0 : 1.5, {}, false});
    } else if (cells) {
        pen.add(Polyline{points, rgb(0xFFFFFF), 2, {}, false});
        pen.add(Polyline{points, near_black, 2, {5, 4}, false});
    } else {
        pen.add(Polyline{points, rgb(0xFFFFFF), 1.5, {5, 4}, false});
    }
}

struct FootLabel {
    double x;
    Align align;
    const std::string* text;
};

/// Draws the names of borders under the matrix, where they leave it; a name that would overlap another is
/// omitted.
void draw_foot_labels(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    double taken_from = 1e9;
    double taken_to = -1e9;
    double last_tick = -1e9;
    for (const Mark& mark : panel.marks) {
        const auto* boundary = std::get_if<BoundaryMark>(&mark);
        if (boundary == nullptr || boundary->points.empty() || boundary->label.empty()) continue;
        const Point end = boundary->points.back();
        if (end.y < frame.y.high - 0.5 || end.x < frame.x.low || end.x > frame.x.high) continue;
        const double x = frame.to_pixels(end.x, end.y).x;
        const double width = pen.width(boundary->label, Font::regular, small_size);
        const bool trained = boundary->kind == BoundaryMark::Kind::trained;
        double from = trained ? x - width : x - width / 2;
        from = std::clamp(from, frame.plot.x, std::max(frame.plot.x, frame.plot.right() - width));
        pen.line({x, frame.plot.bottom()}, {x, frame.plot.bottom() + 6}, pen.colors.text);
        if (from + width > frame.plot.right() + foot_overhang) continue;
        if (from < taken_to + 12 && from + width > taken_from - 12) {
            // Next to the previous name, if its own border is on that side and close.
            if (x < last_tick || taken_to + 12 > x + 36 ||
                taken_to + 12 + width > frame.plot.right() + foot_overhang)
                continue;
            from = taken_to + 12;
        }
        last_tick = x;
        taken_from = std::min(taken_from, from);
        taken_to = std::max(taken_to, from + width);
        pen.text(boundary->label, {from, frame.plot.bottom() + 15}, Font::regular, small_size,
                 pen.colors.text);
    }
}

}  // namespace

Rect data_rect(const HeatMapMark& map, const PanelFrame& frame) {
    if (frame.kind == PanelKind::map) return frame.plot;
    const Point a =
        frame.to_pixels(static_cast<double>(map.columns.begin), static_cast<double>(map.rows.begin));
    const Point b = frame.to_pixels(static_cast<double>(map.columns.end), static_cast<double>(map.rows.end));
    return {a.x, a.y, b.x - a.x, b.y - a.y};
}

void draw_heat_map(const Pen& pen, const HeatMapMark& map, const PanelFrame& frame, double cell) {
    if (!map.values || map.values->empty()) return;
    const bool whole_cells = map.height == map.rows.size() && map.width == map.columns.size();  // not pooled
    const bool gaps = frame.kind != PanelKind::map && whole_cells && cell >= HatchStyle::cell_marks_from;
    pen.add(HeatMap{data_rect(map, frame), map.height, map.width, map.values, map.scale, map.hatch_above,
                    gaps ? 1.0 : 0.0, pen.colors.nan_fill, pen.colors.nan_mark});
}

namespace {

/// Lists the axes of a matrix that another program draws; its cells are the last commands, from `inside` on.
void list_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style,
               std::size_t inside) {
    PanelAxes axes{name_of(panel), frame.plot, panel.x, panel.y};
    if (has_x_below(panel))
        axes.x_ticks = {bottom_ticks(pen, panel.x, frame.plot.width)};
    else if (!style.small || style.foot_axis)
        axes.x_ticks = {column_ticks(pen, panel.x, frame.plot.width), true, !style.small};
    if (style.left_axis) axes.y_ticks = {row_ticks(pen, panel.y, frame.plot.height)};
    for (Axis* cells : {&axes.x, &axes.y}) {
        if (cells == &axes.x && has_x_below(panel)) continue;
        cells->low -= 0.5;
        cells->high -= 0.5;
    }
    axes.lines = PanelAxes::Lines::box;
    axes.downward = true;
    axes.under = axes.inside = inside;
    axes.end = pen.size();
    pen.axes->push_back(std::move(axes));
}

}  // namespace

void draw_matrix(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style) {
    if (style.small)
        draw_small_heads(pen, panel, frame);
    else
        draw_heads(pen, panel, frame, style);
    const double cell = cell_pixels(panel, frame);
    pen.add(PushClip{frame.plot});
    const std::size_t inside = pen.size();
    for (const Mark& mark : panel.marks)
        if (const auto* map = std::get_if<HeatMapMark>(&mark)) draw_heat_map(pen, *map, frame, cell);
    if (pen.axes != nullptr) list_axes(pen, panel, frame, style, inside);
    if (style.cell_texts != nullptr) draw_cell_texts(pen, *style.cell_texts);
    for (const Mark& mark : panel.marks)
        if (const auto* boundary = std::get_if<BoundaryMark>(&mark))
            draw_boundary(pen, *boundary, frame, cell);
    draw_matrix_rules(pen, panel, frame);
    draw_matrix_pointer(pen, panel, frame);
    draw_message(pen, panel, frame.plot);
    pen.add(PopClip{});
    if (pen.axes == nullptr) pen.add(StrokeRect{frame.plot.inset(-0.5), pen.colors.divider, 1, 0});
    draw_row_outline(pen, panel, frame);
    draw_matrix_axes(pen, panel, frame, style);
    if (!style.small) draw_foot_labels(pen, panel, frame);
}

}  // namespace poslab::layout_parts
