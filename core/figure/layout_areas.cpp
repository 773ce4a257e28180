#include "core/figure/layout_parts.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace poslab::layout_parts {

namespace {

constexpr double below_head = 30, spare_gap = 22, min_spare = 24;
constexpr double label_gutter = 128;  // right of a plot, including the padding
// Height below the titles; lower pictures show main panels only.
constexpr double lowest_with_companions = 412;
// Left by companions below them, if possible.
constexpr double min_for_maps = 200, min_for_matrices = 140;
constexpr double min_under_each = 56;      // height of a companion below its own matrix
constexpr double widest_to_narrowest = 4;  // beyond this ratio, cells are no longer square

/// True for small windows: they have less padding, which the row numbers compensate, and a lower head.
bool is_small(const LayoutOptions& options) { return options.padding < 20; }
double axis_gutter(const LayoutOptions& options) { return is_small(options) ? 60 : 56; }
double top_of(const LayoutOptions& options) {
    if (options.paper) return options.titles ? paper_title_band : 0;
    return options.titles ? title_band : is_small(options) ? -8 : 0;
}

/// Width right of plots for the names of curves.
double label_width(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options) {
    double widest = std::max(0.0, label_gutter - options.padding);
    for (const auto* panels : {&figure.companions, &figure.main})
        for (const Panel& panel : *panels)
            for (const Mark& mark : panel.marks)
                if (const auto* line = std::get_if<LineMark>(&mark);
                    line && line->label_place == LabelAnchor::end)
                    widest = std::max(widest, metrics.width(line->label, Font::semibold, small_size) + 20);
    return std::min(std::ceil(widest), 230.0);
}

/// Margins around each panel of a grid, and around all of them.
struct GridEdges {
    double gutter = 0, gap = 0, top = 0, bottom = 0, above_all = 0, below_all = 0;
};

/// Returns the panel that determines the grid: the first with cells.
const Panel& first_of(const Figure& figure) {
    const auto found = std::find_if(figure.main.begin(), figure.main.end(),
                                    [](const Panel& panel) { return shows_cells(panel.kind()); });
    return found != figure.main.end() ? *found : figure.main.front();
}

bool has_maps(const Figure& figure) { return first_of(figure).kind() == PanelKind::map; }

bool has_plots(const Figure& figure) {
    return std::any_of(figure.main.begin(), figure.main.end(),
                       [](const Panel& panel) { return panel.kind() == PanelKind::plot; });
}

double foot_of(const Measures& measures) {
    if (has_plots(measures.figure)) return measures.space.plot_bottom;
    return has_maps(measures.figure) && !measures.figure.grid ? measures.space.map_bottom
                                                              : measures.space.matrix_bottom;
}

/// True if only the first panel of a row needs numbers at its left.
bool shares_left_axis(const Figure& figure) {
    if (has_plots(figure)) return false;
    const Axis& first = first_of(figure).y;
    return !has_maps(figure) || std::all_of(figure.main.begin(), figure.main.end(), [&](const Panel& panel) {
        return panel.y.low == first.low && panel.y.high == first.high &&
               panel.y.logarithmic == first.logarithmic;
    });
}

GridEdges edges_of(const Measures& measures) {
    const Figure& figure = measures.figure;
    const auto gap = [&](double shared) {
        return shares_left_axis(figure) ? shared
                                        // Room for a name left of the numbers.
                                        : measures.gutter + (has_maps(figure) ? 4 : 20);
    };
    if (figure.grid)
        return {measures.gutter, gap(12), 24, 2, 8, figure.main.front().x.title.empty() ? 20.0 : 38.0};
    return {measures.gutter, gap(measures.space.panel_gap), measures.space.matrix_top, foot_of(measures)};
}

/// The data areas of n equal panels in the grid with the largest cells.
struct Grid {
    int columns = 1, rows = 1;
    double width = 0, height = 0;
};

/// Tries a grid with that many columns. `aspect` = 0: cells fill the area.
Grid try_grid(int columns, int count, double aspect, const Rect& area, const GridEdges& edges) {
    Grid grid{columns, (count + columns - 1) / columns, 0, 0};
    const double width = (area.width - edges.gutter - edges.gap * (columns - 1)) / columns;
    const double height =
        (area.height - edges.above_all - edges.below_all) / grid.rows - edges.top - edges.bottom;
    if (aspect == 0) return {columns, grid.rows, std::max(8.0, width), std::max(8.0, height)};
    const double shape = std::clamp(aspect, 1 / widest_to_narrowest, widest_to_narrowest);
    grid.width = std::max(8.0, std::min(width, height * shape));
    grid.height = std::max(8.0, grid.width / shape);
    return grid;
}

Grid best_grid(int count, double aspect, const Rect& area, const GridEdges& edges) {
    Grid best;
    for (int columns = 1; columns <= count; ++columns) {
        const Grid grid = try_grid(columns, count, aspect, area, edges);
        if (grid.width > best.width * 1.02) best = grid;
    }
    return best;
}

/// Arranges panels side by side, as many as are wide enough to be readable.
Grid stretched_grid(int count, const Rect& area, const GridEdges& edges) {
    constexpr double readable = 120;
    int columns = count;
    while (columns > 1 && try_grid(columns, count, 0, area, edges).width < readable) --columns;
    return try_grid(columns, count, 0, area, edges);
}

/// Returns the ratio of width to height at which one unit (or decade) is equally long on both axes.
double aspect_of(const Panel& panel) {
    const auto extent = [](const Axis& axis) {
        return axis.logarithmic ? std::log(axis.high / axis.low) : axis.high - axis.low;
    };
    return panel.x.logarithmic == panel.y.logarithmic ? extent(panel.x) / extent(panel.y) : 1;
}

Grid grid_of(const Measures& measures, const Rect& area) {
    const Panel& first = first_of(measures.figure);
    if (is_stretched(first))
        return stretched_grid(static_cast<int>(measures.figure.main.size()), area, edges_of(measures));
    return best_grid(static_cast<int>(measures.figure.main.size()), aspect_of(first), area,
                     edges_of(measures));
}

void place_matrices(const Measures& measures, const Grid& grid, const Rect& area, Areas& areas) {
    const GridEdges edges = edges_of(measures);
    const std::size_t count = measures.figure.main.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto column = static_cast<double>(static_cast<int>(i) % grid.columns);
        const auto row = static_cast<double>(static_cast<int>(i) / grid.columns);
        const Rect place{
            std::round(area.x + edges.gutter + column * (grid.width + edges.gap)),
            std::round(area.y + edges.above_all + edges.top + row * (grid.height + edges.top + edges.bottom)),
            std::round(grid.width), std::round(grid.height)};
        const Panel& panel = measures.figure.main[i];
        areas.columns.push_back(place);
        areas.main.push_back(
            panel.kind() == PanelKind::plot ? plot_in(panel, measures.metrics, place, column == 0) : place);
        areas.left_axis.push_back(column == 0 || !shares_left_axis(measures.figure));
        areas.foot_axis.push_back(i + static_cast<std::size_t>(grid.columns) >= count);
    }
}

}  // namespace

void place_cells(const Measures& measures, const Rect& room, Areas& areas) {
    place_matrices(measures, grid_of(measures, room), room, areas);
}

double cells_foot(const Measures& measures) { return foot_of(measures); }

namespace {

/// Places overview, colour bars and key right of the matrices, or below if that makes the matrices
/// considerably larger (narrow pictures). Returns true if they are below.
bool place_matrices_and_side(const Measures& measures, const Rect& area, Areas& areas) {
    const auto without_marginal = [&](Rect rect) {
        rect.width -= marginal_reserve(measures, rect.width - measures.gutter);
        return rect;
    };
    const Rect left{area.x, area.y, area.width - measures.side.column - measures.space.side_gap, area.height};
    const double side_below = side_height_below(measures.figure, measures.side, area.width);
    const Rect above{area.x, area.y, area.width, area.height - side_below};
    // Decided for square matrices, so that zooming never moves the side.
    const auto count = static_cast<int>(measures.figure.main.size());
    const auto square = [&](const Rect& rect) {
        return best_grid(count, 1, without_marginal(rect), edges_of(measures)).width;
    };
    const bool below = square(above) > 1.25 * square(left);
    const Rect& whole = below ? above : left;
    const Rect room = without_marginal(whole);
    place_matrices(measures, grid_of(measures, room), room, areas);
    if (room.width < whole.width)
        areas.marginal = marginal_rect(areas.main.front(), measures.space.panel_gap, whole.right());
    const double end = areas.main.back().bottom();
    if (below) {
        const double top = end + foot_of(measures) + below_head;
        areas.side =
            place_side_below(measures.figure, measures.side, {area.x, top, area.width, area.bottom() - top});
        return true;
    }
    const double x = right_end(areas) + measures.space.side_gap;
    areas.side =
        place_side(measures.figure, measures.side,
                   {x, areas.main.front().y, area.right() - x, area.height - measures.space.matrix_top});
    const double spare_top = areas.side.bottom + spare_gap;
    const Rect spare{x, spare_top, area.right() - x, std::min(end, measures.options.height - 8) - spare_top};
    if (spare.width >= min_spare && spare.height >= min_spare) areas.spare = spare;
    return false;
}

/// Returns the right end of plots below matrices: that of the matrices if these fill the width; otherwise
/// only the names of curves limit it.
double companion_right(const Measures& measures, const Areas& areas, const Rect& area) {
    const double widest = area.right() - measures.labels;
    const double matrices = right_end(areas);
    const bool filled = matrices > area.right() - measures.side.column - measures.space.side_gap - 2;
    return filled ? std::min(widest, matrices) : widest;
}

/// Heights of the plots below; the main panels get the rest.
struct CompanionHeights {
    double count = 0, each = 0, edges = 0;  // edges: above and below each
    [[nodiscard]] double total() const { return count * (each + edges); }
};

CompanionHeights companion_heights(const Measures& measures, CompanionRows rows, double room) {
    const LayoutOptions& options = measures.options;
    const double height = options.height;
    if (height - std::max(0.0, top_of(options)) < lowest_with_companions) return {};
    const std::size_t all = measures.figure.companions.size();
    const std::size_t count = rows == CompanionRows::stacked      ? all
                              : rows == CompanionRows::under_each ? max_under_one(measures.figure)
                                                                  : std::min<std::size_t>(all, 1);
    CompanionHeights heights{static_cast<double>(count), 0,
                             measures.space.plot_top + measures.space.plot_bottom};
    if (heights.count > 0)
        heights.each = std::min(std::max(std::min(140.0, 0.2 * height + 10), 0.2 * height), 0.45 * height);
    const double for_companions = room - (has_maps(measures.figure) ? min_for_maps : min_for_matrices);
    if (rows == CompanionRows::under_each)
        heights.each =
            std::max(min_under_each, std::min(heights.each, for_companions / heights.count - heights.edges));
    while (heights.count > 1 && heights.total() > for_companions) --heights.count;
    return heights;
}

double covered(const Areas& areas) {
    double sum = 0;
    for (const auto* rects : {&areas.main, &areas.companions})
        for (const Rect& rect : *rects) sum += rect.width * rect.height;
    return sum;
}

/// Places companions at the right of everything else instead of below, if the page is wide enough for larger
/// panels that way.
std::optional<Areas> with_companions_right(const Measures& measures, const Rect& all, const Areas& below) {
    constexpr double clearly = 1.1, least = 360, widest_stacked = 1500;
    const Figure& figure = measures.figure;
    if (measures.options.width < widest_stacked || figure.companions.empty() || figure.companions_in_row ||
        figure.main.size() != 1)
        return std::nullopt;
    std::vector<const Panel*> panels;
    for (const Panel& panel : figure.companions) panels.push_back(&panel);
    std::optional<Areas> best;
    for (const double share : {0.34, 0.4, 0.46}) {
        const double width = std::floor(share * all.width);
        if (width - measures.gutter - measures.labels < least) continue;
        Areas tried;
        tried.title_center = below.title_center;
        tried.warnings_top = below.warnings_top;
        tried.bare_below.assign(figure.main.size() + panels.size(), false);
        place_matrices_and_side(
            measures, {all.x, all.y, all.width - width - measures.space.side_gap, all.height}, tried);
        const double bottom = std::min(all.bottom(), tried.main.back().bottom() + measures.space.plot_bottom);
        const Rect room{all.right() - width, all.y, width, bottom - all.y};
        for (const StackedPanel& placed :
             stack_panels(measures, panels, room, measures.gutter, room.right() - measures.labels)) {
            tried.bare_below[figure.main.size() + tried.companions.size()] = placed.bare;
            tried.companions.push_back(placed.rect);
            tried.headings.push_back({room.x, placed.rect.y, room.width, placed.rect.height});
        }
        const Rect strip{all.x, bottom + spare_gap, all.width, all.bottom() - bottom - spare_gap};
        if (strip.height >= min_spare && strip.width * strip.height > tried.spare.width * tried.spare.height)
            tried.spare = strip;
        if (covered(tried) > clearly * covered(best ? *best : below)) best = std::move(tried);
    }
    return best;
}

/// Returns false if companions cannot be placed below each main panel.
bool place_matrices_and_companions_below(const Measures& measures, const Rect& all, CompanionRows rows,
                                         Areas& areas) {
    const LayoutOptions& options = measures.options;
    CompanionHeights companions = companion_heights(measures, rows, all.height);
    const Rect area{all.x, all.y, all.width, std::max(80.0, all.height - companions.total())};
    const bool below = place_matrices_and_side(measures, area, areas);
    const double used = std::max(areas.main.back().bottom() + foot_of(measures), areas.side.bottom);
    const double spare = below ? 0 : area.bottom() - used;
    if (companions.count > 0 && spare > 0)  // matrices limited by their width leave height to the plots below
        companions.each +=
            std::min(spare / companions.count, std::max(0.0, 0.4 * options.height - companions.each));
    const double left = options.padding + measures.gutter;
    const double right = companion_right(measures, areas, area);
    double y = all.bottom() - companions.total();
    const Rect row{all.x, std::round(y + measures.space.plot_top), all.width, std::round(companions.each)};
    if (rows == CompanionRows::under_each)
        return place_under_each(measures, row, companions.each + companions.edges,
                                static_cast<std::size_t>(companions.count), areas);
    if (rows == CompanionRows::in_row && companions.count > 0) {
        place_companion_row(measures, row, areas);
        return true;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(companions.count); ++i) {
        const bool axes = has_axes(measures.figure.companions[i]);
        const double from = axes ? left : all.x;
        areas.companions.push_back({from, std::round(y + measures.space.plot_top),
                                    std::max(8.0, std::round((axes ? right : all.right()) - from)),
                                    std::round(companions.each + (axes ? 0 : free_foot))});
        if (i == 0 && shares_columns(measures.figure)) {
            areas.companions.front().x = areas.main.front().x;
            areas.companions.front().width = areas.main.front().width;
        }
        y += companions.each + companions.edges;
    }
    return true;
}

void place_matrices_and_companions(const Measures& measures, const Rect& all, Areas& areas) {
    const CompanionRows rows = companion_rows(measures, all);
    const bool dropped = rows == CompanionRows::stacked &&
                         static_cast<std::size_t>(companion_heights(measures, rows, all.height).count) <
                             measures.figure.companions.size();
    Areas tried = areas;
    if (dropped && max_under_one(measures.figure) > 0 &&
        place_matrices_and_companions_below(measures, all, CompanionRows::under_each, tried))
        areas = std::move(tried);
    else
        place_matrices_and_companions_below(measures, all, rows, areas);
    if (auto found = with_companions_right(measures, all, areas)) areas = std::move(*found);
}

}  // namespace

std::vector<WarningLine> warning_lines(const Figure& figure, const TextMetrics& metrics,
                                       const LayoutOptions& options) {
    const double room = options.width - 2 * options.padding - warning_sign;
    std::vector<WarningLine> lines;
    for (const std::string& warning : figure.warnings) {
        bool first = true;
        for (std::string& line : wrapped_text(warning, metrics, Font::regular, small_size, room))
            lines.push_back({std::move(line), std::exchange(first, false)});
    }
    return lines;
}

std::vector<std::string> caption_lines(const TextMetrics& metrics, const LayoutOptions& options) {
    if (options.caption.empty()) return {};
    return wrapped_text(options.caption, metrics, Font::regular, small_size,
                        options.width - 2 * options.padding);
}

namespace {

Measures measured(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options) {
    Measures measures{figure, options, metrics, spacing_of(options), side_widths(figure, metrics)};
    if (!options.paper) {
        measures.gutter = axis_gutter(options);
        measures.labels = label_width(figure, metrics, options);
        return measures;
    }
    std::vector<const Panel*> panels;
    const bool cells = stands_in_columns(figure);
    for (const Panel& panel : figure.main) panels.push_back(&panel);
    if (!cells)
        for (const Panel& panel : figure.companions) panels.push_back(&panel);
    measures.gutter = paper_gutter(panels, metrics, cells, figure.grid);
    measures.labels = paper_labels(panels, metrics);
    return measures;
}

/// True if the names of adjacent matrices fit above them.
bool heads_fit(const Measures& measures, const Areas& areas) {
    const Figure& figure = measures.figure;
    if (figure.main.size() < 2 || figure.grid) return true;
    for (std::size_t i = 0; i < std::min(figure.main.size(), areas.main.size()); ++i)
        if (measures.metrics.width(figure.main[i].title, Font::semibold, measures.space.min_size) >
            areas.main[i].width)
            return false;
    return true;
}

/// Places matrices with names in two lines where one line does not fit.
void place_cells_on_paper(Measures measures, const Rect& area, Areas& areas) {
    Areas lower = areas;
    place_on_paper(measures, area, areas);
    if (heads_fit(measures, areas)) return;
    measures.space.matrix_top += name_pitch;
    place_on_paper(measures, area, lower);
    areas = std::move(lower);
}

}  // namespace

Areas arrange(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options) {
    Areas areas;
    const Measures measures = measured(figure, metrics, options);
    const double top = top_of(options);
    areas.title_center = options.paper ? 13 : 26;
    const std::size_t notes =
        warning_lines(figure, metrics, options).size() + caption_lines(metrics, options).size();
    const double bottom =
        options.height - (options.paper && notes == 0 ? 2 : 10) - warning_pitch * static_cast<double>(notes);
    areas.warnings_top = bottom + 2;
    areas.bare_below.assign(figure.main.size() + figure.companions.size(), false);
    const Rect area{options.padding, top, options.width - 2 * options.padding, bottom - top};
    if (!stands_in_columns(figure))
        place_stack(measures, {area.x, std::max(0.0, top), area.width, bottom - std::max(0.0, top)}, areas);
    else if (options.paper)
        place_cells_on_paper(measures, area, areas);
    else
        place_matrices_and_companions(measures, area, areas);
    return areas;
}

}  // namespace poslab::layout_parts
