#include "core/files/number_type.hpp"

#include "core/engine/field.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace poslab {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// IEEE 754: sign, `exponent_bits`, `fraction_bits`; the definition in real numbers.
double value_of(std::uint32_t bits, int exponent_bits, int fraction_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1, top = (1 << exponent_bits) - 1;
    const int exponent = static_cast<int>(bits >> static_cast<unsigned>(fraction_bits)) & top;
    const int fraction = static_cast<int>(bits & ((1U << static_cast<unsigned>(fraction_bits)) - 1U));
    const double sign = (bits >> static_cast<unsigned>(exponent_bits + fraction_bits)) == 0 ? 1 : -1;
    if (exponent == top) return fraction == 0 ? sign * inf : std::nan("");
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    return sign * std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

template <class Real>
void expect_all_of_16_bits(NumberType type, int exponent_bits, int fraction_bits) {
    std::vector<unsigned char> bytes, reversed;
    for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
        const auto low = static_cast<unsigned char>(bits & 0xFFU),
                   high = static_cast<unsigned char>(bits >> 8U);
        bytes.insert(bytes.end(), {low, high});
        reversed.insert(reversed.end(), {high, low});
    }
    std::vector<Real> numbers(0x10000), from_reversed(0x10000);
    convert_numbers({type, false}, bytes, 2, std::span<Real>(numbers));
    convert_numbers({type, true}, reversed, 2, std::span<Real>(from_reversed));
    for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
        const double expected = value_of(bits, exponent_bits, fraction_bits);
        for (const Real number : {numbers[bits], from_reversed[bits]}) {
            ASSERT_EQ(std::isnan(number), std::isnan(expected)) << bits;
            if (std::isnan(expected)) continue;
            ASSERT_EQ(static_cast<double>(number), expected) << bits;
            ASSERT_EQ(std::signbit(number), std::signbit(expected)) << bits;
        }
    }
}

TEST(NumberType, EveryHalfIsExact) {
    expect_all_of_16_bits<float>(NumberType::float16, 5, 10);
    expect_all_of_16_bits<double>(NumberType::float16, 5, 10);
}

TEST(NumberType, EveryBfloat16IsExact) {
    expect_all_of_16_bits<float>(NumberType::bfloat16, 8, 7);
    expect_all_of_16_bits<double>(NumberType::bfloat16, 8, 7);
}

template <class Stored, class Bits>
void expect_wide(NumberType type, const std::vector<Stored>& numbers) {
    for (const bool big_endian : {false, true}) {
        constexpr std::size_t stride = sizeof(Stored) + 3;  // unaligned, with other bytes between
        std::vector<unsigned char> bytes((numbers.size() - 1) * stride + sizeof(Stored), 0xA5);
        for (std::size_t n = 0; n < numbers.size(); ++n) {
            const auto bits = std::bit_cast<Bits>(numbers[n]);
            for (std::size_t b = 0; b < sizeof(Bits); ++b) {
                const std::size_t from_low = big_endian ? sizeof(Bits) - 1 - b : b;
                bytes[n * stride + b] = static_cast<unsigned char>((bits >> (8 * from_low)) & 0xFFU);
            }
        }
        std::vector<float> floats(numbers.size());
        std::vector<double> doubles(numbers.size());
        convert_numbers({type, big_endian}, bytes, stride, std::span<float>(floats));
        convert_numbers({type, big_endian}, bytes, stride, std::span<double>(doubles));
        for (std::size_t n = 0; n < numbers.size(); ++n) {
            EXPECT_EQ(doubles[n], static_cast<double>(numbers[n])) << n;
            EXPECT_EQ(floats[n], static_cast<float>(numbers[n])) << n;
        }
    }
}

TEST(NumberType, WideNumbersOfBothByteOrders) {
    expect_wide<float, std::uint32_t>(NumberType::float32,
                                      {0.1F, -3.5F, 1e-45F, 3.4e38F, std::numeric_limits<float>::infinity()});
    expect_wide<double, std::uint64_t>(NumberType::float64,
                                       {0.1, -3.5, 5e-324, 1e300, -inf, 1.0000000596046448});
}

TEST(NumberType, ANaNOfAFileIsNotTheMaskedOne) {
    const double masked = masked_value();
    std::array<unsigned char, 8> bytes{};
    std::memcpy(bytes.data(), &masked, bytes.size());
    std::array<double, 1> number{};
    convert_numbers({NumberType::float64, false}, bytes, 8, std::span<double>(number));
    EXPECT_TRUE(std::isnan(number[0]));
    EXPECT_FALSE(is_masked(number[0]));
}

TEST(NumberType, Names) {
    EXPECT_EQ(number_type_name(NumberType::float16), "float16");
    EXPECT_EQ(number_type_name(NumberType::bfloat16), "bfloat16");
    EXPECT_EQ(number_type_name(NumberType::float32), "float32");
    EXPECT_EQ(number_type_name(NumberType::float64), "float64");
}

}  // namespace
}  // namespace poslab
