// Plots whose x axis runs downwards next to the rows of a matrix: drawn as upright plots, then rotated.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace poslab::layout_parts {

namespace {

constexpr double per_label = 48;

// Rotation: (u, v) is drawn at (-v, u).
Point turned(Point p) { return {-p.y, p.x}; }
Rect turned(const Rect& r) { return {-r.bottom(), r.x, r.height, r.width}; }
Rect turned_back(const Rect& r) { return {r.y, -r.right(), r.height, r.width}; }

std::vector<Point> turned(std::vector<Point> points) {
    for (Point& point : points) point = turned(point);
    return points;
}

/// Adds a rotated command. Texts are never rotated, and plots have no cells.
void add_turned(const Pen& pen, DrawCommand command) {
    std::visit(
        [](auto& one) {
            using Kind = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Kind, FillRect> || std::is_same_v<Kind, StrokeRect> ||
                          std::is_same_v<Kind, PushClip>)
                one.rect = turned(one.rect);
            else if constexpr (std::is_same_v<Kind, Polyline> || std::is_same_v<Kind, FillPolygon>)
                one.points = turned(std::move(one.points));
            else if constexpr (std::is_same_v<Kind, FillCircle>)
                one.center = turned(one.center);
        },
        command);
    if (!std::holds_alternative<TextRun>(command) && !std::holds_alternative<HeatMap>(command))
        pen.add(std::move(command));
}

/// Returns the plot before rotation.
Centred upright(const Panel& panel, const PanelFrame& frame) {
    PanelFrame flat = frame;
    flat.plot = turned_back(frame.plot);
    flat.sideways = false;
    Centred plot = centred(panel, flat);
    for (Mark& mark : plot.panel.marks)
        if (auto* line = std::get_if<LineMark>(&mark)) line->label.clear();
    return plot;
}

void draw_marks(const Pen& pen, const Centred& plot) {
    DrawList list;
    const Pen flat{list, pen.metrics, pen.colors, pen.space};
    const auto add_all = [&] {
        for (DrawCommand& command : list.commands) add_turned(pen, std::move(command));
        list.commands.clear();
    };
    const std::size_t under = pen.size();
    draw_bands(flat, plot.panel, plot.frame);
    add_all();
    const std::size_t inside = pen.size();
    const std::vector<Tick> ticks = plot_ticks(plot.panel.y, plot.frame.plot.height, per_label);
    for (const Tick& tick : ticks) {
        const double y = std::round(plot.frame.to_pixels(plot.panel.x.low, tick.value).y) - 0.5;
        if (!tick.label.empty() && pen.axes == nullptr)
            flat.line({plot.frame.plot.x, y}, {plot.frame.plot.right(), y}, pen.colors.grid);
    }
    draw_guides(flat, plot.panel, plot.frame);
    const double base = plot.frame.plot.bottom() - 0.5;
    if (pen.axes == nullptr)
        flat.line({plot.frame.plot.x, base}, {plot.frame.plot.right(), base}, pen.colors.axis);
    draw_areas(flat, plot.panel, plot.frame);
    draw_bars(flat, plot.panel, plot.frame);
    draw_curves(flat, plot.panel, plot.frame);
    add_all();
    if (pen.axes == nullptr) return;
    PanelAxes axes{name_of(plot.panel), turned(plot.frame.plot), plot.panel.y, plot.panel.x};
    axes.x_ticks = {ticks, true, true};
    axes.lines = PanelAxes::Lines::left;
    axes.downward = axes.grid = true;
    axes.under = under;
    axes.inside = inside;
    axes.end = pen.size();
    pen.axes->push_back(std::move(axes));
}

void draw_quantity_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const double y = frame.plot.y;
    for (const Tick& tick : plot_ticks(panel.y, frame.plot.width, per_label)) {
        const double x = std::round(frame.to_pixels(panel.x.low, tick.value).x) + 0.5;
        pen.line({x, y - (tick.label.empty() ? 4 : 5)}, {x, y - 1}, pen.colors.axis);
        pen.text(tick.label, {x, y - 13}, Font::mono, tick_size, pen.colors.text2, Align::center);
    }
}

/// Draws the names of levels at the lower ends of their lines, on the side with room.
void draw_level_names(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks) {
        const auto* level = std::get_if<LevelMark>(&mark);
        if (level == nullptr || level->label.empty() || level->y < panel.y.low || level->y > panel.y.high)
            continue;
        const double x = frame.to_pixels(panel.x.low, level->y).x;
        const double width = pen.width(level->label, Font::regular, small_size);
        const double left = x + 6 + width <= frame.plot.right() ? x + 6 : x - 6 - width;
        if (left < frame.plot.x) continue;
        pen.add(FillRect{
            {left - 3, frame.plot.bottom() - 20, width + 6, 16}, pen.colors.canvas.with_alpha(0.8), 2});
        pen.text(level->label, {left, frame.plot.bottom() - 12}, Font::regular, small_size, pen.colors.text2);
    }
}

/// Returns the position next to the dot, off the pointer's line, with the fewest crossing curves; width 0:
/// none.
Rect label_place(const Centred& plot, const Rect& frame, Point dot, double width,
                 const std::vector<Rect>& taken) {
    constexpr double away = 8, rise = 15;
    Rect best{};
    int fewest = 1000;
    for (const double side : {1.0, -1.0})
        for (const double vertical : {-rise, rise}) {
            const Rect box{side > 0 ? dot.x + away : dot.x - away - width,
                           dot.y + vertical - label_height / 2, width, label_height};
            if (!is_inside(box, frame) || overlaps_any(box, taken)) continue;
            const int crossed = crossings(plot.panel, plot.frame, turned_back(box));
            if (crossed >= fewest) continue;
            fewest = crossed;
            best = box;
        }
    return best;
}

void draw_row_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame, const Centred& plot) {
    if (!panel.pointer || !std::isfinite(panel.pointer->x)) return;
    const double row = std::floor(panel.pointer->x);
    if (row < frame.x.low || row >= frame.x.high) return;
    const auto place = [&](double quantity) {
        return Point{frame.to_pixels(row, quantity).x, frame.to_pixels(row + 0.5, quantity).y};
    };
    const double y = place(panel.y.low).y;
    pen.line({frame.plot.x, y}, {frame.plot.right(), y}, pen.colors.accent);
    std::vector<Rect> taken;
    for (const PointMark& dot : panel.pointer->dots) {
        const Point at = place(dot.at.y);
        if (!(at.x >= frame.plot.x - 1 && at.x <= frame.plot.right() + 1)) continue;
        const double radius = dot.small ? small_dot_radius : dot_radius;
        pen.add(FillCircle{at, radius, dot.color});
        pen.add(FillCircle{at, radius - (dot.small ? 1.5 : 2), pen.colors.canvas});
        taken.push_back({at.x - radius, at.y - radius, 2 * radius, 2 * radius});
    }
    for (const PointMark& dot : panel.pointer->dots) {
        const Point at = place(dot.at.y);
        if (dot.label.empty() || !(at.x >= frame.plot.x - 1 && at.x <= frame.plot.right() + 1)) continue;
        const double width = pen.width(dot.label, Font::mono, small_size) + 6;
        const Rect box = label_place(plot, frame.plot, at, width, taken);
        if (box.width == 0) continue;
        taken.push_back(box);
        pen.add(FillRect{box, pen.colors.canvas.with_alpha(0.8), 2});
        pen.text(dot.label, {box.x + 3, box.y + label_height / 2},
                 dot.strong ? Font::mono_medium : Font::mono, small_size,
                 dot.strong ? pen.colors.text : pen.colors.text2);
    }
}

}  // namespace

void draw_sideways(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const Centred plot = upright(panel, frame);
    Panel heading;
    heading.title = panel.title;
    heading.quantity = panel.quantity.empty() ? panel.y.title : panel.quantity;
    draw_short_heading(pen, heading, frame.plot.x, frame.plot.right() + 12,
                       frame.plot.y - pen.space.title_rise);
    draw_marks(pen, plot);
    if (pen.axes == nullptr) draw_quantity_axis(pen, panel, frame);
    draw_level_names(pen, panel, frame);
    draw_row_pointer(pen, panel, frame, plot);
    draw_message(pen, panel, frame.plot);
}

}  // namespace poslab::layout_parts
