#include "core/figure/layout_parts.hpp"

#include "core/base/number_format.hpp"
#include "core/figure/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace poslab::layout_parts {

namespace {

constexpr double window_gap = 4, flat_piece = 14, min_shown = 4;
// From a ramp's right edge; from a number's middle.
constexpr double side_label_offset = 8, words_offset = 14, words_drop = 13;

/// True if the ramp is uniform in position, not in value. (A logarithmic scale without extent is drawn as a
/// linear one.)
bool is_logarithmic(const ColorScale& scale) {
    if (scale.kind == ScaleKind::symmetric_log) return scale.middle > 0 && scale.high > 0;
    return scale.kind == ScaleKind::logarithmic && scale.low > 0 && scale.high > scale.low;
}

enum class Direction { up, right };

/// Draws a scale from `low` to `high` as a heat map of one column or row.
void draw_ramp(const Pen& pen, const ColorBar& bar, const Rect& rect, double low, double high,
               Direction direction) {
    const bool up = direction == Direction::up;
    const auto steps = static_cast<std::int64_t>(std::max(2.0, up ? rect.height : rect.width));
    std::vector<double> cells;
    for (std::int64_t i = 0; i < steps; ++i) {
        const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(steps);
        const double t = up ? 1 - share : share;
        cells.push_back(is_logarithmic(bar.scale) ? scale_value(bar.scale, t) : low + t * (high - low));
    }
    auto values = std::make_shared<const NumberBuffer>(std::move(cells));
    pen.add(HeatMap{rect, up ? steps : 1, up ? 1 : steps, std::move(values), bar.scale, bar.hatch_above, 0,
                    pen.colors.nan_fill, pen.colors.nan_mark});
}

struct Ramp {
    Rect rect;
    double low, high;
    const ColorScale* scale = nullptr;  // logarithmic scales, whose ramps are uniform in position
    [[nodiscard]] double pixel(double value) const {
        if (scale != nullptr) return rect.bottom() - scale_position(*scale, value) * rect.height;
        return rect.bottom() - (value - low) / (high - low) * rect.height;
    }
    [[nodiscard]] bool holds(double value) const { return high > low && value >= low && value <= high; }
};

/// Returns the ramps of a scale: two for the window map, with w between them; one for all others.
std::vector<Ramp> ramps_of(const ColorScale& scale, const Rect& rect) {
    const ColorScale* by_position = is_logarithmic(scale) ? &scale : nullptr;
    if (scale.kind == ScaleKind::symmetric || scale.kind == ScaleKind::symmetric_log)
        return {{rect, -scale.high, scale.high, by_position}};
    if (scale.kind == ScaleKind::logarithmic) return {{rect, scale.low, scale.high, by_position}};
    if (scale.kind != ScaleKind::window) return {{rect, scale.low, scale.high}};
    if (scale.high < scale.middle || scale.middle <= 0) return {{rect, 0, std::max(scale.high, 1e-9)}};
    if (scale.high == scale.middle) {  // all values outside equal w: a short piece of its colour
        const double lower = rect.height - flat_piece - window_gap;
        return {{{rect.x, rect.y, rect.width, flat_piece}, scale.middle, scale.middle},
                {{rect.x, rect.bottom() - lower, rect.width, lower}, 0, scale.middle}};
    }
    const double share = std::clamp(scale.middle / scale.high, 0.25, 0.6);
    const double inside = std::round((rect.height - window_gap) * share);
    const Rect lower{rect.x, rect.bottom() - inside, rect.width, inside};
    const Rect upper{rect.x, rect.y, rect.width, rect.height - inside - window_gap};
    return {{upper, scale.middle, scale.high}, {lower, 0, scale.middle}};
}

struct BarLabel {
    double y;
    std::string text;
    bool strong;
    std::string words;  // muted, after the number or below it
    bool words_below = false;
};

/// Removes labels that are close to a more important one.
std::vector<BarLabel> sifted(std::vector<BarLabel> labels) {
    std::stable_sort(labels.begin(), labels.end(),
                     [](const BarLabel& a, const BarLabel& b) { return a.strong > b.strong; });
    std::vector<BarLabel> retained;
    for (BarLabel& label : labels) {
        const bool free = std::none_of(retained.begin(), retained.end(), [&](const BarLabel& other) {
            return std::abs(other.y - label.y) < 14 ||
                   (other.words_below && label.y > other.y && label.y - other.y < 26);
        });
        if (free) retained.push_back(std::move(label));
    }
    return retained;
}

/// Places words after their number; if `room` (from the numbers' ticks on) is short, below it or not at all.
void place_words(const Pen& pen, std::vector<BarLabel>& labels, double room, double bottom) {
    for (BarLabel& label : labels) {
        const double width = pen.width(label.words, Font::regular, tick_size);
        if (label.words.empty() ||
            words_offset + pen.width(label.text, Font::mono_medium, tick_size) + width <= room)
            continue;
        label.words_below = side_label_offset + width <= room && label.y + words_drop < bottom + 6;
        if (!label.words_below) label.words.clear();
    }
}

void draw_bar_labels(const Pen& pen, const std::vector<BarLabel>& labels, const Rect& bar) {
    const double x = bar.x + bar_width;
    for (const BarLabel& label : labels) {
        const Font font = label.strong ? Font::mono_medium : Font::mono;
        const Color color = label.strong ? pen.colors.text : pen.colors.axis;
        if (label.strong || pen.axes == nullptr)
            pen.line({label.strong ? bar.x : x, label.y}, {x + 5, label.y}, color);
        if (pen.axes != nullptr)
            pen.axes->back().y_ticks.ticks.push_back({(bar.bottom() - label.y) / bar.height, label.text});
        else
            pen.text(label.text, {x + side_label_offset, label.y}, font, tick_size,
                     label.strong ? pen.colors.text : pen.colors.text2);
        const Point words = label.words_below
                                ? Point{x + side_label_offset, label.y + words_drop}
                                : Point{x + words_offset + pen.width(label.text, font, tick_size), label.y};
        pen.text(label.words, words, Font::regular, tick_size, pen.colors.text2);
    }
}

/// Returns 0, the ends of the linear part and decades beyond.
std::vector<Tick> symmetric_log_ticks(const ColorScale& scale) {
    std::vector<Tick> ticks{{0, "0"}};
    for (double size = scale.middle; size > 0 && std::isfinite(size) && size <= scale.high * (1 + 1e-9);
         size *= 10)
        for (const double value : {size, -size}) ticks.push_back({value, format_number(value, 6, 4)});
    return ticks;
}

std::vector<Tick> ramp_ticks(const ColorScale& scale, const Ramp& ramp) {
    const int most = std::max(2, static_cast<int>(ramp.rect.height / 36));
    if (is_logarithmic(scale))
        return scale.kind == ScaleKind::symmetric_log ? symmetric_log_ticks(scale)
                                                      : logarithmic_ticks(ramp.low, ramp.high, most);
    return linear_ticks(ramp.low, ramp.high, most, TickSteps::decimal, false);
}

void add_ticks(const ColorBar& bar, const Ramp& ramp, std::vector<BarLabel>& labels) {
    if (ramp.high <= ramp.low) return;
    const std::vector<Tick> ticks = ramp_ticks(bar.scale, ramp);
    const auto add_open = [&](double end, const char* sign) {
        const auto same = [&](const Tick& tick) {
            return !tick.label.empty() && std::abs(tick.value - end) <= 1e-9 * std::abs(end);
        };
        const auto tick = std::find_if(ticks.begin(), ticks.end(), same);
        labels.push_back({ramp.pixel(end),
                          sign + (tick == ticks.end() ? format_number(end, 5, 6) : tick->label),
                          false,
                          {}});
    };
    if (bar.open_low) add_open(ramp.low, "≤ ");
    if (bar.open_high) add_open(ramp.high, "≥ ");
    for (const Tick& tick : ticks)
        if (!tick.label.empty() &&
            (bar.scale.kind != ScaleKind::window || ramp.low == 0 || tick.value > ramp.low))
            labels.push_back({ramp.pixel(tick.value), tick.label, false, {}});
}

/// Adds ticks inside (0 and half of w) and outside: multiples of w or of its half that are far enough apart,
/// and the highest value.
void add_window_ticks(const Ramp& ramp, double w, std::vector<BarLabel>& labels) {
    constexpr double apart = 28, top_apart = 24;
    if (ramp.high <= ramp.low) return;
    const double pixels = ramp.rect.height / (ramp.high - ramp.low);
    const auto add = [&](double value, int decimals) {
        labels.push_back({ramp.pixel(value), format_number(value, decimals), false, {}});
    };
    double step = w / 2;
    if (ramp.low == 0) {
        add(0, 0);
        if (step * pixels >= apart / 2) add(step, 1);
        return;
    }
    while (step * pixels < apart && step < ramp.high) step *= 2;
    const double before = std::floor(ramp.low / step);
    const auto count = static_cast<int>(std::floor(ramp.high / step) - before);
    for (int i = 1; i <= count; ++i) add((before + i) * step, 1);
    const double last = count > 0 ? (before + count) * step : ramp.low;
    if ((ramp.high - last) * pixels >= top_apart) add(ramp.high, ramp.high < 100 ? 1 : 0);
}

/// Returns all candidate labels of a bar, the most important first.
std::vector<BarLabel> bar_labels(const ColorBar& bar, const Rect& rect) {
    std::vector<BarLabel> labels;
    const double w = bar.scale.middle;
    const bool joined =
        bar.scale.kind == ScaleKind::window && bar.scale.high >= w && std::floor(w) == w && w >= 2;
    for (const Ramp& ramp : ramps_of(bar.scale, rect)) {
        if (joined)
            add_window_ticks(ramp, w, labels);
        else
            add_ticks(bar, ramp, labels);
        if (bar.scale.kind == ScaleKind::window && ramp.low > 0)
            labels.push_back({ramp.rect.bottom() + window_gap / 2, format_number(ramp.low, 2), false, {}});
        if (ramp.holds(bar.hatch_above))
            labels.push_back(
                {ramp.pixel(bar.hatch_above), format_number(bar.hatch_above, 2), true, bar.hatch_label});
    }
    // w takes precedence over other numbers if both do not fit.
    std::stable_partition(labels.begin(), labels.end(),
                          [&](const BarLabel& label) { return label.text == format_number(w, 2); });
    return labels;
}

/// Lists the axes of a bar that another program draws, from 0 to 1 along it; its ramps are the last commands,
/// from `inside` on.
void list_axes(const Pen& pen, const ColorBar& bar, const Rect& rect, std::size_t inside) {
    if (pen.axes == nullptr) return;
    PanelAxes axes{bar.title, rect, {}, {}};
    axes.lines = PanelAxes::Lines::none;
    axes.y_ticks.far_side = true;
    axes.under = axes.inside = inside;
    axes.end = pen.size();
    pen.axes->push_back(std::move(axes));
}

void draw_bar(const Pen& pen, const ColorBar& bar, const Rect& rect, double room) {
    pen.text(bar.title, {rect.x, rect.y - 14}, Font::regular, small_size, pen.colors.text2);
    const std::size_t inside = pen.size();
    for (const Ramp& ramp : ramps_of(bar.scale, rect))
        draw_ramp(pen, bar, ramp.rect, ramp.low, ramp.high, Direction::up);
    list_axes(pen, bar, rect, inside);
    std::vector<BarLabel> labels = bar_labels(bar, rect);
    pen.text(bar.note, {rect.x, rect.bottom() + bar_note_drop}, Font::regular, small_size, pen.colors.text2);
    place_words(pen, labels, room - bar_width, rect.bottom());
    draw_bar_labels(pen, sifted(std::move(labels)), rect);
}

}  // namespace

void draw_bar_across(const Pen& pen, const ColorBar& bar, const Rect& rect) {
    constexpr double title_rise = 9, number_drop = 13, apart = 6;
    const double title = pen.width(bar.title, Font::regular, small_size);
    pen.fitting_text(bar.title, {rect.x, rect.y - title_rise}, Font::regular, small_size, rect.width,
                     pen.colors.text2);
    if (!bar.note.empty() && title + 16 + pen.width(bar.note, Font::regular, small_size) <= rect.width)
        pen.text(bar.note, {rect.right(), rect.y - title_rise}, Font::regular, small_size, pen.colors.text2,
                 Align::right);
    const Rect upright{0, 0, rect.height, rect.width};  // rotated onto its left end
    const std::size_t inside = pen.size();
    for (const Ramp& ramp : ramps_of(bar.scale, upright))
        draw_ramp(pen, bar, {rect.right() - ramp.rect.bottom(), rect.y, ramp.rect.height, rect.height},
                  ramp.low, ramp.high, Direction::right);
    list_axes(pen, bar, rect, inside);
    std::vector<Rect> taken;
    std::vector<BarLabel> labels = bar_labels(bar, upright);
    std::stable_sort(labels.begin(), labels.end(),
                     [](const BarLabel& a, const BarLabel& b) { return a.strong > b.strong; });
    for (const BarLabel& label : labels) {
        const double x = rect.right() - label.y, width = pen.width(label.text, Font::mono, tick_size);
        const double left =
            std::clamp(x - width / 2, rect.x - 4, std::max(rect.x - 4, rect.right() + 8 - width));
        const Rect box{left - apart / 2, rect.bottom(), width + apart, 1};
        if (overlaps_any(box, taken)) continue;
        taken.push_back(box);
        if (label.strong || pen.axes == nullptr)
            pen.line({x, label.strong ? rect.y : rect.bottom()}, {x, rect.bottom() + 4},
                     label.strong ? pen.colors.text : pen.colors.axis);
        if (pen.axes != nullptr)
            pen.axes->back().x_ticks.ticks.push_back({(x - rect.x) / rect.width, label.text});
        else
            pen.text(label.text, {left, rect.bottom() + number_drop}, Font::mono, tick_size,
                     pen.colors.text2);
    }
}

void draw_swatch(const Pen& pen, const KeyEntry& entry, const Rect& box) {
    const double middle = box.y + box.height / 2;
    switch (entry.swatch) {
        case KeyEntry::Swatch::line:
            pen.line({box.x, middle}, {box.right(), middle}, entry.color, entry.strong ? 2.5 : 2,
                     entry.dashes);
            return;
        case KeyEntry::Swatch::dashed:
            pen.line({box.x, middle}, {box.right(), middle}, entry.color, 1.25, {3, 2.5});
            return;
        case KeyEntry::Swatch::bar:
            pen.add(FillRect{{box.x, middle - 3, box.width, 6}, entry.color, 0});
            return;
        case KeyEntry::Swatch::ring:
            pen.add(FillCircle{{box.x + box.width / 2, middle}, 5.5, entry.color});
            pen.add(FillCircle{{box.x + box.width / 2, middle}, 3.5, pen.colors.canvas});
            return;
        case KeyEntry::Swatch::color:
            pen.add(FillRect{box, entry.color, 2});
            return;
        case KeyEntry::Swatch::empty:
            pen.add(FillRect{box, pen.colors.canvas, 2});
            pen.add(StrokeRect{box.inset(0.5), pen.colors.border, 1, 2});
            return;
        case KeyEntry::Swatch::missing:
            pen.add(FillRect{box, pen.colors.nan_fill, 2});
            pen.line({box.x + 3, box.y + 3}, {box.right() - 3, box.bottom() - 3}, pen.colors.nan_mark, 1.2);
            pen.line({box.right() - 3, box.y + 3}, {box.x + 3, box.bottom() - 3}, pen.colors.nan_mark, 1.2);
            return;
        case KeyEntry::Swatch::hatched:
            break;
    }
    pen.add(FillRect{box, entry.color, 2});
    pen.add(PushClip{box});
    for (int line = -2; line <= 2; ++line) {
        const double offset = 5 * line;
        pen.line({box.x + offset, box.bottom()}, {box.x + offset + swatch, box.y},
                 rgb(0xFFFFFF).with_alpha(0.45), 1.2);
    }
    pen.add(PopClip{});
}

namespace {

void draw_key(const Pen& pen, const Figure& figure, const Rect& area) {
    double y = area.y;
    pen.text(figure.key_title, {area.x, y}, Font::regular, small_size, pen.colors.text2);
    for (std::size_t i = 0; i < figure.key.size(); ++i) {
        const KeyEntry& entry = figure.key[i];
        const double up = static_cast<double>(figure.key.size() - 1 - i) * key_row;
        y = area.bottom() - up;
        draw_swatch(pen, entry, {area.x, y - swatch / 2, swatch, swatch});
        pen.text(entry.label, {area.x + swatch + swatch_gap, y}, Font::regular, small_size, pen.colors.text);
        pen.text(entry.value, {area.right(), y}, Font::mono, tick_size, pen.colors.text2, Align::right);
    }
}

IndexRange clamped(const IndexRange& range, std::int64_t total) {
    return {std::clamp<std::int64_t>(range.begin, 0, total), std::clamp<std::int64_t>(range.end, 0, total)};
}

void draw_overview(const Pen& pen, const Overview& overview, const Rect& rect) {
    pen.text(overview.title, {rect.x, rect.y - 20}, Font::regular, small_size, pen.colors.text2);
    if (overview.values)
        pen.add(HeatMap{rect, overview.height, overview.width, overview.values, overview.scale,
                        overview.hatch_above, 0, pen.colors.nan_fill, pen.colors.nan_mark});
    pen.add(
        StrokeRect{{rect.x - 0.5, rect.y - 0.5, rect.width + 1, rect.height + 1}, pen.colors.divider, 1, 0});
    const Rect shown = overview_window(overview, rect);
    pen.add(StrokeRect{shown.inset(1.5), rgb(0xFFFFFF), 1, 0});
    pen.add(StrokeRect{shown, pen.colors.accent, 2, 1});
}

}  // namespace

Rect overview_window(const Overview& overview, const Rect& rect) {
    const auto along = [](const IndexRange& range, std::int64_t total, double from, double extent) {
        const IndexRange inside = clamped(range, total);
        const double pixels = extent / static_cast<double>(total);
        const double size = std::max(min_shown, static_cast<double>(inside.size()) * pixels);
        const double begin = from + static_cast<double>(inside.begin) * pixels;
        return std::pair{std::clamp(begin, from, std::max(from, from + extent - size)), size};
    };
    const auto [x, width] = along(overview.columns, overview.total_columns, rect.x, rect.width);
    const auto [y, height] = along(overview.rows, overview.total_rows, rect.y, rect.height);
    return {x, y, width, height};
}

void draw_side(const Pen& pen, const Figure& figure, const SidePlan& side) {
    if (side.overview) draw_overview(pen, *figure.overview, *side.overview);
    for (std::size_t i = 0; i < side.bars.size(); ++i) {
        const bool last = i + 1 == side.bars.size() || pen.space.paper;
        if (side.across)
            draw_bar_across(pen, figure.bars[i], side.bars[i]);
        else
            draw_bar(pen, figure.bars[i], side.bars[i], last ? side.bar_room : bar_pitch - 6);
    }
    if (side.key && pen.space.paper)
        draw_key_lines(pen, figure.key, *side.key);
    else if (side.key)
        draw_key(pen, figure, *side.key);
}

}  // namespace poslab::layout_parts
