#include "core/hippo/signals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

namespace poslab {
namespace {

constexpr double pi = std::numbers::pi;

// A second implementation of the random numbers of formulas.md.
std::uint64_t split_mix(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

double uniform(std::uint64_t seed, std::uint64_t index) {
    const std::uint64_t bits = split_mix(split_mix(seed ^ (5 * 0x9E3779B97F4A7C15U)) + index);
    return (static_cast<double>(bits >> 11U) + 0.5) / 9007199254740992.0;
}

double normal(std::uint64_t seed, std::uint64_t n) {
    return std::sqrt(-2 * std::log(uniform(seed, 2 * n))) * std::cos(2 * pi * uniform(seed, 2 * n + 1));
}

std::vector<double> samples(const SignalSpec& spec, std::int64_t first, std::int64_t count) {
    std::vector<double> out(static_cast<std::size_t>(count), 99.0);
    signal_samples(spec, first, out);
    return out;
}

std::vector<double> all(const SignalSpec& spec) { return samples(spec, 0, spec.length); }

SignalSpec spec_of(Signal signal, std::int64_t length = 2000, std::int64_t seed = 1) {
    SignalSpec spec;
    spec.signal = signal;
    spec.length = length;
    spec.seed = seed;
    return spec;
}

constexpr Signal made[] = {Signal::sines, Signal::chirp,  Signal::steps, Signal::spikes,
                           Signal::white, Signal::smooth, Signal::text,  Signal::hand_drawn};

// Compares with extended precision. The angle of the fastest, up to 18 pi, is within three roundings of
// 2^-53, and 0.2 of that is 4e-15; each of the others adds as much.
TEST(Signals, SinesAreTheirFormula) {
    const auto signal = all(spec_of(Signal::sines, 1001));
    for (std::size_t k = 0; k < signal.size(); ++k) {
        const long double angle =
            2 * std::numbers::pi_v<long double> * (static_cast<long double>(k) + 0.5L) / 1001;
        const long double expected =
            0.5L * std::sin(2 * angle) + 0.3L * std::sin(5 * angle + 1) + 0.2L * std::sin(9 * angle + 2);
        ASSERT_NEAR(signal[k], static_cast<double>(expected), 2e-14) << k;
    }
}

TEST(Signals, ChirpIsItsFormulaAndItsFrequencyRisesFromOneTo24) {
    const auto signal = all(spec_of(Signal::chirp, 100'000));
    std::vector<double> crossings;  // zeros of the sine: half cycles 1, 2, … of 12.5 cycles
    for (std::size_t k = 0; k + 1 < signal.size(); ++k) {
        const long double s = (static_cast<long double>(k) + 0.5L) / 100'000;
        const long double phase = s + 11.5L * s * s;
        // Rounding s moves the angle by 24 * 2 pi * 2^-53, three more roundings by 12.5 * 2 pi * 2^-53 each:
        // 4.3e-14.
        ASSERT_NEAR(signal[k], static_cast<double>(std::sin(2 * std::numbers::pi_v<long double> * phase)),
                    5e-14)
            << k;
        if ((signal[k] < 0) != (signal[k + 1] < 0))
            crossings.push_back((static_cast<double>(k) + 1) / 100'000);
    }
    ASSERT_EQ(crossings.size(), 24U);
    // The last half cycle ends at s = 1, where the frequency is 24; its mean frequency is between those of
    // its ends.
    const double half_cycle = 1 - crossings.back();
    EXPECT_GT(0.5 / half_cycle, 23.4);
    EXPECT_LT(0.5 / half_cycle, 24);
    EXPECT_NEAR(crossings.front(), (-1 + std::sqrt(1 + 46 * 0.5)) / 23, 2e-5);  // s + 11.5 s^2 = 1/2
}

TEST(Signals, StepsAreSixteenUniformLevels) {
    const auto signal = all(spec_of(Signal::steps, 160, 7));
    for (std::size_t k = 0; k < signal.size(); ++k) ASSERT_EQ(signal[k], 2 * uniform(7, k / 10) - 1) << k;
    // 100 samples cannot be divided by 16: step j begins at the first sample whose centre is not before j/16.
    const auto uneven = all(spec_of(Signal::steps, 100, 7));
    for (std::size_t k = 0; k < uneven.size(); ++k)
        ASSERT_EQ(uneven[k], 2 * uniform(7, 16 * (2 * k + 1) / 200) - 1) << k;
}

TEST(Signals, OneSpikeInEachSegment) {
    for (const std::int64_t length :
         {std::int64_t{2000}, std::int64_t{101}, std::int64_t{16}, std::int64_t{5}}) {
        const auto signal = all(spec_of(Signal::spikes, length, 3));
        std::vector<double> expected(signal.size(), 0.0);
        for (std::uint64_t j = 0; j < 16; ++j) {
            const auto begin = j * static_cast<std::uint64_t>(length) / 16,
                       end = (j + 1) * static_cast<std::uint64_t>(length) / 16;
            if (begin == end) continue;
            const double w = 2 * uniform(3, 2 * j + 1) - 1;
            const auto at =
                begin + static_cast<std::uint64_t>(uniform(3, 2 * j) * static_cast<double>(end - begin));
            ASSERT_LT(at, end);
            expected[at] = w >= 0 ? (1 + w) / 2 : (w - 1) / 2;
            EXPECT_GE(std::abs(expected[at]), 0.5);
        }
        EXPECT_EQ(signal, expected) << length;
    }
}

TEST(Signals, WhiteNoiseIsTheStreamOfNormals) {
    const auto signal = all(spec_of(Signal::white, 200'000, 11));
    double sum = 0, squares = 0, products = 0;
    for (std::size_t k = 0; k < signal.size(); ++k) {
        if (k < 5000) {
            ASSERT_NEAR(signal[k], normal(11, k), 2e-13) << k;  // random_normals() promises 1e-13
        }
        sum += signal[k];
        squares += signal[k] * signal[k];
        if (k > 0) products += signal[k] * signal[k - 1];
    }
    // Five standard errors: 1/sqrt(n), sqrt(2/n), 1/sqrt(n).
    EXPECT_NEAR(sum / 2e5, 0, 0.0112);
    EXPECT_NEAR(squares / 2e5, 1, 0.0159);
    EXPECT_NEAR(products / 2e5, 0, 0.0112);
}

TEST(Signals, SmoothNoiseFollowsItsRecursion) {
    for (const double rho : {0.0, 0.5, 0.95, 0.9999}) {
        SignalSpec spec = spec_of(Signal::smooth, 200'000, 5);
        spec.smoothness = rho;
        const auto signal = all(spec);
        const auto noise = all(spec_of(Signal::white, 200'000, 5));
        // Follows the recursion from the first sample, across blocks. A rounding error decays like everything
        // else, so the error is at most 2^-52 / (1 - rho), 2e-12 here for 0.9999; in fact both round equally
        // and the difference is far smaller.
        double x = 0;
        for (std::size_t k = 0; k < signal.size(); ++k) {
            x = k == 0 ? noise[0] : rho * x + std::sqrt(1 - rho * rho) * noise[k];
            ASSERT_NEAR(signal[k], x, 1e-15) << rho << " " << k;
        }
    }
}

TEST(Signals, SmoothNoiseCorrelatesAsItsSmoothnessSays) {
    const auto signal = all(spec_of(Signal::smooth, 1 << 20));
    double squares = 0, products = 0;
    for (std::size_t k = 1; k < signal.size(); ++k) {
        squares += signal[k] * signal[k];
        products += signal[k] * signal[k - 1];
    }
    // Standard errors: of the correlation sqrt((1 - rho^2)/n) = 3.0e-4, of the variance sqrt(2 (1 + rho^2)/(1
    // - rho^2)/n) = 6.1e-3.
    EXPECT_NEAR(products / squares, 0.95, 0.0015);
    EXPECT_NEAR(squares / static_cast<double>(signal.size()), 1, 0.031);
}

TEST(Signals, TextIsWordsOfUnequalLengthWithLevelsOfTheirRank) {
    const std::int64_t length = 6400;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const auto signal = all(spec_of(Signal::text, length, static_cast<std::int64_t>(seed)));
        for (std::size_t k = 0; k < signal.size(); ++k) {
            std::uint64_t word = 0;
            for (std::uint64_t j = 1; j < 64; ++j) {
                const double begin = (static_cast<double>(j) + uniform(seed, j) - 0.5) / 64;
                word += (static_cast<double>(k) + 0.5) / static_cast<double>(length) >= begin ? 1U : 0U;
            }
            const auto rank =
                static_cast<std::uint64_t>(std::floor(std::exp(uniform(seed, 64 + word) * std::log(51.0))));
            ASSERT_EQ(signal[k], 2 * uniform(seed, 128 + rank) - 1) << seed << " " << k;
        }
    }
}

// The start of the recursion must not depend on the window: with different starts, the last bit could differ
// forever.
TEST(Signals, WindowsOfVerySmoothNoiseAreTheSameToTheBit) {
    SignalSpec spec = spec_of(Signal::smooth, 900'000);
    spec.smoothness = 0.9999;  // 443,592 samples until a share is below 2^-64
    const auto whole = all(spec);
    for (std::int64_t first = 600'000; first < 899'000; first += 9973) {
        EXPECT_EQ(samples(spec, first, 100),
                  std::vector<double>(whole.begin() + first, whole.begin() + first + 100))
            << first;
    }
}

TEST(Signals, FrequentWordsAreFrequent) {
    // Over many seeds, the word at one position has rank r with probability ln(1 + 1/r)/ln 51; four standard
    // errors.
    std::map<double, int> ranks;
    const int seeds = 20'000;
    for (int seed = 0; seed < seeds; ++seed) {
        const double level = signal_at(spec_of(Signal::text, 100, seed), 0.4);
        for (std::uint64_t rank = 1; rank <= 50; ++rank) {
            if (level == 2 * uniform(static_cast<std::uint64_t>(seed), 128 + rank) - 1)
                ++ranks[static_cast<double>(rank)];
        }
    }
    int found = 0;
    for (const auto& [rank, count] : ranks) {
        const double chance = std::log1p(1 / rank) / std::log(51.0);
        EXPECT_NEAR(count, seeds * chance, 4.5 * std::sqrt(seeds * chance)) << rank;
        found += count;
    }
    EXPECT_EQ(found, seeds);
    EXPECT_EQ(ranks.size(), 50U);
}

TEST(Signals, EveryWindowHasTheSameNumbers) {
    for (const Signal signal : made) {
        SignalSpec spec = spec_of(signal, 140'000, 4);
        spec.points = {{0.1, -1}, {0.5, 0.5}, {0.5, 0.75}, {0.9, 0}};
        const auto whole = all(spec);
        for (const auto& [first, count] : {std::pair<std::int64_t, std::int64_t>{0, 1},
                                           {139'999, 1},
                                           {65'530, 13},
                                           {65'536, 5},
                                           {131'071, 2},
                                           {1, 139'999},
                                           {777, 0}}) {
            const auto window = samples(spec, first, count);
            const std::vector<double> expected(whole.begin() + first, whole.begin() + first + count);
            EXPECT_EQ(window, expected) << static_cast<int>(signal) << " " << first;
        }
    }
}

TEST(Signals, AnotherLengthIsAnotherSpeed) {
    for (const Signal signal : made) {
        SignalSpec slow = spec_of(signal, 3000), fast = spec_of(signal, 1000);
        slow.points = fast.points = {{0, -1}, {1, 1}};
        if (!is_function_of_place(signal)) {
            EXPECT_THROW(static_cast<void>(signal_at(slow, 0.5)), std::invalid_argument);
            continue;
        }
        const auto slowly = all(slow), quickly = all(fast);
        // The centre of three slow samples is the centre of the fast one.
        for (std::size_t k = 0; k < 1000; ++k)
            ASSERT_NEAR(slowly[3 * k + 1], quickly[k], 1e-13) << static_cast<int>(signal) << " " << k;
        EXPECT_EQ(quickly[250], signal_at(fast, 250.5 / 1000));
    }
}

TEST(Signals, AmplitudesAreAboutOne) {
    for (const Signal signal : made) {
        SignalSpec spec = spec_of(signal);
        spec.points = {{0, -1}, {1, 1}};
        double largest = 0;
        for (const double sample : all(spec)) largest = std::max(largest, std::abs(sample));
        EXPECT_GT(largest, 0.7) << static_cast<int>(signal);
        EXPECT_LT(largest, 5) << static_cast<int>(signal);
    }
}

TEST(Signals, SeedsDifferWhereThereIsChance) {
    for (const Signal signal : {Signal::steps, Signal::spikes, Signal::white, Signal::smooth, Signal::text}) {
        EXPECT_NE(all(spec_of(signal, 500, 1)), all(spec_of(signal, 500, 2))) << static_cast<int>(signal);
    }
    EXPECT_EQ(all(spec_of(Signal::sines, 500, 1)), all(spec_of(Signal::sines, 500, 2)));
}

TEST(Signals, TheLastWindowOfALongSignalIsMadeAtOnce) {
    for (const Signal signal : made) {
        const SignalSpec spec = spec_of(signal, std::int64_t{1} << 40U);
        for (const double sample : samples(spec, spec.length - 100, 100)) EXPECT_TRUE(std::isfinite(sample));
    }
}

TEST(Signals, RefuseImpossibleSettings) {
    EXPECT_THROW(samples(spec_of(Signal::file), 0, 1), std::invalid_argument);
    EXPECT_THROW(samples(spec_of(Signal::white, 10), 5, 6), std::out_of_range);
    EXPECT_THROW(samples(spec_of(Signal::white, 10), -1, 2), std::out_of_range);
    std::stop_source stop;
    stop.request_stop();
    std::vector<double> out(10);
    EXPECT_THROW(signal_samples(spec_of(Signal::white), 0, out, Job(stop.get_token())), Cancelled);
}

TEST(DrawnSignal, IsALineThroughItsPoints) {
    SignalSpec spec = spec_of(Signal::hand_drawn, 8);
    EXPECT_EQ(all(spec), std::vector<double>(8, 0.0)) << "nothing drawn";
    spec.points = {{0.25, 3}};
    EXPECT_EQ(all(spec), std::vector<double>(8, 3.0));
    spec.points = {{0.25, 0}, {0.5, 4}, {0.5, -1}, {0.75, -1}};  // at s = 1/16, 3/16, …
    EXPECT_EQ(all(spec), (std::vector<double>{0, 0, 1, 3, -1, -1, -1, -1}));
    EXPECT_EQ(signal_at(spec, 0.5), -1) << "a jump has its right side's value";
    EXPECT_EQ(signal_at(spec, 0), 0);
    EXPECT_EQ(signal_at(spec, 1), -1);
}

TEST(DrawnSignal, AStrokeReplacesWhereItWent) {
    const std::vector<SignalPoint> old{{0, 0}, {1, 1}};
    const std::vector<SignalPoint> stroke{{0.25, 2}, {0.4, 5}, {0.5, 3}};
    std::vector<SignalPoint> backwards(stroke.rbegin(), stroke.rend());
    SignalSpec spec = spec_of(Signal::hand_drawn);
    for (const auto& points : {redrawn(old, stroke), redrawn(old, backwards)}) {
        spec.points = points;
        for (int n = 0; n <= 1000; ++n) {
            const double s = n / 1000.0;
            double expected = s;
            if (s >= 0.25 && s < 0.4) expected = 2 + (s - 0.25) * 20;
            if (s >= 0.4 && s < 0.5) expected = 5 - (s - 0.4) * 20;
            ASSERT_NEAR(signal_at(spec, s), expected, 1e-12) << s;
        }
        EXPECT_LE(points.size(), 7U) << "two ends, three points, two sides of jumps";
    }
}

TEST(DrawnSignal, AStrokeThatTurnsBackReplacesItself) {
    SignalSpec spec = spec_of(Signal::hand_drawn);
    spec.points = redrawn({}, std::vector<SignalPoint>{{0.2, 1}, {0.8, 1}, {0.6, 3}, {-0.5, 3}, {0.1, -2}});
    EXPECT_NEAR(signal_at(spec, 0.7), 2, 1e-12);
    EXPECT_NEAR(signal_at(spec, 0.3), 3, 1e-12);
    EXPECT_NEAR(signal_at(spec, 0.05), 0.5, 1e-12) << "from (0, 3) back to (0.1, -2)";
    EXPECT_NEAR(signal_at(spec, 0.95), 1, 1e-12);
    for (std::size_t n = 1; n < spec.points.size(); ++n)
        EXPECT_LE(spec.points[n - 1].place, spec.points[n].place);
    EXPECT_EQ(redrawn({{0, 1}}, {}), (std::vector<SignalPoint>{{0, 1}}));
}

// cos(omega s) at s = (k + 1/2) / L; omega = 0 is the constant that every step except one preserves.
TEST(Signals, Cosine) {
    SignalSpec spec = spec_of(Signal::cosine, 100);
    spec.omega = 7;
    const std::vector<double> values = all(spec);
    for (std::size_t k = 0; k < values.size(); ++k)
        EXPECT_NEAR(values[k], std::cos(7 * (static_cast<double>(k) + 0.5) / 100), 1e-15);
    spec.omega = 0;
    EXPECT_EQ(all(spec), std::vector<double>(100, 1.0));
    EXPECT_TRUE(is_function_of_place(Signal::cosine));
}

// x_t = x_(t-1) from the first draw on, also in a window that begins far later.
TEST(Signals, WhollySmoothIsConstant) {
    SignalSpec spec = spec_of(Signal::smooth, 200'000, 3);
    spec.smoothness = 1;
    const double first = samples(spec, 0, 1)[0];
    EXPECT_EQ(samples(spec, 150'000, 2), std::vector<double>(2, first));
}

}  // namespace
}  // namespace poslab
