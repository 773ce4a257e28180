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
// Names of cells: the minimum size of a cell with a name, the size at which every cell has one, and the
// maximum width of a name if named cells are far apart.
constexpr double min_named = 12, each_named = 30, widest_name = 56, name_space = 6;

double last_index(const Axis& axis) { return std::ceil(axis.high) - 1; }

bool near(double a, double half_a, double b, double half_b) { return std::abs(a - b) < half_a + half_b + 4; }

bool names_cells(const Axis& axis, double pixels) {
    return !axis.labels.empty() && pixels / (axis.high - axis.low) >= min_named;
}

/// Returns the name of a cell, or its number if it has none.
std::string name_of(const Axis& axis, std::int64_t cell) {
    const std::int64_t index = cell - axis.labels_first;
    if (index >= 0 && index < std::ssize(axis.labels)) return axis.labels[static_cast<std::size_t>(index)];
    return format_integer(cell);
}

/// Returns a tick for every n-th cell with its name, truncated to the available width.
std::vector<Tick> named_ticks(const Pen& pen, const Axis& axis, std::int64_t every, double room) {
    std::vector<Tick> ticks;
    const auto end = static_cast<std::int64_t>(std::ceil(axis.high));
    const auto first = static_cast<std::int64_t>(std::ceil(axis.low / static_cast<double>(every))) * every;
    for (std::int64_t cell = first; cell < end; cell += every)
        ticks.push_back(
            {static_cast<double>(cell), pen.fitted(name_of(axis, cell), Font::mono, tick_size, room)});
    return ticks;
}

/// Vertical positions of column numbers and ticks, and how far numbers may extend beyond the matrix.
struct ColumnGeometry {
    double y, tick_from, tick_to, overhang;
};

/// Draws the numbers of columns and the pointer's chip.
void draw_columns(const Pen& pen, const Panel& panel, const PanelFrame& frame, const ColumnGeometry& place) {
    const double overhang = place.overhang;
    double chip_at = -1e9;
    double chip_half = 0;
    if (panel.pointer && !panel.pointer->x_chip.empty() && std::isfinite(panel.pointer->x)) {
        chip_at = frame.to_pixels(std::floor(panel.pointer->x) + 0.5, 0).x;
        chip_half = chip_rect(pen, panel.pointer->x_chip, {0, 0}, Align::center).width / 2;
        chip_at = std::max(std::min(chip_at, frame.plot.right() - chip_half + overhang),
                           frame.plot.x + chip_half - overhang);
    }
    for (const Tick& tick : column_ticks(pen, panel.x, frame.plot.width)) {
        const double x = frame.to_pixels(tick.value + 0.5, 0).x;
        pen.line({x, place.tick_from}, {x, place.tick_to}, pen.colors.axis);
        const double half = pen.width(tick.label, Font::mono, tick_size) / 2;
        // Avoids the name of the rows at the left and the side's titles at the right.
        const double middle =
            std::max(std::min(x, frame.plot.right() - half + overhang), frame.plot.x + half - overhang);
        if (near(middle, half, chip_at, chip_half)) continue;
        pen.text(tick.label, {middle, place.y}, Font::mono, tick_size, pen.colors.text2, Align::center);
    }
    if (chip_half > 0) chip(pen, panel.pointer->x_chip, {chip_at, place.y}, Align::center);
}

void draw_left_axis(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    const double x = frame.plot.x - 9;
    double chip_at = -1e9;
    if (panel.pointer && !panel.pointer->y_chip.empty())
        if (const auto row = chip_row(*panel.pointer))
            chip_at = frame.to_pixels(panel.x.low, std::floor(*row) + 0.5).y;
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

/// Returns the label of an index, which may be larger than any integer.
std::string index_label(double index) {
    constexpr double max_integer = 0x1p53;
    return std::abs(index) <= max_integer ? format_integer(static_cast<std::int64_t>(index))
                                          : format_tick(index, 1);
}

/// Returns whole numbers from `first` to `last` with the smallest step that divides the interval, at least
/// `least` and less than twice that; empty if there is none or it yields fewer than three ticks.
std::vector<Tick> dividing_ticks(double first, double last, double least) {
    for (double step = least; step < 2 * least && 2 * step <= last - first; ++step) {
        if (std::fmod(last - first, step) != 0) continue;
        std::vector<Tick> ticks;
        for (double value = first; value <= last; value += step) ticks.push_back({value, index_label(value)});
        return ticks;
    }
    return {};
}

/// Makes equidistant ticks end with the last index: appended if it is nearly a full step away, else with
/// another step. If no step fits, the last index has no tick, or is the only tick except the first.
void end_with_last(double last, std::vector<Tick>& ticks) {
    constexpr double nearly = 0.75;
    const Tick end{last, index_label(last)};
    if (ticks.size() < 2) {
        if (ticks.empty() || ticks.back().value != last) ticks.push_back(end);
        return;
    }
    const double step = ticks[1].value - ticks[0].value, gap = last - ticks.back().value;
    if (gap == 0) return;
    if (gap >= nearly * step) return ticks.push_back(end);
    const bool few = std::max(std::abs(ticks.front().value), std::abs(last)) < 100;
    if (std::vector<Tick> even = few ? dividing_ticks(ticks.front().value, last, step) : std::vector<Tick>();
        !even.empty()) {
        ticks = std::move(even);
    } else if (ticks.size() == 2) {
        ticks.back() = end;
    } else if (gap <= (1 - nearly) * step) {
        ticks.back() = end;
    }
}

/// Returns equidistant ticks from the first index on: as many as the pitch allows, fewer if labels would be
/// too close.
std::vector<Tick> spaced_ticks(const Axis& axis, double last, double pixels, double pitch,
                               const LabelExtent& extent) {
    constexpr double apart = 16;
    const double per_index = pixels / (axis.high - axis.low);
    std::vector<Tick> ticks;
    for (int most = std::max(1, static_cast<int>(pixels / pitch)); most >= 1; --most) {
        ticks = linear_ticks(std::ceil(axis.low), last, most, steps_for(axis), true);
        double widest = 0;
        for (const Tick& tick : ticks) widest = std::max(widest, extent(tick.label));
        if (ticks.size() < 2 || (ticks[1].value - ticks[0].value) * per_index >= widest + apart) break;
    }
    return ticks;
}

/// Returns ticks of few indices, if possible four, with equal steps (0, 1, 2, 3 or 0, 2, 4) for any last
/// index. If no step fits, the ticks are the first and the last index.
std::vector<Tick> ticks_of_few(const Axis& axis, double last, double pixels, double pitch,
                               const LabelExtent& extent) {
    constexpr double min_pitch = 8;
    constexpr std::size_t enough = 4;
    std::vector<Tick> ticks = spaced_ticks(axis, last, pixels, pitch, extent);
    for (double finer = pitch; ticks.size() < enough && finer > min_pitch; finer /= 2)
        ticks = spaced_ticks(axis, last, pixels, finer, extent);
    if (ticks.size() == 1) end_with_last(last, ticks);
    return ticks;
}

}  // namespace

std::vector<Tick> index_ticks(const Axis& axis, double last, double pixels, double pitch,
                              const LabelExtent& extent) {
    constexpr double few = 16;
    if (last - axis.low < few) return ticks_of_few(axis, last, pixels, pitch, extent);
    const double per_index = pixels / (axis.high - axis.low);
    std::vector<Tick> ticks;
    const auto crowded = [&] {
        double widest = 0;
        for (const Tick& tick : ticks) widest = std::max(widest, extent(tick.label));
        if (ticks.size() < 2) return false;
        const bool ends = ticks.back().value == last;  // its label may be shifted inward by half its width
        const double end_gap = (last - ticks[ticks.size() - 2].value) * per_index;
        return (ticks[1].value - ticks[0].value) * per_index < widest + 16 ||
               (ends && end_gap < 1.5 * widest + 8);
    };
    for (int most = std::max(1, static_cast<int>(pixels / pitch)); most >= 1; --most) {
        ticks = linear_ticks(std::ceil(axis.low), last, most, steps_for(axis), true);
        if (ticks.empty()) ticks.push_back({std::ceil(axis.low), index_label(std::ceil(axis.low))});
        if (last < 100'000) end_with_last(last, ticks);  // more digits would displace rounder numbers
        if (!crowded()) break;
    }
    if (crowded()) ticks.erase(ticks.begin(), ticks.end() - 1);
    return ticks;
}

std::vector<Tick> column_ticks(const Pen& pen, const Axis& axis, double pixels) {
    const auto width = [&](const std::string& label) { return pen.width(label, Font::mono, tick_size); };
    if (!names_cells(axis, pixels)) return index_ticks(axis, last_index(axis), pixels, tick_pitch, width);
    const double cell = pixels / (axis.high - axis.low);
    double widest = 0;
    for (const std::string& label : axis.labels) widest = std::max(widest, width(label));
    const double requested = std::min(widest, widest_name) + name_space;
    const double every = cell >= std::min(each_named, requested) ? 1 : std::ceil(requested / cell);
    return named_ticks(pen, axis, static_cast<std::int64_t>(every), every * cell - name_space);
}

std::vector<Tick> row_ticks(const Pen& pen, const Axis& axis, double pixels) {
    constexpr double room = 50, height = 8;
    if (names_cells(axis, pixels)) return named_ticks(pen, axis, 1, room);
    return index_ticks(axis, last_index(axis), pixels, tick_pitch, [](const std::string&) { return height; });
}

std::optional<double> chip_row(const PointerMark& pointer) {
    return pointer.y ? pointer.y : pointer.outlined_row;
}

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
