#pragma once

#include <bit>
#include <cstdint>

namespace poslab {

/// Marks masked cells in a Field or Array (docs/formulas.md §1.1): a quiet NaN with a payload ("masked" in
/// ASCII) that arithmetic never produces, so that a computed NaN remains distinct.
inline constexpr std::uint64_t masked_bits = 0x7FF8'6D61'736B'6564;

[[nodiscard]] inline double masked_value() { return std::bit_cast<double>(masked_bits); }
/// True for either sign.
[[nodiscard]] inline bool is_masked(double value) {
    return (std::bit_cast<std::uint64_t>(value) & ~(std::uint64_t{1} << 63)) == masked_bits;
}

}  // namespace poslab
