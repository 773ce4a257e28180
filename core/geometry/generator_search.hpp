#pragma once

#include "core/geometry/plane_encoding.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// The result of a search that uses only the residual of relativity, not the formula.
struct GeneratorSearch {
    double first = 0, second = 0;  // (d, e), or (b, c) for 3×3
    double residual = 0;           // root of the mean square over the pairs of positions
    std::int64_t evaluations = 0;
};

/// Finds the smallest residual over (d, e) with fixed b, c, f and θ: Levenberg–Marquardt over the entries of
/// R_1ᵀR_2 − R_(2−1) for 24 random pairs of positions within a turn, starting from (d, e) of `from` (0 if not
/// given).
[[nodiscard]] GeneratorSearch search_second_generator(const PlaneEncoding& from, std::uint64_t seed = 1);

/// The same over (b, c) for 3×3.
[[nodiscard]] GeneratorSearch search_three_by_three(const PlaneEncoding& from, std::uint64_t seed = 1);

/// For 3×3 with √(b² + c²) = size: the least and the largest value, over `directions` evenly spaced angles,
/// of the commutator's norm and of the root mean square residual over the same pairs of positions.
struct DirectionSearch {
    double min_commutator = 0, max_commutator = 0;
    double min_residual = 0, max_residual = 0;
};
[[nodiscard]] DirectionSearch search_directions(double theta, double size, int directions,
                                                std::uint64_t seed = 1);

}  // namespace poslab
