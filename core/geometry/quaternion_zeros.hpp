#pragma once

#include "core/geometry/plane_encoding.hpp"

#include <vector>

namespace poslab {

/// Returns second positions off the line x1 y2 = x2 y1 at which e^(xiθ + yjθ) is nevertheless relative, with
/// |x|, |y| <= extent (docs/formulas.md §8.5). They exist only if |θ||p1| = kπ (within 1e-6 of k); then
/// |θ||p2| = mπ and |θ||p2 − p1| = nπ, all three rotations are ±1, and their signs agree if k + m + n is
/// even. Also empty if there are more than `most`.
[[nodiscard]] std::vector<PlanePosition> isolated_quaternion_zeros(double theta, PlanePosition first,
                                                                   double extent, std::size_t most = 400);

}  // namespace poslab
