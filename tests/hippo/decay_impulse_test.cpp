#include "core/base/errors.hpp"
#include "core/hippo/decay_operator.hpp"
#include "core/hippo/impulse.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

double length_of(const std::vector<double>& v) {
    double sum = 0;
    for (const double value : v) sum += value * value;
    return std::sqrt(sum);
}

double largest_impulse_difference(const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

// Processes the samples one after another: `exact` in formulas.md, x_{k+1} = E (x_k − u_k e_0) + u_k e_0, x_1
// = u_0 e_0.
std::vector<double> by_steps(const DecayOperator& decay, std::int64_t from, std::int64_t to) {
    std::vector<double> x(decay.order());
    x[0] = from == 1 ? 1 : 0;
    for (std::int64_t k = 1; k < to; ++k) {
        const double u = k == from - 1 ? 1 : 0;
        x[0] -= u;
        x = decay.apply(static_cast<double>(k) / static_cast<double>(k + 1), x);
        x[0] += u;
    }
    return x;
}

// The projection of the held sample by Simpson's rule, with Legendre polynomials of the C++ library.
std::vector<double> by_projection(unsigned order, double from, double now) {
    constexpr int pieces = 2000;
    std::vector<double> x(order);
    for (unsigned j = 0; j < order; ++j) {
        long double sum = 0;
        for (int i = 0; i <= pieces; ++i) {
            const long double s = (from - 1 + static_cast<long double>(i) / pieces) / now;
            sum += (i == 0 || i == pieces ? 1 : 2 + 2 * (i % 2)) * std::legendre(j, 2 * s - 1);
        }
        x[j] =
            static_cast<double>(std::sqrt(2.0L * j + 1) * sum / (3 * pieces * static_cast<long double>(now)));
    }
    return x;
}

TEST(Impulse, IsWhatStepsLeave) {
    for (const std::int64_t order : {1, 2, 6, 64}) {
        const DecayOperator decay(order);
        for (const std::int64_t from : {1, 2, 5, 30}) {
            for (const std::int64_t elapsed : {0, 1, 10, 40}) {
                const std::vector<double> expected = by_steps(decay, from, from + elapsed);
                const std::vector<double> state = impulse_state(order, from, static_cast<double>(elapsed));
                // 70 steps of 1e-15 … 1e-14 each, in |x| <= 1
                EXPECT_LT(largest_impulse_difference(state, expected), 1e-12)
                    << order << ", " << from << ", " << elapsed;
            }
        }
    }
}

TEST(Impulse, IsTheProjectionOfTheSample) {
    for (const double from : {1.0, 2.0, 7.0, 100.0}) {
        for (const double elapsed : {0.0, 0.5, 3.0, 90.0, 1000.0}) {
            const std::vector<double> expected = by_projection(48, from, from + elapsed);
            const std::vector<double> state = impulse_state(48, static_cast<std::int64_t>(from), elapsed);
            // Simpson's error is h^4/180 times the change of the third derivative from start to end, h =
            // sample/2000; for √93 P_46 over [0, 1] that is 1.12e-5, and nothing has a larger third
            // derivative.
            const double sample = 1 / (from + elapsed);
            EXPECT_LT(largest_impulse_difference(state, expected), 1.2e-5 * std::pow(sample, 4) + 1e-13)
                << from << ", " << elapsed;
        }
    }
}

// Compares both integration methods with the operator, on either side of the switch between them.
TEST(Impulse, IsWhatTheOperatorLeavesOfTheFirstState) {
    for (const std::int64_t order : {10, 256, 1000}) {
        const DecayOperator decay(order);
        for (const std::int64_t from : {1, 3, 40, 1000, 100000}) {
            const std::vector<double> first = impulse_state(order, from, 0);
            for (const double elapsed : {1.0, 100.0, 5000.0, 1e5}) {
                const std::vector<double> expected =
                    decay.apply(static_cast<double>(from) / (static_cast<double>(from) + elapsed), first);
                const double difference =
                    largest_impulse_difference(impulse_state(order, from, elapsed), expected);
                EXPECT_LT(difference, 1e-12 * length_of(first)) << order << ", " << from << ", " << elapsed;
            }
        }
    }
}

// A sample much shorter than the resolution of the state acts as a point: |x| = √(sum of p_j(s)²)/n, N/n at s
// = 1.
TEST(Impulse, AShortSampleIsAPoint) {
    EXPECT_NEAR(impulse_norms(32, 1'000'000'000, std::vector<double>{0}).front() / 32e-9, 1,
                1e-6);  // to first order in N²/m
    EXPECT_NEAR(impulse_norms(4096, 1'000'000'000, std::vector<double>{0}).front() / 4096e-9, 1, 0.01);
}

TEST(Impulse, NormsFallAtLeastAsTheRoot) {
    for (const std::int64_t order : {1, 8, 200}) {
        std::vector<double> elapsed;
        for (double steps = 0; steps < 1e7; steps = steps * 1.1 + 1) elapsed.push_back(steps);
        const std::vector<double> norms = impulse_norms(order, 100, elapsed);
        for (std::size_t i = 1; i < norms.size(); ++i) {
            EXPECT_LT(norms[i], norms[i - 1]);
            EXPECT_LT(norms[i], norms[0] * std::sqrt(100 / (100 + elapsed[i])));
        }
        // the limit is N/n
        EXPECT_NEAR(norms.back() * (100 + elapsed.back()) / static_cast<double>(order), 1, 0.3);
    }
}

// Order 1 is x = 1/n: half at 2 m. Order 2 is x = (1, √3((2m−1)/n − 1))/n.
TEST(Impulse, HalfLivesByHand) {
    for (const std::int64_t from : {1, 10, 12345}) {
        EXPECT_NEAR(impulse_half_life(1, from) / static_cast<double>(from), 1, 1e-12);
        const auto m = static_cast<double>(from);
        const auto norm = [&](double n) { return std::hypot(1, std::sqrt(3.0) * ((2 * m - 1) / n - 1)) / n; };
        EXPECT_NEAR(norm(m + impulse_half_life(2, from)) / norm(m), 0.5, 1e-12);
    }
}

// The first whole step at which a state advanced by the operator has lost half.
TEST(Impulse, HalfLivesByDirectSearch) {
    for (const std::int64_t order : {4, 16, 64}) {
        const DecayOperator decay(order);
        for (const std::int64_t from : {1, 5, 100}) {
            std::vector<double> x = impulse_state(order, from, 0);
            const double half = length_of(x) / 2;
            std::int64_t n = from;
            for (; length_of(x) > half; ++n)
                x = decay.apply(static_cast<double>(n) / static_cast<double>(n + 1), x);
            EXPECT_EQ(n - from, static_cast<std::int64_t>(std::ceil(impulse_half_life(order, from))))
                << order << ", " << from;
        }
    }
}

TEST(Impulse, HalfLifeGrowsWithTheTime) {
    EXPECT_NEAR(impulse_half_life(8, 2'000'000) / impulse_half_life(8, 1'000'000), 2, 1e-3);
    EXPECT_NEAR(impulse_half_life(64, 1'000'000) * 64 * 64 / 1e6, 1.56, 0.01);
    EXPECT_LT(impulse_half_life(4096, 100), 300);
    EXPECT_GT(impulse_half_life(4096, 100), 270);
}

TEST(Rnn, HalvesInItsHalfLife) {
    const double gamma = 0.999, half_life = rnn_half_life(gamma);
    EXPECT_NEAR(half_life, 692.80054, 1e-5);
    const std::vector<double> left =
        rnn_decay(gamma, std::vector<double>{0, 1, half_life, 2 * half_life, 1e9});
    EXPECT_EQ(left[0], 1);
    EXPECT_EQ(left[1], gamma);
    EXPECT_NEAR(left[2], 0.5, 1e-13);
    EXPECT_NEAR(left[3], 0.25, 1e-13);
    EXPECT_EQ(left[4], 0);
    EXPECT_NEAR(rnn_of_half_life(half_life), gamma, 1e-15);
    std::int64_t steps = 0;  // by direct search
    double rest = 1;
    for (; rest > 0.5; ++steps) rest *= gamma;
    EXPECT_EQ(steps, 693);
}

TEST(Impulse, RefusesBadInput) {
    EXPECT_THROW((void)impulse_state(0, 1, 0), UsageError);
    EXPECT_THROW((void)impulse_state(4097, 1, 0), UsageError);
    EXPECT_THROW((void)impulse_state(4, 0, 0), UsageError);
    EXPECT_THROW((void)impulse_state(4, 1, -1), UsageError);
    EXPECT_THROW((void)impulse_half_life(4, -5), UsageError);
    for (const double gamma : {0.0, 1.0, -0.5, 2.0, static_cast<double>(NAN)}) {
        EXPECT_THROW((void)rnn_half_life(gamma), UsageError) << gamma;
        EXPECT_THROW((void)rnn_decay(gamma, std::vector<double>{1}), UsageError) << gamma;
    }
    EXPECT_THROW((void)rnn_of_half_life(0), UsageError);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)impulse_norms(4, 1, std::vector<double>{1}, Job(stop.get_token())), Cancelled);
}

}  // namespace
}  // namespace poslab::test
