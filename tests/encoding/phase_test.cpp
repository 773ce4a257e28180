#include "core/encoding/phase.hpp"

#include "core/base/errors.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#define POSLAB_SHARED inline
namespace poslab::in_single {
using real = float;
using uint = std::uint32_t;
#include "shaders/common/phase.h"
}  // namespace poslab::in_single
#undef POSLAB_SHARED

// Compiles the same source in double, as the engines of the CPU use it, and in float32 as a GPU does.
// Tolerances of an angle. Phase: p 2^-65 turns, 2.9e-12 rad at 2^24. float32: the turn is right to 2^-25, its
// rounding to radians adds 2^-23 and the rounded 2 pi 9e-8: 4e-7 rad in all, whatever the position.
namespace poslab {
namespace {

constexpr double tau = 6.283185307179586477;
constexpr double single_tolerance = 4e-7;

in_single::Phase single_phase(const Phase& phase) { return {phase.high, phase.low}; }

double angle_in_double(double frequency, std::uint32_t position) {
    return signed_angle(phase_at(position, fixed_frequency(frequency)));
}

double angle_in_single(double frequency, std::uint32_t position) {
    return double{
        in_single::signed_angle(in_single::phase_at(position, single_phase(fixed_frequency(frequency))))};
}

double angle_between(double a, double b) { return std::abs(std::remainder(a - b, tau)); }

// position * base^(-2p/d) reduced to [-pi, pi], worked out with mpmath 1.2.1 at 400 bits:
//     a = mpf(base) ** (-mpf(2 * p) / d) * position;  a - 2 * pi * nint(a / (2 * pi)),  17 digits
struct KnownAngle {
    double base;
    int d;
    int p;
    std::uint32_t position;
    double angle;
};
constexpr KnownAngle known_angles[] = {
    {10000, 128, 0, 16777216, -0.89396886668019693},  {10000, 128, 1, 16777216, -0.65440893766914662},
    {10000, 128, 32, 16777215, -1.4640723093181069},  {10000, 128, 63, 16777215, 2.1814889148621765},
    {10000, 128, 30, 10177011, 2.1033888471357436},   {500000, 128, 1, 16777216, 0.53874532803820287},
    {500000, 128, 32, 16777215, 1.2572719392073123},  {500000, 128, 63, 16777215, -2.79187224217201},
    {500000, 128, 13, 13289509, 1.9937631401787061},  {1000000, 128, 1, 16777216, 1.009931026338479},
    {1000000, 128, 32, 16777215, 1.1102298305041066}, {1000000, 128, 63, 16777215, 1.9699236922114013},
    {1000000, 128, 61, 5200006, -2.6294036787950324}, {10000, 64, 1, 16777216, 1.0272887822430361},
    {10000, 64, 31, 16777215, 0.46360809526744356},   {10000, 64, 5, 2231876, -2.9082805412170084},
    {100, 32, 8, 16777215, -2.0743524788218956},      {100, 32, 15, 16777215, 2.3785123764872504},
    {100, 32, 0, 13475158, 0.029180986017299907},     {3, 256, 1, 16777216, 0.27853704163545226},
    {3, 256, 127, 16777215, 0.44796939158688141},     {3, 256, 74, 1974579, 0.82439796407605009},
    {1.5, 8, 1, 16777216, 0.99669430535127747},       {1.5, 8, 3, 16777215, 1.1506921962803715},
    {1.5, 8, 1, 12087813, 2.0885809725684319},        {10000, 2, 0, 5793660, -2.339897224894508},
};

double frequency_of(const KnownAngle& known) { return std::pow(known.base, -2.0 * known.p / known.d); }

TEST(Phase, KnownAnglesInDouble) {
    // The frequency as a double may be off by one ulp: at most 2^24 * 2^-53 rad = 1.9e-9.
    double largest = 0;
    for (const KnownAngle& known : known_angles) {
        const double error = angle_between(angle_in_double(frequency_of(known), known.position), known.angle);
        largest = std::max(largest, error);
        EXPECT_LE(error, 4e-9) << known.base << ' ' << known.d << ' ' << known.p << ' ' << known.position;
    }
    RecordProperty("largest_error", std::to_string(largest * 1e12) + "e-12 rad");
}

TEST(Phase, KnownAnglesInSingle) {
    double largest = 0;
    for (const KnownAngle& known : known_angles) {
        const double error = angle_between(angle_in_single(frequency_of(known), known.position), known.angle);
        largest = std::max(largest, error);
        EXPECT_LE(error, single_tolerance)
            << known.base << ' ' << known.d << ' ' << known.p << ' ' << known.position;
    }
    RecordProperty("largest_error", std::to_string(largest * 1e9) + "e-9 rad");
}

TEST(Phase, ProductInFloat32WouldBeWrong) {
    // Shows why phases are fixed-point: a float32 product misses the same angles.
    double largest = 0;
    for (const KnownAngle& known : known_angles) {
        const float product = static_cast<float>(known.position) * static_cast<float>(frequency_of(known));
        largest = std::max(largest, angle_between(double{product}, known.angle));
    }
    EXPECT_GT(largest, 0.1);
}

TEST(Phase, RandomAnglesAgreeWithLongDouble) {
    if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is double here";
    std::mt19937_64 random(test::test_seed());
    const long double turn = 2 * std::acos(-1.0L);
    for (int trial = 0; trial < 20000; ++trial) {
        const auto position = static_cast<std::uint32_t>(random() % ((1U << 24U) + 1));
        const double frequency = std::exp2(std::uniform_real_distribution<>(-40, 19.9)(random));
        // Errors in long double: 2^-64 of the angle for the product and the same for the reduction; the phase
        // itself has 2^-65 turns per token.
        const long double angle = static_cast<long double>(frequency) * position;
        const double expected = static_cast<double>(std::remainder(angle, turn));
        const double tolerance = 4e-12 + static_cast<double>(angle) * 0x1p-62;
        ASSERT_LE(angle_between(angle_in_double(frequency, position), expected), tolerance)
            << frequency << ' ' << position;
        ASSERT_LE(angle_between(angle_in_single(frequency, position), expected), tolerance + single_tolerance)
            << frequency << ' ' << position;
    }
}

TEST(Phase, WrapsLikeA64BitProduct) {
    std::mt19937_64 random(test::test_seed(2));
    const auto joined = [](const Phase& phase) { return std::uint64_t{phase.high} << 32U | phase.low; };
    const auto check = [&](std::uint32_t position, std::uint64_t frequency) {
        const Phase phase{static_cast<std::uint32_t>(frequency >> 32U),
                          static_cast<std::uint32_t>(frequency)};
        EXPECT_EQ(joined(phase_at(position, phase)), position * frequency) << position << ' ' << frequency;
        EXPECT_EQ(joined(in_double::add_phases(phase, phase_at(position, phase))),
                  frequency + position * frequency);
    };
    for (const std::uint64_t frequency :
         {0ULL, 1ULL, ~0ULL, 0xFFFFFFFFULL, 0xFFFF0000FFFFULL, 0x8000000000000000ULL}) {
        for (const std::uint32_t position : {0U, 1U, 0xFFFFU, 0x10000U, 0xFFFFFFFFU})
            check(position, frequency);
    }
    for (int trial = 0; trial < 10000; ++trial) check(static_cast<std::uint32_t>(random()), random());
}

TEST(Phase, SignedTurnCoversHalfATurnEitherWay) {
    EXPECT_EQ(signed_turn({0, 0}), 0.0);
    EXPECT_EQ(signed_turn({0x40000000U, 0}), 0.25);
    EXPECT_EQ(signed_turn({0x80000000U, 0}), -0.5);
    EXPECT_EQ(signed_turn({0xC0000000U, 0}), -0.25);
    EXPECT_EQ(signed_turn({0, 1}), 0x1p-64);
    EXPECT_EQ(signed_turn({0xFFFFFFFFU, 0x80000000U}), -0x1p-33);
    EXPECT_EQ(in_single::signed_turn({0x7FFFFFFFU, 0xFFFFFFFFU}), 0.5F);
}

TEST(Phase, FixedFrequencyIsRoundedToTheNearest) {
    // 2^64 / (2 pi) = 2935890503282001226.5..., computed with mpmath; powers of two only move the binary
    // point.
    const auto joined = [](double frequency) {
        const Phase phase = fixed_frequency(frequency);
        return std::uint64_t{phase.high} << 32U | phase.low;
    };
    EXPECT_EQ(joined(0), 0U);
    EXPECT_EQ(joined(1), 2935890503282001226U);
    EXPECT_EQ(joined(0.5), 1467945251641000613U);
    EXPECT_EQ(joined(8), 5040379952546458196U);
    EXPECT_EQ(joined(1e6), 17396974831248603380U);
    EXPECT_EQ(joined(0x1p-61), 1U);
    EXPECT_EQ(joined(0x1p-62), 1U);
    EXPECT_EQ(joined(0x1p-63), 0U);
    EXPECT_EQ(joined(5e-324), 0U);
}

TEST(Phase, RefusesWhatIsNoFrequency) {
    for (const double frequency :
         {-1e-9, -1.0, 1.1e6, std::numeric_limits<double>::infinity(), std::nan("")}) {
        EXPECT_THROW((void)fixed_frequency(frequency), UsageError) << frequency;
    }
}

}  // namespace
}  // namespace poslab
