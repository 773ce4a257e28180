// Marks behind the curves of plots: bands, spans, areas, levels, rules; and their names.

#include "core/figure/curve_columns.hpp"
#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace poslab::layout_parts {

namespace {

/// Calls `use` for each mark of one kind.
template <typename Kind, typename Use>
void each(const Panel& panel, const Use& use) {
    for (const Mark& mark : panel.marks)
        if (const auto* one = std::get_if<Kind>(&mark)) use(*one);
}

/// Returns one of the two edges of an area in pixels, by column.
CurveColumns edge_columns(const NumberBuffer& x, const NumberBuffer& y, const PanelFrame& frame) {
    CurveColumns columns(frame.plot.x, frame.plot.width);
    std::optional<Point> last;
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
        Point point = frame.to_pixels(x[i], y[i]);
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
            last.reset();
            continue;
        }
        columns.add(last.value_or(point), point);
        last = point;
    }
    return columns;
}

/// Returns top and bottom of an area in a pixel column where it is visible.
std::optional<std::pair<double, double>> between(const CurveColumns& low, const CurveColumns& high,
                                                 std::size_t i, const PanelFrame& frame) {
    if (low.top(i) > low.bottom(i) || high.top(i) > high.bottom(i)) return std::nullopt;
    const double top = std::max(std::min(low.top(i), high.top(i)), frame.plot.y);
    const double bottom = std::min(std::max(low.bottom(i), high.bottom(i)), frame.plot.bottom());
    if (bottom <= top) return std::nullopt;
    return std::pair(top, bottom);
}

/// Fills contiguous columns in one piece: printers leave seams between adjacent pieces.
void fill_between(const Pen& pen, const CurveColumns& low, const CurveColumns& high, const PanelFrame& frame,
                  Color color) {
    std::vector<Point> tops, bottoms;
    const auto close = [&] {
        if (tops.size() > 1) {
            tops.insert(tops.end(), bottoms.rbegin(), bottoms.rend());
            pen.add(FillPolygon{tops, color, true});
        }
        tops.clear();
        bottoms.clear();
    };
    for (std::size_t i = 0; i < low.size(); ++i) {
        const auto span = between(low, high, i, frame);
        if (!span) {
            close();
            continue;
        }
        const double x = low.left() + static_cast<double>(i) + 0.5;
        tops.push_back({x, span->first});
        bottoms.push_back({x, span->second});
    }
    close();
}

}  // namespace

Rect span_rect(const SpanMark& span, const PanelFrame& frame) {
    const double from =
        std::max(frame.to_pixels(std::max(span.low, frame.x.low), frame.y.low).x, frame.plot.x);
    const double to =
        std::min(frame.to_pixels(std::min(span.high, frame.x.high), frame.y.low).x, frame.plot.right());
    return {from, frame.plot.y, std::max(0.0, to - from), frame.plot.height};
}

void draw_bands(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    each<SpanMark>(panel, [&](const SpanMark& span) {
        const Rect shown = span_rect(span, frame);
        if (shown.width > 0) pen.add(FillRect{shown, pen.colors.band, 0});
    });
    for (const Mark& mark : panel.marks) {
        const auto* band = std::get_if<BandMark>(&mark);
        if (band == nullptr) continue;
        const double top =
            std::max(frame.to_pixels(panel.x.low, std::min(band->high, panel.y.high)).y, frame.plot.y);
        const double bottom = frame.to_pixels(panel.x.low, std::max(band->low, panel.y.low)).y;
        pen.add(FillRect{{frame.plot.x, top, frame.plot.width, bottom - top}, pen.colors.band, 0});
    }
}

void draw_areas(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    each<AreaMark>(panel, [&](const AreaMark& area) {
        if (!area.x || !area.low || !area.high) return;
        const CurveColumns low = edge_columns(*area.x, *area.low, frame);
        const CurveColumns high = edge_columns(*area.x, *area.high, frame);
        pen.add(PushClip{frame.plot});
        if (pen.space.paper) {
            fill_between(pen, low, high, frame, area.color);
        } else {
            for (std::size_t i = 0; i < low.size(); ++i)
                if (const auto span = between(low, high, i, frame))
                    pen.add(FillRect{
                        {low.left() + static_cast<double>(i), span->first, 1, span->second - span->first},
                        area.color,
                        0});
        }
        pen.add(PopClip{});
    });
}

namespace {

/// Draws a name over a plate, which curves may cross; returns the covered rectangle.
Rect draw_plate(const Pen& pen, const std::string& text, Point at, Align align, Color color) {
    const double width = pen.width(text, Font::regular, small_size);
    const double left = align == Align::right ? at.x - width : at.x;
    const Rect plate{left - 3, at.y - 8, width + 6, 16};
    pen.add(FillRect{plate, pen.colors.canvas.with_alpha(0.8), 2});
    pen.text(text, at, Font::regular, small_size, color, align);
    return plate;
}

}  // namespace

void draw_guides(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    for (const Mark& mark : panel.marks) {
        if (const auto* band = std::get_if<BandMark>(&mark); band && band->high <= panel.y.high) {
            const double y = std::round(frame.to_pixels(panel.x.low, band->high).y) + 0.5;
            pen.line({frame.plot.x, y}, {frame.plot.right(), y}, pen.colors.edge, 1, {4, 3});
        }
        if (const auto* level = std::get_if<LevelMark>(&mark); level && is_shown(panel.y, level->y)) {
            const double y = std::round(frame.to_pixels(panel.x.low, level->y).y) + 0.5;
            pen.line({frame.plot.x, y}, {frame.plot.right(), y}, pen.colors.edge);
        }
        if (const auto* rule = std::get_if<RuleMark>(&mark);
            rule && rule->x >= panel.x.low && rule->x <= panel.x.high) {
            const double x = std::round(frame.to_pixels(rule->x, panel.y.low).x) + 0.5;
            pen.line({x, frame.plot.y}, {x, frame.plot.bottom()}, pen.colors.edge, 1, {4, 3});
        }
    }
}

namespace {

constexpr double name_height = 16, name_margin = 3, step_down = 17;

Rect plate_rect(double left, double middle, double width) {
    return {left - name_margin, middle - name_height / 2, width + 2 * name_margin, name_height};
}

/// Labels bands above the upper edge at the right, then further to the left, then under the edge.
void label_bands(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CurveCover& cover,
                 std::vector<Rect>& taken) {
    each<BandMark>(panel, [&](const BandMark& band) {
        if (band.label.empty()) return;
        const Rect& plot = frame.plot;
        const bool inside = band.high <= panel.y.high;  // otherwise the whole frame lies in the band
        const std::string label = inside ? band.label : band.label + " ↑";
        const double width = pen.width(label, Font::regular, small_size);
        const double edge = frame.to_pixels(panel.x.low, band.high).y;
        const double above = inside ? std::max(edge - 9, plot.y + 9) : plot.bottom() - 11;
        std::vector<Rect> places;
        for (const double y : {above, inside ? edge + 11 : plot.y + 11})
            for (double left = plot.right() - 8 - width; left > plot.x; left -= width / 2)
                places.push_back(plate_rect(left, y, width));
        Rect area = clear_place(pen, band.label, places, plot.inset(-name_margin), taken, cover);
        if (area.width == 0 && pen.space.paper) return;
        if (area.width == 0) area = plate_rect(plot.right() - 8 - width, above, width);
        taken.push_back(draw_plate(pen, label, {area.x + name_margin, area.y + name_height / 2}, Align::left,
                                   pen.colors.text2));
    });
}

/// Labels levels above their left end, or below if another label is there, or further to the right.
void label_levels(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CurveCover& cover,
                  std::vector<Rect>& taken) {
    each<LevelMark>(panel, [&](const LevelMark& level) {
        if (level.label.empty() || !is_shown(panel.y, level.y)) return;
        const double at = frame.to_pixels(panel.x.low, level.y).y;
        const double width = pen.width(level.label, Font::regular, small_size);
        const Rect& plot = frame.plot;
        std::vector<Rect> places;
        for (double left = plot.x + 7; left + width < plot.right(); left += (width + 20) / 2)
            for (const double y : {at - 10, at + 11}) places.push_back(plate_rect(left, y, width));
        const Rect area =
            clear_place(pen, level.label, places,
                        {plot.x, plot.y - 1, plot.width + name_margin, plot.height + 1}, taken, cover);
        if (area.width == 0) return;
        taken.push_back(draw_plate(pen, level.label, {area.x + name_margin, area.y + name_height / 2},
                                   Align::left, pen.colors.text));
    });
}

/// Labels rules at their right, or at their left if requested or if the right has no room; starts at an end
/// of the line.
void label_rules(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CurveCover& cover,
                 std::vector<Rect>& taken) {
    each<RuleMark>(panel, [&](const RuleMark& rule) {
        if (rule.label.empty() || !is_shown(panel.x, rule.x)) return;
        const Rect& plot = frame.plot;
        const double width = pen.width(rule.label, Font::regular, small_size),
                     x = frame.to_pixels(rule.x, panel.y.low).x;
        const double right = x + 6, left = x - 6 - width;
        const bool leftwards = rule.label_at_bottom ? left > plot.x : right + width >= plot.right();
        std::vector<Rect> places;
        for (const double from : {leftwards ? left : right, leftwards ? right : left}) {
            if (from < plot.x || from + width > plot.right() + 4 || (rule.of_right && from < x)) continue;
            if (rule.label_at_bottom)
                for (double y = plot.bottom() - 12; y > plot.y + 8; y -= step_down)
                    places.push_back(plate_rect(from, y, width));
            else
                for (double y = plot.y + 10; y < plot.bottom() - 8; y += step_down)
                    places.push_back(plate_rect(from, y, width));
        }
        const Rect area = clear_place(pen, rule.label, places, plot.inset(-8), taken, cover);
        if (area.width == 0) return;
        taken.push_back(draw_plate(pen, rule.label, {area.x + name_margin, area.y + name_height / 2},
                                   Align::left, pen.colors.text2));
    });
}

void label_spans(const Pen& pen, const Panel& panel, const PanelFrame& frame, std::vector<Rect>& taken) {
    each<SpanMark>(panel, [&](const SpanMark& span) {
        const Rect shown = span_rect(span, frame);
        const double width = pen.width(span.label, Font::regular, small_size);
        const Rect box{shown.right() - 8 - width, shown.y + 4, width, 16};
        if (span.label.empty() || box.x < shown.x + 4 || box.bottom() > shown.bottom() ||
            overlaps_any(box, taken))
            return;
        pen.text(span.label, {box.right(), box.y + 8}, Font::regular, small_size, pen.colors.text2,
                 Align::right);
        taken.push_back(box);
    });
}

}  // namespace

std::vector<Rect> draw_guide_labels(const Pen& pen, const Panel& panel, const PanelFrame& frame,
                                    const CurveCover& cover) {
    std::vector<Rect> taken;
    label_spans(pen, panel, frame, taken);
    label_bands(pen, panel, frame, cover, taken);
    label_levels(pen, panel, frame, cover, taken);
    label_rules(pen, panel, frame, cover, taken);
    return taken;
}

}  // namespace poslab::layout_parts
