#pragma once

// Inside of the heat map raster: where its cells lie.

#include "core/figure/draw_list.hpp"

namespace poslab {

/// Rows or columns of cells along one direction.
struct CellAxis {
    double origin = 0, extent = 0, gap = 0;
    std::int64_t cells = 0;

    [[nodiscard]] double edge(std::int64_t cell) const {
        return origin + static_cast<double>(cell) * extent / static_cast<double>(cells);
    }
    /// -1: outside, or in a gap.
    [[nodiscard]] std::int64_t cell_at(double place) const {
        const double t = (place - origin) * static_cast<double>(cells) / extent;
        if (!(t >= 0 && t < static_cast<double>(cells))) return -1;
        const auto cell = static_cast<std::int64_t>(t);
        return gap > 0 && edge(cell + 1) - place <= gap ? -1 : cell;
    }
};

[[nodiscard]] inline CellAxis axis_x(const HeatMap& map) { return {map.rect.x, map.rect.width, map.gap, map.width}; }
[[nodiscard]] inline CellAxis axis_y(const HeatMap& map) { return {map.rect.y, map.rect.height, map.gap, map.height}; }

}  // namespace poslab
