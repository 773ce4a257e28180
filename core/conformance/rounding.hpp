#pragma once

#include "core/conformance/practice.hpp"
#include "core/files/array_file.hpp"

#include <string_view>
#include <vector>

namespace poslab {

/// Half a unit in the last place of 1 in that format: what storing a number may change, as a share of it. "text" counts as seven
/// digits; integers are exact.
[[nodiscard]] double storage_rounding(std::string_view type);

/// That of the shortest format that holds all of the numbers: a table that was rounded to bfloat16 and saved as float32 is one of
/// bfloat16. Of ones and small integers nothing can be told: that of their type.
[[nodiscard]] double held_rounding(const NumberArray& array);

/// How far a program that computes in float32 may be from a frequency, as a share of it. The exponent −2p/d is rounded, so that the
/// error grows with |ln θ|; where a scaling blends two frequencies, the larger one's error shows beside the smaller one.
[[nodiscard]] double frequency_rounding(const Practice& practice, std::int64_t pair);

/// The same of the angle at a position, rad: of the frequency, of the product, and of the argument of cos and sin.
[[nodiscard]] double phase_rounding(const Practice& practice, double position, std::int64_t pair);

}  // namespace poslab
