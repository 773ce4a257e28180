#pragma once

#include "core/geometry/plane_encoding.hpp"

#include <optional>

namespace poslab {

/// How far apart positions with one and the same rotation are along each axis: 2π/(|θ|s) and 2π/(|θf|s) of the commuting family;
/// none where nothing turns, and of other constructions.
struct PlanePeriods {
    std::optional<double> x, y;
};
[[nodiscard]] PlanePeriods periods(const PlaneEncoding& of);

/// Can a position be read off its rotation (docs/formulas.md §8.6)? Commuting family: up to whole periods, unless θ = 0 or f = 0.
/// Quaternions and other generators: while the rotation turns by less than π, |θ||(x, y)| < π of quaternions. Never of `sum` and
/// 3×3, which are lossy or have no relativity to lose.
[[nodiscard]] bool recoverable(const PlaneEncoding& of, PlanePosition at);

/// The position that `rotation` (of this construction) is read as: in (−P/2, P/2] of the periods; of quaternions and of generators
/// that do not commute the one nearest to the origin, by its logarithm. None where not even that is determined: θ = 0, f = 0
/// in the commuting family, sums, 3×3. At a turn by π it is one of many.
[[nodiscard]] std::optional<PlanePosition> recovered(const PlaneEncoding& of, const Eigen::Ref<const Eigen::MatrixXd>& rotation);

}  // namespace poslab
