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

struct StorageError {
    double relative = 0, absolute = 0;

    /// Returns the error of a number up to 1, such as a cosine.
    [[nodiscard]] double of_one() const { return relative + absolute; }
};

/// Returns the error with which the numbers of an array were written: that of its type, or, if they were
/// printed with few digits, of a fixed number of decimals, at most eight (0.8660, 0.0012), or of significant
/// digits, at most six (8.660e-01, 1.155e-04).
[[nodiscard]] StorageError written_error(const NumberArray& array);
/// True if written_error() is that of few digits.
[[nodiscard]] bool has_few_digits(const NumberArray& array, const StorageError& written);

/// Returns the storage error of the shortest format that represents all of the numbers: a table rounded to
/// bfloat16 but saved as float32 counts as bfloat16. Ones and small integers are inconclusive; for them
/// written_error() counts.
[[nodiscard]] StorageError held_error(const NumberArray& array);

/// Returns the error of an input of a computation. Few digits of it count only if the output has few, too:
/// otherwise the program may have read these very numbers.
[[nodiscard]] StorageError input_error(const NumberArray& input, const NumberArray& output);
/// Returns held_error() of an input, whose digits count in the same way.
[[nodiscard]] StorageError held_input_error(const NumberArray& input, const NumberArray& output);

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
