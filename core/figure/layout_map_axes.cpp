// Numbers and names of a map's axes, and the pointer's chips on them.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double label_space = 10, number_drop = 14, small_overhang = 3, inner_overhang = 10,
                 outer_overhang = 40;

struct Span {
    double middle = 0, half = 0;
};

bool near(const Span& a, const Span& b) { return std::abs(a.middle - b.middle) < a.half + b.half + 4; }

/// Shifts a text as little as necessary to stay close to its map.
double clamped_middle(double middle, double half, const Rect& plot, double overhang) {
    return std::max(std::min(middle, plot.right() - half + overhang), plot.x + half - overhang);
}

void draw_x_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame, double overhang) {
    const Rect& plot = frame.plot;
    const double line = plot.bottom() + number_drop;
    std::optional<Span> chip_span;
    if (panel.pointer && !panel.pointer->x_chip.empty() && is_shown(panel.x, panel.pointer->x)) {
        const double half = chip_rect(pen, panel.pointer->x_chip, {0, 0}, Align::center).width / 2;
        if (half <= plot.width / 2 + overhang)  // otherwise it would be under another map
            chip_span = Span{
                clamped_middle(frame.to_pixels(panel.pointer->x, panel.y.low).x, half, plot, overhang), half};
    }
    const auto width = [&](const std::string& label) { return pen.width(label, Font::mono, tick_size); };
    for (const Tick& tick : map_ticks(panel.x, plot.width, width)) {
        const double x = frame.to_pixels(tick.value, panel.y.low).x;
        pen.line({x, plot.bottom() + 1}, {x, plot.bottom() + (tick.label.empty() ? 4 : 6)}, pen.colors.axis);
        const double half = width(tick.label) / 2;
        const Span span{clamped_middle(x, half, plot, overhang), half};
        if (!chip_span || !near(span, *chip_span))
            pen.text(tick.label, {span.middle, line}, Font::mono, tick_size, pen.colors.text2, Align::center);
    }
    if (chip_span) chip(pen, panel.pointer->x_chip, {chip_span->middle, line}, Align::center);
}

constexpr double half_number = 6;
double row_extent(const std::string& /*label*/) { return 2 * half_number; }

void draw_y_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    constexpr double half_chip = 9;
    const Rect& plot = frame.plot;
    std::optional<Span> chip_span;
    if (panel.pointer && panel.pointer->y && !panel.pointer->y_chip.empty() &&
        is_shown(panel.y, *panel.pointer->y))
        chip_span = Span{frame.to_pixels(panel.x.low, *panel.pointer->y).y, half_chip};
    for (const Tick& tick : map_ticks(panel.y, plot.height, row_extent)) {
        const double y = frame.to_pixels(panel.x.low, tick.value).y;
        pen.line({plot.x - (tick.label.empty() ? 4 : 6), y}, {plot.x - 1, y}, pen.colors.axis);
        if (!chip_span || !near({y, half_number}, *chip_span))
            pen.text(tick.label, {plot.x - 9, y}, Font::mono, tick_size, pen.colors.text2, Align::right);
    }
    if (!chip_span) return;
    const double width = chip_rect(pen, panel.pointer->y_chip, {0, 0}, Align::right).width;
    chip(pen, panel.pointer->y_chip, {std::max(plot.x - 4, width + 2), chip_span->middle}, Align::right);
}

}  // namespace

std::vector<Tick> map_ticks(const Axis& axis, double pixels, const LabelExtent& extent) {
    const auto place = [&](double value) {
        const double share = axis.logarithmic ? std::log(value / axis.low) / std::log(axis.high / axis.low)
                                              : (value - axis.low) / (axis.high - axis.low);
        return share * pixels;
    };
    const auto crowded = [&](const std::vector<Tick>& ticks) {
        std::optional<Span> last;
        for (const Tick& tick : ticks) {
            if (tick.label.empty()) continue;
            const Span span{place(tick.value), (extent(tick.label) + label_space) / 2};
            if (last && span.middle - last->middle < span.half + last->half) return true;
            last = span;
        }
        return false;
    };
    std::vector<Tick> ticks;
    for (const double pitch : {40.0, 56.0, 80.0, 112.0, 160.0})
        if (ticks = plot_ticks(axis, pixels, pitch); !crowded(ticks)) break;
    return ticks;
}

void draw_map_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style) {
    const double overhang = style.small ? small_overhang : style.several ? inner_overhang : outer_overhang;
    const bool columns = !style.small || style.foot_axis;
    if (pen.axes != nullptr) {
        PanelAxes& axes = pen.axes->back();
        const auto width = [&](const std::string& label) { return pen.width(label, Font::mono, tick_size); };
        if (columns) axes.x_ticks = {map_ticks(panel.x, frame.plot.width, width)};
        if (style.left_axis) axes.y_ticks = {map_ticks(panel.y, frame.plot.height, row_extent)};
    } else {
        if (columns) draw_x_axis(pen, panel, frame, overhang);
        if (style.left_axis) draw_y_axis(pen, panel, frame);
    }
    if (style.small) return;
    Axis axis = panel.x;
    axis.title = pen.fitted(axis.title, Font::regular, small_size, frame.plot.width);
    draw_bottom_title(pen, axis, frame.plot);
}

}  // namespace poslab::layout_parts
