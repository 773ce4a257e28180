#pragma once

#include <cstdint>
#include <span>

namespace poslab {

// The examples of biases computed in article 9577 (docs/formulas.md §9).

/// Returns λ Σ cos Δ θ, the fourth term with a = b = √λ on the first component of each pair (eq. 26), at a
/// distance below 2^32; theta [pairs] in rad/token.
[[nodiscard]] double fourth_term_at(std::span<const double> theta, double lambda, std::int64_t distance);

/// Returns the softmax weight of key `key` among the keys 1 … keys for query m under the bias −slope·|m − n|
/// alone (eq. 40-41).
[[nodiscard]] double weight_under_slope(double slope, int m, int key, int keys);

/// Returns the entropy, nats, of the softmax over the distances 0 … keys − 1 under the bias −slope·Δ alone
/// (section 12).
[[nodiscard]] double entropy_under_slope(double slope, std::int64_t keys);

}  // namespace poslab
