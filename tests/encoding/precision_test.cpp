#include "core/encoding/precision.hpp"

#include "core/encoding/frequencies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace poslab::test {
namespace {

/// bfloat16 by its definition: the upper half of a float's bits, rounded to nearest even. Not for values
/// beyond the range of float.
double bfloat_of(double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<float>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U);
}

std::vector<double> inverse_frequencies(std::int64_t dim) {
    RotarySpec spec;
    spec.dim = dim;
    return rotary_frequencies(spec).inverse_frequency;
}

double largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

TEST(Precision, Float32IsTheMachinesOwn) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-150, 130);
    for (int n = 0; n < 10'000; ++n) {
        const double value = std::exp2(exponent(random)) * (n % 2 == 0 ? 1 : -1);
        EXPECT_EQ(held(value, Precision::float32), static_cast<double>(static_cast<float>(value))) << value;
    }
}

TEST(Precision, Bfloat16IsTheUpperHalfOfAFloat) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> exponent(-120, 120);
    for (int n = 0; n < 10'000; ++n) {
        // a float, so nothing is rounded twice
        const double value = static_cast<float>(std::exp2(exponent(random)));
        EXPECT_EQ(held(value, Precision::bfloat16), bfloat_of(value)) << value;
    }
}

TEST(Precision, Float16ByItsDefinition) {
    EXPECT_EQ(held(65504, Precision::float16), 65504);
    EXPECT_EQ(held(65519.9, Precision::float16), 65504);
    EXPECT_EQ(held(65520, Precision::float16), std::numeric_limits<double>::infinity());
    EXPECT_EQ(held(1 + 0x1p-11, Precision::float16), 1) << "ties to even";
    EXPECT_EQ(held(1 + 3 * 0x1p-11, Precision::float16), 1 + 0x1p-9);
    EXPECT_EQ(held(0x1p-24, Precision::float16), 0x1p-24) << "the smallest subnormal";
    EXPECT_EQ(held(0x1p-25, Precision::float16), 0);
    EXPECT_EQ(held(-2049, Precision::float16), -2048);
    EXPECT_EQ(held(0, Precision::float16), 0);
    EXPECT_TRUE(std::isnan(held(std::nan(""), Precision::float16)));
}

// Expected errors of frequencies cast to bfloat16, base 1e4, position 4096.
TEST(Precision, PhaseErrorOfFrequenciesInBfloat16) {
    EXPECT_NEAR(largest(frequency_phase_error(inverse_frequencies(128), 4096, Precision::bfloat16)), 5.010,
                5e-4);
    EXPECT_NEAR(largest(frequency_phase_error(inverse_frequencies(64), 4096, Precision::bfloat16)), 1.790,
                5e-4);
    EXPECT_LT(largest(frequency_phase_error(inverse_frequencies(128), 4096, Precision::float32)), 2e-4);
    double wrapped = 0;
    for (const double error : frequency_phase_error(inverse_frequencies(128), 4096, Precision::bfloat16))
        wrapped = std::max(wrapped, std::abs(std::remainder(error, 2 * std::acos(-1.0))));
    EXPECT_NEAR(wrapped, 2.619, 5e-4);
}

TEST(Precision, ProductErrorIsAtMostHalfAUnitInTheLastPlace) {
    const auto theta = inverse_frequencies(128);
    const auto errors = product_phase_error(theta, 4095, Precision::float16);
    for (std::size_t p = 0; p < theta.size(); ++p) EXPECT_LE(errors[p], 4095 * theta[p] * 0x1p-11);
    EXPECT_TRUE(std::isinf(product_phase_error(theta, 1 << 20, Precision::float16).front())) << "overflows";
    EXPECT_EQ(largest(frequency_phase_error(theta, 1e6, Precision::float64)), 0);
}

}  // namespace
}  // namespace poslab::test
