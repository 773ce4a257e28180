#pragma once

#include "core/conformance/implementation.hpp"
#include "core/files/array_file.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// Returns the relative storage error of a format: half a unit in the last place of 1. "text" counts as seven
/// digits; integers are exact.
[[nodiscard]] double storage_rounding(std::string_view type);

/// Returns half the spacing of a format's subnormal numbers, an absolute storage error; 0 for "text",
/// integers and float64.
[[nodiscard]] double storage_floor(std::string_view type);

/// The rounding of decimal numbers, relative and absolute; of other types that of the type.
struct WrittenDigits {
    double relative = 0, absolute = 0;
};
/// Returns the rounding with which the numbers of an array were written: printed with a fixed number of
/// decimals, at most eight (0.8660, 0.0012), or of significant digits, at most six (8.660e-01, 1.155e-04);
/// else with seven significant digits.
[[nodiscard]] WrittenDigits written_digits(const NumberArray& array);
[[nodiscard]] double stored_rounding(const NumberArray& array);
[[nodiscard]] double stored_floor(const NumberArray& array);

/// Returns the storage error of the shortest format that represents all of the numbers: a table rounded to
/// bfloat16 but saved as float32 counts as bfloat16. Ones and small integers are inconclusive; for them the
/// array's own type counts.
[[nodiscard]] double held_rounding(const NumberArray& array);
/// Returns storage_floor() of that format.
[[nodiscard]] double held_floor(const NumberArray& array);

/// Returns the relative error of a frequency computed in float32. The exponent −2p/d is rounded, so the error
/// increases with |ln θ|; if a scaling blends two frequencies, the error of the larger one dominates.
[[nodiscard]] double frequency_rounding(const Implementation& implementation, std::int64_t pair);

/// Returns the error of the angle at a position, rad: of the frequency, of the product, and of the argument
/// of cos and sin.
[[nodiscard]] double phase_rounding(const Implementation& implementation, double position, std::int64_t pair);

/// True if the error of a pair's angle at that position is below 1 rad. Without such a pair, even zeros
/// agree with the definition.
[[nodiscard]] bool has_known_angle(const Implementation& implementation, double position);

/// Throws InputError if none of the positions, which are those of the array, has a known angle. Null: the
/// positions are 0, 1, 2 …
void expect_known_angles(const NumberArray* array, std::span<const double> positions,
                         const Implementation& implementation);

/// Throws InputError: the angles at these positions are unknown.
[[noreturn]] void refuse_unknown_angles(const NumberArray& positions);

}  // namespace poslab
