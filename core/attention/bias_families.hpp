#pragma once

#include "core/attention/rotated_product.hpp"
#include "core/base/job.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poslab {

class Engine;

/// Functions of the distance by which schemes reduce the weight of far keys (docs/formulas.md §5.7):
///   alibi, t5, kerple_log, kerple_power, sandwich   the biases of core/attention/biases.hpp; learned values
///                                                   of T5 and KERPLE are placeholders
///   xpos         sum over pairs of zeta_p^(D / 512) cos(D theta_p): its score of equal queries and keys
///   sinusoidal   sum over pairs of cos(D omega_p), omega for base 10000: the inner product of two encodings
///                (Vaswani et al.)
/// sandwich and xpos use the given frequencies.
enum class BiasFamily { alibi, t5, kerple_log, kerple_power, sandwich, xpos, sinusoidal };

/// Returns the sum of cosines of sandwich or sinusoidal.
[[nodiscard]] RotatedProduct family_product(BiasFamily family, std::span<const double> inverse_frequency);

/// Returns the values at `distances` (rising, >= 0). `inverse_frequency` [pairs] before any scaling. Throws
/// Cancelled, TooLarge.
[[nodiscard]] std::vector<double> family_profile(BiasFamily family, std::span<const double> inverse_frequency,
                                                 std::span<const std::int64_t> distances,
                                                 const Engine& engine, const Job& job);

/// Returns a bound of the rounding error of the product at any distance: the number of its terms times
/// epsilon times the sum of their sizes.
[[nodiscard]] double rounding_error(const RotatedProduct& product);

/// Shifts and scales values to be 0 at D = 0 and -1 at D = reference, where they were `at_zero` and
/// `at_reference`, each up to `rounding`. Returns nothing if these are equal or too close for the result to
/// be right to 1e-6.
[[nodiscard]] std::optional<std::vector<double>> normalised(std::vector<double> values, double at_zero,
                                                            double at_reference, double rounding = 0);

/// Returns `product` at each of `distances` (rising, >= 0). The engine computes all distances in between,
/// which is faster than selecting some. Throws Cancelled, TooLarge.
[[nodiscard]] std::vector<double> product_at(const RotatedProduct& product,
                                             std::span<const std::int64_t> distances, const Engine& engine,
                                             const Job& job);

}  // namespace poslab
