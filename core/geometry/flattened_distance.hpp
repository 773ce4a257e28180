#pragma once

#include <cstdint>
#include <vector>

namespace poslab {

/// Return the distances of the patches of a picture of rows × columns from the one at (row, column),
/// row-major [rows, columns] (docs/formulas.md §8.8): in the plane, √(Δx² + Δy²), and along the line formed
/// by reading the patches row by row, |Δx + columns·Δy| (article 8397).
[[nodiscard]] std::vector<double> plane_distances(std::int64_t rows, std::int64_t columns, std::int64_t row,
                                                  std::int64_t column);
[[nodiscard]] std::vector<double> flattened_distances(std::int64_t rows, std::int64_t columns,
                                                      std::int64_t row, std::int64_t column);

/// The range of line distances between any two patches with the same distance in the plane. Plane distances
/// increase; all three vectors have the same length.
struct DistanceSpread {
    std::vector<double> plane, least, most;
};
[[nodiscard]] DistanceSpread distance_spread(std::int64_t rows, std::int64_t columns);

}  // namespace poslab
