#include "core/figure/layout_parts.hpp"

#include "core/base/number_format.hpp"
#include "core/figure/text_fit.hpp"
#include "core/figure/ticks.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double fraction_pitch = 22;  // short labels may be closer

void draw_grid(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Tick& tick : bottom_ticks(pen, panel.x, frame.plot.width)) {
        const double x = std::round(frame.to_pixels(tick.value, panel.y.low).x) + 0.5;
        if (!tick.label.empty()) pen.line({x, frame.plot.y}, {x, frame.plot.bottom()}, pen.colors.grid);
    }
    for (const Tick& tick : left_ticks(panel.y, frame.plot.height)) {
        const double y = std::round(frame.to_pixels(panel.x.low, tick.value).y) + 0.5;
        if (!tick.label.empty()) pen.line({frame.plot.x, y}, {frame.plot.right(), y}, pen.colors.grid);
    }
}

/// Returns the area of the pointer's chip on the x axis; width 0: none.
Rect chip_place(const Pen& pen, const Panel& panel, const PanelFrame& frame, bool bare) {
    if (bare || !panel.pointer || panel.pointer->x_chip.empty()) return {};
    const Point centre{frame.to_pixels(panel.pointer->x, panel.y.low).x, frame.plot.bottom() + 14};
    return chip_rect(pen, panel.pointer->x_chip, centre, Align::center);
}

void draw_bottom_ticks(const Pen& pen, const Panel& panel, const PanelFrame& frame, bool bare,
                       const Rect& chip_box) {
    const double bottom = frame.plot.bottom();
    pen.line({frame.plot.x, bottom + 0.5}, {frame.plot.right(), bottom + 0.5}, pen.colors.axis);
    for (const Tick& tick : bottom_ticks(pen, panel.x, frame.plot.width)) {
        const double x = std::round(frame.to_pixels(tick.value, panel.y.low).x) + 0.5;
        pen.line({x, bottom + 1}, {x, bottom + (tick.label.empty() ? 4 : 6)}, pen.colors.axis);
        const double half = pen.width(tick.label, Font::mono, tick_size) / 2;
        const bool side_by_side = x + half + 4 <= chip_box.x || x - half - 4 >= chip_box.right();
        if (bare || (chip_box.width > 0 && !side_by_side)) continue;
        pen.text(tick.label, {x, bottom + 14}, Font::mono, tick_size, pen.colors.text2, Align::center);
    }
}

void draw_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, bool bare) {
    for (const Tick& tick : left_ticks(panel.y, frame.plot.height)) {
        const double y = std::round(frame.to_pixels(panel.x.low, tick.value).y) + 0.5;
        pen.text(tick.label, {frame.plot.x - 8, y}, Font::mono, tick_size, pen.colors.text2, Align::right);
    }
    draw_bottom_axis(pen, panel, frame, bare);
}

}  // namespace

std::vector<Tick> left_ticks(const Axis& axis, double pixels) {
    const bool powers = axis.logarithmic && (axis.fractions || axis.binary);
    return plot_ticks(axis, pixels, powers ? fraction_pitch : axis.logarithmic ? 26 : 34);
}

std::vector<Tick> bottom_ticks(const Pen& pen, const Axis& axis, double pixels) {
    constexpr double per_label = 84, short_label = 30, label_space = 14;
    if (axis.cells) {  // use the axis of centred cells
        Axis edges = axis;
        edges.low += 0.5;
        edges.high += 0.5;
        return column_ticks(pen, edges, pixels);
    }
    if (axis.logarithmic && (axis.fractions || axis.binary)) {
        const double widest = pen.width(format_number(std::round(axis.high), 0), Font::mono, tick_size);
        return plot_ticks(axis, pixels, std::max(short_label, widest + label_space));
    }
    if (!axis.whole || axis.logarithmic || axis.linear_within > 0) return plot_ticks(axis, pixels, per_label);
    return index_ticks(axis, std::floor(axis.high), pixels, per_label,
                       [&](const std::string& label) { return pen.width(label, Font::mono, tick_size); });
}

/// Draws the title at the right end, or centred between the notes at the ends. Elements that do not fit are
/// omitted, notes first.
void draw_bottom_title(const Pen& pen, const Axis& axis, const Rect& plot) {
    const double y = plot.bottom() + pen.space.axis_title_drop;
    const auto write = [&](const std::string& text, double x, Align align) {
        pen.text(text, {x, y}, Font::regular, small_size, pen.colors.text2, align);
    };
    if (axis.low_note.empty() && axis.high_note.empty()) return write(axis.title, plot.right(), Align::right);
    const auto width = [&](const std::string& text) { return pen.width(text, Font::regular, small_size); };
    const double notes = 2 * std::max(width(axis.low_note), width(axis.high_note));
    if (notes + width(axis.title) + 32 <= plot.width) {
        write(axis.low_note, plot.x, Align::left);
        write(axis.high_note, plot.right(), Align::right);
    }
    write(axis.title, plot.x + plot.width / 2, Align::center);
}

void draw_bottom_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame, bool bare) {
    const Rect chip_box = chip_place(pen, panel, frame, bare);
    draw_bottom_ticks(pen, panel, frame, bare, chip_box);
    if (!bare) draw_bottom_title(pen, panel.x, frame.plot);
    if (chip_box.width > 0)
        chip(pen, panel.pointer->x_chip, {chip_box.x + chip_box.width / 2, chip_box.y + chip_box.height / 2},
             Align::center);
}

std::vector<Tick> plot_ticks(const Axis& axis, double pixels, double per_label) {
    const int most = std::max(2, static_cast<int>(pixels / per_label));
    if (axis.logarithmic && (axis.fractions || axis.binary)) return fraction_ticks(axis.low, axis.high, most);
    if (axis.logarithmic) return logarithmic_ticks(axis.low, axis.high, most);
    if (axis.linear_within > 0) return symmetric_ticks(axis.low, axis.high, axis.linear_within, most);
    return linear_ticks(axis.low, axis.high, most, axis.binary ? TickSteps::binary : TickSteps::decimal,
                        axis.whole);
}

Centred centred(const Panel& panel, const PanelFrame& frame) {
    Centred moved{panel, frame};
    Axis& axis = moved.panel.x;
    axis.binary = axis.binary || steps_for(axis) == TickSteps::binary;
    axis.logarithmic = false;
    axis.low -= 0.5;
    axis.high -= 0.5;
    moved.frame.x = axis;
    for (Mark& mark : moved.panel.marks)
        if (auto* span = std::get_if<SpanMark>(&mark)) {
            span->low -= 0.5;
            span->high -= 0.5;
        }
    if (moved.panel.pointer) moved.panel.pointer->x = std::floor(moved.panel.pointer->x);
    return moved;
}

void draw_short_heading(const Pen& pen, const Panel& panel, double left, double right, double line) {
    const double title = panel.title.empty() ? 0 : pen.width(panel.title, Font::semibold, heading_size) + 10;
    const double room = right - left - title;
    Panel shortened;
    shortened.title = panel.title;
    shortened.quantity = fitted_parts(panel.quantity, pen.metrics, Font::regular, small_size, room);
    if (shortened.quantity.ends_with("…")) shortened.quantity.clear();
    if (shortened.quantity.empty() && !panel.quantity.empty()) pen.leave_out(panel.quantity);
    draw_heading(pen, shortened, left, right, line);
}

void draw_heading(const Pen& pen, const Panel& panel, double left, double right, double line) {
    const double room = std::max(0.0, right - left);
    const double size =
        fitting_size(panel.title, pen.metrics, Font::semibold, heading_size, pen.space.min_size, room);
    std::string title = fitted_parts(panel.title, pen.metrics, Font::semibold, size, room);
    if (title.ends_with("…"))  // text in brackets is omitted first
        title = pen.fitted(std::string_view(panel.title).substr(0, panel.title.find(" (")), Font::semibold,
                           size, room);
    pen.text(title, {left, line}, Font::semibold, size, pen.colors.text);
    if (title != panel.title || panel.quantity.empty()) return;
    const double after = left + (panel.title.empty() ? 0 : pen.width(panel.title, Font::semibold, size) + 10);
    const double smaller = fitting_size(panel.quantity, pen.metrics, Font::regular, small_size,
                                        pen.space.min_size, right - after);
    const std::string quantity =
        fitted_parts(panel.quantity, pen.metrics, Font::regular, smaller, right - after);
    if (quantity.ends_with("…")) return pen.leave_out(panel.quantity);
    pen.text(quantity, {after, line}, Font::regular, smaller, pen.colors.text2);
}

void draw_message(const Pen& pen, const Panel& panel, const Rect& area) {
    constexpr double pitch = 18, margin = 8;
    if (panel.message.empty()) return;
    std::vector<std::string> lines = wrapped_text(panel.message, pen.metrics, Font::regular, body_size,
                                                  std::max(pitch, area.width - 2 * margin));
    const auto most = static_cast<std::size_t>(std::max(1.0, std::floor(area.height / pitch)));
    if (lines.size() > most) {
        lines.resize(most);
        lines.back() += "…";
    }
    double y = area.y + (area.height - pitch * static_cast<double>(lines.size() - 1)) / 2;
    for (const std::string& line : lines) {
        pen.text(line, {area.x + area.width / 2, y}, Font::regular, body_size, pen.colors.text2,
                 Align::center);
        y += pitch;
    }
}

namespace {

/// Lists the axes of a plot that another program draws, with the title of the lower one.
void list_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, bool bare, std::size_t under) {
    if (!bare) draw_bottom_title(pen, panel.x, frame.plot);
    PanelAxes axes{name_of(panel), frame.plot, panel.x, panel.y};
    axes.x_ticks = {bottom_ticks(pen, panel.x, frame.plot.width), !bare};
    axes.y_ticks = {left_ticks(panel.y, frame.plot.height)};
    axes.grid = true;
    axes.under = under;
    axes.inside = pen.size();
    pen.axes->push_back(std::move(axes));
}

void draw_whole_plot(const Pen& pen, const Panel& panel, const PanelFrame& frame, const PlotStyle& style) {
    const auto heading = style.short_title ? draw_short_heading : draw_heading;
    heading(pen, panel, style.left, style.right, frame.plot.y - head_rise(panel, pen.space));
    const std::size_t under = pen.size();
    draw_bands(pen, panel, frame);
    if (pen.axes == nullptr)
        draw_grid(pen, panel, frame);
    else
        list_axes(pen, panel, frame, style.bare_below, under);
    draw_guides(pen, panel, frame);
    if (pen.axes == nullptr) draw_axes(pen, panel, frame, style.bare_below);
    draw_areas(pen, panel, frame);
    draw_bars(pen, panel, frame);
    draw_curves(pen, panel, frame);
    const CurveCover cover = has_texts_inside(panel) ? CurveCover(panel, frame) : CurveCover();
    std::vector<Rect> taken = draw_guide_labels(pen, panel, frame, cover);
    draw_plot_texts(pen, panel, frame, cover, taken);
    draw_plot_pointer(pen, panel, frame, std::move(taken));
    draw_message(pen, panel, frame.plot);
    if (pen.space.paper) {
        const double foot = style.bare_below ? pen.space.shared_bottom : pen.space.plot_bottom;
        draw_key_lines(pen, panel.key, {frame.plot.x, frame.plot.bottom() + foot, frame.plot.width, 0});
    }
}

}  // namespace

void draw_plot(const Pen& pen, const Panel& panel, const PanelFrame& frame, const PlotStyle& style) {
    if (!panel.x.cells) return draw_whole_plot(pen, panel, frame, style);
    const Centred moved = centred(panel, frame);
    draw_whole_plot(pen, moved.panel, moved.frame, style);
}

}  // namespace poslab::layout_parts
