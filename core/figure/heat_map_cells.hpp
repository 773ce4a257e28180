#pragma once

// Internal to the heat map raster: positions of its cells.

#include "core/figure/draw_list.hpp"

namespace poslab {

/// Rows or columns of cells in one direction.
struct CellAxis {
    double origin = 0, extent = 0, gap = 0;
    std::int64_t cells = 0;

    [[nodiscard]] double edge(std::int64_t cell) const {
        return origin + static_cast<double>(cell) * extent / static_cast<double>(cells);
    }
    /// Returns the cell at a position, or -1 outside and in gaps. A position is in a gap if another cell
    /// begins within the gap's width; both tests round the same way, so that a border in the middle of a
    /// pixel has its gap, too.
    [[nodiscard]] std::int64_t cell_at(double position) const {
        const double t = in_cells(position);
        if (!(t >= 0 && t < static_cast<double>(cells))) return -1;
        const auto cell = static_cast<std::int64_t>(t);
        return gap > 0 && static_cast<std::int64_t>(in_cells(position + gap)) != cell ? -1 : cell;
    }

  private:
    [[nodiscard]] double in_cells(double position) const {
        return (position - origin) * static_cast<double>(cells) / extent;
    }
};

[[nodiscard]] inline CellAxis axis_x(const HeatMap& map) {
    return {map.rect.x, map.rect.width, map.gap, map.width};
}
[[nodiscard]] inline CellAxis axis_y(const HeatMap& map) {
    return {map.rect.y, map.rect.height, map.gap, map.height};
}

}  // namespace poslab
