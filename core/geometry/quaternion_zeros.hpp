#pragma once

#include "core/geometry/plane_encoding.hpp"

#include <vector>

namespace poslab {

/// Second positions off the line x1 y2 = x2 y1 where e^(xiθ + yjθ) is relative all the same, with |x|, |y| <= extent
/// (docs/formulas.md §8.5): there are any only where |θ||p1| = kπ (within 1e-6 of k); then |θ||p2| = mπ and |θ||p2 − p1| = nπ, all
/// three rotations are ±1 and their signs agree where k + m + n is even. Empty, too, where they would be more than `most`.
[[nodiscard]] std::vector<PlanePosition> isolated_quaternion_zeros(double theta, PlanePosition first, double extent,
                                                                   std::size_t most = 400);

}  // namespace poslab
