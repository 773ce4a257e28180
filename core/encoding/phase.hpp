#pragma once

#include <cstdint>

#define POSLAB_SHARED inline
namespace poslab::in_double {
using real = double;
using uint = std::uint32_t;
#include "shaders/common/phase.h"
}  // namespace poslab::in_double
#undef POSLAB_SHARED

namespace poslab {

using in_double::Phase;
using in_double::phase_at;
using in_double::signed_angle;
using in_double::signed_turn;

/// The fastest rotation allowed in a plan, radians per token.
inline constexpr double max_radians_per_token = 1e6;

/// Converts a frequency in radians per token to the phase gained per token (docs/formulas.md §1.4): theta /
/// (2 pi) turns, whole turns dropped, rounded to the nearest 2^-64 of a turn. So phase_at(p, f) is p theta /
/// (2 pi) modulo 1 to p 2^-65 turns: 2.9e-12 rad at p = 2^24. Positions that are multiples of 1 / k use the
/// frequency theta / k, whose rounding as a double adds p theta / k * 2^-53 rad.
/// Throws UsageError unless 0 <= theta <= max_radians_per_token.
[[nodiscard]] Phase fixed_frequency(double radians_per_token);

}  // namespace poslab
