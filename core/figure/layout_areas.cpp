#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double companion_head = 46, companion_foot = 42, panel_gap = 20, side_gap = 36, side_below = 184, side_head = 30,
                 key_column = 196;
constexpr double lowest_with_companions = 480;  // a lower picture has room for the main panels only
constexpr double widest_to_narrowest = 4;       // beyond this, cells are no longer kept square

double label_width(const Figure& figure, const TextMetrics& metrics) {
    double widest = label_gutter;
    for (const Panel& panel : figure.companions)
        for (const Mark& mark : panel.marks)
            if (const auto* line = std::get_if<LineMark>(&mark))
                widest = std::max(widest, metrics.width(line->label, Font::semibold, small_size) + 22);
    return std::min(widest, 230.0);
}

/// Data areas of n equal panels in a grid that makes cells largest.
struct Grid {
    int columns = 1, rows = 1;
    double width = 0, height = 0;
};

Grid try_grid(int columns, int count, double aspect, const Rect& area) {
    Grid grid{columns, (count + columns - 1) / columns, 0, 0};
    const double width = (area.width - axis_gutter - panel_gap * (columns - 1)) / columns;
    const double height = area.height / grid.rows - matrix_top - matrix_bottom;
    const double shape = std::clamp(aspect, 1 / widest_to_narrowest, widest_to_narrowest);
    grid.width = std::max(8.0, std::min(width, height * shape));
    grid.height = std::max(8.0, grid.width / shape);
    return grid;
}

Grid best_grid(int count, double aspect, const Rect& area) {
    Grid best;
    for (int columns = 1; columns <= count; ++columns) {
        const Grid grid = try_grid(columns, count, aspect, area);
        if (grid.width > best.width * 1.02) best = grid;
    }
    return best;
}

Grid grid_of(const Figure& figure, const Rect& area) {
    const Panel& first = figure.main.front();
    const double aspect = (first.x.high - first.x.low) / (first.y.high - first.y.low);
    return best_grid(static_cast<int>(figure.main.size()), aspect, area);
}

void place_matrices(const Figure& figure, const Grid& grid, const Rect& area, Areas& areas) {
    for (std::size_t i = 0; i < figure.main.size(); ++i) {
        const auto column = static_cast<double>(static_cast<int>(i) % grid.columns);
        const auto row = static_cast<double>(static_cast<int>(i) / grid.columns);
        areas.main.push_back({std::round(area.x + axis_gutter + column * (grid.width + panel_gap)),
                              std::round(area.y + matrix_top + row * (grid.height + matrix_top + matrix_bottom)),
                              std::round(grid.width), std::round(grid.height)});
        areas.left_axis.push_back(column == 0);
    }
}

void place_plots(const Figure& figure, const Rect& area, double labels, Areas& areas) {
    const double height = area.height / static_cast<double>(figure.main.size());
    for (std::size_t i = 0; i < figure.main.size(); ++i) {
        areas.main.push_back({area.x + axis_gutter, area.y + static_cast<double>(i) * height + companion_head,
                              area.width - axis_gutter - labels, height - companion_head - companion_foot});
        areas.left_axis.push_back(true);
    }
    areas.side = {area.right() - labels + 12, area.y + companion_head, labels - 12, area.height};
}

double side_width(const Figure& figure) {
    const double bars = bar_pitch * static_cast<double>(figure.bars.size());
    return std::max({label_gutter, bars, figure.key.empty() ? 0.0 : key_column});
}

/// Colour bars and key stand right of the matrices, or below where that makes these a good deal larger (narrow pictures).
/// Returns whether they stand below.
bool place_matrices_and_side(const Figure& figure, const Rect& area, Areas& areas) {
    const Rect left{area.x, area.y, area.width - side_width(figure) - side_gap, area.height};
    const Rect above{area.x, area.y, area.width, area.height - side_below};
    // Decided for square matrices, so that zooming never moves the side.
    const auto count = static_cast<int>(figure.main.size());
    const bool below = best_grid(count, 1, above).width > 1.25 * best_grid(count, 1, left).width;
    const Grid grid = grid_of(figure, below ? above : left);
    place_matrices(figure, grid, below ? above : left, areas);
    const double first = area.x + axis_gutter;
    const double right = first + grid.columns * (grid.width + panel_gap) - panel_gap + side_gap;
    const double bottom = areas.main.back().bottom() + matrix_bottom + side_head;
    areas.side = below ? Rect{first, bottom, area.right() - first, area.bottom() - bottom}
                       : Rect{right, areas.main.front().y, area.right() - right, area.height - matrix_top};
    areas.side_by_side = areas.side.width >= bar_pitch * static_cast<double>(figure.bars.size()) + key_column;
    return below;
}

/// Down to the lower end of matrices, bars and key.
double height_used(const Figure& figure, const Areas& areas, double top) {
    const double matrices = areas.main.back().bottom() + matrix_bottom - top;
    const double bars = figure.bars.empty() ? 0 : tallest_bar;
    const double key = figure.key.empty() ? 0 : 40 + key_row * static_cast<double>(figure.key.size() + 1);
    return std::max(matrices, matrix_top + (areas.side_by_side ? std::max(bars, key) : bars + key));
}

}  // namespace

Areas arrange(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options) {
    Areas areas;
    const double pad = options.padding;
    double top = options.titles ? 68 : 8;
    areas.title_center = 26;
    const double bottom = options.height - 10 - 18 * static_cast<double>(figure.warnings.size());
    areas.warnings_top = bottom + 2;
    const double labels = label_width(figure, metrics);
    const double width = options.width - 2 * pad;

    const bool dropped = !figure.main.empty() && options.height < lowest_with_companions;
    const auto companions = dropped ? 0 : static_cast<double>(figure.companions.size());
    double companion_height = std::max(std::min(140.0, 0.2 * options.height + 10), 0.2 * options.height);
    if (figure.main.empty() && companions > 0) companion_height = (bottom - top) / companions - companion_head - companion_foot;
    companion_height = std::min(companion_height, 0.45 * options.height + (figure.main.empty() ? options.height : 0));
    double companion_total = companions * (companion_head + companion_height + companion_foot);
    if (!figure.main.empty()) {
        const bool matrix = figure.main.front().kind == Panel::Kind::matrix;
        const Rect area{pad, top, width, std::max(80.0, bottom - top - companion_total)};
        if (matrix) {
            const bool below = place_matrices_and_side(figure, area, areas);
            const double spare = below ? 0 : area.height - height_used(figure, areas, area.y);
            if (companions > 0 && spare > 0) {  // matrices as wide as they can be leave height to the plots below
                const double more = std::min(spare / companions, std::max(0.0, 0.4 * options.height - companion_height));
                companion_height += more;
                companion_total += companions * more;
            }
        } else {
            place_plots(figure, area, labels, areas);
        }
    }
    top = bottom - companion_total;
    for (std::size_t i = 0; i < figure.companions.size() && !dropped; ++i) {
        areas.companions.push_back({pad + axis_gutter, std::round(top + companion_head), std::round(width - axis_gutter - labels),
                                    std::round(companion_height)});
        top += companion_head + companion_height + companion_foot;
    }
    return areas;
}

}  // namespace poslab::layout_parts
