// Positions of overview, colour bars and key.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace poslab::layout_parts {

namespace {

constexpr double overview_size = 128, smallest_overview = 48, overview_rise = 12;
constexpr double bar_head = 48, key_head = 27, key_after_title = 24, key_gap = 24, second_column = 128;
constexpr double tallest_bar = 180, lowest_bar = 60, readable_bar = 90, key_foot = 9, side_value_gap = 12,
                 widest_next_to = 184;
constexpr std::string_view widest_number = "163,840";  // on most bars; longer numbers use the padding

double number_room(const TextMetrics& metrics) {
    return swatch_gap + metrics.width(widest_number, Font::mono, tick_size);
}

double key_width(const Figure& figure, const TextMetrics& metrics) {
    if (figure.key.empty()) return 0;
    const double value = metrics.width(figure.widest_key_value, Font::mono, tick_size);
    double widest = metrics.width(figure.key_title, Font::regular, small_size);
    for (const KeyEntry& entry : figure.key) {
        const double label = swatch + swatch_gap + metrics.width(entry.label, Font::regular, small_size);
        widest = std::max(widest, label + (value > 0 ? side_value_gap + value : 0));
    }
    return std::ceil(widest);
}

/// Returns the width of a bar with its texts.
double width_of(const ColorBar& bar, const TextMetrics& metrics) {
    const double words = std::max(metrics.width(bar.title, Font::regular, small_size),
                                  metrics.width(bar.note, Font::regular, small_size));
    return std::max(words, bar_width + number_room(metrics));
}

double bars_width(const Figure& figure, const TextMetrics& metrics) {
    double right = 0;
    for (std::size_t i = 0; i < figure.bars.size(); ++i)
        right = static_cast<double>(i) * bar_pitch + width_of(figure.bars[i], metrics);
    return std::ceil(right);
}

/// Returns the height below the ramps.
double bar_foot(const Figure& figure) {
    const bool noted = std::any_of(figure.bars.begin(), figure.bars.end(),
                                   [](const ColorBar& bar) { return !bar.note.empty(); });
    return noted ? bar_note_drop + 8 : 6;
}

/// Returns the distance between the middles of the key's first and last lines.
double key_span(const Figure& figure) {
    if (figure.key.empty()) return 0;
    const double rows = key_row * static_cast<double>(figure.key.size() - 1);
    return rows + (figure.key_title.empty() ? 0 : key_after_title);
}

/// Returns the distance from the ramps down to the key's first line.
double key_drop(const Figure& figure) { return key_head - 6 + bar_foot(figure); }

/// Returns the height that a key below bars requires.
double key_below(const Figure& figure) {
    return figure.key.empty() ? 0 : key_drop(figure) + key_span(figure) + key_foot;
}

double second_offset(const SideWidths& widths, bool overview) {
    const double first = std::max(widths.bars, overview ? overview_size : 0.0);
    return first > 0 ? std::max(first + key_gap, second_column) : 0;
}

bool fits_next_to(const Figure& figure, const SideWidths& widths, double width, bool overview) {
    return !figure.key.empty() && width >= second_offset(widths, overview) + widths.key;
}

Rect overview_rect(const Overview& overview, Point at, double room) {
    const double shape =
        static_cast<double>(overview.total_columns) / static_cast<double>(overview.total_rows);
    return {at.x, at.y, std::round(std::max(4.0, room * std::min(1.0, shape))),
            std::round(std::max(4.0, room * std::min(1.0, 1 / shape)))};
}

void place_bars(const Figure& figure, Point at, double height, SidePlan& plan) {
    for (std::size_t i = 0; i < figure.bars.size(); ++i)
        plan.bars.push_back({at.x + static_cast<double>(i) * bar_pitch, at.y, bar_width, height});
    if (!figure.bars.empty()) plan.bottom = std::max(plan.bottom, at.y + height + bar_foot(figure));
}

void place_key(const Figure& figure, Point at, double width, SidePlan& plan) {
    plan.key = Rect{at.x, at.y, width, key_span(figure)};
    plan.bottom = std::max(plan.bottom, plan.key->bottom() + key_foot);
}

/// Returns the first line of a key next to overview or ramps: its title is level with theirs.
double marginal_line(const Figure& figure, const SidePlan& plan, double top) {
    const double title = plan.overview ? top - overview_rise - 20 : top - 14;
    return figure.key_title.empty() ? title + 22 : title;
}

/// Places the overview at the top of `area`, as large as the elements below permit; returns the top of the
/// ramps.
double place_overview(const Figure& figure, const Rect& area, double below, SidePlan& plan) {
    const double rest = below + (figure.bars.empty() ? 0 : bar_head);
    const double all = area.height + overview_rise - rest;
    // The bar gets its minimum height first, then the overview, but a more readable bar may take some of the
    // overview's.
    const double bar =
        figure.bars.empty() ? 0 : std::clamp(all - smallest_overview, lowest_bar, readable_bar);
    const double room = std::min(overview_size, all - bar);
    if (room < smallest_overview) return area.y;
    plan.overview = overview_rect(*figure.overview, {area.x, area.y - overview_rise}, room);
    plan.bottom = plan.overview->bottom();
    return plan.overview->bottom() + bar_head;
}

SidePlan placed(const Figure& figure, const SideWidths& widths, const Rect& area, bool overview) {
    SidePlan plan;
    plan.bottom = area.y;
    const bool side_by_side = fits_next_to(figure, widths, area.width, overview);
    // A key that would leave no height for overview and bars is omitted: in a small picture the bars suffice.
    const double least = (figure.bars.empty() ? 0 : lowest_bar + bar_foot(figure)) +
                         (overview ? bar_head + smallest_overview : 0);
    const bool keyed = !figure.key.empty() && (side_by_side || area.height >= key_below(figure) + least);
    const double below = keyed && !side_by_side ? key_below(figure) : 0;
    const double top = overview ? place_overview(figure, area, below, plan) : area.y;
    const double room = std::max(8.0, area.bottom() - top - below - (below > 0 ? 0 : bar_foot(figure)));
    // Next to its key a bar can be lower, which leaves the area below them free.
    const double requested = side_by_side && !plan.overview
                                 ? std::clamp(0.38 * area.height, lowest_bar, tallest_bar)
                                 : tallest_bar;
    const double height = figure.bars.empty() ? 0 : std::round(std::min(room, requested));
    place_bars(figure, {area.x, top}, height, plan);
    const double second = area.x + second_offset(widths, overview);
    const double others = figure.bars.empty() ? 0 : bar_pitch * static_cast<double>(figure.bars.size() - 1);
    plan.bar_room = (side_by_side ? second - 8 : area.right()) - area.x - others;
    if (!keyed) return plan;
    const bool alone = figure.bars.empty() && !plan.overview;
    if (side_by_side)
        place_key(figure, {second, marginal_line(figure, plan, area.y)},
                  std::min(area.right() - second, std::max(widths.key, widest_next_to)), plan);
    else
        place_key(figure,
                  {area.x, alone ? marginal_line(figure, plan, area.y) : top + height + key_drop(figure)},
                  std::min(area.width, widths.column), plan);
    return plan;
}

}  // namespace

SideWidths side_widths(const Figure& figure, const TextMetrics& metrics) {
    SideWidths widths{bars_width(figure, metrics), key_width(figure, metrics), 0};
    widths.column = std::max({widths.bars, widths.key, figure.overview ? overview_size : 0.0});
    for (const ColorBar& bar : figure.bars)
        widths.lone_bars = std::max(widths.lone_bars, std::ceil(width_of(bar, metrics)));
    return widths;
}

bool key_fits_next_to(const Figure& figure, const SideWidths& widths, double width) {
    return fits_next_to(figure, widths, width, figure.overview.has_value());
}

SidePlan place_side(const Figure& figure, const SideWidths& widths, const Rect& area) {
    return placed(figure, widths, area, figure.overview.has_value());
}

SidePlan place_side_of_cells(const Figure& figure, const SideWidths& widths, const Rect& area,
                             const std::optional<Rect>& cells) {
    constexpr double min_bar = 24, bar_title = 26;
    SidePlan plan;
    plan.bottom = area.y;
    const double height = cells ? std::round(std::clamp(cells->height, min_bar, tallest_bar)) : 0;
    if (cells) place_bars(figure, {area.x, cells->y}, height, plan);
    plan.bar_room = area.right() - area.x -
                    bar_pitch * static_cast<double>(std::max<std::size_t>(figure.bars.size(), 1) - 1);
    if (figure.key.empty()) return plan;
    const double width = std::min(area.width, widths.column), top = marginal_line(figure, plan, area.y);
    const double room_end = cells ? cells->y - bar_title : area.bottom();
    if (top + key_span(figure) + key_foot <= room_end)
        place_key(figure, {area.x, top}, width, plan);
    else if (const double below = plan.bottom + key_head - 6;
             cells && below + key_span(figure) <= area.bottom())
        place_key(figure, {area.x, below}, width, plan);
    return plan;
}

double side_height_below(const Figure& figure, const SideWidths& widths, double width) {
    constexpr double head = 30, bar = 120, foot = 14;
    return head + bar + foot + bar_foot(figure) - 6 +
           (fits_next_to(figure, widths, width, false) ? 0 : key_below(figure));
}

SidePlan place_side_below(const Figure& figure, const SideWidths& widths, const Rect& area) {
    const double second = area.x + overview_size + key_gap;
    const bool fits = figure.overview && area.right() - second >= second_offset(widths, false) + widths.key;
    if (!fits || area.height < smallest_overview) return placed(figure, widths, area, false);
    SidePlan plan = placed(figure, widths, {second, area.y, area.right() - second, area.height}, false);
    plan.overview = overview_rect(*figure.overview, {area.x, area.y}, std::min(overview_size, area.height));
    plan.bottom = std::max(plan.bottom, plan.overview->bottom());
    return plan;
}

}  // namespace poslab::layout_parts
