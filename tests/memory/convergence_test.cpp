#include "core/memory/convergence.hpp"

#include "core/base/errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace poslab::test {
namespace {

constexpr double omega = 7;

ResampledSignal cosine(double frequency = omega) {
    SignalSpec spec;
    spec.signal = Signal::cosine;
    spec.omega = frequency;
    return {spec, {}};
}

MemorySpec legs(std::int64_t order) {
    MemorySpec spec;
    spec.order = order;
    return spec;
}

StepReferences references_of(const MemorySpec& spec, std::int64_t finest, const ResampledSignal& signal) {
    return step_references(spec, convergence_sizes(finest), signal, true, Job{});
}

struct Slopes {
    double held, continuous;
};

Slopes slopes_of(const StepReferences& references, Method method) {
    const StepErrors errors = step_errors(references, method, 0.5, true, Job{});
    return {step_slope(references, errors.held), step_slope(references, errors.continuous)};
}

TEST(Convergence, SizesHalveTwiceOver) {
    EXPECT_EQ(convergence_sizes(1600),
              (std::vector<std::int64_t>{100, 141, 200, 283, 400, 566, 800, 1131, 1600}));
    EXPECT_EQ(convergence_sizes(4), (std::vector<std::int64_t>{1, 2, 3, 4}));
    EXPECT_EQ(convergence_sizes(1), (std::vector<std::int64_t>{1}));
}

TEST(Convergence, BlocksKeepTheMean) {
    const std::vector<double> u{3, 1, 4, 1, 5, 9, 2};
    EXPECT_EQ(block_means(u, 7), u);
    EXPECT_EQ(block_means(std::vector<double>{3, 1, 4, 2}, 2), (std::vector<double>{2, 3}));
    const std::vector<double> three = block_means(u, 3);  // 2 1/3 samples each
    EXPECT_NEAR(three[0], (3 + 1 + 4 / 3.0) * 3 / 7, 1e-14);
    EXPECT_NEAR(three[1], (4 * 2 / 3.0 + 1 + 5 * 2 / 3.0) * 3 / 7, 1e-14);
    EXPECT_NEAR(three[2], (5 / 3.0 + 9 + 2) * 3 / 7, 1e-14);
    EXPECT_NEAR(block_means(u, 1)[0], 25 / 7.0, 1e-14);
}

// The measured slopes of formulas.md, for order 8 and cos 7s at 100 to 1600 samples, each ± 0.1.
TEST(Convergence, SlopesAgainstTheHeldSignalAreThoseMeasured) {
    const StepReferences references = references_of(legs(8), 1600, cosine());
    EXPECT_NEAR(slopes_of(references, Method::forward).held, 1.0, 0.1);
    EXPECT_NEAR(slopes_of(references, Method::backward).held, 1.0, 0.1);
    EXPECT_NEAR(slopes_of(references, Method::bilinear_same_t).held, 1.0, 0.1);
    EXPECT_NEAR(slopes_of(references, Method::bilinear).held, 0.7, 0.2);
    EXPECT_NEAR(slopes_of(references, Method::alpha).held, 1.95, 0.15);
    EXPECT_TRUE(std::isnan(slopes_of(references, Method::exact).held)) << "rounding only";
    EXPECT_LT(step_errors(references, Method::exact, 0.5, true, Job{}).held.back(), 1e-12);
}

// Only alpha = 1/2 and `exact` are of second order.
TEST(Convergence, SlopesAgainstTheContinuousSignal) {
    const StepReferences references = references_of(legs(8), 1600, cosine());
    for (const Method method : {Method::forward, Method::backward, Method::bilinear_same_t})
        EXPECT_NEAR(slopes_of(references, method).continuous, 1.0, 0.1);
    EXPECT_NEAR(slopes_of(references, Method::bilinear).continuous, 0.7, 0.2);
    EXPECT_NEAR(slopes_of(references, Method::alpha).continuous, 1.95, 0.15);
    EXPECT_NEAR(slopes_of(references, Method::exact).continuous, 2.0, 0.1);
}

// The reference in closed form: √(2n+1) Re[i^n e^(iω/2)] j_n(ω/2); and the state of the midpoint rule,
// independent of any scan.
TEST(Convergence, ErrorAgainstTheContinuousSignalIsThatOfTheHeldOne) {
    const StepReferences references = references_of(legs(8), 400, cosine());
    const StepErrors errors = step_errors(references, Method::exact, 0, false, Job{});
    double largest = 0;
    for (unsigned n = 0; n < 8; ++n) {
        const double root = std::sqrt(2 * n + 1);
        const double closed = root * std::polar(1.0, omega / 2 + std::numbers::pi / 2 * n).real() *
                              std::sph_bessel(n, omega / 2);
        double held = 0;
        const auto antiderivative = [n](double s) {
            return n == 0 ? 2 * s
                          : (std::legendre(n + 1, 2 * s - 1) - std::legendre(n - 1, 2 * s - 1)) / (2 * n + 1);
        };
        for (int k = 0; k < 400; ++k)
            held += std::cos(omega * (k + 0.5) / 400) * root / 2 *
                    (antiderivative((k + 1) / 400.0) - antiderivative(k / 400.0));
        largest = std::max(largest, std::abs(held - closed));
    }
    EXPECT_NEAR(errors.continuous.back(), largest, 1e-12);
    EXPECT_TRUE(std::isnan(errors.held.back()));
}

// Every method except article 10137's bilinear rule preserves a constant. The error of that rule is
// published: 1.47e-2 at T = 200 (order 8), 1.19e-1 at T = 10.
TEST(Convergence, ConstantHasNoSlopeButWithTheErratum) {
    const StepReferences references = references_of(legs(8), 200, cosine(0));
    for (const Method method :
         {Method::forward, Method::backward, Method::alpha, Method::bilinear_same_t, Method::exact}) {
        const Slopes slopes = slopes_of(references, method);
        EXPECT_TRUE(std::isnan(slopes.held));
        EXPECT_TRUE(std::isnan(slopes.continuous));
    }
    EXPECT_NEAR(step_errors(references, Method::bilinear, 0, false, Job{}).held.back(), 1.47e-2, 5e-5);
    EXPECT_NEAR(slopes_of(references, Method::bilinear).held, 0.7, 0.2);
}

// At most sixteen samples cannot fill 32 components: the whole state is transient.
TEST(Convergence, TransientHasNoSlope) {
    const StepReferences references = references_of(legs(32), 16, cosine());
    EXPECT_TRUE(std::isnan(slopes_of(references, Method::backward).held));
    EXPECT_FALSE(std::isnan(slopes_of(references_of(legs(2), 16, cosine()), Method::backward).held));
}

// A window covers the same part of the signal at every size.
TEST(Convergence, WindowsConvergeAsTheyShould) {
    for (const char* const measure : {"legt", "lmu", "fout"}) {
        MemorySpec spec = legs(5);
        spec.measure = measure;
        spec.span = 800;
        const StepReferences references = references_of(spec, 1600, cosine());
        EXPECT_EQ(references.span_share, 0.5);
        EXPECT_NEAR(slopes_of(references, Method::backward).held, 1.0, 0.1);
        EXPECT_NEAR(slopes_of(references, Method::alpha).held, 2.0, 0.1);
        EXPECT_NEAR(slopes_of(references, Method::backward).continuous, 1.0, 0.1);
        EXPECT_TRUE(std::isnan(slopes_of(references, Method::exact).held));
        EXPECT_NEAR(slopes_of(references, Method::exact).continuous, 2.0, 0.1);
    }
}

TEST(Convergence, FourierLegs) {
    MemorySpec spec = legs(2);
    spec.measure = "fourier-legs";
    const StepReferences references = references_of(spec, 256, cosine());
    EXPECT_EQ(references.continuous.size(), 10U) << "five complex numbers";
    EXPECT_NEAR(slopes_of(references, Method::backward).held, 1.0, 0.15);
    EXPECT_GT(slopes_of(references, Method::alpha).held, 1.5);
}

// The signal is only known at its samples: coarser signals are means of them, and the finest held signal is
// the reference.
TEST(Convergence, SamplesAreTheirOwnContinuousReference) {
    SignalSpec spec;
    spec.signal = Signal::smooth;
    spec.length = 320;
    std::vector<double> u(320);
    signal_samples(spec, 0, u);
    const StepReferences references = references_of(legs(4), 320, {std::nullopt, u});
    EXPECT_EQ(references.samples.back(), u);
    EXPECT_EQ(references.continuous, references.held.back());
    const StepErrors exact = step_errors(references, Method::exact, 0, false, Job{});
    EXPECT_EQ(exact.continuous.back(), 0);
    EXPECT_GT(exact.continuous.front(), 0);
    EXPECT_NEAR(references.held.front()[0], std::accumulate(u.begin(), u.end(), 0.0) / 320, 1e-14);
}

TEST(Convergence, SlopeOfALine) {
    EXPECT_NEAR(log_log_slope(std::vector{1.0, 10.0, 100.0}, std::vector{5.0, 0.05, 5e-4}), -2, 1e-12);
    EXPECT_NEAR(log_log_slope(std::vector{1.0, 2.0, 4.0, 8.0}, std::vector{1.0, 0.0, 16.0, 64.0}), 2, 1e-12)
        << "0 is left out";
    EXPECT_TRUE(std::isnan(log_log_slope(std::vector{1.0, 2.0}, std::vector{1.0, 2.0})));
    EXPECT_TRUE(std::isnan(log_log_slope({}, {})));
    EXPECT_TRUE(std::isnan(log_log_slope(std::vector{3.0, 3.0, 3.0}, std::vector{1.0, 2.0, 3.0})));
}

TEST(Convergence, RefusesNoSizes) {
    EXPECT_THROW(static_cast<void>(step_references(legs(8), {}, cosine(), true, Job{})), UsageError);
}

}  // namespace
}  // namespace poslab::test
