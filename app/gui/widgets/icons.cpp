#include "app/gui/widgets/icons.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace poslab {
namespace {

/// Draws in the coordinates of an icon's grid.
struct Pen {
    Ui& ui;
    Point origin;
    Color color;
    double width = 1.5;
    double unit = 1;  // CSS pixels per grid step

    [[nodiscard]] Point at(double x, double y) const { return {origin.x + x * unit, origin.y + y * unit}; }

    void path(std::initializer_list<Point> points, bool closed = false) const {
        Polyline line{{}, color, width, {}, closed};
        for (const Point p : points) line.points.push_back(at(p.x, p.y));
        if (!closed) {  // round ends
            ui.circle(line.points.front(), width / 2, color);
            ui.circle(line.points.back(), width / 2, color);
        }
        ui.draw(line);
    }

    void circle(double x, double y, double radius) const { ui.ring(at(x, y), radius * unit, color, width); }

    /// An arc from angle a to b in degrees, clockwise on the screen.
    void arc(double x, double y, double radius, double a, double b) const {
        constexpr int steps = 20;
        Polyline line{{}, color, width, {}, false};
        for (int i = 0; i <= steps; ++i) {
            const double angle = (a + (b - a) * i / steps) * std::numbers::pi / 180;
            line.points.push_back(at(x + radius * std::cos(angle), y + radius * std::sin(angle)));
        }
        ui.draw(line);
    }

    void dot(double x, double y, double radius) const { ui.circle(at(x, y), radius * unit, color); }
    void box(double x, double y, double w, double h, double alpha) const {
        ui.fill({origin.x + x, origin.y + y, w, h}, color.with_alpha(alpha));
    }
};

void pan_icon(const Pen& pen) {
    pen.path({{2, 8}, {14, 8}});
    pen.path({{8, 2}, {8, 14}});
    constexpr double head = 1.8;
    pen.path({{2 + head, 8 - head}, {2, 8}, {2 + head, 8 + head}});
    pen.path({{14 - head, 8 - head}, {14, 8}, {14 - head, 8 + head}});
    pen.path({{8 - head, 2 + head}, {8, 2}, {8 + head, 2 + head}});
    pen.path({{8 - head, 14 - head}, {8, 14}, {8 + head, 14 - head}});
}

void zoom_icon(const Pen& pen) {
    pen.circle(7, 7, 4.6);
    pen.path({{10.4, 10.4}, {14, 14}});
    pen.path({{5, 7}, {9, 7}});
    pen.path({{7, 5}, {7, 9}});
}

void theme_icon(const Pen& pen) {
    pen.circle(8, 8, 5.6);
    FillPolygon half{{}, pen.color};
    for (int i = 0; i <= 16; ++i) {
        const double angle = (-90 + 180.0 * i / 16) * std::numbers::pi / 180;
        half.points.push_back(pen.at(8 + 5.6 * std::cos(angle), 8 + 5.6 * std::sin(angle)));
    }
    pen.ui.draw(half);
}

/// A circular arrow from angle a to b, with its head at b.
void turn_icon(const Pen& pen, double a, double b, std::initializer_list<Point> head) {
    pen.arc(8, 8, 4.8, a, b);
    pen.path(head);
}

void bounce_icon(const Pen& pen) {
    pen.path({{2, 5.4}, {14, 5.4}});
    pen.path({{11.4, 2.8}, {14, 5.4}, {11.4, 8}});
    pen.path({{14, 10.8}, {2, 10.8}});
    pen.path({{4.6, 8.2}, {2, 10.8}, {4.6, 13.4}});
}

void copy_icon(const Pen& pen) {
    pen.path({{5.5, 5.5}, {13.5, 5.5}, {13.5, 13.5}, {5.5, 13.5}}, true);
    pen.path({{2.5, 10.5}, {2.5, 2.5}, {10.5, 2.5}});
}

void warning_icon(const Pen& pen) {
    pen.path({{8, 2.4}, {14, 13.4}, {2, 13.4}}, true);
    pen.path({{8, 6.6}, {8, 9.4}});
    pen.dot(8, 11.4, 0.9);
}

void eye_icon(const Pen& pen) {
    pen.path({{1.8, 8}, {4.2, 5.2}, {8, 3.9}, {11.8, 5.2}, {14.2, 8}, {11.8, 10.8}, {8, 12.1}, {4.2, 10.8}},
             true);
    pen.circle(8, 8, 1.9);
}

/// A padlock; the right side of an open shackle is raised.
void lock_icon(const Pen& pen, bool open) {
    pen.path({{3.4, 7.4}, {12.6, 7.4}, {12.6, 13.6}, {3.4, 13.6}}, true);
    pen.path(
        {{5.4, 7.4}, {5.4, 4.6}, {6.4, 2.9}, {8, 2.3}, {9.6, 2.9}, {10.6, 4.6}, {10.6, open ? 5.0 : 7.4}});
}

/// Two links of a chain, moved `apart` if unlinked.
void chain_icon(const Pen& pen, double apart) {
    pen.path(
        {{7.2, 5 - apart}, {9.4, 2.8 - apart}, {11.6, 2.6 - apart}, {13.4, 4.4}, {13.2, 6.6}, {11, 8.8}});
    pen.path({{5, 7.2}, {2.8, 9.4}, {2.6, 11.6}, {4.4, 13.4}, {6.6, 13.2}, {8.8, 11 + apart}});
    if (apart == 0) pen.path({{5.8, 10.2}, {10.2, 5.8}});
}

void book_icon(const Pen& pen) {
    pen.path({{8, 4.4},
              {6, 3.2},
              {2.2, 3},
              {2.2, 12.4},
              {6, 12.6},
              {8, 13.8},
              {10, 12.6},
              {13.8, 12.4},
              {13.8, 3},
              {10, 3.2},
              {8, 4.4}});
    pen.path({{8, 4.4}, {8, 13.4}});
}

void sliders_icon(const Pen& pen) {
    for (const double y : {4.0, 8.0, 12.0}) pen.path({{2, y}, {14, y}});
    pen.dot(10.5, 4, 2);
    pen.dot(5, 8, 2);
    pen.dot(9, 12, 2);
}

void matrix_glyph(const Pen& pen) {
    constexpr double pitch = 4, cell = 3.2;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column <= row; ++column)
            pen.box(2 + pitch * column, 2 + pitch * row, cell, cell, row - column >= 2 ? 0.45 : 1);
}

void frequencies_glyph(const Pen& pen) {
    for (int wave = 0; wave < 3; ++wave) {
        Polyline line{{}, pen.color, 1.4, {}, false};
        const double cycles = wave == 0 ? 3 : wave == 1 ? 1.5 : 0.75;
        for (int i = 0; i <= 32; ++i)
            line.points.push_back(
                pen.at(2 + i / 2.0, 5 + 5 * wave - 2.2 * std::sin(2 * std::numbers::pi * cycles * i / 32)));
        pen.ui.draw(line);
    }
}

void generic_glyph(const Pen& pen) {
    pen.path({{3, 3}, {3, 17}, {17, 17}});
    pen.path({{5.5, 4.5}, {7, 9}, {10, 12.2}, {16.5, 13.8}});
}

void attention_glyph(const Pen& pen) {
    pen.path({{3, 3}, {3, 17}, {17, 17}}, true);
    pen.box(6, 11, 3, 3, 1);
}

/// A slowly decaying curve above a fast one.
void decay_glyph(const Pen& pen) {
    Pen quiet = pen;
    quiet.color = pen.color.with_alpha(0.5);
    quiet.path({{2.5, 4.5}, {5.5, 6}, {7.5, 10}, {9.5, 14.5}, {12.5, 16.5}, {17.5, 16.8}});
    pen.path({{2.5, 4.5}, {6.5, 5.2}, {10, 7.4}, {13.5, 10.2}, {17.5, 12}});
}

/// Rows of a table with a tick: reported results that were verified.
void evidence_glyph(const Pen& pen) {
    Pen quiet = pen;
    quiet.color = pen.color.with_alpha(0.5);
    quiet.path({{2.5, 4.5}, {9.5, 4.5}});
    quiet.path({{2.5, 10}, {8, 10}});
    quiet.path({{2.5, 15.5}, {6.5, 15.5}});
    pen.path({{9.5, 12.5}, {12.5, 15.5}, {17.5, 6.5}});
}

/// A curve that departs from its definition.
void conformance_glyph(const Pen& pen) {
    Pen quiet = pen;
    quiet.color = pen.color.with_alpha(0.5);
    quiet.path({{2.5, 15.5}, {6.5, 13.5}, {10, 10.5}, {13.5, 7}, {17.5, 3}});
    pen.path({{2.5, 15.5}, {6.5, 13.5}, {10, 10.5}, {12, 12.5}, {14, 9.5}, {15.7, 13}, {17.5, 10.5}});
}

/// One bar per coefficient.
void state_glyph(const Pen& pen) {
    constexpr std::array<double, 5> heights{4, 6.5, 9, 11.5, 14};
    for (std::size_t n = 0; n < heights.size(); ++n)
        pen.box(2.5 + 3.2 * static_cast<double>(n), 17 - heights[n], 2.2, heights[n], n % 2 == 0 ? 1 : 0.6);
}

/// A rotated dial.
void rotation_glyph(const Pen& pen) {
    pen.circle(10, 10, 7);
    pen.path({{10, 10}, {14, 6}});
    pen.path({{10, 5.2}, {10, 6.2}});
}

}  // namespace

void draw_icon(Ui& ui, Icon icon, Point center, Color color, double size) {
    const Pen pen{ui, {center.x - size / 2, center.y - size / 2}, color, 1.5, size / 16};
    switch (icon) {
        case Icon::home:
            pen.path({{2, 8.2}, {8, 2.8}, {14, 8.2}});
            pen.path({{4, 7}, {4, 13.2}, {12, 13.2}, {12, 7}});
            break;
        case Icon::pan:
            pan_icon(pen);
            break;
        case Icon::zoom:
            zoom_icon(pen);
            break;
        case Icon::play:
            pen.path({{5, 3.2}, {12.6, 8}, {5, 12.8}}, true);
            break;
        case Icon::pause:
            pen.path({{5.8, 3.8}, {5.8, 12.2}});
            pen.path({{10.2, 3.8}, {10.2, 12.2}});
            break;
        case Icon::folder:
            pen.path({{2, 12.8}, {2, 3.4}, {6, 3.4}, {7.6, 5.2}, {14, 5.2}, {14, 12.8}}, true);
            break;
        case Icon::undo:
            pen.path({{6, 3}, {2.6, 6.2}, {6, 9.4}});
            pen.path(
                {{2.6, 6.2}, {10, 6.2}, {12.4, 7.2}, {13.4, 9.4}, {12.4, 11.8}, {10, 12.8}, {6.4, 12.8}});
            break;
        case Icon::redo:
            pen.path({{10, 3}, {13.4, 6.2}, {10, 9.4}});
            pen.path({{13.4, 6.2}, {6, 6.2}, {3.6, 7.2}, {2.6, 9.4}, {3.6, 11.8}, {6, 12.8}, {9.6, 12.8}});
            break;
        case Icon::loop:
            turn_icon(pen, -60, 220, {{3.2, 1.8}, {4.3, 4.9}, {7.4, 4.1}});
            break;
        case Icon::bounce:
            bounce_icon(pen);
            break;
        case Icon::save:
            pen.path({{8, 10}, {8, 2.2}});
            pen.path({{5, 5}, {8, 2.2}, {11, 5}});
            pen.path({{2.8, 9.5}, {2.8, 13.4}, {13.2, 13.4}, {13.2, 9.5}});
            break;
        case Icon::copy:
            copy_icon(pen);
            break;
        case Icon::reset:
            turn_icon(pen, -140, 150, {{3.2, 2.6}, {3.2, 6.4}, {7, 6.4}});
            break;
        case Icon::theme:
            theme_icon(pen);
            break;
        case Icon::check:
            pen.path({{3, 8.6}, {6.4, 12}, {13, 4.4}});
            break;
        case Icon::cross:
            pen.path({{3.8, 3.8}, {12.2, 12.2}});
            pen.path({{12.2, 3.8}, {3.8, 12.2}});
            break;
        case Icon::chevron:
            pen.path({{4.2, 6.4}, {8, 10.2}, {11.8, 6.4}});
            break;
        case Icon::up:
            pen.path({{8, 13}, {8, 3}});
            pen.path({{4.2, 6.6}, {8, 2.8}, {11.8, 6.6}});
            break;
        case Icon::warning:
            warning_icon(pen);
            break;
        case Icon::pin:
            pen.path({{5.2, 2.5}, {10.8, 2.5}});
            pen.path({{6.2, 2.5}, {6.2, 6.4}, {3.9, 9.6}, {12.1, 9.6}, {9.8, 6.4}, {9.8, 2.5}});
            pen.path({{8, 9.6}, {8, 14}});
            break;
        case Icon::eye:
            eye_icon(pen);
            break;
        case Icon::eye_closed:
            eye_icon(pen);
            pen.path({{3, 13}, {13, 3}});
            break;
        case Icon::link:
            chain_icon(pen, 0);
            break;
        case Icon::unlink:
            chain_icon(pen, 0.6);
            break;
        case Icon::book:
            book_icon(pen);
            break;
        case Icon::sliders:
            sliders_icon(pen);
            break;
        case Icon::screen:
            pen.path({{2, 3}, {14, 3}, {14, 11}, {2, 11}}, true);
            pen.path({{8, 11}, {8, 13.6}});
            pen.path({{5, 13.6}, {11, 13.6}});
            break;
        case Icon::lock:
        case Icon::lock_open:
            lock_icon(pen, icon == Icon::lock_open);
            break;
        case Icon::question:
            pen.circle(8, 8, 6);
            pen.arc(8, 6.6, 2, -170, 60);
            pen.path({{8.9, 8.3}, {8, 9.3}});
            pen.dot(8, 11.4, 0.9);
            break;
    }
}

void draw_glyph(Ui& ui, std::string_view view_id, Point center, Color color) {
    const Pen pen{ui, {center.x - 10, center.y - 10}, color};
    if (view_id == "position-matrix")
        matrix_glyph(pen);
    else if (view_id == "frequencies")
        frequencies_glyph(pen);
    else if (view_id == "attention")
        attention_glyph(pen);
    else if (view_id == "memory")
        state_glyph(pen);
    else if (view_id == "memory-decay")
        decay_glyph(pen);
    else if (view_id == "rope-2d")
        rotation_glyph(pen);
    else if (view_id == "conformance")
        conformance_glyph(pen);
    else if (view_id == "evidence")
        evidence_glyph(pen);
    else
        generic_glyph(pen);
}

void draw_mark(Ui& ui, Point top_left) {
    const Palette& colors = ui.colors();
    ui.fill({top_left.x, top_left.y, 22, 22}, colors.accent, 5);
    const auto at = [&](double x, double y) { return Point{top_left.x + x, top_left.y + y}; };
    ui.draw(FillPolygon{{at(6, 9.6), at(6, 16), at(12.4, 16)}, colors.on_accent.with_alpha(0.55)});
    ui.draw(Polyline{{at(6.4, 6.2), at(16, 15.8)}, colors.on_accent, 2.4, {}, false});
}

bool draw_sketch(Ui& ui, std::span<const std::array<double, 2>> sketch, Rect rect, Color color) {
    if (sketch.empty()) return false;
    Polyline line{{}, color, 1.5, {}, false};
    for (const auto& [x, y] : sketch)
        line.points.push_back({rect.x + x * rect.width, rect.bottom() - y * rect.height});
    ui.draw(line);
    return true;
}

}  // namespace poslab
