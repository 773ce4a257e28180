// Marks of lessons: their positions in a figure, and drawing them over the layout.

#include "core/lessons/lesson_state.hpp"

#include "core/lessons/figure_curves.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace poslab {

namespace {

const Panel& panel_of(const Figure& figure, std::size_t index) {
    if (const Panel* panel = panel_at(figure, index)) return *panel;
    throw LessonError(no_panel("look", figure, index));
}

/// True if a rectangle overlaps the axes' ranges.
bool is_seen(const Panel& panel, const MarkTarget& target) {
    const auto meets = [](const Axis& axis, double low, double high) {
        const double overlap = std::min(std::max(low, high), std::max(axis.low, axis.high)) -
                               std::max(std::min(low, high), std::min(axis.low, axis.high));
        return low == high ? overlap >= 0 : overlap > 0;  // a cell next to the axis is not on it
    };
    return meets(panel.x, target.x0, target.x1) && meets(panel.y, target.y0, target.y1);
}

/// Returns a point at two thirds of the visible part of a curve: away from its label and from the common
/// start of curves.
Point on_curve(const Panel& panel, const LineMark& curve) {
    std::vector<Point> seen;
    const std::size_t count =
        curve.x == nullptr || curve.y == nullptr ? 0 : std::min(curve.x->size(), curve.y->size());
    for (std::size_t n = 0; n < count; ++n) {
        const Point at{(*curve.x)[n], (*curve.y)[n]};
        MarkTarget target;
        target.x0 = target.x1 = at.x;
        target.y0 = target.y1 = at.y;
        if (std::isfinite(at.x) && std::isfinite(at.y) && is_seen(panel, target)) seen.push_back(at);
    }
    if (seen.empty()) throw LessonError("look: that curve is not visible"_tr);
    return seen[2 * seen.size() / 3];
}

/// Returns 0, which no curve has, for numbers that are not whole.
std::size_t counted(double number) {
    return number >= 1 && number <= 1e6 && number == std::rint(number) ? static_cast<std::size_t>(number) : 0;
}

/// Points are in the middle of cells on an axis of cells.
double middle_of(const Axis& axis) { return axis.cells ? 0.5 : 0; }

void place_in(const Figure& figure, const std::vector<double>& numbers, MarkTarget& target) {
    using Kind = LessonMark::Kind;
    const Panel& panel = panel_of(figure, target.panel);
    const bool cells = panel.kind() == PanelKind::matrix;
    switch (target.kind) {
        case Kind::cell:
            if (!cells) throw LessonError("look: only a matrix has cells"_tr);
            target.x0 = numbers[1];
            target.x1 = numbers[1] + 1;
            target.y0 = numbers[0];
            target.y1 = numbers[0] + 1;
            break;
        case Kind::point:
            target.x0 = target.x1 = numbers[0] + middle_of(panel.x);
            target.y0 = target.y1 = numbers[1] + (cells ? 0 : middle_of(panel.y));
            break;
        case Kind::region:
            target.x0 = numbers[0];
            target.x1 = numbers[1];
            target.y0 = numbers.size() == 4 ? numbers[2] : panel.y.low;
            target.y1 = numbers.size() == 4 ? numbers[3] : panel.y.high;
            if (numbers[1] <= numbers[0] || (numbers.size() == 4 && numbers[3] <= numbers[2]))
                throw EmptyMark("look: the region has no extent"_tr);
            break;
        case Kind::curve: {
            const Point at = on_curve(panel, curve_of(figure, {counted(numbers[0]), target.panel}, "look"));
            target.x0 = target.x1 = at.x + middle_of(panel.x);
            target.y0 = target.y1 = at.y;
            break;
        }
        case Kind::axis_x:
        case Kind::axis_y:
        case Kind::panel:
            target.x0 = panel.x.low;
            target.x1 = panel.x.high;
            target.y0 = panel.y.low;
            target.y1 = panel.y.high;
            break;
    }
}

constexpr double line_width = 2, ring_radius = 9, chip_radius = 8, chip_text = 11, axis_depth = 22;

/// Returns the room between a panel's data area and the texts above it, such as its title, at most `wanted`.
double room_above(const Rect& plot, double left, const DrawList& draw, double wanted) {
    constexpr double descent = 0.24;  // of the text size
    double room = wanted;
    for (const DrawCommand& command : draw.commands) {
        const auto* run = std::get_if<TextRun>(&command);
        if (run == nullptr || run->anchor.y > plot.y || run->anchor.y < plot.y - 2 * axis_depth) continue;
        // a title that begins in the gutter is over the axis
        if (run->align != Align::left || run->anchor.x > plot.x - 1 || run->anchor.x < left - 2 * axis_depth)
            continue;
        room = std::min(room, plot.y - run->anchor.y - descent * run->size - line_width);
    }
    return std::max(0.0, room);
}

/// Returns the rectangle in pixels; a point has no extent.
Rect rect_of(const MarkTarget& target, const PanelFrame& frame, bool x_below, const DrawList& draw) {
    using Kind = LessonMark::Kind;
    const bool axes = frame.kind != PanelKind::dials && frame.kind != PanelKind::table;
    if (target.kind == Kind::panel || !axes) return frame.plot;
    const double above =
        frame.kind == PanelKind::matrix && !x_below ? frame.plot.y - axis_depth : frame.plot.bottom();
    constexpr double over = 6;  // so that the numbers at both ends are inside
    if (target.kind == Kind::axis_x)
        return {frame.plot.x - over, above, frame.plot.width + 2 * over, axis_depth};
    if (target.kind == Kind::axis_y) {
        const double left = std::max(line_width, frame.plot.x - 2 * axis_depth);  // inside the page
        const double above_it = room_above(frame.plot, left, draw, over);
        return {left, frame.plot.y - above_it, frame.plot.x - left, frame.plot.height + above_it + over};
    }
    const Point a = frame.to_pixels(target.x0, target.y0), b = frame.to_pixels(target.x1, target.y1);
    const double left = std::max(std::min(a.x, b.x), frame.plot.x),
                 right = std::min(std::max(a.x, b.x), frame.plot.right());
    const double top = std::max(std::min(a.y, b.y), frame.plot.y),
                 bottom = std::min(std::max(a.y, b.y), frame.plot.bottom());
    return {left, top, right - left, bottom - top};
}

void draw_chip(Point at, std::size_t number, Color accent, Color on_accent, std::vector<DrawCommand>& out) {
    out.push_back(FillCircle{at, chip_radius + 1, on_accent});
    out.push_back(FillCircle{at, chip_radius, accent});
    out.push_back(TextRun{fmt::format("{}", number),
                          {at.x, at.y + 0.363 * chip_text},
                          Font::semibold,
                          chip_text,
                          on_accent,
                          Align::center});
}

}  // namespace

MarkTarget place_of(const LessonMark& mark, const LessonNumbers& numbers, const Figure& figure) {
    const Panel& panel = panel_of(figure, mark.panel);
    std::vector<double> values;
    for (const std::string& number : mark.numbers) values.push_back(lesson_number(number, numbers));
    MarkTarget target;
    target.kind = mark.kind;
    target.panel = mark.panel;
    place_in(figure, values, target);
    if (!is_seen(panel, target)) throw LessonError("look: outside its panel"_tr);
    return target;
}

std::vector<DrawCommand> drawn_places(const std::vector<MarkTarget>& places, const Figure& figure,
                                      const Layout& layout, Color accent, Color on_accent) {
    std::vector<DrawCommand> out, chips;  // chips are drawn last, so that no other mark covers a number
    for (std::size_t n = 0; n < places.size(); ++n) {
        const PanelFrame* frame = frame_of(places[n].panel, figure, layout);
        if (frame == nullptr || places[n].nothing) continue;
        const auto* matrix = panel_of(figure, places[n].panel).as<MatrixPanel>();
        const Rect rect = rect_of(places[n], *frame, matrix != nullptr && matrix->x_below, layout.draw);
        if (rect.width < 0 || rect.height < 0) continue;
        const Point middle{rect.x + rect.width / 2, rect.y + rect.height / 2};
        const bool is_point = rect.width < 2 * ring_radius && rect.height < 2 * ring_radius;
        const Rect shown =
            is_point ? Rect{middle.x - ring_radius, middle.y - ring_radius, 2 * ring_radius, 2 * ring_radius}
                     : rect;
        const double radius = is_point ? ring_radius : 3;
        const double width = places[n].strong ? 2 * line_width : line_width;
        out.push_back(StrokeRect{shown, on_accent, width + 2, radius});
        out.push_back(StrokeRect{shown, accent, width, radius});
        const std::size_t number = places[n].number == 0 ? n + 1 : places[n].number;
        // Its corner is on the panel's title.
        const bool below_title = places[n].kind == LessonMark::Kind::axis_y;
        if (places.size() > 1 || places[n].number > 0)
            draw_chip({shown.right(), below_title ? middle.y : shown.y}, number, accent, on_accent, chips);
    }
    std::move(chips.begin(), chips.end(), std::back_inserter(out));
    return out;
}

}  // namespace poslab
