#include "core/base/masked.hpp"
#include "core/base/number_format.hpp"
#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

TickSteps steps_for(const Axis& axis) {
    const double length = axis.high - axis.low;
    const bool power = length >= 64 && length <= 65'536 && std::exp2(std::round(std::log2(length))) == length;
    return axis.binary || (power && axis.low == 0) ? TickSteps::binary : TickSteps::decimal;
}

namespace {

constexpr double top_overhang = 4, tick_pitch = 68;
// Names of cells: the smallest cell that has one, from which each has its own, and how wide one is at most where they are far
// apart.
constexpr double least_named = 12, each_named = 30, widest_name = 56, name_space = 6;

double last_index(const Axis& axis) { return std::ceil(axis.high) - 1; }

bool near(double a, double half_a, double b, double half_b) { return std::abs(a - b) < half_a + half_b + 4; }

bool names_cells(const Axis& axis, double pixels) { return !axis.labels.empty() && pixels / (axis.high - axis.low) >= least_named; }

/// The name of a cell, or its number if it has none.
std::string name_of(const Axis& axis, std::int64_t cell) {
    const std::int64_t place = cell - axis.labels_first;
    if (place >= 0 && place < std::ssize(axis.labels)) return axis.labels[static_cast<std::size_t>(place)];
    return format_integer(cell);
}

/// Each n-th cell with its name, cut to the room that it has.
std::vector<Tick> named_ticks(const Pen& pen, const Axis& axis, std::int64_t every, double room) {
    std::vector<Tick> ticks;
    const auto end = static_cast<std::int64_t>(std::ceil(axis.high));
    const auto first = static_cast<std::int64_t>(std::ceil(axis.low / static_cast<double>(every))) * every;
    for (std::int64_t cell = first; cell < end; cell += every)
        ticks.push_back({static_cast<double>(cell), pen.fitted(name_of(axis, cell), Font::mono, tick_size, room)});
    return ticks;
}

/// Where numbers of columns stand: their middle, their ticks, and how far they may reach beyond the matrix.
struct ColumnPlace {
    double y, tick_from, tick_to, overhang;
};

/// Numbers of columns, and the pointer's chip.
void draw_columns(const Pen& pen, const Panel& panel, const PanelFrame& frame, const ColumnPlace& place) {
    const double overhang = place.overhang;
    double chip_at = -1e9;
    double chip_half = 0;
    if (panel.pointer && !panel.pointer->x_chip.empty() && std::isfinite(panel.pointer->x)) {
        chip_at = frame.to_pixels(std::floor(panel.pointer->x) + 0.5, 0).x;
        chip_half = chip_rect(pen, panel.pointer->x_chip, {0, 0}, Align::center).width / 2;
        chip_at = std::max(std::min(chip_at, frame.plot.right() - chip_half + overhang), frame.plot.x + chip_half - overhang);
    }
    for (const Tick& tick : column_ticks(pen, panel.x, frame.plot.width)) {
        const double x = frame.to_pixels(tick.value + 0.5, 0).x;
        pen.line({x, place.tick_from}, {x, place.tick_to}, pen.colors.axis);
        const double half = pen.width(tick.label, Font::mono, tick_size) / 2;
        // Clear of the name of the rows at the left, of the side's titles at the right.
        const double middle = std::max(std::min(x, frame.plot.right() - half + overhang), frame.plot.x + half - overhang);
        if (near(middle, half, chip_at, chip_half)) continue;
        pen.text(tick.label, {middle, place.y}, Font::mono, tick_size, pen.colors.text2, Align::center);
    }
    if (chip_half > 0) chip(pen, panel.pointer->x_chip, {chip_at, place.y}, Align::center);
}

void draw_left_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const double x = frame.plot.x - 9;
    double chip_at = -1e9;
    if (panel.pointer && !panel.pointer->y_chip.empty())
        if (const auto row = chip_row(*panel.pointer)) chip_at = frame.to_pixels(panel.x.low, std::floor(*row) + 0.5).y;
    for (const Tick& tick : row_ticks(pen, panel.y, frame.plot.height)) {
        const double y = frame.to_pixels(panel.x.low, tick.value + 0.5).y;
        pen.line({frame.plot.x - 5, y}, {frame.plot.x - 1, y}, pen.colors.axis);
        if (near(y, 6, chip_at, 9)) continue;
        pen.text(tick.label, {x, y}, Font::mono, tick_size, pen.colors.text2, Align::right);
    }
    if (chip_at <= -1e9) return;
    const double width = chip_rect(pen, panel.pointer->y_chip, {0, 0}, Align::right).width;
    chip(pen, panel.pointer->y_chip, {std::max(frame.plot.x - 4, width + 2), chip_at}, Align::right);
}

}  // namespace

namespace {

/// Ticks with as many labels as the pitch allows, fewer where labels would come too close.
std::vector<Tick> spaced_ticks(const Axis& axis, double last, double pixels, double pitch, const LabelExtent& extent) {
    const double per_index = pixels / (axis.high - axis.low);
    std::vector<Tick> ticks;
    for (int most = std::max(1, static_cast<int>(pixels / pitch)); most >= 1; --most) {
        ticks = linear_ticks(axis.low, last, most, steps_for(axis), true);
        double widest = 0;
        for (const Tick& tick : ticks) widest = std::max(widest, extent(tick.label));
        if (ticks.size() < 2 || (ticks[1].value - ticks[0].value) * per_index >= widest + 16) break;
    }
    return ticks;
}

}  // namespace

/// Gaps between few indices are equal: 0, 1, 2, 3 or 0, 2, 4. Among many the last index has a label, too.
std::vector<Tick> index_ticks(const Axis& axis, double last, double pixels, double pitch, const LabelExtent& extent) {
    constexpr double few = 16, enough = 4;
    const double per_index = pixels / (axis.high - axis.low);
    std::vector<Tick> ticks = spaced_ticks(axis, last, pixels, pitch, extent);
    if (last - axis.low < few) {
        for (double finer = pitch; static_cast<double>(ticks.size()) < enough && finer > 8; finer /= 2)
            ticks = spaced_ticks(axis, last, pixels, finer, extent);
        return ticks;
    }
    double widest = 0;
    for (const Tick& tick : ticks) widest = std::max(widest, extent(tick.label));
    if (last >= 100'000) return ticks;  // its digits would crowd out rounder ones
    const std::string label = format_integer(static_cast<std::int64_t>(last));
    const double apart = 1.5 * std::max(widest, extent(label)) + 8;  // the last label may be moved inward by half of it
    while (!ticks.empty() && ticks.back().value != last && (last - ticks.back().value) * per_index < apart) ticks.pop_back();
    if (ticks.empty() || ticks.back().value != last) ticks.push_back({last, label});
    return ticks;
}

std::vector<Tick> column_ticks(const Pen& pen, const Axis& axis, double pixels) {
    const auto width = [&](const std::string& label) { return pen.width(label, Font::mono, tick_size); };
    if (!names_cells(axis, pixels)) return index_ticks(axis, last_index(axis), pixels, tick_pitch, width);
    const double cell = pixels / (axis.high - axis.low);
    double widest = 0;
    for (const std::string& label : axis.labels) widest = std::max(widest, width(label));
    const double wanted = std::min(widest, widest_name) + name_space;
    const double every = cell >= std::min(each_named, wanted) ? 1 : std::ceil(wanted / cell);
    return named_ticks(pen, axis, static_cast<std::int64_t>(every), every * cell - name_space);
}

std::vector<Tick> row_ticks(const Pen& pen, const Axis& axis, double pixels) {
    constexpr double room = 50, height = 8;
    if (names_cells(axis, pixels)) return named_ticks(pen, axis, 1, room);
    return index_ticks(axis, last_index(axis), pixels, tick_pitch, [](const std::string&) { return height; });
}

std::optional<double> chip_row(const PointerMark& pointer) { return pointer.y ? pointer.y : pointer.outlined_row; }

void draw_matrix_axes(const Pen& pen, const Panel& panel, const PanelFrame& frame, const MatrixStyle& style) {
    const Rect& plot = frame.plot;
    if (pen.axes != nullptr) {
        if (has_x_below(panel)) draw_bottom_title(pen, panel.x, plot);
        return;
    }
    if (has_x_below(panel))
        draw_bottom_axis(pen, panel, frame, false);
    else if (!style.small)
        draw_columns(pen, panel, frame, {plot.y - 13, plot.y - 5, plot.y - 1, top_overhang});
    if (style.small && style.foot_axis)
        draw_columns(pen, panel, frame, {plot.bottom() + 13, plot.bottom() + 1, plot.bottom() + 5, 0});
    if (style.left_axis) draw_left_axis(pen, panel, frame);
}

}  // namespace poslab::layout_parts
