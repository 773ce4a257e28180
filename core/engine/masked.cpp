#include "core/engine/engine.hpp"

#include <bit>
#include <cstdint>

namespace poslab {
namespace {

// Quiet NaN with the payload "masked" in ASCII; arithmetic never makes it by itself.
constexpr std::uint64_t masked_bits = 0x7FF8'6D61'736B'6564;
constexpr std::uint64_t sign_bit = 0x8000'0000'0000'0000;

}  // namespace

double masked_value() { return std::bit_cast<double>(masked_bits); }

bool is_masked(double value) { return (std::bit_cast<std::uint64_t>(value) & ~sign_bit) == masked_bits; }

}  // namespace poslab
