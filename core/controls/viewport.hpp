#pragma once

#include "core/encoding/plan.hpp"
#include "core/figure/geometry.hpp"
#include "core/views/view.hpp"

#include <cstdint>
#include <optional>

namespace poslab {

/// The visible rows and columns of a matrix.
struct Viewport {
    IndexRange rows, columns;
    std::int64_t total = 0;  // rows and columns of the whole matrix

    [[nodiscard]] bool whole() const { return rows.size() == total && columns.size() == total; }
    bool operator==(const Viewport&) const = default;
};

/// The maximum area of a matrix in CSS pixels, and its current position.
struct MatrixRoom {
    Rect plot;                     // the current position
    double width = 0, height = 0;  // maximum size; the top left corner stays
};

inline constexpr std::int64_t fewest_cells = 4;

/// Returns the viewport; nullopt for views without `rows`, `cols` and `length`.
[[nodiscard]] std::optional<Viewport> viewport_of(const View& view, const Values& values);
/// Returns `values` with this viewport; the whole matrix is written as unset intervals.
[[nodiscard]] Values looking_at(const View& view, Values values, const Viewport& viewport);

/// Zooms: `factor` < 1 shows fewer cells. The cell under `at` (pixels) stays there; cells stay square.
[[nodiscard]] Viewport zoomed(const Viewport& from, double factor, Point at, const MatrixRoom& room);
/// Returns the viewport moved by whole cells, inside the matrix.
[[nodiscard]] Viewport panned(const Viewport& from, std::int64_t rows, std::int64_t columns);
/// Returns the cells that a dragged box (pixels) touches, extended to fill the room.
[[nodiscard]] Viewport boxed(const Viewport& from, Point a, Point b, const MatrixRoom& room);

}  // namespace poslab
