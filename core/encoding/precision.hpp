#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Number formats in which models store frequencies and angles.
enum class Precision { float64, float32, float16, bfloat16 };

/// Returns `value` rounded to the nearest number of the format, ties to even; subnormals and overflow to
/// infinity as in IEEE 754.
[[nodiscard]] double held(double value, Precision precision);

/// Returns |p·held(θ) − p·θ| at position p for each θ, rad, unwrapped (docs/formulas.md §3.6): the inverse
/// frequency is stored in the format, everything else is exact. Inverse frequencies [P] rad/token -> [P].
[[nodiscard]] std::vector<double> frequency_phase_error(std::span<const double> inverse_frequency,
                                                        double position, Precision precision);

/// Returns |held(p·θ) − p·θ|, rad, unwrapped (docs/formulas.md §3.6): the product is stored in the format,
/// the frequency is exact; infinite if it overflows. [P]
[[nodiscard]] std::vector<double> product_phase_error(std::span<const double> inverse_frequency,
                                                      double position, Precision precision);

}  // namespace poslab
