// Dials in a row, or in several rows if narrow.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {

namespace {

constexpr double turn = 2 * std::numbers::pi;

}  // namespace

bool is_seen(double angle, double seen) {
    if (seen >= turn) return true;
    const double rest = std::fmod(angle, turn);
    return (rest < 0 ? rest + turn : rest) <= seen;
}

namespace layout_parts {

namespace {

constexpr double largest_radius = 64, radius_of_cell = 0.35, card_inset = 4, text_room = 8;
constexpr double key_height = 36, key_swatch = 18, key_apart = 30;

/// Distances in a card: above the ring, to the title, between lines, to the note, below.
struct CardText {
    double above, title, pitch, note_pitch, below;
    std::size_t lines = 0;
    bool note = false;

    [[nodiscard]] double height() const {
        return above + title + pitch * static_cast<double>(lines) + (note ? note_pitch : 0) + below;
    }
};

double smallest_radius(DialText shown) {
    return shown == DialText::roomy ? 32 : shown == DialText::close ? 24 : 16;
}

const std::vector<Dial>& dials_of(const Panel& panel) { return std::get<DialsPanel>(panel.content).dials; }

CardText card_text(const Panel& panel, DialText shown) {
    if (shown == DialText::titles) return {10, 17, 0, 0, 12, 0, false};
    CardText text = shown == DialText::roomy ? CardText{14, 20, 19, 20, 18, 0, false}
                                             : CardText{9, 18, 16, 17, 12, 0, false};
    for (const Dial& dial : dials_of(panel)) {
        text.lines = std::max(text.lines, dial.lines.size());
        text.note = text.note || !dial.note.empty();
    }
    return text;
}

double widest_text(const Panel& panel, const TextMetrics& metrics, DialText shown) {
    double widest = 0;
    for (const Dial& dial : dials_of(panel)) {
        widest = std::max(widest, metrics.width(dial.title, Font::medium, body_size));
        if (shown == DialText::titles) continue;
        widest = std::max(widest, metrics.width(dial.note, Font::regular, small_size));
        for (const std::string& line : dial.lines)
            widest = std::max(widest, metrics.width(line, Font::mono, tick_size));
    }
    return widest;
}

/// Returns `count` indices, evenly spaced from the first to the last, including the chosen one.
std::vector<std::size_t> chosen_among(const std::vector<Dial>& dials, std::size_t count) {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < count; ++i)
        shown.push_back(count == 1 ? 0 : i * (dials.size() - 1) / (count - 1));
    for (std::size_t i = 0; i < dials.size(); ++i) {
        if (!dials[i].chosen || std::find(shown.begin(), shown.end(), i) != shown.end()) continue;
        const auto apart = [i](std::size_t a) { return a > i ? a - i : i - a; };
        *std::min_element(shown.begin(), shown.end(),
                          [&](std::size_t a, std::size_t b) { return apart(a) < apart(b); }) = i;
        break;
    }
    return shown;
}

enum class DialCount { all, one_row };

/// Arranges all dials in as few rows as their texts allow plus `more_rows`, or as many as fit in one row; no
/// rows if none fit.
DialPlan try_plan(const Panel& panel, const TextMetrics& metrics, const Rect& room, DialText shown,
                  DialCount which, std::size_t more_rows = 0) {
    const bool all = which == DialCount::all;
    const double min_radius = smallest_radius(shown);
    const double min_cell =
        std::max(widest_text(panel, metrics, shown) + text_room, 2 * min_radius + 2 * card_inset + 4);
    const auto most = static_cast<std::size_t>(std::max(0.0, room.width / min_cell));
    if (most == 0 || dials_of(panel).empty()) return {};
    const std::size_t rows = all ? (dials_of(panel).size() + most - 1) / most + more_rows : 1;
    const std::size_t count = all ? dials_of(panel).size() : std::min(most, dials_of(panel).size());
    const std::size_t columns = (count + rows - 1) / rows;
    const CardText text = card_text(panel, shown);
    DialPlan plan{rows, columns, 0, 0, shown, {}};
    plan.cell = room.width / static_cast<double>(columns);
    const double key = panel.key.empty() ? 0 : key_height;
    const double height = (room.height - key) / static_cast<double>(rows) - text.height();
    plan.radius = std::floor(std::min({height / 2 + 1e-6, plan.cell * radius_of_cell, largest_radius}));
    if (plan.radius < min_radius) return {};
    plan.row_height = text.height() + 2 * plan.radius;
    plan.shown = chosen_among(dials_of(panel), count);
    return plan;
}

std::vector<Point> arc(Point center, double radius, double to) {
    constexpr double step = turn / 90;
    const auto steps = static_cast<int>(std::max(1.0, std::ceil(to / step)));
    std::vector<Point> points;
    for (int i = 0; i <= steps; ++i) {
        const double angle = to * i / steps;
        points.push_back({center.x + radius * std::sin(angle), center.y - radius * std::cos(angle)});
    }
    return points;
}

Point at_angle(Point center, double radius, double angle) {
    return {center.x + radius * std::sin(angle), center.y - radius * std::cos(angle)};
}

void draw_ring(const Pen& pen, const Dial& dial, Point center, double radius, double width, Color seen) {
    std::vector<Point> whole = arc(center, radius, turn);
    whole.pop_back();
    if (dial.seen >= turn) {
        pen.add(Polyline{std::move(whole), seen, width, {}, true});
        return;
    }
    pen.add(Polyline{std::move(whole), pen.colors.divider, width, {}, true});
    if (dial.seen > 0) pen.add(Polyline{arc(center, radius, dial.seen), seen, width, {}, false});
}

void draw_knob(const Pen& pen, Point at, double size, Color color) {
    pen.add(FillCircle{at, size, color});
    pen.add(FillCircle{at, size - 2, pen.colors.canvas});
}

void draw_hands(const Pen& pen, const Dial& dial, Point center, double radius, double scale, Color outside) {
    const double knob = std::max(3.5, 5.5 * scale);
    if (dial.second_hand && std::isfinite(*dial.second_hand)) {
        const bool seen = is_seen(*dial.second_hand, dial.seen);
        const Point tip = at_angle(center, seen ? radius - 6 * scale : radius, *dial.second_hand);
        pen.line(center, tip, pen.colors.text3, 1.25, {3, 2.5});
        if (!seen) draw_knob(pen, tip, knob, outside);
    }
    if (!std::isfinite(dial.hand)) return;
    const Point tip = at_angle(center, radius, dial.hand);
    pen.line(center, tip, pen.colors.text, 2);
    pen.add(FillCircle{center, std::max(2.5, 4 * scale), pen.colors.text});
    draw_knob(pen, tip, knob, is_seen(dial.hand, dial.seen) ? pen.colors.text : outside);
}

void draw_clock(const Pen& pen, const Dial& dial, Point center, double outer, Color seen) {
    const Color outside = pen.colors.warn;
    const double scale = std::min(1.0, outer / 44);
    const double width = std::round(6 * scale * 2) / 2;
    const double radius = outer - width / 2;
    draw_ring(pen, dial, center, radius, width, seen);
    for (const double angle : {0.0, 0.25, 0.5, 0.75})
        pen.line(at_angle(center, radius - width / 2 - 3, angle * turn),
                 at_angle(center, radius - width / 2 - 6, angle * turn), pen.colors.axis);
    draw_hands(pen, dial, center, radius, scale, outside);
}

void draw_dial(const Pen& pen, const Dial& dial, const Rect& card, const DialPlan& plan, const CardText& text,
               Color seen) {
    if (dial.chosen) pen.add(FillRect{card, pen.colors.band, 8});
    const double x = card.x + card.width / 2;
    const double room = card.width;
    draw_clock(pen, dial, {x, card.y + text.above + plan.radius}, plan.radius, seen);
    double y = card.y + text.above + 2 * plan.radius + text.title;
    pen.fitting_text(dial.title, {x, y}, Font::medium, body_size, room, pen.colors.text, Align::center);
    if (plan.text == DialText::titles) return;
    for (std::size_t i = 0; i < dial.lines.size(); ++i)
        pen.text(dial.lines[i], {x, y + text.pitch * static_cast<double>(i + 1)}, Font::mono, tick_size,
                 pen.colors.text2, Align::center);
    y += text.pitch * static_cast<double>(text.lines) + text.note_pitch;
    pen.text(dial.note, {x, y}, Font::regular, small_size,
             dial.seen >= turn ? pen.colors.text3 : pen.colors.text2, Align::center);
}

/// Draws key entries side by side; entries that do not fit are omitted.
void draw_key_line(const Pen& pen, const Panel& panel, double left, double right, double y) {
    double x = left;
    for (const KeyEntry& entry : panel.key) {
        const double end = x + key_swatch + swatch_gap + pen.width(entry.label, Font::regular, small_size);
        if (end > right) return;
        draw_swatch(pen, entry, {x, y - swatch / 2, key_swatch, swatch});
        pen.text(entry.label, {x + key_swatch + swatch_gap, y}, Font::regular, small_size, pen.colors.text2);
        x = end + key_apart;
    }
}

}  // namespace

DialPlan plan_dials(const Panel& panel, const TextMetrics& metrics, double width, double height) {
    const Rect room{0, 0, width, height};
    for (const DialText text : {DialText::roomy, DialText::close, DialText::titles})
        if (DialPlan plan = try_plan(panel, metrics, room, text, DialCount::all); plan.rows > 0) {
            constexpr double much_larger = 1.5;  // than small dials in one row
            const DialPlan higher = try_plan(panel, metrics, room, text, DialCount::all, 1);
            const bool grows =
                text == DialText::titles && higher.rows > 0 && higher.radius > much_larger * plan.radius;
            return grows ? higher : plan;
        }
    return try_plan(panel, metrics, room, DialText::titles, DialCount::one_row);
}

double dials_height(const Panel& panel, const DialPlan& plan) {
    return plan.row_height * static_cast<double>(plan.rows) + (panel.key.empty() ? 0 : key_height);
}

void draw_dials(const Pen& pen, const Panel& panel, PanelFrame& frame) {
    const Rect area = frame.plot;
    draw_heading(pen, panel, area.x, area.right(), area.y - dials_rise);
    const DialPlan plan = plan_dials(panel, pen.metrics, area.width, area.height);
    const CardText text = card_text(panel, plan.text);
    const Color chosen = std::get<DialsPanel>(panel.content).seen;
    const Color seen = chosen.a > 0 ? chosen : seen_arc(pen.colors);
    for (std::size_t n = 0; n < plan.shown.size(); ++n) {
        const std::size_t index = plan.shown[n];
        const Rect cell{area.x + plan.cell * static_cast<double>(n % plan.columns),
                        area.y + plan.row_height * static_cast<double>(n / plan.columns), plan.cell,
                        plan.row_height};
        const Dial& dial = dials_of(panel)[index];
        draw_dial(pen, dial, {cell.x + card_inset, cell.y, cell.width - 2 * card_inset, cell.height}, plan,
                  text, seen);
        frame.parts.push_back({cell, index, dial.value});
    }
    const double bottom = area.y + plan.row_height * static_cast<double>(plan.rows);
    if (plan.rows > 0) draw_key_line(pen, panel, area.x, area.right(), bottom + key_height - 9);
    draw_message(pen, panel, area);
    frame.plot.height = bottom - area.y;
}

}  // namespace layout_parts

}  // namespace poslab
