// Figures for print: omitted elements, elements placed differently than on screen, and the arrangement.

#include "core/base/masked.hpp"
#include "core/base/number_format.hpp"
#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace poslab::layout_parts {

namespace {

constexpr double leader = 20, widest_labels = 0.28;  // of the names at the ends of curves; of the width
constexpr double row_title_gap = 8;                  // from the name of the rows to the matrix
constexpr double tick_room = 12, min_gutter = 26, overhang = 16, number_overhang = 10;
// For axes whose numbers are measured before their size is known.
constexpr std::array<double, 6> heights{48, 80, 140, 220, 320, 480};
constexpr double min_wide = 110, min_high = 56, min_of_main = 0.45;

bool ends_named(const LineMark& line) { return line.label_place == LabelAnchor::end && !line.label.empty(); }

bool rises_above(const LineMark& line, double high) {
    return line.y && std::any_of(line.y->begin(), line.y->end(),
                                 [&](double y) { return std::isfinite(y) && y > high; });
}

double end_width(const LineMark& line, const TextMetrics& metrics) {
    const Font font = line.emphasis == Emphasis::chosen ? Font::semibold : Font::regular;
    return std::ceil(metrics.width(line.label, font, small_size)) + leader;
}

/// True if all names fit at the ends of their curves.
bool names_fit(const Panel& panel, const TextMetrics& metrics, double width, double height) {
    double widest = 0, count = 0;
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark); line != nullptr && ends_named(*line)) {
            widest = std::max(widest, end_width(*line, metrics));
            ++count;
        }
    return widest <= widest_labels * width && count * label_pitch <= height;
}

/// The colour and dashes of a curve in a key.
struct KeyedLook {
    Color color;
    std::vector<double> dashes;

    bool operator==(const KeyedLook&) const = default;
};

KeyedLook look_in_key(const LineMark& line, double high) {
    const bool pinned = line.emphasis == Emphasis::pinned && line.dashes.empty();
    return {line.color_at_end(high), pinned ? std::vector<double>{7, 4} : line.dashes};
}

/// Looks of the curves of one key, all different: names at the ends of curves distinguish equal looks, a key
/// cannot.
class DistinctLooks {
  public:
    DistinctLooks(std::vector<KeyedLook> requested, const Palette& colors)
        : requested_(std::move(requested)), colors_(colors) {}

    /// Returns the look unchanged for its first curve; for others new dashes, and a new colour once all
    /// dashes are used.
    [[nodiscard]] KeyedLook next(const KeyedLook& own) {
        taken_.push_back(has(taken_, own) ? free_look(own) : own);
        return taken_.back();
    }

  private:
    static bool has(const std::vector<KeyedLook>& looks, const KeyedLook& look) {
        return std::find(looks.begin(), looks.end(), look) != looks.end();
    }

    [[nodiscard]] KeyedLook free_look(const KeyedLook& own) const {
        std::vector<Color> colors{own.color};
        colors.insert(colors.end(), colors_.curves.begin(), colors_.curves.end());
        for (const Color color : colors)
            for (std::size_t n = 0; n < dash_patterns; ++n)
                if (KeyedLook look{color, curve_dashes(n)}; !has(taken_, look) && !has(requested_, look))
                    return look;
        return own;
    }

    std::vector<KeyedLook> requested_, taken_;
    const Palette& colors_;
};

/// Moves curve names that do not fit at the ends of curves to the key.
void names_to_key(Panel& panel, const Palette& colors) {
    std::vector<LineMark*> lines;
    std::vector<KeyedLook> requested;
    for (Mark& mark : panel.marks)
        if (auto* line = std::get_if<LineMark>(&mark); line != nullptr && ends_named(*line)) {
            lines.push_back(line);
            requested.push_back(look_in_key(*line, panel.x.high));
        }
    DistinctLooks looks(requested, colors);
    for (std::size_t n = 0; n < lines.size(); ++n) {
        LineMark& line = *lines[n];
        const KeyedLook look = looks.next(requested[n]);
        if (!(look == requested[n])) {
            line.dashes = look.dashes;
            if (!(look.color == requested[n].color)) line.color = line.second_color = look.color;
        }
        panel.key.push_back({KeyEntry::Swatch::line, look.color, line.label, "", look.dashes,
                             line.emphasis == Emphasis::chosen});
        line.label.clear();
    }
}

/// Removes entries from panel keys that the figure's key, or that of an earlier panel, already has.
void print_keys_once(Figure& figure) {
    std::vector<KeyEntry> printed = figure.key;
    const auto is_printed = [&](const KeyEntry& entry) {
        return std::any_of(printed.begin(), printed.end(), [&](const KeyEntry& other) {
            return entry.swatch == other.swatch && entry.color == other.color && entry.label == other.label &&
                   entry.value == other.value && entry.dashes == other.dashes;
        });
    };
    for (auto* panels : {&figure.main, &figure.companions})
        for (Panel& panel : *panels) {
            std::erase_if(panel.key, is_printed);
            printed.insert(printed.end(), panel.key.begin(), panel.key.end());
        }
}

void leave_pointer_out(Panel& panel) {
    panel.pointer.reset();
    for (Mark& mark : panel.marks)
        if (auto* bars = std::get_if<BarMark>(&mark)) bars->highlighted.reset();
}

double ticks_width(const std::vector<Tick>& ticks, const TextMetrics& metrics) {
    double widest = 0;
    for (const Tick& tick : ticks)
        widest = std::max(widest, metrics.width(tick.label, Font::mono, tick_size));
    return widest;
}

double left_numbers(const Panel& panel, const TextMetrics& metrics) {
    double widest = 0;
    if (panel.kind() != PanelKind::matrix) {
        for (const double height : heights)
            widest = std::max(widest, ticks_width(plot_ticks(panel.y, height, 34), metrics));
        return widest;
    }
    for (const std::string& label : panel.y.labels)
        widest = std::max(widest, metrics.width(label, Font::mono, tick_size));
    if (widest > 0) return std::min(widest, 50.0);
    return metrics.width(format_integer(static_cast<std::int64_t>(std::ceil(panel.y.high)) - 1), Font::mono,
                         tick_size);
}

/// Position of bars and key: at the right, below, or bars at the right and the key below.
enum class Side { column, lines, split };

/// Position of companions, and their share of the width (next to the main panels) or height (below them).
struct Split {
    double share = 0;
    bool marginal = false;
};

/// An arrangement, and how much of the page it uses.
struct Arrangement {
    Areas areas;
    double main = 0, companions = 0;
    bool whole = true;  // no companion was omitted
};

double total(const std::vector<Rect>& rects) {
    double sum = 0;
    for (const Rect& rect : rects) sum += rect.width * rect.height;
    return sum;
}

void move(Rect& rect, double by) {
    if (rect.width > 0) rect.x += by;
}

void move(Areas& areas, double by) {
    for (auto* rects : {&areas.main, &areas.companions, &areas.side.bars})
        for (Rect& rect : *rects) move(rect, by);
    move(areas.marginal, by);
    if (areas.side.key) move(*areas.side.key, by);
}

class PaperPage {
  public:
    PaperPage(const Measures& measures, const Rect& area) : measures_(measures), area_(area) {}

    /// Returns the best arrangement with the first `count` companions; empty if there is none.
    [[nodiscard]] std::optional<Arrangement> best(std::size_t count, double min_main) const {
        std::optional<Arrangement> best;
        const std::vector<Split> splits = count == 0
                                              ? std::vector<Split>{{}}
                                              : std::vector<Split>{{0.34, true},  {0.42, true}, {0.5, true},
                                                                   {0.32, false}, {0.4, false}, {0.5, false}};
        for (const Split& split : splits)
            for (const Side side : {Side::column, Side::lines, Side::split}) {
                Arrangement tried = arranged(count, split, side);
                if (!tried.whole || tried.main < min_main) continue;
                if (!best || tried.main + tried.companions > 1.03 * (best->main + best->companions))
                    best = std::move(tried);
            }
        return best;
    }

  private:
    [[nodiscard]] double lines_height(Side side, double width) const {
        if (side == Side::column) return 0;
        const bool bars = side == Side::lines && !measures_.figure.bars.empty();
        return (bars ? across_height : 0) + key_lines_height(measures_.figure.key, measures_.metrics, width);
    }

    /// Returns the width of the elements at the right, gap included.
    [[nodiscard]] double column_width(Side side) const {
        const double width = side == Side::column  ? measures_.side.column
                             : side == Side::split ? measures_.side.lone_bars
                                                   : 0;
        return width > 0 ? measures_.space.side_gap + width : 0;
    }

    /// Places the main panels, the plot next to them, bars and key.
    void place_main(const Rect& room, Side side, Areas& areas) const {
        Rect inner = room;
        inner.height -= lines_height(side, room.width - measures_.gutter);
        inner.width -= std::max(number_overhang, column_width(side));
        const double reserve = marginal_reserve(measures_, inner.width - measures_.gutter);
        Rect cells = inner;
        cells.width -= reserve;
        place_cells(measures_, cells, areas);
        const Rect& last = areas.main.back();
        if (reserve > 0)
            areas.marginal = marginal_rect(areas.main.front(), measures_.space.panel_gap, inner.right());
        const double right = right_end(areas);
        const Rect marginal{right + measures_.space.side_gap, areas.main.front().y,
                            column_width(side) - measures_.space.side_gap,
                            last.bottom() - areas.main.front().y};
        if (side != Side::lines && marginal.width > 0) place_column(marginal, side == Side::column, areas);
        if (side != Side::column)
            place_lines({areas.main.front().x, last.bottom() + cells_foot(measures_),
                         room.right() - areas.main.front().x, 0},
                        right - areas.main.front().x, side == Side::lines, areas);
    }

    /// Places bars side by side and the key below them.
    void place_lines(const Rect& at, double bars_width, bool bars, Areas& areas) const {
        constexpr double gap = 28;
        SidePlan& side = areas.side;
        side.across = bars;
        const double count = bars ? static_cast<double>(measures_.figure.bars.size()) : 0;
        const double width = count > 0 ? std::min(320.0, (bars_width - gap * (count - 1)) / count) : 0;
        for (std::size_t i = 0; bars && i < measures_.figure.bars.size(); ++i)
            side.bars.push_back(
                {at.x + static_cast<double>(i) * (width + gap), at.y + across_title, width, across_ramp});
        const double top = at.y + (count > 0 ? across_height : 0);
        const double height = key_lines_height(measures_.figure.key, measures_.metrics, at.width);
        if (height > 0) side.key = Rect{at.x, top, at.width, height};
        side.bottom = top + height;
    }

    /// Places bars in a column, then the key.
    void place_column(const Rect& at, bool keyed, Areas& areas) const {
        constexpr double head = 34, key_gap = 10;
        const Figure& figure = measures_.figure;
        SidePlan& side = areas.side;
        const double key = keyed ? key_lines_height(figure.key, measures_.metrics, at.width) : 0;
        const auto count = static_cast<double>(figure.bars.size());
        const bool noted = std::any_of(figure.bars.begin(), figure.bars.end(),
                                       [](const ColorBar& bar) { return !bar.note.empty(); });
        const double foot = noted ? bar_note_drop + 6 : 0;
        const double rest = at.height - (key > 0 ? key + key_gap : 0) - count * foot - (count - 1) * head;
        const double each = count > 0 ? std::max(24.0, std::floor(rest / count)) : 0;
        double y = at.y;
        for (std::size_t i = 0; i < figure.bars.size(); ++i) {
            side.bars.push_back({at.x, y, bar_width, each});
            y += each + foot + (i + 1 < figure.bars.size() ? head : key_gap);
        }
        side.bar_room = at.width;
        if (key > 0) side.key = Rect{at.x, count > 0 ? y : at.y, at.width, key};
        side.bottom = y + key;
    }

    [[nodiscard]] Arrangement arranged(std::size_t count, const Split& split, Side side) const {
        Arrangement way;
        Areas& areas = way.areas;
        std::vector<const Panel*> panels;
        for (std::size_t i = 0; i < count; ++i) panels.push_back(&measures_.figure.companions[i]);
        Rect room = area_, others = area_;
        if (count > 0 && split.marginal) {
            others.width = std::floor(split.share * area_.width);
            others.x = area_.right() - others.width;
            room.width -= others.width + measures_.space.panel_gap;
        } else if (count > 0) {
            others.height = std::floor(split.share * area_.height);
            others.y = area_.bottom() - others.height;
            room.height -= others.height;
        }
        place_main(room, side, areas);
        if (right_end(areas) > room.right() + 1 || areas.side.bottom > room.bottom() + 1) way.whole = false;
        if (count > 0)
            place_companions(panels, split.marginal ? marginals_of(others, side, areas) : others, way);
        way.main = total(areas.main) + areas.marginal.width * areas.marginal.height;
        way.companions = total(areas.companions);
        if (count == 0) centre(side, areas);
        return way;
    }

    /// Returns the area next to the main panels, which gets the width that they leave.
    [[nodiscard]] Rect marginals_of(const Rect& others, Side side, const Areas& areas) const {
        if (side != Side::column) return others;  // the key's lines have the full width
        const double left =
            std::min(others.x, right_end(areas) + column_width(side) + measures_.space.panel_gap);
        return {left, others.y, others.right() - left, others.height};
    }

    void place_companions(const std::vector<const Panel*>& panels, const Rect& room, Arrangement& way) const {
        const double gutter = paper_gutter(panels, measures_.metrics, true, false);
        const double right = room.right() - paper_labels(panels, measures_.metrics);
        const std::size_t main = measures_.figure.main.size();
        const std::vector<StackedPanel> placed = stack_panels(measures_, panels, room, gutter, right);
        for (std::size_t i = 0; i < placed.size(); ++i) {
            const Rect& rect = placed[i].rect;
            way.areas.companions.push_back(rect);
            way.areas.headings.push_back({room.x, rect.y, room.width, rect.height});
            way.areas.bare_below.resize(main + measures_.figure.companions.size());
            way.areas.bare_below[main + i] = placed[i].bare;
            if (rect.width < min_wide || rect.height < min_high) way.whole = false;
        }
    }

    /// Centres the content on a page that is wider.
    void centre(Side side, Areas& areas) const {
        const double right = right_end(areas) + column_width(side);
        if (const double spare = area_.right() - right; spare > 0) move(areas, std::floor(spare / 2));
        if (!areas.side.key) return;
        // The key's lines are already broken; near the page's right end it moves left to fit.
        Rect& key = *areas.side.key;
        const double rest = area_.right() - key.x;
        if (key.width <= rest) return;
        if (key_lines_height(measures_.figure.key, measures_.metrics, rest) > key.height)
            key.x = area_.right() - key.width;
        else
            key.width = rest;
    }

    const Measures& measures_;
    Rect area_;
};

}  // namespace

Spacing spacing_of(const LayoutOptions& options) {
    Spacing space;
    space.min_size = options.min_text;
    space.min_cell_text = std::min(options.min_cell_text, options.min_text);
    space.links = options.links && !options.paper;
    if (!options.paper) return space;
    space.paper = true;
    space.title_rise = 27;
    space.axis_title_drop = 29;
    space.matrix_top = 36;
    space.matrix_bottom = 22;
    space.map_bottom = 38;
    space.plot_top = 36;
    space.plot_bottom = 38;
    space.shared_bottom = 12;
    space.side_gap = 12;
    space.panel_gap = 16;
    return space;
}

double head_rise(const Panel& panel, const Spacing& space) {
    constexpr double close = 14;
    if (!space.paper || panel.kind() != PanelKind::plot) return space.title_rise;
    const bool through_top = std::any_of(panel.marks.begin(), panel.marks.end(), [&](const Mark& mark) {
        const auto* line = std::get_if<LineMark>(&mark);
        return line != nullptr && ends_named(*line) && rises_above(*line, panel.y.high);
    });
    return through_top ? space.title_rise : close;
}

double plot_head(const Panel& panel, const Spacing& space) {
    constexpr double half_title = 9;
    return space.paper ? head_rise(panel, space) + half_title : space.plot_top;
}

namespace {

bool occurs_in(const HeatMapMark& map, const KeyedCells& cells) {
    if (map.values == nullptr) return true;  // not known yet
    return std::any_of(map.values->begin(), map.values->end(), [&](double value) {
        if (cells.masked) return is_masked(value);
        return std::abs(value) >= cells.low && std::abs(value) < cells.high;
    });
}

bool occurs_in(const Figure& figure, const KeyedCells& cells) {
    return std::any_of(figure.main.begin(), figure.main.end(), [&](const Panel& panel) {
        return std::any_of(panel.marks.begin(), panel.marks.end(), [&](const Mark& mark) {
            const auto* map = std::get_if<HeatMapMark>(&mark);
            return map != nullptr && occurs_in(*map, cells);
        });
    });
}

}  // namespace

Figure on_paper(Figure figure, const TextMetrics& metrics, const LayoutOptions& options,
                std::vector<Omission>& omitted) {
    if (figure.overview) omitted.push_back({Omission::Kind::not_on_paper, figure.overview->title});
    figure.overview.reset();
    for (std::string& warning : figure.warnings)
        omitted.push_back({Omission::Kind::not_on_paper, std::move(warning)});
    figure.warnings.clear();
    std::erase_if(figure.key,
                  [&](const KeyEntry& entry) { return entry.cells && !occurs_in(figure, *entry.cells); });
    const bool cells = stands_in_columns(figure);
    const auto plots = static_cast<double>(
        std::max<std::size_t>(1, cells ? 2 : figure.main.size() + figure.companions.size()));
    for (auto* panels : {&figure.main, &figure.companions})
        for (Panel& panel : *panels) {
            leave_pointer_out(panel);
            const double width = cells ? 0.5 * options.width : options.width;
            if (panel.kind() == PanelKind::plot &&
                !names_fit(panel, metrics, width, 0.6 * options.height / plots))
                names_to_key(panel, palette(options.theme));
        }
    print_keys_once(figure);
    if (figure.marginal) leave_pointer_out(*figure.marginal);
    return figure;
}

namespace {

double row_title_width(const std::string& title, const TextMetrics& metrics) {
    double widest = 0;
    for (const std::string& line : row_title_lines(title))
        widest = std::max(widest, metrics.width(line, Font::regular, small_size));
    return widest;
}

}  // namespace

std::vector<std::string> row_title_lines(const std::string& title) {
    const std::size_t space = title.find(' ');
    if (space == std::string::npos) return {title};
    return {title.substr(0, space), title.substr(space + 1)};
}

double paper_gutter(const std::vector<const Panel*>& panels, const TextMetrics& metrics, bool with_cells,
                    bool grid) {
    constexpr double of_values = 34;  // next to cells, whose pixels are sampled before there are values
    double widest = 0;
    // Next to other panels the name of its rows is there.
    if (panels.size() > 1 && panels.front()->kind() == PanelKind::matrix)
        widest = grid ? metrics.width(panels.front()->y.title, Font::regular, small_size)
                      : row_title_width(panels.front()->y.title, metrics) - tick_room + row_title_gap;
    for (const Panel* panel : panels) {
        if (!has_axes(*panel)) continue;
        widest =
            std::max(widest, with_cells && panel->kind() == PanelKind::plot ? of_values
                                                                            : left_numbers(*panel, metrics));
    }
    return widest == 0 ? 0 : std::max(min_gutter, std::ceil(widest) + tick_room);
}

double paper_labels(const std::vector<const Panel*>& panels, const TextMetrics& metrics) {
    double widest = overhang;
    for (const Panel* panel : panels)
        for (const Mark& mark : panel->marks)
            if (const auto* line = std::get_if<LineMark>(&mark); line != nullptr && ends_named(*line))
                widest = std::max(widest, end_width(*line, metrics));
    return widest;
}

SidePlan paper_side(const Figure& figure, const Rect& column, const Rect& lines) {
    constexpr double tallest = 150, head = 40;
    SidePlan side;
    double y = column.y;
    for (const ColorBar& bar : figure.bars) {
        const double foot = bar.note.empty() ? 0 : bar_note_drop + 6;
        side.bars.push_back(
            {column.x, y, bar_width, std::max(24.0, std::min(tallest, column.bottom() - y - foot))});
        y = side.bars.back().bottom() + foot + head;
    }
    side.bar_room = column.width;
    if (lines.height > 0) side.key = lines;
    side.bottom = y;
    return side;
}

void place_on_paper(const Measures& measures, const Rect& area, Areas& areas) {
    const PaperPage page(measures, area);
    std::optional<Arrangement> alone = page.best(0, 0);
    std::optional<Arrangement> best;
    for (std::size_t count = measures.figure.companions.size(); count > 0 && !best; --count)
        best = page.best(count, alone ? min_of_main * alone->main : 0);
    if (!best) best = std::move(alone);
    const auto keep = [&](Areas& placed) {
        placed.title_center = areas.title_center;
        placed.warnings_top = areas.warnings_top;
        placed.bare_below.resize(areas.bare_below.size());
        placed.companions.resize(measures.figure.companions.size());
        areas = std::move(placed);
    };
    if (best) return keep(best->areas);
    place_cells(measures, area, areas);  // too small to be readable
    areas.companions.resize(measures.figure.companions.size());
}

}  // namespace poslab::layout_parts
