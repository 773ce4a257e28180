#include "core/hippo/legs_projection.hpp"

#include "core/base/errors.hpp"
#include "core/base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

namespace poslab::test {
namespace {

SignalSpec spec_of(Signal signal, double omega = 7) {
    SignalSpec spec;
    spec.signal = signal;
    spec.omega = omega;
    return spec;
}

/// ∫ p_n over [low, high], for one interval, by (2n+1) P_n = P'_(n+1) − P'_(n−1) and std::legendre.
double integral(unsigned n, double low, double high) {
    if (n == 0) return high - low;
    const auto antiderivative = [n](double s) {
        return std::legendre(n + 1, 2 * s - 1) - std::legendre(n - 1, 2 * s - 1);
    };
    return (antiderivative(high) - antiderivative(low)) / (2 * std::sqrt(2 * n + 1));
}

/// ∫ cos(ωs) p_n(s) ds over [0, 1] = √(2n+1) Re[i^n e^(iω/2)] j_n(ω/2) with spherical Bessel functions. For n
/// beyond x, |j_n(x)| is about (ex/(2n))^n, thus below 2^−60 for n > 60 and n > eω/2 (where libstdc++
/// eventually returns NaN).
double cosine_coefficient(unsigned n, double omega) {
    if (n > 60 && n > std::numbers::e * omega / 2) return 0;
    const std::complex<double> turn = std::polar(1.0, omega / 2 + std::numbers::pi / 2 * n);
    return std::sqrt(2 * n + 1) * turn.real() * std::sph_bessel(n, omega / 2);
}

// std::legendre is right to about 1e-13 at these degrees, and the jumps of the noise add up to 100 times
// that.
TEST(LegsProjection, OfHeldSamplesIsThatOfEachInterval) {
    for (const std::int64_t order : {1, 2, 8, 64}) {
        for (const std::size_t samples : {1U, 2U, 3U, 120U}) {
            std::vector<double> u(samples);
            for (std::size_t k = 0; k < samples; ++k) u[k] = random_normal(5, RandomStream::signal, k);
            const std::vector<double> state = held_projection(order, u);
            ASSERT_EQ(state.size(), static_cast<std::size_t>(order));
            const auto length = static_cast<double>(samples);
            for (unsigned n = 0; n < order; ++n) {
                double expected = 0;
                for (std::size_t k = 0; k < samples; ++k)
                    expected += u[k] * integral(n, static_cast<double>(k) / length,
                                                static_cast<double>(k + 1) / length);
                EXPECT_NEAR(state[n], expected, 1e-11) << order << " " << samples << " " << n;
            }
        }
    }
}

// Blocks of sample points are summed: more samples than one block has.
TEST(LegsProjection, MatchesManyHeldSamples) {
    std::vector<double> u(5000);
    for (std::size_t k = 0; k < u.size(); ++k) u[k] = k < 1700 ? 2 : -1;
    const std::vector<double> state = held_projection(40, u);
    for (unsigned n = 0; n < 40; ++n)
        EXPECT_NEAR(state[n], 2 * integral(n, 0, 0.34) - integral(n, 0.34, 1), 1e-13) << n;
}

// The closed form; Bessel functions of libstdc++ are right to some 1e-14 of their largest value, 1.
TEST(LegsProjection, OfACosineIsItsClosedForm) {
    for (const double omega : {0.5, 7.0, 60.0, 1000.0}) {
        for (const std::int64_t order : {1, 8, 64, 300}) {
            const std::vector<double> state = signal_projection(order, spec_of(Signal::cosine, omega));
            for (unsigned n = 0; n < order; ++n)
                EXPECT_NEAR(state[n], cosine_coefficient(n, omega), 1e-12)
                    << omega << " " << order << " " << n;
        }
    }
}

// u(s) = s before the jump at ½, −1 after it: the integrals of s p_n computed by hand for n < 3, p_2 = √5
// (6s² − 6s + 1).
TEST(LegsProjection, OfADrawnLineIsIntegratedFromBendToBend) {
    SignalSpec spec = spec_of(Signal::hand_drawn);
    spec.points = {{0, 0}, {0.5, 0.5}, {0.5, -1}, {1, -1}};
    EXPECT_EQ(signal_breaks(spec), std::vector<double>{0.5});
    const std::vector<double> state = signal_projection(3, spec);
    EXPECT_NEAR(state[0], 1.0 / 8 - 1.0 / 2, 1e-14);
    EXPECT_NEAR(state[1], std::sqrt(3) * (2.0 / 24 - 1.0 / 8 - 1.0 / 4), 1e-14);
    EXPECT_NEAR(state[2], std::sqrt(5) * (6.0 / 64 - 6.0 / 24 + 1.0 / 8), 1e-14);
}

// Sixteen equal steps are sixteen held samples.
TEST(LegsProjection, OfStepsIsThatOfSixteenSamples) {
    SignalSpec spec = spec_of(Signal::steps);
    spec.length = 16;
    std::vector<double> levels(16);
    signal_samples(spec, 0, levels);
    const std::vector<double> expected = held_projection(32, levels), state = signal_projection(32, spec);
    for (std::size_t n = 0; n < 32; ++n) EXPECT_NEAR(state[n], expected[n], 1e-14) << n;
}

// Held at T samples, each of 63 words begins within 1/(2T) of its position and jumps by 2 at most: the error
// is at most 63 √(2n+1) / T.
TEST(LegsProjection, OfTextIsWhatFineSamplesTendTo) {
    SignalSpec spec = spec_of(Signal::text);
    spec.length = 1 << 18;
    std::vector<double> fine(static_cast<std::size_t>(spec.length));
    signal_samples(spec, 0, fine);
    const std::vector<double> expected = held_projection(8, fine), state = signal_projection(8, spec);
    for (std::size_t n = 0; n < 8; ++n)
        EXPECT_NEAR(state[n], expected[n], 63 * std::sqrt(2.0 * static_cast<double>(n) + 1) / (1 << 18)) << n;
    EXPECT_EQ(signal_breaks(spec).size(), 63U);
}

TEST(LegsProjection, RefusesWhatItCannotProject) {
    EXPECT_THROW(static_cast<void>(held_projection(8, {})), UsageError);
    EXPECT_THROW(static_cast<void>(held_projection(0, std::vector{1.0})), UsageError);
    EXPECT_THROW(static_cast<void>(signal_projection(8, spec_of(Signal::white))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(signal_breaks(spec_of(Signal::file))), std::invalid_argument);
}

}  // namespace
}  // namespace poslab::test
