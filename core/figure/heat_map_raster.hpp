#pragma once

#include "core/figure/draw_list.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poslab {

/// Device pixels; the figure's origin is (0, 0).
struct PixelRect {
    int x = 0, y = 0, width = 0, height = 0;
    bool operator==(const PixelRect&) const = default;
};

/// `argb32_premultiplied` is Cairo's (native words); `rgba8` is bytes r, g, b, a with straight alpha.
enum class PixelFormat { argb32_premultiplied, rgba8 };

struct Raster {
    PixelRect place;
    std::vector<std::uint32_t> pixels;  // [area.height, area.width]
};

/// Draws the part of `map` inside `area` at `scale` device pixels per CSS pixel, by nearest sampling at
/// pixel centres; pixels without a cell become transparent. Rows of `out` are `stride` words apart. Hatches
/// are aligned to the figure's origin, so that adjacent rectangles fit together; the heat-map shader looks
/// the same.
void rasterise_into(const HeatMap& map, const PixelRect& area, double scale, PixelFormat format,
                    std::uint32_t* out, std::size_t stride);
[[nodiscard]] Raster rasterise(const HeatMap& map, const PixelRect& area, double scale, PixelFormat format);

/// True if the sizes are consistent and the rectangle is finite; painters skip other heat maps.
[[nodiscard]] bool is_drawable(const HeatMap& map);

[[nodiscard]] Rect intersection(const Rect& a, const Rect& b);
/// Returns all device pixels that `area` touches; empty if its area is 0.
[[nodiscard]] PixelRect touched_pixels(const Rect& area, double scale);

/// Half-open ranges of cells.
struct CellRange {
    std::int64_t first_row = 0, end_row = 0, first_column = 0, end_column = 0;
    [[nodiscard]] std::int64_t count() const { return (end_row - first_row) * (end_column - first_column); }
};

/// Returns the cells that `area` touches.
[[nodiscard]] CellRange visible_cells(const HeatMap& map, const Rect& area);
/// Returns the painted area of a cell, without its gap.
[[nodiscard]] Rect cell_rect(const HeatMap& map, std::int64_t row, std::int64_t column);
/// True if cells have at least HatchStyle::cell_marks_from pixels, so that each has its own marks.
[[nodiscard]] bool has_cell_marks(const HeatMap& map);
/// True if the cells are few and large enough for one vector rectangle each.
[[nodiscard]] bool draws_as_cells(const HeatMap& map, const CellRange& range);

enum class CellKind { nothing, plain, hatched, not_a_number };
struct CellLook {
    CellKind kind = CellKind::nothing;
    Color color;
};
[[nodiscard]] CellLook cell_look(const HeatMap& map, double value);

}  // namespace poslab
