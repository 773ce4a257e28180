#pragma once

#include "core/geometry/plane_encoding.hpp"

#include <optional>

namespace poslab {

/// The distance along each axis between positions with the same rotation: 2π/(|θ|s) and 2π/(|θf|s) for the
/// commuting family; empty if nothing rotates, and for other constructions.
struct PlanePeriods {
    std::optional<double> x, y;
};
[[nodiscard]] PlanePeriods periods(const PlaneEncoding& of);

/// True if a position can be recovered from its rotation (docs/formulas.md §8.6). Commuting family: up to
/// whole periods, unless θ = 0 or f = 0. Quaternions and other generators: while the rotation angle is less
/// than π, for quaternions |θ||(x, y)| < π. Never for `sum` and 3×3, which are lossy or not relative.
[[nodiscard]] bool recoverable(const PlaneEncoding& of, PlanePosition at);

/// Returns the position recovered from `rotation` (of this construction): in (−P/2, P/2] for the periods; for
/// quaternions and generators that do not commute the one nearest to the origin, by the logarithm. Empty if
/// not even that is determined: θ = 0, f = 0 in the commuting family, sums, 3×3. For a rotation by π it is
/// one of many.
[[nodiscard]] std::optional<PlanePosition> recovered(const PlaneEncoding& of,
                                                     const Eigen::Ref<const Eigen::MatrixXd>& rotation);

}  // namespace poslab
