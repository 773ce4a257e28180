#include "core/figure/layout_parts.hpp"

#include "core/figure/number_format.hpp"
#include "core/figure/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace poslab::layout_parts {

namespace {

constexpr double bar_width = 12, swatch = 14, window_gap = 4, flat_piece = 14;

/// A vertical run of a scale, from `low` at the bottom to `high` at the top, as a heat map of one column.
void draw_ramp(const Pen& pen, const ColorBar& bar, const Rect& rect, double low, double high) {
    const auto steps = static_cast<std::int64_t>(std::max(2.0, rect.height));
    auto values = std::make_shared<std::vector<double>>();
    for (std::int64_t i = 0; i < steps; ++i) {
        const double t = 1 - (static_cast<double>(i) + 0.5) / static_cast<double>(steps);
        values->push_back(bar.scale.kind == ScaleKind::logarithmic ? low * std::pow(high / low, t) : low + t * (high - low));
    }
    pen.add(HeatMap{rect, steps, 1, values, bar.scale, bar.hatch_above, 0, pen.colors.nan_fill, pen.colors.nan_mark});
}

struct Ramp {
    Rect rect;
    double low, high;
    [[nodiscard]] double pixel(double value) const { return rect.bottom() - (value - low) / (high - low) * rect.height; }
    [[nodiscard]] bool holds(double value) const { return high > low && value >= low && value <= high; }
};

/// The window map is two bars with w between them; every other scale is one.
std::vector<Ramp> ramps_of(const ColorScale& scale, const Rect& rect) {
    if (scale.kind == ScaleKind::symmetric || scale.kind == ScaleKind::symmetric_log) return {{rect, -scale.high, scale.high}};
    if (scale.kind != ScaleKind::window) return {{rect, scale.low, scale.high}};
    if (scale.high < scale.middle || scale.middle <= 0) return {{rect, 0, std::max(scale.high, 1e-9)}};
    if (scale.high == scale.middle) {  // all that lies outside is at w: a short piece of its colour
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
    std::string words;  // after the number, quieter
};

/// Labels near one that matters more are left out.
void place_labels(const Pen& pen, std::vector<BarLabel> labels, double x) {
    std::stable_sort(labels.begin(), labels.end(), [](const BarLabel& a, const BarLabel& b) { return a.strong > b.strong; });
    std::vector<double> taken;
    for (const BarLabel& label : labels) {
        const bool free = std::none_of(taken.begin(), taken.end(), [&](double y) { return std::abs(y - label.y) < 13; });
        if (!free) continue;
        taken.push_back(label.y);
        pen.line({x, label.y}, {x + 5, label.y}, label.strong ? pen.colors.text : pen.colors.axis);
        const Font font = label.strong ? Font::mono_medium : Font::mono;
        pen.text(label.text, {x + 8, label.y}, font, tick_size, label.strong ? pen.colors.text : pen.colors.text2);
        const double end = 14 + pen.width(label.text, font, tick_size) + pen.width(label.words, Font::regular, tick_size);
        if (end <= bar_pitch - bar_width - 6)
            pen.text(label.words, {x + 14 + pen.width(label.text, font, tick_size), label.y}, Font::regular, tick_size,
                     pen.colors.text2);
    }
}

void draw_bar(const Pen& pen, const ColorBar& bar, const Rect& rect) {
    pen.text(bar.title, {rect.x, rect.y - 13}, Font::regular, small_size, pen.colors.text2);
    std::vector<BarLabel> labels;
    for (const Ramp& ramp : ramps_of(bar.scale, rect)) {
        draw_ramp(pen, bar, ramp.rect, ramp.low, ramp.high);
        const int most = std::max(2, static_cast<int>(ramp.rect.height / 36));
        for (const Tick& tick : linear_ticks(ramp.low, ramp.high, most, TickSteps::decimal, false))
            if (ramp.high > ramp.low && (ramp.low == 0 || tick.value > ramp.low))
                labels.push_back({ramp.pixel(tick.value), tick.label, false, {}});
        if (bar.scale.kind == ScaleKind::window && ramp.low > 0)
            labels.push_back({ramp.rect.bottom() + window_gap / 2, format_number(ramp.low, 2), true, {}});
        if (ramp.holds(bar.hatch_above))
            labels.push_back({ramp.pixel(bar.hatch_above), format_number(bar.hatch_above, 2), true, bar.hatch_label});
    }
    place_labels(pen, std::move(labels), rect.x + bar_width);
}

void draw_swatch(const Pen& pen, const KeyEntry& entry, const Rect& box) {
    switch (entry.swatch) {
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
        pen.line({box.x + offset, box.bottom()}, {box.x + offset + swatch, box.y}, rgb(0xFFFFFF).with_alpha(0.45), 1.2);
    }
    pen.add(PopClip{});
}

void draw_key(const Pen& pen, const Figure& figure, Point at, double width) {
    double y = at.y - 13;
    pen.text(figure.key_title, {at.x, y}, Font::regular, small_size, pen.colors.text2);
    y += key_row;
    for (const KeyEntry& entry : figure.key) {
        draw_swatch(pen, entry, {at.x, y - swatch / 2, swatch, swatch});
        pen.text(entry.label, {at.x + swatch + 8, y}, Font::regular, small_size, pen.colors.text);
        pen.text(entry.value, {at.x + std::min(width, 184.0), y}, Font::mono, tick_size, pen.colors.text2, Align::right);
        y += key_row;
    }
}

}  // namespace

void draw_side(const Pen& pen, const Figure& figure, const Rect& area, bool side_by_side) {
    const double key_height = figure.key.empty() ? 0 : 24 + key_row * static_cast<double>(figure.key.size() + 1);
    const double room = side_by_side ? area.height : area.height - key_height - 24;
    const double height = std::clamp(room - 8, 60.0, tallest_bar);
    double x = area.x;
    for (const ColorBar& bar : figure.bars) {
        draw_bar(pen, bar, {x, area.y, bar_width, height});
        x += bar_pitch;
    }
    if (figure.key.empty() || room < 60 + 8) return;  // in a small picture the bars say it
    const double top = side_by_side || figure.bars.empty() ? area.y : area.y + height + 44;
    const double left = side_by_side ? x : area.x;
    draw_key(pen, figure, {left, top}, area.right() - left);
}

}  // namespace poslab::layout_parts
