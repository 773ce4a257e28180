#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Number formats that models hold frequencies and angles in.
enum class Precision { float64, float32, float16, bfloat16 };

/// `value` rounded to the nearest number of the format, ties to even; subnormals and overflow to infinity as in IEEE 754.
[[nodiscard]] double held(double value, Precision precision);

/// |p·held(θ) − p·θ| at position p for each θ, rad, unwrapped (docs/formulas.md §3.6): the inverse frequency is held in the format,
/// all else exact. Inverse frequencies [P] rad/token -> [P].
[[nodiscard]] std::vector<double> frequency_phase_error(std::span<const double> inverse_frequency, double position,
                                                        Precision precision);

/// |held(p·θ) − p·θ|, rad, unwrapped (docs/formulas.md §3.6): the product is held in the format, the frequency exact; infinite
/// where it overflows. [P]
[[nodiscard]] std::vector<double> product_phase_error(std::span<const double> inverse_frequency, double position,
                                                      Precision precision);

}  // namespace poslab
