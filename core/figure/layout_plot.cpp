#include "core/figure/layout_parts.hpp"

#include "core/figure/number_format.hpp"
#include "core/figure/ticks.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

std::vector<Tick> plot_ticks(const Axis& axis, double pixels, double per_label) {
    const int most = std::max(2, static_cast<int>(pixels / per_label));
    if (axis.logarithmic) return logarithmic_ticks(axis.low, axis.high, most);
    return linear_ticks(axis.low, axis.high, most, axis.binary ? TickSteps::binary : TickSteps::decimal, axis.whole);
}

/// Along the bottom: indices end with the last one.
std::vector<Tick> bottom_ticks(const Pen& pen, const Axis& axis, double pixels) {
    constexpr double per_label = 84;
    if (!axis.whole || axis.logarithmic) return plot_ticks(axis, pixels, per_label);
    return index_ticks(axis, std::floor(axis.high), pixels, per_label,
                       [&](const std::string& label) { return pen.width(label, Font::mono, tick_size); });
}

void draw_bands(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks) {
        const auto* band = std::get_if<BandMark>(&mark);
        if (band == nullptr) continue;
        const double top = std::max(frame.to_pixels(panel.x.low, std::min(band->high, panel.y.high)).y, frame.plot.y);
        const double bottom = frame.to_pixels(panel.x.low, std::max(band->low, panel.y.low)).y;
        pen.add(FillRect{{frame.plot.x, top, frame.plot.width, bottom - top}, pen.colors.band, 0});
    }
}

void draw_grid(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Tick& tick : bottom_ticks(pen, panel.x, frame.plot.width)) {
        const double x = std::round(frame.to_pixels(tick.value, panel.y.low).x) + 0.5;
        if (!tick.label.empty()) pen.line({x, frame.plot.y}, {x, frame.plot.bottom()}, pen.colors.grid);
    }
    for (const Tick& tick : plot_ticks(panel.y, frame.plot.height, 34)) {
        const double y = std::round(frame.to_pixels(panel.x.low, tick.value).y) + 0.5;
        if (!tick.label.empty()) pen.line({frame.plot.x, y}, {frame.plot.right(), y}, pen.colors.grid);
    }
}

/// A name that curves may run behind; returns what it covers.
Rect draw_plate(const Pen& pen, const std::string& text, Point at, Align align) {
    const double width = pen.width(text, Font::regular, small_size);
    const double left = align == Align::right ? at.x - width : at.x;
    const Rect plate{left - 3, at.y - 8, width + 6, 16};
    pen.add(FillRect{plate, pen.colors.canvas.with_alpha(0.8), 2});
    pen.text(text, at, Font::regular, small_size, pen.colors.text2, align);
    return plate;
}

/// The upper edges of bands and the vertical rules, dashed.
void draw_guides(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks) {
        if (const auto* band = std::get_if<BandMark>(&mark); band && band->high <= panel.y.high) {
            const double y = std::round(frame.to_pixels(panel.x.low, band->high).y) + 0.5;
            pen.line({frame.plot.x, y}, {frame.plot.right(), y}, pen.colors.edge, 1, {4, 3});
        }
        if (const auto* rule = std::get_if<RuleMark>(&mark); rule && rule->x >= panel.x.low && rule->x <= panel.x.high) {
            const double x = std::round(frame.to_pixels(rule->x, panel.y.low).x) + 0.5;
            pen.line({x, frame.plot.y}, {x, frame.plot.bottom()}, pen.colors.edge, 1, {4, 3});
        }
    }
}

/// Names of rules and bands; returns what they cover. A rule's name steps down where another one already stands.
std::vector<Rect> draw_guide_labels(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    std::vector<Rect> taken;
    for (const Mark& mark : panel.marks) {
        const auto* band = std::get_if<BandMark>(&mark);
        if (band == nullptr || band->label.empty()) continue;
        const bool inside = band->high <= panel.y.high;  // else the whole frame lies in the band
        const double y = inside ? frame.to_pixels(panel.x.low, band->high).y - 9 : frame.plot.bottom() - 11;
        taken.push_back(draw_plate(pen, inside ? band->label : band->label + " ↑",
                                   {frame.plot.right() - 8, std::max(y, frame.plot.y + 9)}, Align::right));
    }
    for (const Mark& mark : panel.marks) {
        const auto* rule = std::get_if<RuleMark>(&mark);
        if (rule == nullptr || rule->label.empty() || rule->x < panel.x.low || rule->x > panel.x.high) continue;
        const double x = frame.to_pixels(rule->x, panel.y.low).x;
        const double width = pen.width(rule->label, Font::regular, small_size);
        const bool fits = x + 6 + width < frame.plot.right();
        const double left = fits ? x + 6 : x - 6 - width;
        double y = frame.plot.y + 10;
        while (y < frame.plot.bottom() - 8 && overlaps_any({left - 3, y - 8, width + 6, 16}, taken)) y += 17;
        if (y < frame.plot.bottom() - 8) taken.push_back(draw_plate(pen, rule->label, {left, y}, Align::left));
    }
    return taken;
}

void draw_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const double bottom = frame.plot.bottom();
    pen.line({frame.plot.x, bottom + 0.5}, {frame.plot.right(), bottom + 0.5}, pen.colors.axis);
    double chip_at = -1e9;
    double chip_half = 0;
    if (panel.pointer && !panel.pointer->x_chip.empty()) {
        chip_at = frame.to_pixels(panel.pointer->x, panel.y.low).x;
        chip_half = chip_rect(pen, panel.pointer->x_chip, {0, 0}, Align::center).width / 2;
    }
    for (const Tick& tick : bottom_ticks(pen, panel.x, frame.plot.width)) {
        const double x = std::round(frame.to_pixels(tick.value, panel.y.low).x) + 0.5;
        pen.line({x, bottom + 1}, {x, bottom + (tick.label.empty() ? 4 : 6)}, pen.colors.axis);
        const double half = pen.width(tick.label, Font::mono, tick_size) / 2;
        if (std::abs(x - chip_at) < half + chip_half + 4) continue;
        pen.text(tick.label, {x, bottom + 14}, Font::mono, tick_size, pen.colors.text2, Align::center);
    }
    for (const Tick& tick : plot_ticks(panel.y, frame.plot.height, 34)) {
        const double y = std::round(frame.to_pixels(panel.x.low, tick.value).y) + 0.5;
        pen.text(tick.label, {frame.plot.x - 8, y}, Font::mono, tick_size, pen.colors.text2, Align::right);
    }
    pen.text(panel.x.title, {frame.plot.right(), bottom + 33}, Font::regular, small_size, pen.colors.text2, Align::right);
    if (chip_half > 0) chip(pen, panel.pointer->x_chip, {chip_at, bottom + 14}, Align::center);
}

}  // namespace

void draw_plot(const Pen& pen, const Panel& panel, const PanelFrame& frame, double left) {
    const double line = frame.plot.y - title_rise;
    pen.text(panel.title, {left, line}, Font::semibold, heading_size, pen.colors.text);
    const double after = left + (panel.title.empty() ? 0 : pen.width(panel.title, Font::semibold, heading_size) + 10);
    pen.text(panel.quantity, {after, line}, Font::regular, small_size, pen.colors.text2);
    draw_bands(pen, panel, frame);
    draw_grid(pen, panel, frame);
    draw_guides(pen, panel, frame);
    draw_axes(pen, panel, frame);
    draw_curves(pen, panel, frame);
    std::vector<Rect> taken = draw_guide_labels(pen, panel, frame);
    draw_plot_pointer(pen, panel, frame, std::move(taken));
    if (!panel.message.empty())
        pen.text(panel.message, {frame.plot.x + frame.plot.width / 2, frame.plot.y + frame.plot.height / 2}, Font::regular,
                 body_size, pen.colors.text2, Align::center);
}

}  // namespace poslab::layout_parts
