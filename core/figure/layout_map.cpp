// A quantity over a plane: its values, marks and pointer.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr Color white = rgb(0xFFFFFF);
// px on each side of a line; how far lines extend beyond the edge of their map.
constexpr double halo = 1, edge = 4;

/// Returns the pixel centre, so that a line of 1 px fills the pixel.
double crisp(double pixel) { return std::floor(pixel) + 0.5; }

/// Line widths: wider than in plots, where only canvas is behind.
struct Stroke {
    double width;
    std::vector<double> dashes;
};

Stroke stroke_of(const LineMark& line) {
    switch (line.emphasis) {
        case Emphasis::chosen:
            return {3, line.dashes};
        case Emphasis::pinned:
            return {2.25, line.dashes.empty() ? std::vector<double>{7, 4} : line.dashes};
        case Emphasis::other:
            break;
    }
    return {2, line.dashes};
}

/// Returns the pieces of a polyline inside `rect`, with points at least half a pixel apart.
std::vector<std::vector<Point>> pieces_inside(const LineMark& line, const PanelFrame& frame,
                                              const Rect& rect) {
    constexpr double apart = 0.5;
    std::vector<std::vector<Point>> runs;
    std::optional<Point> last;
    for (std::size_t i = 0; i < line.x->size() && i < line.y->size(); ++i) {
        const Point point = frame.to_pixels((*line.x)[i], (*line.y)[i]);
        const bool finite = std::isfinite(point.x) && std::isfinite(point.y);
        const bool ends = i + 1 == std::min(line.x->size(), line.y->size());
        if (finite && last && !ends && std::hypot(point.x - last->x, point.y - last->y) < apart) continue;
        if (const auto inside = finite && last ? cut(*last, point, rect) : std::nullopt) {
            if (runs.empty() || !(runs.back().back() == inside->first)) runs.push_back({inside->first});
            runs.back().push_back(inside->second);
        }
        last = finite ? std::optional(point) : std::nullopt;
    }
    return runs;
}

/// Draws a line with a halo that contrasts with its colour, for cells of any colour.
void draw_line(const Pen& pen, const MapLine& line) {
    const Stroke stroke = stroke_of(*line.mark);
    const Color under = readable_on(line.mark->color);
    for (const auto& run : line.runs) pen.add(Polyline{run, under, stroke.width + 2 * halo, {}, false});
    for (const auto& run : line.runs)
        pen.add(Polyline{run, line.mark->color, stroke.width, stroke.dashes, false});
}

void draw_map_dots(const Pen& pen, const LineMark& line, const PanelFrame& frame) {
    constexpr double radius = 2.75;
    const auto dot = [&](std::size_t i) {
        if (i >= line.x->size() || i >= line.y->size()) return;
        const Point at = frame.to_pixels((*line.x)[i], (*line.y)[i]);
        if (!frame.plot.inset(-radius).contains(at)) return;
        pen.add(FillCircle{at, radius + halo, readable_on(line.color)});
        pen.add(FillCircle{at, radius, line.color});
    };
    if (line.dot_every > 0)
        for (std::size_t i = 0; i < line.x->size(); i += line.dot_every) dot(i);
    for (const std::size_t i : line.dots) dot(i);
}

void draw_lines(const Pen& pen, const std::vector<MapLine>& lines, const PanelFrame& frame) {
    for (const Emphasis emphasis : {Emphasis::other, Emphasis::pinned, Emphasis::chosen})
        for (const MapLine& line : lines)
            if (line.mark->emphasis == emphasis) {
                draw_line(pen, line);
                draw_map_dots(pen, *line.mark, frame);
            }
}

void draw_straight(const Pen& pen, Point from, Point to) {
    pen.line(from, to, white.with_alpha(0.7), 3);
    pen.line(from, to, near_black, 1, {4, 3});
}

void draw_rules_and_levels(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const Rect& plot = frame.plot;
    for (const Mark& mark : panel.marks) {
        if (const auto* rule = std::get_if<RuleMark>(&mark);
            rule && rule->x >= panel.x.low && rule->x <= panel.x.high) {
            const double x = crisp(frame.to_pixels(rule->x, panel.y.low).x);
            draw_straight(pen, {x, plot.y}, {x, plot.bottom()});
        }
        if (const auto* level = std::get_if<LevelMark>(&mark);
            level && level->y >= panel.y.low && level->y <= panel.y.high) {
            const double y = crisp(frame.to_pixels(panel.x.low, level->y).y);
            draw_straight(pen, {plot.x, y}, {plot.right(), y});
        }
    }
}

/// Draws an open circle.
void draw_circle(const Pen& pen, Point at, double radius, Color color, double width) {
    pen.add(StrokeRect{{at.x - radius, at.y - radius, 2 * radius, 2 * radius}, color, width, radius});
}

void draw_point(const Pen& pen, const PointMark& point, const PanelFrame& frame) {
    const Point at = frame.to_pixels(point.at.x, point.at.y);
    const double radius = point.small ? 3.5 : 4.5;
    if (!std::isfinite(at.x) || !std::isfinite(at.y) || !frame.plot.inset(-radius).contains(at)) return;
    if (point.ring) {
        draw_circle(pen, at, radius + 0.5, readable_on(point.color), 4);
        return draw_circle(pen, at, radius + 0.5, point.color, 2);
    }
    pen.add(FillCircle{at, radius + 1.5, white});
    pen.add(FillCircle{at, radius, point.color});
}

void draw_map_points(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks)
        if (const auto* point = std::get_if<PointMark>(&mark)) draw_point(pen, *point, frame);
    if (!panel.pointer) return;
    for (const PointMark& dot : panel.pointer->dots) draw_point(pen, dot, frame);
}

/// Draws lines through the pointer and a ring at their intersection; without y, the vertical line only.
void draw_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    if (!panel.pointer) return;
    const PointerMark& pointer = *panel.pointer;
    const Point at = frame.to_pixels(pointer.x, pointer.y.value_or(panel.y.low));
    const bool across = std::isfinite(at.x), along = pointer.y && std::isfinite(at.y);
    const double x = crisp(at.x), y = crisp(at.y);
    if (across) draw_pointer_line(pen, {x, frame.plot.y}, {x, frame.plot.bottom()});
    if (along) draw_pointer_line(pen, {frame.plot.x, y}, {frame.plot.right(), y});
    if (across && along) draw_pointer_ring(pen, at);
}

/// Draws the name of the y axis above the numbers at the left, shifted right if needed.
void draw_y_name(const Pen& pen, const Panel& panel, const Rect& plot) {
    constexpr double rise = 16, min_left = 4;
    const double width = pen.width(panel.y.title, Font::regular, small_size);
    const double left = std::max(min_left, plot.x - 8 - width);
    pen.fitting_text(panel.y.title, {left, plot.y - rise}, Font::regular, small_size, plot.right() - left,
                     pen.colors.text2);
}

void draw_map_heads(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style) {
    constexpr double beyond = 8, small_rise = 11;
    const Rect& plot = frame.plot;
    if (style.small)
        pen.fitting_text(panel.title, {plot.x, plot.y - small_rise}, Font::medium, small_size, plot.width,
                         pen.colors.text);
    else
        draw_short_heading(pen, panel, plot.x, std::max(plot.right() + beyond, style.title_right),
                           plot.y - pen.space.title_rise);
    if (style.small ? frame.index == 0 : style.left_axis) draw_y_name(pen, panel, plot);
}

/// Draws a message in the middle, on a plate if marks are behind it.
void draw_map_message(const Pen& pen, const Panel& panel, const Rect& plot) {
    if (panel.message.empty()) return;
    const double width = pen.width(panel.message, Font::regular, body_size) + 16;
    pen.add(FillRect{
        {plot.x + (plot.width - width) / 2, plot.y + plot.height / 2 - 12, width, 24}, pen.colors.canvas, 3});
    draw_message(pen, panel, plot);
}

}  // namespace

std::optional<std::pair<Point, Point>> cut(Point from, Point to, const Rect& rect) {
    // Liang–Barsky: the fraction of the segment that lies behind each edge.
    double enter = 0, leave = 1;
    const auto passes = [&](double way, double room) {
        if (way == 0) return room >= 0;
        const double at = room / way;
        if (way < 0)
            enter = std::max(enter, at);
        else
            leave = std::min(leave, at);
        return enter <= leave;
    };
    const double dx = to.x - from.x, dy = to.y - from.y;
    if (!passes(-dx, from.x - rect.x) || !passes(dx, rect.right() - from.x) ||
        !passes(-dy, from.y - rect.y) || !passes(dy, rect.bottom() - from.y))
        return std::nullopt;
    const auto at = [&](double share) { return Point{from.x + share * dx, from.y + share * dy}; };
    return std::pair(enter > 0 ? at(enter) : from, leave < 1 ? at(leave) : to);
}

std::vector<MapLine> map_lines(const Panel& panel, const PanelFrame& frame) {
    std::vector<MapLine> lines;
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark); line && line->x && line->y)
            lines.push_back({line, pieces_inside(*line, frame, frame.plot.inset(-edge))});
    return lines;
}

void draw_map(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style) {
    draw_map_heads(pen, panel, frame, style);
    const std::vector<MapLine> lines = map_lines(panel, frame);
    pen.add(PushClip{frame.plot});
    const std::size_t inside = pen.size();
    for (const Mark& mark : panel.marks)
        if (const auto* map = std::get_if<HeatMapMark>(&mark)) draw_heat_map(pen, *map, frame, 0);
    if (pen.axes != nullptr) {  // draw_map_axes adds the ticks
        PanelAxes axes{name_of(panel), frame.plot, panel.x, panel.y};
        axes.lines = PanelAxes::Lines::box;
        axes.under = axes.inside = inside;
        axes.end = pen.size();
        pen.axes->push_back(std::move(axes));
    }
    if (style.cell_texts != nullptr) draw_cell_texts(pen, *style.cell_texts);
    draw_rules_and_levels(pen, panel, frame);
    draw_lines(pen, lines, frame);
    draw_map_points(pen, panel, frame);
    draw_map_texts(pen, panel, frame, lines);
    draw_pointer(pen, panel, frame);
    draw_map_message(pen, panel, frame.plot);
    pen.add(PopClip{});
    if (pen.axes == nullptr) pen.add(StrokeRect{frame.plot.inset(-0.5), pen.colors.divider, 1, 0});
    draw_map_axes(pen, panel, frame, style);
}

}  // namespace poslab::layout_parts
