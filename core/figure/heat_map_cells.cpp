#include "core/figure/heat_map_cells.hpp"

#include "core/base/masked.hpp"
#include "core/figure/heat_map_raster.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

CellRange visible_cells(const HeatMap& map, const Rect& area) {
    const Rect part = intersection(map.rect, area);
    if (!(part.width > 0 && part.height > 0)) return {};
    const auto cell = [](double t, const CellAxis& axis) {  // 0 if t is NaN
        return t > 0 ? static_cast<std::int64_t>(std::min(t, static_cast<double>(axis.cells))) : 0;
    };
    const auto place = [](double position, const CellAxis& axis) {
        return (position - axis.origin) * static_cast<double>(axis.cells) / axis.extent;
    };
    const auto first = [&](double position, const CellAxis& axis) {
        return cell(std::floor(place(position, axis)), axis);
    };
    const auto end = [&](double position, const CellAxis& axis) {
        return cell(std::ceil(place(position, axis)), axis);
    };
    return {first(part.y, axis_y(map)), end(part.bottom(), axis_y(map)), first(part.x, axis_x(map)),
            end(part.right(), axis_x(map))};
}

Rect cell_rect(const HeatMap& map, std::int64_t row, std::int64_t column) {
    const CellAxis x = axis_x(map);
    const CellAxis y = axis_y(map);
    const double gap = std::max(0.0, map.gap);
    return {x.edge(column), y.edge(row), std::max(0.0, x.edge(column + 1) - gap - x.edge(column)),
            std::max(0.0, y.edge(row + 1) - gap - y.edge(row))};
}

bool has_cell_marks(const HeatMap& map) {
    return map.rect.width / static_cast<double>(map.width) >= HatchStyle::cell_marks_from &&
           map.rect.height / static_cast<double>(map.height) >= HatchStyle::cell_marks_from;
}

bool draws_as_cells(const HeatMap& map, const CellRange& range) {
    constexpr std::int64_t most = 4096;
    return has_cell_marks(map) && range.end_row - range.first_row <= most &&
           range.end_column - range.first_column <= most && range.count() <= most;
}

CellLook cell_look(const HeatMap& map, double value) {
    if (is_masked(value)) return {};
    if (!std::isfinite(value)) return {CellKind::not_a_number, map.nan_fill};
    return {std::abs(value) > map.hatch_above ? CellKind::hatched : CellKind::plain,
            color_of(map.scale, value)};
}

}  // namespace poslab
