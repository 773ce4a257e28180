// Texts inside plots with a search for free positions: notes of spans, annotations, names along curves.

#include "core/figure/curve_columns.hpp"
#include "core/figure/layout_parts.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double text_height = 15, rise = 8, note_pitch = 17, widest_note = 150, narrowest_span = 76;

/// Obstacles for the texts of a plot.
struct PlotSurroundings {
    const CurveCover& cover;
    std::vector<Rect> lines;  // rules and levels
    std::vector<Rect> spans;
    std::vector<Rect>& taken;
};

std::vector<Rect> straight_lines(const Panel& panel, const PanelFrame& frame) {
    std::vector<Rect> lines;
    for (const Mark& mark : panel.marks) {
        if (const auto* level = std::get_if<LevelMark>(&mark);
            level && level->y >= panel.y.low && level->y <= panel.y.high)
            lines.push_back(
                {frame.plot.x, frame.to_pixels(panel.x.low, level->y).y - 1, frame.plot.width, 3});
        if (const auto* rule = std::get_if<RuleMark>(&mark);
            rule && rule->x >= panel.x.low && rule->x <= panel.x.high)
            lines.push_back(
                {frame.to_pixels(rule->x, panel.y.low).x - 1, frame.plot.y, 3, frame.plot.height});
    }
    return lines;
}

std::vector<Rect> spans_of(const Panel& panel, const PanelFrame& frame) {
    std::vector<Rect> spans;
    for (const Mark& mark : panel.marks)
        if (const auto* span = std::get_if<SpanMark>(&mark)) spans.push_back(span_rect(*span, frame));
    return spans;
}

Rect grown(const Rect& rect, double by) { return rect.inset(-by); }

void draw_note(const Pen& pen, const SpanMark& span, const PanelFrame& frame, PlotSurroundings& around) {
    const Rect shown = span_rect(span, frame);
    if (span.note.empty()) return;
    if (shown.width < narrowest_span) return pen.leave_out(span.note);
    const auto lines = wrapped_text(span.note, pen.metrics, Font::regular, small_size,
                                    std::min(widest_note, shown.width - 16));
    double width = 0;
    for (const std::string& line : lines) width = std::max(width, pen.width(line, Font::regular, small_size));
    const double height = note_pitch * static_cast<double>(lines.size());
    const double low = shown.bottom() - 5 - height, high = shown.y + 4;
    std::vector<Rect> places;
    for (const double x : {shown.right() - 8 - width, shown.x + 8}) {
        places.push_back({x, low, width, height});
        places.push_back({x, high, width, height});
        for (double y = low - note_pitch; y > high; y -= note_pitch) places.push_back({x, y, width, height});
    }
    const Rect box = clear_place(pen, span.note, places, shown, around.taken, around.cover);
    if (box.width == 0) return;
    around.taken.push_back(box);
    if (around.cover.crossed(box)) pen.add(FillRect{grown(box, 2), pen.colors.band.with_alpha(0.8), 2});
    for (std::size_t i = 0; i < lines.size(); ++i)
        pen.text(lines[i], {box.right(), box.y + note_pitch * (static_cast<double>(i) + 0.5)}, Font::regular,
                 small_size, pen.colors.text2, Align::right);
}

Color behind(const Pen& pen, const PlotSurroundings& around, const Rect& box) {
    return overlaps_any(box, around.spans) ? pen.colors.band : pen.colors.canvas;
}

/// Returns candidates above or below the position, then at its right or left, then further away.
std::vector<Rect> places_about(Point at, const Rect& text, bool below) {
    constexpr double gap = 2, aside = 8, away = 14;
    const double over = at.y - gap - text.height, under = at.y + gap;
    std::vector<Rect> places;
    const auto add = [&](double x, double y) { places.push_back({x, y, text.width, text.height}); };
    add(text.x, below ? under : over);
    add(text.x, below ? over : under);
    for (const double x : {at.x + aside, at.x - aside - text.width})
        for (const double y : {over, under, at.y - text.height / 2, over - away, under + away}) add(x, y);
    add(text.x, over - away);
    add(text.x, under + away);
    for (const double x : {at.x + 3 * aside, at.x - 3 * aside - text.width})
        for (const double y : {over - 2 * away, under + 2 * away, at.y - text.height / 2}) add(x, y);
    return places;
}

/// Draws a leader to a text that was placed further away.
void draw_annotation_leader(const Pen& pen, Point at, const Rect& box) {
    constexpr double near = 14, from_point = 6;
    const Point end{std::clamp(at.x, box.x, box.right()), std::clamp(at.y, box.y, box.bottom())};
    const double far = std::hypot(end.x - at.x, end.y - at.y);
    if (far <= near) return;
    const double start = from_point / far;
    pen.line({at.x + start * (end.x - at.x), at.y + start * (end.y - at.y)}, end, pen.colors.axis);
}

void draw_annotation(const Pen& pen, const AnnotationMark& mark, const PanelFrame& frame,
                     PlotSurroundings& around) {
    const Point at = frame.to_pixels(mark.at.x, mark.at.y);
    if (mark.text.empty() || !std::isfinite(at.x) || !std::isfinite(at.y) ||
        !grown(frame.plot, 1).contains(at))
        return;
    const double width = pen.width(mark.text, Font::regular, small_size);
    double x = at.x - (mark.align == Align::left ? 0 : mark.align == Align::center ? width / 2 : width);
    x = std::max(frame.plot.x + 2, std::min(x, frame.plot.right() - 2 - width));
    const Rect room{frame.plot.x, frame.plot.y - rise, frame.plot.width, frame.plot.height + rise};
    const Rect box = clear_place(pen, mark.text, places_about(at, {x, at.y, width, text_height}, mark.below),
                                 room, around.taken, around.cover);
    if (box.width == 0) return;
    around.taken.push_back(box);
    draw_annotation_leader(pen, at, box);
    if (around.cover.crossed(box))
        pen.add(FillRect{grown(box, 1), behind(pen, around, box).with_alpha(0.8), 2});
    pen.text(mark.text, {box.x, box.y + text_height / 2}, Font::regular, small_size, pen.colors.text2);
}

/// Returns the position above or below the curve, nearest to the preferred one, that keeps `margin` from all
/// other curves.
Rect place_along(const CurveCover::Curve& curve, const PanelFrame& frame, double width, double margin,
                 const PlotSurroundings& around) {
    constexpr double step = 6, gap = 2;
    const double middle = frame.plot.x + frame.plot.width / 2;
    const double wish =
        std::isnan(curve.line->label_near) ? middle : frame.to_pixels(curve.line->label_near, frame.y.low).x;
    Rect best{};
    double least = 1e9;
    for (double x = frame.plot.x + 6; x + width <= frame.plot.right() - 6; x += step) {
        const Rect extent = curve.columns.extent(x - 2, x + width + 2);
        if (extent.height < 0) continue;
        for (const double y : {extent.y - gap - text_height, extent.bottom() + gap}) {
            const Rect box{x, y, width, text_height};
            const double far = std::abs(x + width / 2 - wish) + (y > extent.y ? 4 : 0) + 2 * extent.height;
            if (far >= least || !is_inside(box, frame.plot.inset(2)) ||
                overlaps_any(grown(box, 3), around.taken))
                continue;
            if (overlaps_any(box, around.lines) || around.cover.crossed(grown(box, margin), curve.line))
                continue;
            least = far;
            best = box;
        }
    }
    return best;
}

void draw_along(const Pen& pen, const CurveCover::Curve& curve, const PanelFrame& frame,
                PlotSurroundings& around) {
    const bool strong = curve.line->emphasis == Emphasis::chosen;
    const Font font = strong ? Font::semibold : Font::regular;
    const double width = pen.width(curve.line->label, font, small_size);
    for (const double margin : {9.0, 5.0, 2.0}) {
        const Rect box = place_along(curve, frame, width, margin, around);
        if (box.width == 0) continue;
        around.taken.push_back(box);
        pen.text(curve.line->label, {box.x, box.y + text_height / 2}, font, small_size,
                 strong ? pen.colors.text : pen.colors.text2);
        return;
    }
    pen.leave_out(curve.line->label);
}

void draw_points(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    constexpr double radius = 3.5, outer = 5.25;
    for (const Mark& mark : panel.marks) {
        const auto* point = std::get_if<PointMark>(&mark);
        if (point == nullptr) continue;
        const Point at = frame.to_pixels(point->at.x, point->at.y);
        if (!grown(frame.plot, 1).contains(at)) continue;
        pen.add(FillCircle{at, point->ring ? outer : radius, point->color});
        if (point->ring) pen.add(FillCircle{at, radius, pen.colors.canvas});
    }
}

constexpr double key_pitch = 19, key_sample = 22, key_inset = 8;

double entry_width(const Pen& pen, const KeyEntry& entry) {
    return key_sample + 8 + pen.width(entry.label, Font::regular, small_size);
}

void draw_entry(const Pen& pen, const KeyEntry& entry, Point at) {
    const bool line = entry.swatch == KeyEntry::Swatch::line || entry.swatch == KeyEntry::Swatch::dashed;
    const double width = line ? key_sample : swatch;
    draw_swatch(pen, entry, {at.x + key_sample - width, at.y - swatch / 2, width, swatch});
    pen.text(entry.label, {at.x + key_sample + 8, at.y}, Font::regular, small_size, pen.colors.text2);
}

/// Draws the key in the first corner that is clear of everything; else clear of texts and over a plate.
void draw_plot_key(const Pen& pen, const Panel& panel, const PanelFrame& frame, PlotSurroundings& around) {
    if (panel.key.empty()) return;
    double width = 0;
    for (const KeyEntry& entry : panel.key) width = std::max(width, entry_width(pen, entry));
    const double height = key_pitch * static_cast<double>(panel.key.size());
    const Rect room = frame.plot.inset(key_inset);
    const double right = room.right() - width, low = room.bottom() - height;
    for (const bool clear : {true, false})
        for (const Point at :
             {Point{right, room.y}, Point{room.x, low}, Point{room.x, room.y}, Point{right, low}}) {
            const Rect box{at.x, at.y, width, height};
            if (!is_inside(box, frame.plot) || overlaps_any(box, around.taken)) continue;
            if (clear && (overlaps_any(box, around.lines) || around.cover.crossed(grown(box, 3)))) continue;
            if (!clear) pen.add(FillRect{grown(box, 3), pen.colors.canvas.with_alpha(0.85), 3});
            around.taken.push_back(box);
            for (std::size_t i = 0; i < panel.key.size(); ++i)
                draw_entry(pen, panel.key[i], {box.x, box.y + key_pitch * (static_cast<double>(i) + 0.5)});
            return;
        }
}

bool needs_places(const Mark& mark) {
    const auto* line = std::get_if<LineMark>(&mark);
    const auto* point = std::get_if<PointMark>(&mark);
    if (point != nullptr) return !point->label.empty();
    return std::holds_alternative<SpanMark>(mark) || std::holds_alternative<AnnotationMark>(mark) ||
           (line && line->label_place == LabelAnchor::along && !line->label.empty());
}

}  // namespace

bool has_texts_inside(const Panel& panel) {
    const auto named = [](const Mark& mark) {
        const auto* rule = std::get_if<RuleMark>(&mark);
        return needs_places(mark) || std::holds_alternative<BandMark>(mark) ||
               std::holds_alternative<LevelMark>(mark) || (rule != nullptr && !rule->label.empty());
    };
    return !panel.key.empty() || std::any_of(panel.marks.begin(), panel.marks.end(), named);
}

void draw_plot_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CurveCover& cover,
                     std::vector<Rect>& taken) {
    draw_points(pen, panel, frame);
    if (panel.key.empty() && std::none_of(panel.marks.begin(), panel.marks.end(), needs_places)) return;
    PlotSurroundings around{cover, straight_lines(panel, frame), spans_of(panel, frame), taken};
    if (!pen.space.paper) draw_plot_key(pen, panel, frame, around);
    for (const Mark& mark : panel.marks)
        if (const auto* annotation = std::get_if<AnnotationMark>(&mark))
            draw_annotation(pen, *annotation, frame, around);
    for (const Mark& mark : panel.marks)
        if (const auto* point = std::get_if<PointMark>(&mark))
            draw_annotation(pen, {{point->at.x, point->at.y}, point->label, Align::center}, frame, around);
    for (const Mark& mark : panel.marks)
        if (const auto* span = std::get_if<SpanMark>(&mark)) draw_note(pen, *span, frame, around);
    for (const CurveCover::Curve& curve : cover.curves())
        if (curve.line->label_place == LabelAnchor::along && !curve.line->label.empty())
            draw_along(pen, curve, frame, around);
}

}  // namespace poslab::layout_parts
