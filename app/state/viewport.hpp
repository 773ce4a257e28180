#pragma once

#include "core/encoding/plan.hpp"
#include "core/figure/geometry.hpp"
#include "core/views/view.hpp"

#include <cstdint>
#include <optional>

namespace poslab {

/// The rows and columns of a matrix that are on screen.
struct Viewport {
    IndexRange rows, columns;
    std::int64_t total = 0;  // rows and columns of the whole

    [[nodiscard]] bool whole() const { return rows.size() == total && columns.size() == total; }
    bool operator==(const Viewport&) const = default;
};

/// The room that a matrix may fill, in CSS pixels, and its present place.
struct MatrixRoom {
    Rect plot;                     // where it is now
    double width = 0, height = 0;  // what it may grow to; its top left corner stays
};

inline constexpr std::int64_t fewest_cells = 4;

/// Absent for views without `rows`, `cols` and `length`.
[[nodiscard]] std::optional<Viewport> viewport_of(const View& view, const Values& values);
/// `values` looking at `viewport`; the whole is written as unset intervals.
[[nodiscard]] Values looking_at(const View& view, Values values, const Viewport& viewport);

/// `factor` < 1 shows fewer cells. The cell under `at` (pixels) stays there; cells stay square.
[[nodiscard]] Viewport zoomed(const Viewport& from, double factor, Point at, const MatrixRoom& room);
/// Moved by whole cells, inside the matrix.
[[nodiscard]] Viewport panned(const Viewport& from, std::int64_t rows, std::int64_t columns);
/// The cells that a dragged box (pixels) touches, and around them what the room has place for.
[[nodiscard]] Viewport boxed(const Viewport& from, Point a, Point b, const MatrixRoom& room);

}  // namespace poslab
