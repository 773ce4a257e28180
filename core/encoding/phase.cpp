#include "core/encoding/phase.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace poslab {
namespace {

__extension__ typedef unsigned __int128 Uint128;

constexpr int word_bits = 64;
// floor(2^192 / (2 pi)), lowest word first.
constexpr std::array<std::uint64_t, 3> turns_per_radian{0x36D8'A566'4F10'E410, 0x7F09'D5F4'7D4D'3770,
                                                        0x28BE'60DB'9391'054A};
constexpr int turns_per_radian_bits = 192;

using Product = std::array<std::uint64_t, 4>;

Product times_turns_per_radian(std::uint64_t factor) {
    Product product{};
    std::uint64_t carry = 0;
    for (std::size_t word = 0; word < turns_per_radian.size(); ++word) {
        const Uint128 sum = Uint128{factor} * turns_per_radian[word] + carry;
        product[word] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> word_bits);
    }
    product.back() = carry;
    return product;
}

// Bits [first, first + 64) of the product, first >= 0.
std::uint64_t bits_from(const Product& product, int first) {
    const auto word = static_cast<std::size_t>(first / word_bits);
    const int shift = first % word_bits;
    if (word >= product.size()) return 0;
    const std::uint64_t next = word + 1 < product.size() ? product[word + 1] : 0;
    return shift == 0 ? product[word] : (product[word] >> shift) | (next << (word_bits - shift));
}

}  // namespace

Phase fixed_frequency(double radians_per_token) {
    if (!(radians_per_token >= 0 && radians_per_token <= max_radians_per_token))
        throw UsageError(
            tr("frequency {} rad/token: must lie in 0 to {}", radians_per_token, max_radians_per_token));
    // theta = mantissa * 2^exponent exactly, so the turns are its product with 1 / (2 pi), read from the
    // right bit on.
    constexpr int mantissa_bits = 53;
    int exponent = 0;
    const double mantissa = std::ldexp(std::frexp(radians_per_token, &exponent), mantissa_bits);
    const Product turns = times_turns_per_radian(static_cast<std::uint64_t>(mantissa));
    // at least 161: theta < 2^20
    const int lowest = turns_per_radian_bits - word_bits + mantissa_bits - exponent;
    const std::uint64_t rounded = bits_from(turns, lowest) + (bits_from(turns, lowest - 1) & 1U);
    return {static_cast<std::uint32_t>(rounded >> 32U), static_cast<std::uint32_t>(rounded)};
}

}  // namespace poslab
