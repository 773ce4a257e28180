#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poslab {

// Effects of the rotations of all pairs on positions, in numbers (docs/formulas.md §9). theta [pairs] in
// rad/token.

/// The pair that differs most between two positions `distance` tokens apart differs by `angle`, rad, in [0,
/// π].
struct NearestRotation {
    std::int64_t distance = 1;
    double angle = 0;
};
/// Returns the distance among 1 … most, most >= 1, at which two positions have the most similar rotations:
/// the smallest `angle`, the first if several are equal. O(most · pairs).
[[nodiscard]] NearestRotation nearest_rotation(std::span<const double> theta, std::int64_t most);

/// The difference of GPT-J's and GPT-NeoX's rotation of one vector of uniform numbers in [−1, 1): the largest
/// difference of a component, directly and after the permutation neox_order() of the dimensions.
struct PairingGap {
    double as_they_come = 0, permuted = 0;
};
[[nodiscard]] PairingGap pairing_gap(std::span<const double> theta, double position);

/// Returns how many pairs complete no turn within `tokens`: tokens · θ < 2π. If theta decreases, these are
/// the last ones.
[[nodiscard]] std::size_t pairs_without_turn(std::span<const double> theta, double tokens);

/// Returns the share of the `used` angles that are not among the `seen` ones, both starting at 0, in turns of
/// one pair; from a whole turn on all angles are seen.
[[nodiscard]] double unseen_share(double seen, double used);

/// Returns ⟨PE(i), PE(i + Δ)⟩/(d/2), computed from the sinusoidal encodings of positions i and i + Δ; 0
/// without pairs.
[[nodiscard]] double sinusoidal_product(std::span<const double> theta, double position, double distance);

/// Returns ‖R(a) − R(b)‖ of the rotations of one plane by a and b rad, Frobenius norm.
[[nodiscard]] double plane_gap(double a, double b);

}  // namespace poslab
