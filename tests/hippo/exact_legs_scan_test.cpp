#include "core/hippo/exact_legs_scan.hpp"

#include "core/base/errors.hpp"
#include "core/base/random.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/memory_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab::test {
namespace {

/// ∫ p_n over [low, high], p_n(s) = sqrt(2n+1) P_n(2s−1), by (2n+1) P_n = P'_(n+1) − P'_(n−1).
double exact_integral(unsigned n, double low, double high) {
    if (n == 0) return high - low;
    const auto antiderivative = [n](double s) {
        return std::legendre(n + 1, 2 * s - 1) - std::legendre(n - 1, 2 * s - 1);
    };
    return (antiderivative(high) - antiderivative(low)) / (2 * std::sqrt(2 * n + 1));
}

std::vector<double> noise(std::size_t samples) {
    std::vector<double> u(samples);
    for (std::size_t n = 0; n < samples; ++n) u[n] = random_normal(5, RandomStream::signal, n);
    return u;
}

// The state is the projection of the held signal on the basis, integrated here piece by piece; std::legendre
// is right to about 1e-13 at these degrees.
TEST(ExactLegsScan, IsTheProjectionOfTheHeldSignal) {
    for (const std::int64_t order : {1, 8, 64}) {
        const std::vector<double> u = noise(120);
        ExactLegsScan scan(order);
        scan.take(std::span(u).first(50));
        scan.take(std::span(u).subspan(50));
        EXPECT_EQ(scan.samples_taken(), 120);
        for (std::int64_t n = 0; n < order; ++n) {
            double projection = 0;
            for (std::size_t k = 0; k < u.size(); ++k)
                projection += u[k] * exact_integral(static_cast<unsigned>(n), static_cast<double>(k) / 120,
                                                    static_cast<double>(k + 1) / 120);
            EXPECT_NEAR(scan.state()[static_cast<std::size_t>(n)], projection, 1e-11) << order << " " << n;
        }
    }
}

TEST(ExactLegsScan, IsTheExponentialOfTheMatrix) {
    const std::vector<double> u = noise(60);
    ExactLegsScan scan(32);
    DenseScan<double> dense(memory_system("legs", 32, 1), Method::exact, 0);
    scan.take(u);
    dense.take(u);
    for (std::size_t n = 0; n < 32; ++n) EXPECT_NEAR(scan.state()[n], dense.state()[n], 1e-11);
    EXPECT_EQ(scan.extent().largest_input, dense.extent().largest_input);
}

// Repeats each sample three times: the same signal at a third of the speed has the same state.
TEST(ExactLegsScan, DoesNotSeeTheSpeedOfTheSignal) {
    const std::vector<double> u = noise(80);
    std::vector<double> slow;
    for (const double sample : u) slow.insert(slow.end(), 3, sample);
    ExactLegsScan fast(48), other(48);
    fast.take(u);
    other.take(slow);
    for (std::size_t n = 0; n < 48; ++n) EXPECT_NEAR(other.state()[n], fast.state()[n], 1e-10);
}

TEST(ExactLegsScan, KeepsAConstant) {
    ExactLegsScan scan(16);
    scan.take(std::vector<double>(1000, 2.5));
    EXPECT_EQ(scan.state()[0], 2.5);
    for (std::size_t n = 1; n < 16; ++n) EXPECT_EQ(scan.state()[n], 0);
}

// The state is everything that a step needs: bitwise equal.
TEST(ExactLegsScan, Resumes) {
    const std::vector<double> u = noise(60);
    ExactLegsScan whole(24), rest(24);
    whole.take(std::span(u).first(20));
    rest.take(u);  // is overwritten
    rest.resume(20, whole.state());
    EXPECT_EQ(rest.extent().largest_input, 0);
    whole.take(std::span(u).subspan(20));
    rest.take(std::span(u).subspan(20));
    EXPECT_TRUE(std::ranges::equal(rest.state(), whole.state()));
    EXPECT_EQ(rest.samples_taken(), 60);
    EXPECT_THROW(rest.resume(-1, whole.state()), UsageError);
    EXPECT_THROW(rest.resume(1, whole.state().first(23)), UsageError);
    rest.resume(0, whole.state());
    rest.take(std::vector<double>{2});
    EXPECT_EQ(rest.state()[0], 2);
    EXPECT_EQ(rest.state()[23], 0);  // x_1 = u_0 e_0, whatever the state was
}

}  // namespace
}  // namespace poslab::test
