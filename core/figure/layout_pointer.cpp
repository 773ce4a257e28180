// The pointer's tooltip over cells, and its line with dots in plots.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double tip_padding = 10, tip_height = 28, tip_offset = 12, tip_radius = 5, tip_space = 7;
constexpr double label_offset = 10;

/// Returns the pointer's cell, or its ring if there are no cells.
Rect pointed_rect(const PanelFrame& frame, double x, double y) {
    constexpr double ring = 6;
    if (frame.kind == PanelKind::map) {
        const Point at = frame.to_pixels(x, y);
        return {at.x - ring, at.y - ring, 2 * ring, 2 * ring};
    }
    const Point a = frame.to_pixels(std::floor(x), std::floor(y));
    const Point b = frame.to_pixels(std::floor(x) + 1, std::floor(y) + 1);
    return {a.x, a.y, b.x - a.x, b.y - a.y};
}

}  // namespace

int crossings(const Panel& panel, const PanelFrame& frame, const Rect& box) {
    int count = 0;
    for (const Mark& mark : panel.marks) {
        const auto* line = std::get_if<LineMark>(&mark);
        if (line == nullptr || !line->x || !line->y) continue;
        const std::size_t size = std::min(line->x->size(), line->y->size());
        for (std::size_t i = 1; i < size; ++i) {
            const Point a = frame.to_pixels((*line->x)[i - 1], (*line->y)[i - 1]);
            const Point b = frame.to_pixels((*line->x)[i], (*line->y)[i]);
            if (std::max(a.x, b.x) < box.x || std::min(a.x, b.x) > box.right() || a.x == b.x) continue;
            const auto at = [&](double x) {
                return a.y + std::clamp((x - a.x) / (b.x - a.x), 0.0, 1.0) * (b.y - a.y);
            };
            const double from = at(box.x), to = at(box.right());
            if (std::max(from, to) < box.y || std::min(from, to) > box.bottom()) continue;
            ++count;
            break;
        }
    }
    return count;
}

namespace {

/// Other labelled dots nearby.
struct Neighbours {
    bool above = false, below = false;
};

/// Returns a position next to the dot, clear of texts and, if possible, of curves; empty if there is none.
/// Labels of nearby dots keep the order of the dots: below a dot that has another above it, and vice versa.
Rect label_place(const Panel& panel, const PanelFrame& frame, Point dot, double width,
                 const std::vector<Rect>& taken, const Neighbours& near) {
    constexpr std::array<Point, 4> sides{{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
    Rect best{};
    int fewest = 1000;
    for (const Point side : sides) {
        if ((near.above && side.y < 0) || (near.below && side.y > 0)) continue;
        const double x = side.x > 0 ? dot.x + label_offset : dot.x - label_offset - width;
        const Rect box{x, dot.y + side.y * 14 - label_height / 2, width, label_height};
        if (!is_inside(box, frame.plot) || overlaps_any(box, taken)) continue;
        const int crossed = crossings(panel, frame, box);
        if (crossed >= fewest) continue;
        fewest = crossed;
        best = box;
    }
    return best;
}

/// Dots with visible labels, in pixels.
struct LabelledDot {
    const PointMark* mark;
    Point at;
};

std::vector<LabelledDot> labelled_dots(const Panel& panel, const PanelFrame& frame) {
    std::vector<LabelledDot> dots;
    for (const PointMark& mark : panel.pointer->dots) {
        const Point at = frame.to_pixels(mark.at.x, mark.at.y);
        if (!mark.label.empty() && at.y >= frame.plot.y - 1 && at.y <= frame.plot.bottom() + 1)
            dots.push_back({&mark, at});
    }
    return dots;
}

Neighbours neighbours_of(const LabelledDot& dot, const std::vector<LabelledDot>& dots) {
    constexpr double near = 2 * label_height + 8;
    Neighbours found;
    for (const LabelledDot& other : dots) {
        found.above = found.above || (other.at.y < dot.at.y && dot.at.y - other.at.y < near);
        found.below = found.below || (other.at.y > dot.at.y && other.at.y - dot.at.y < near);
    }
    return found.above && found.below ? Neighbours{} : found;
}

/// Draws the labels; several labels have their dot's colour before them.
void draw_dot_labels(const Pen& pen, const Panel& panel, const PanelFrame& frame, std::vector<Rect> taken) {
    constexpr double swatch_room = 11, swatch_radius = 3;
    const std::vector<LabelledDot> dots = labelled_dots(panel, frame);
    const double room = dots.size() > 1 ? swatch_room : 0;
    for (const LabelledDot& dot : dots) {
        const PointMark& mark = *dot.mark;
        const double width = pen.width(mark.label, Font::mono, small_size) + 6 + room;
        const Rect box = label_place(panel, frame, dot.at, width, taken, neighbours_of(dot, dots));
        if (box.width == 0) continue;
        taken.push_back(box);
        const double middle = box.y + label_height / 2;
        pen.add(FillRect{box, pen.colors.canvas.with_alpha(0.8), 2});
        if (room > 0) pen.add(FillCircle{{box.x + 3 + swatch_radius, middle}, swatch_radius, mark.color});
        pen.text(mark.label, {box.x + 3 + room, middle}, mark.strong ? Font::mono_medium : Font::mono,
                 small_size, mark.strong ? pen.colors.text : pen.colors.text2);
    }
}

}  // namespace

bool overlaps_any(const Rect& rect, const std::vector<Rect>& others) {
    return std::any_of(others.begin(), others.end(), [&](const Rect& other) {
        return rect.x < other.right() && other.x < rect.right() && rect.y < other.bottom() &&
               other.y < rect.bottom();
    });
}

Rect tip_rect(double width, const Rect& cell, const Rect& bounds) {
    const double right = cell.right() + tip_offset;
    const double left = cell.x - tip_offset - width;
    double x = right + width <= bounds.right() || left < bounds.x ? right : left;
    double y = cell.y - tip_offset - tip_height;
    if (y < bounds.y) y = cell.bottom() + tip_offset;
    x = std::max(bounds.x, std::min(x, bounds.right() - width));
    y = std::max(bounds.y, std::min(y, bounds.bottom() - tip_height));
    return {std::round(x), std::round(y), width, tip_height};
}

void draw_tip(const Pen& pen, const Panel& panel, const PanelFrame& frame, const Rect& bounds) {
    if (!panel.pointer || !panel.pointer->y || !std::isfinite(panel.pointer->x) ||
        panel.pointer->tip_value.empty())
        return;
    const PointerMark& pointer = *panel.pointer;
    if (frame.kind == PanelKind::map && !frame.plot.contains(frame.to_pixels(pointer.x, *pointer.y))) return;
    const double value =
        std::ceil(pen.width(pointer.tip_value, Font::mono_medium, small_size) + 2 * tip_padding);
    const double label =
        pointer.tip_label.empty() ? 0 : pen.width(pointer.tip_label, Font::mono, small_size) + tip_space;
    // A narrow panel has room for the value only; if not even that fits its sides, it may cover its
    // neighbours.
    const bool labelled = label > 0 && frame.plot.width > 2 * (value + label);
    const double width = labelled ? std::ceil(value + label) : value;
    const Rect box = tip_rect(width, pointed_rect(frame, pointer.x, *pointer.y),
                              frame.plot.width > 1.2 * width ? frame.plot : bounds);
    pen.add(FillRect{box, pen.colors.tooltip, tip_radius});
    pen.add(StrokeRect{box.inset(0.5), pen.colors.tooltip_label.with_alpha(0.25), 1, tip_radius});
    const double y = box.y + tip_height / 2;
    if (labelled)
        pen.text(pointer.tip_label, {box.x + tip_padding, y}, Font::mono, small_size,
                 pen.colors.tooltip_label);
    pen.text(pointer.tip_value, {box.right() - tip_padding, y}, Font::mono_medium, small_size,
             pen.colors.tooltip_text, Align::right);
}

void draw_plot_pointer(const Pen& pen, const Panel& panel, const PanelFrame& frame, std::vector<Rect> taken) {
    if (!panel.pointer) return;
    const double x = frame.to_pixels(panel.pointer->x, panel.y.low).x;
    if (!std::isfinite(x) || x < frame.plot.x - 0.5 || x > frame.plot.right() + 0.5) return;
    pen.line({x, frame.plot.y}, {x, frame.plot.bottom()}, pen.colors.accent);
    for (const PointMark& dot : panel.pointer->dots) {
        const Point at = frame.to_pixels(dot.at.x, dot.at.y);
        if (!(at.y >= frame.plot.y - 1 && at.y <= frame.plot.bottom() + 1)) continue;
        const double radius = dot.small ? small_dot_radius : dot_radius;
        pen.add(FillCircle{at, radius, dot.color});
        pen.add(FillCircle{at, radius - (dot.small ? 1.5 : 2), pen.colors.canvas});
        taken.push_back({at.x - radius, at.y - radius, 2 * radius, 2 * radius});
    }
    draw_dot_labels(pen, panel, frame, std::move(taken));
}

}  // namespace poslab::layout_parts
