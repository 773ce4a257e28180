#include "app/handout/printed_split.hpp"

#include "core/figure/draw_move.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace poslab {

namespace {

/// A vertical range, from the top down.
struct VerticalRange {
    double top = 0, bottom = 0;
};

VerticalRange range_of(const Rect& rect) { return {rect.y, rect.bottom()}; }
VerticalRange range_of(const std::vector<Point>& points) {
    if (points.empty()) return {};
    const auto [least, most] =
        std::minmax_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; });
    return {least->y, most->y};
}

struct RangeOf {
    VerticalRange operator()(const FillRect& fill) const { return range_of(fill.rect); }
    VerticalRange operator()(const StrokeRect& stroke) const { return range_of(stroke.rect); }
    VerticalRange operator()(const Polyline& line) const { return range_of(line.points); }
    VerticalRange operator()(const FillPolygon& polygon) const { return range_of(polygon.points); }
    VerticalRange operator()(const FillCircle& circle) const {
        return {circle.center.y - circle.radius, circle.center.y + circle.radius};
    }
    VerticalRange operator()(const TextRun& run) const {
        constexpr double descent = 0.3;  // of the text size
        return {run.anchor.y - run.size, run.anchor.y + descent * run.size};
    }
    VerticalRange operator()(const HeatMap& map) const { return range_of(map.rect); }
    VerticalRange operator()(const PushClip& clip) const { return range_of(clip.rect); }
    VerticalRange operator()(const PopClip& /*clip*/) const { return {}; }
};

/// Commands that stay together: one, or a clip with all that it clips.
struct Unit {
    std::size_t begin = 0, end = 0;
    VerticalRange range;
    bool divisible = false;
};

std::vector<Unit> units_of(const std::vector<DrawCommand>& commands) {
    std::vector<Unit> units;
    int clips = 0;
    for (std::size_t n = 0; n < commands.size(); ++n) {
        const DrawCommand& command = commands[n];
        if (clips == 0)
            units.push_back(
                {n, n, std::visit(RangeOf{}, command), std::holds_alternative<FillRect>(command)});
        if (std::holds_alternative<PushClip>(command)) ++clips;
        if (std::holds_alternative<PopClip>(command) && clips > 0) --clips;
        units.back().end = n + 1;
    }
    return units;
}

/// Returns the last top of a line that is at most `height`; `height` if there is none.
double cut_at(const std::vector<double>& tops, double height) {
    double cut = 0;
    for (const double top : tops)
        if (top <= height) cut = std::max(cut, top);
    return cut > 0 ? cut : height;
}

}  // namespace

Printed take_top(Printed& printed, double height) {
    const std::vector<Unit> units = units_of(printed.commands);
    const double cut = cut_at(printed.tops, height);
    Printed top{{}, cut}, rest{{}, printed.height - cut};
    for (const double line : printed.tops)
        if (line > cut) rest.tops.push_back(line - cut);
    for (const Unit& unit : units) {
        if (unit.divisible && unit.range.top < cut && unit.range.bottom > cut) {
            auto upper = std::get<FillRect>(printed.commands[unit.begin]), lower = upper;
            upper.rect.height = cut - upper.rect.y;
            lower.rect.height -= upper.rect.height;
            lower.rect.y = 0;
            top.commands.emplace_back(upper);
            rest.commands.emplace_back(lower);
            continue;
        }
        const bool above = (unit.range.top + unit.range.bottom) / 2 < cut;
        for (std::size_t n = unit.begin; n < unit.end; ++n) {
            DrawCommand& command = printed.commands[n];
            if (!above) move_by(command, {0, -cut});
            (above ? top : rest).commands.push_back(std::move(command));
        }
    }
    printed = std::move(rest);
    return top;
}

}  // namespace poslab
