// Bars of plots.

#include "core/figure/curve_columns.hpp"
#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace poslab::layout_parts {

namespace {

// px of the narrowest bar drawn individually; share of its width.
constexpr double min_distinct_pixels = 3, gap_share = 0.2;

double base_of(const Panel& panel) {
    return panel.y.logarithmic ? panel.y.low : std::clamp(0.0, panel.y.low, panel.y.high);
}

/// Returns the bar in pixels: exact edges, top and bottom clipped to the plot; empty if nothing is visible.
std::optional<Rect> bar_rect(const BarMark& bars, std::size_t i, const Panel& panel,
                             const PanelFrame& frame) {
    const double from = (*bars.x)[i] - (panel.x.cells ? 0.5 : 0);  // centred cells
    const Point corner = frame.to_pixels(from, (*bars.y)[i]);
    const Point base = frame.to_pixels(from + bars.width, base_of(panel));
    if (!std::isfinite(corner.x) || !std::isfinite(corner.y) || !std::isfinite(base.x)) return std::nullopt;
    if (base.x <= frame.plot.x || corner.x >= frame.plot.right()) return std::nullopt;
    const double top = std::max(std::min(corner.y, base.y), frame.plot.y);
    const double bottom = std::min(std::max(corner.y, base.y), frame.plot.bottom());
    if (bottom <= top) return std::nullopt;
    return Rect{corner.x, top, base.x - corner.x, bottom - top};
}

std::size_t count_of(const BarMark& bars) {
    return bars.x && bars.y ? std::min(bars.x->size(), bars.y->size()) : 0;
}

void draw_apart(const Pen& pen, const BarMark& bars, const Panel& panel, const PanelFrame& frame) {
    for (std::size_t i = 0; i < count_of(bars); ++i) {
        const auto rect = bar_rect(bars, i, panel, frame);
        if (!rect) continue;
        const double left = std::round(rect->x), right = std::round(rect->right());
        const double gap = std::max(1.0, std::round(gap_share * (right - left)));
        const double from = left + std::floor(gap / 2);
        pen.add(FillRect{{from, rect->y, right - left - gap, rect->height},
                         bars.highlighted == i ? pen.colors.accent : bars.color,
                         0});
    }
}

void draw_filled(const Pen& pen, const BarMark& bars, const Panel& panel, const PanelFrame& frame) {
    const CurveColumns columns = bar_columns(bars, panel, frame);
    for (std::size_t begin = 0; begin < columns.size();) {
        const double top = columns.top(begin), bottom = columns.bottom(begin);
        std::size_t end = begin + 1;
        while (end < columns.size() && columns.top(end) == top && columns.bottom(end) == bottom) ++end;
        if (bottom > top)
            pen.add(FillRect{{columns.left() + static_cast<double>(begin), top,
                              static_cast<double>(end - begin), bottom - top},
                             bars.color,
                             0});
        begin = end;
    }
    if (!bars.highlighted || *bars.highlighted >= count_of(bars)) return;
    if (const auto rect = bar_rect(bars, *bars.highlighted, panel, frame))
        pen.add(FillRect{{std::floor(rect->x), rect->y, std::max(1.0, std::round(rect->width)), rect->height},
                         pen.colors.accent,
                         0});
}

}  // namespace

CurveColumns bar_columns(const BarMark& bars, const Panel& panel, const PanelFrame& frame) {
    CurveColumns columns(frame.plot.x, frame.plot.width);
    for (std::size_t i = 0; i < count_of(bars); ++i) {
        const auto rect = bar_rect(bars, i, panel, frame);
        if (!rect) continue;
        // At least the column of its left edge, but never the column that begins at its right edge.
        const double first = std::max(std::floor(rect->x), frame.plot.x);
        const double end = std::min(std::max(first + 1, std::ceil(rect->right() - 1e-6)), frame.plot.right());
        const auto count = static_cast<int>(std::ceil(end - first));
        for (int column = 0; column < count; ++column)
            columns.add({first + column, rect->y}, {first + column, rect->bottom()});
    }
    return columns;
}

void draw_bars(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks) {
        const auto* bars = std::get_if<BarMark>(&mark);
        if (bars == nullptr || count_of(*bars) == 0) continue;
        const double pixels = frame.plot.width / (frame.x.high - frame.x.low) * bars->width;
        pen.add(PushClip{frame.plot});
        if (pixels >= min_distinct_pixels)
            draw_apart(pen, *bars, panel, frame);
        else
            draw_filled(pen, *bars, panel, frame);
        pen.add(PopClip{});
    }
}

}  // namespace poslab::layout_parts
