#include "core/figure/formula_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace poslab::formula_detail {

namespace {

struct Dot {
    Point at;
    double thickness = 0;
};

Point between(Point a, Point b, double t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

Point on_curve(const std::array<Point, 4>& p, double t) {
    const Point a = between(p[0], p[1], t), b = between(p[1], p[2], t), c = between(p[2], p[3], t);
    return between(between(a, b, t), between(b, c, t), t);
}

/// Strokes a line of varying thickness as quadrilaterals that overlap slightly: painters antialias every
/// edge, and seams would be visible.
void stroke(Box& box, const std::vector<Dot>& dots, Color color) {
    constexpr double overlap = 0.3;
    for (std::size_t i = 0; i + 1 < dots.size(); ++i) {
        const Point a = dots[i].at, b = dots[i + 1].at;
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        if (!(length > 0)) continue;
        const Point along{(b.x - a.x) / length, (b.y - a.y) / length};
        const double more_a = i > 0 ? overlap : 0, more_b = i + 2 < dots.size() ? overlap : 0;
        const Point from{a.x - along.x * more_a, a.y - along.y * more_a},
            to{b.x + along.x * more_b, b.y + along.y * more_b};
        const double half_a = dots[i].thickness / 2, half_b = dots[i + 1].thickness / 2;
        box.commands.emplace_back(FillPolygon{{{from.x - along.y * half_a, from.y + along.x * half_a},
                                               {to.x - along.y * half_b, to.y + along.x * half_b},
                                               {to.x + along.y * half_b, to.y - along.x * half_b},
                                               {from.x + along.y * half_a, from.y - along.x * half_a}},
                                              color});
    }
}

void straight(Box& box, Point a, Point b, double width, Color color) {
    box.commands.emplace_back(Polyline{{a, b}, color, width, {}, false});
}

std::vector<Dot> mirrored(std::vector<Dot> dots, double middle_x) {
    for (Dot& dot : dots) dot.at.x = 2 * middle_x - dot.at.x;
    return dots;
}

/// Returns the points of a curve from its first to its last.
std::vector<Point> traced(const std::array<Point, 4>& curve, int steps) {
    std::vector<Point> points;
    for (int i = 0; i <= steps; ++i) points.push_back(on_curve(curve, static_cast<double>(i) / steps));
    return points;
}

/// Draws the straight part of a brace, slightly thicker in its middle.
void draw_stem(Box& box, double x, double top, double bottom, double thin, double thick, Color color) {
    if (!(bottom > top)) return;
    const double middle = (top + bottom) / 2;
    box.commands.emplace_back(FillPolygon{{{x - thin / 2, top},
                                           {x + thin / 2, top},
                                           {x + thick / 2, middle},
                                           {x + thin / 2, bottom},
                                           {x - thin / 2, bottom},
                                           {x - thick / 2, middle}},
                                          color});
}

void draw_brace(Box& box, bool left, double top, double bottom, double width, double size, Color color) {
    const double thin = bar_thickness(size) * 1.1, thick = thin * 1.3, middle = (top + bottom) / 2;
    const double stem = width * 0.5, bend = std::min(size * 0.55, (middle - top) / 2);
    const auto place = [&](double x, double y) { return Point{left ? x : width - x, y}; };
    for (const double end : {top, bottom}) {
        const double way = end < middle ? 1 : -1;
        const std::array<Point, 4> curl{place(width, end), place(stem + width * 0.14, end),
                                        place(stem, end + way * bend * 0.32), place(stem, end + way * bend)};
        const std::array<Point, 4> point{place(stem, middle - way * bend),
                                         place(stem, middle - way * bend * 0.32),
                                         place(stem * 0.72, middle - way * bend * 0.1), place(0, middle)};
        box.commands.emplace_back(Polyline{traced(curl, 10), color, thin, {}, false});
        box.commands.emplace_back(Polyline{traced(point, 10), color, thin, {}, false});
        const double from = end + way * bend, to = middle - way * bend;
        draw_stem(box, place(stem, 0).x, std::min(from, to), std::max(from, to), thin, thick, color);
    }
}

void draw_parenthesis(Box& box, bool left, double top, double bottom, double width, double size,
                      Color color) {
    constexpr int steps = 9;
    const double thin = bar_thickness(size) * 0.8, thick = bar_thickness(size) * 1.6, height = bottom - top;
    const std::array<Point, 4> arc{{{width, top},
                                    {-width * 0.28, top + height * 0.28},
                                    {-width * 0.28, bottom - height * 0.28},
                                    {width, bottom}}};
    std::vector<Dot> dots;
    for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps, bulge = 4 * t * (1 - t);
        dots.push_back({on_curve(arc, t), thin + (thick - thin) * bulge});
    }
    stroke(box, left ? dots : mirrored(std::move(dots), width / 2), color);
}

/// Draws square brackets, and floor and ceiling brackets, which lack one end.
void draw_bracket(Box& box, bool left, bool upper, bool lower, double top, double bottom, double width,
                  double size, Color color) {
    const double line = bar_thickness(size), stem = left ? line / 2 : width - line / 2;
    const double from = left ? 0 : width, to = left ? width : 0;
    straight(box, {stem, top}, {stem, bottom}, line, color);
    if (upper) straight(box, {from, top + line / 2}, {to, top + line / 2}, line, color);
    if (lower) straight(box, {from, bottom - line / 2}, {to, bottom - line / 2}, line, color);
}

Box letter(std::string_view text, double size, Color color, const TextMetrics& metrics) {
    Box box;
    box.width = metrics.width(text, Font::math_upright, size);
    box.ascent = size * 0.68;
    box.descent = size * 0.18;
    box.commands.emplace_back(
        TextRun{std::string(text), {0, 0}, Font::math_upright, size, color, Align::left});
    return box;
}

bool is_any_of(std::string_view text, std::string_view one, std::string_view other) {
    return text == one || text == other;
}

}  // namespace

double bar_thickness(double size) { return std::max(1.0, size * 0.06); }
double axis_height(double size) { return std::floor(size * 0.253) + 0.5; }

Box delimiter_box(std::string_view text, double above, double below, double size, Color color,
                  const TextMetrics& metrics) {
    if (text.empty()) return {};
    const bool is_path =
        !is_any_of(text, "(", ")") && !is_any_of(text, "[", "]") && !is_any_of(text, "{", "}");
    const double least = size * 0.44, half = std::max({above, below, least});
    if (!is_path && half < size * 0.5) return letter(text, size, color, metrics);
    const double axis = axis_height(size), top = std::round(-axis - half), bottom = std::round(-axis + half);
    const double gap = size * 0.07;
    const bool left = text == "(" || text == "[" || text == "{" || text == "⌊" || text == "⌈";
    Box ink;
    double width = size * 0.24;
    if (is_any_of(text, "{", "}")) {
        width = size * 0.46;
        draw_brace(ink, left, top, bottom, width, size, color);
    } else if (is_any_of(text, "(", ")")) {
        width = size * std::clamp(0.2 + 0.05 * half / size, 0.26, 0.42);
        draw_parenthesis(ink, left, top, bottom, width, size, color);
    } else if (is_any_of(text, "|", "‖")) {
        const double line = bar_thickness(size), apart = text == "|" ? 0 : size * 0.18;
        width = apart + line;
        straight(ink, {line / 2, top}, {line / 2, bottom}, line, color);
        if (apart > 0) straight(ink, {apart + line / 2, top}, {apart + line / 2, bottom}, line, color);
    } else {
        const bool floor = is_any_of(text, "⌊", "⌋"), ceiling = is_any_of(text, "⌈", "⌉");
        draw_bracket(ink, left, !floor, !ceiling, top, bottom, width, size, color);
    }
    Box box;
    box.put(std::move(ink), {gap, 0});
    box.width = width + 2 * gap;
    box.ascent = -top;
    box.descent = bottom;
    return box;
}

Box root_box(Box&& inside, double size, Color color) {
    const double line = bar_thickness(size), width = size * 0.62;
    const double top = std::round(-inside.ascent - size * 0.16) - line / 2,
                 bottom = std::max(inside.descent, size * 0.08);
    Box box;
    const double height = bottom - top;
    const Point start{size * 0.06, bottom - std::min(height * 0.5, size * 0.42)},
        hook{start.x + size * 0.12, start.y - size * 0.05};
    const Point foot{size * 0.34, bottom}, bend{width, top};
    box.commands.emplace_back(Polyline{{start, hook}, color, line, {}, false});
    stroke(box, {{hook, size * 0.1}, {foot, size * 0.1}}, color);
    box.commands.emplace_back(Polyline{{foot, bend}, color, line, {}, false});
    const double end = width + inside.width + size * 0.1;
    straight(box, {width, top}, {end, top}, line, color);
    box.put(std::move(inside), {width + size * 0.05, 0});
    box.width = end + size * 0.04;
    box.ascent = -top + line / 2;
    box.descent = bottom;
    return box;
}

}  // namespace poslab::formula_detail
