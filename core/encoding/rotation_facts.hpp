#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poslab {

// What rotations of all pairs do to positions, in numbers (docs/formulas.md §9). theta [pairs] in rad/token.

/// Of two positions that many tokens apart the pair that differs most differs by `angle`, rad, in [0, π].
struct NearestRotation {
    std::int64_t distance = 1;
    double angle = 0;
};
/// Where two positions come closest to one rotation: the smallest `angle` over the distances 1 … most, most >= 1; the first of
/// several. O(most · pairs).
[[nodiscard]] NearestRotation nearest_rotation(std::span<const double> theta, std::int64_t most);

/// By how much GPT-J's and GPT-NeoX's rotation of one vector, of uniform numbers in [−1, 1), differ: the largest difference of a
/// component, as they come and after the permutation neox_order() of the dimensions.
struct PairingGap {
    double as_they_come = 0, permuted = 0;
};
[[nodiscard]] PairingGap pairing_gap(std::span<const double> theta, double position);

/// How many pairs, the last ones where theta falls, complete no turn within `tokens`: tokens · θ < 2π.
[[nodiscard]] std::size_t pairs_without_turn(std::span<const double> theta, double tokens);

/// What part of `used` angles is not among `seen` ones, both from 0 on in turns and of one pair: beyond a whole turn all are there.
[[nodiscard]] double unseen_share(double seen, double used);

/// ⟨PE(i), PE(i + Δ)⟩/(d/2), multiplied out from the sinusoidal encodings of position i and i + Δ; 0 without pairs.
[[nodiscard]] double sinusoidal_product(std::span<const double> theta, double position, double distance);

/// ‖R(a) − R(b)‖ of the rotations of one plane by a and b rad, Frobenius norm.
[[nodiscard]] double plane_gap(double a, double b);

}  // namespace poslab
