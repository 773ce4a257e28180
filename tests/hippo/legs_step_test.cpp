#include "core/hippo/legs_scan.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/memory_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace poslab::test {
namespace {

constexpr double alpha = 0.3;
constexpr Method fast_methods[]{Method::forward, Method::backward, Method::alpha, Method::bilinear,
                                Method::bilinear_same_t};

std::vector<double> normals(std::size_t count, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    std::vector<double> values(count);
    for (double& value : values) value = normal(engine);
    return values;
}

/// Returns the largest difference of channel c of `state` [order, channels] from `expected`, relative to the
/// largest of `expected`.
double difference(const std::vector<double>& state, std::size_t channels, std::size_t c,
                  const Eigen::VectorXd& expected) {
    double largest = 0;
    for (Eigen::Index n = 0; n < expected.size(); ++n)
        largest =
            std::max(largest, std::abs(state[static_cast<std::size_t>(n) * channels + c] - expected[n]));
    return largest / expected.cwiseAbs().maxCoeff();
}

/// Compares one step of `channels` random states and samples with the dense step of each.
void expect_dense_step(std::int64_t order, std::size_t channels, Method method, std::int64_t k) {
    const auto size = static_cast<std::size_t>(order);
    const std::vector<double> before = normals(size * channels, 1);
    const std::vector<double> u = normals(channels, 2);
    std::vector<double> after = before;
    LegsStep(order, static_cast<std::int64_t>(channels), method, alpha).step(k, u, after);
    const DenseStep<double> dense = dense_step(memory_system("legs", order, 1), method, alpha, k);
    for (std::size_t c = 0; c < channels; ++c) {
        Eigen::VectorXd x(order);
        for (std::size_t n = 0; n < size; ++n) x[static_cast<Eigen::Index>(n)] = before[n * channels + c];
        EXPECT_LT(difference(after, channels, c, dense.transition * x + dense.gain * u[c]), 1e-12)
            << "order " << order << ", method " << static_cast<int>(method) << ", k " << k << ", channel "
            << c;
    }
}

// The tolerance is 1e-12 of the largest component; both methods round a few times in each of N additions.
TEST(LegsStep, EqualsTheDenseStep) {
    for (const Method method : fast_methods) {
        for (const std::int64_t order : {1, 2, 3, 8, 65}) {
            for (const std::int64_t k : {1, 2, 10, 1000}) expect_dense_step(order, 3, method, k);
        }
        for (const std::int64_t k : {1, 300}) expect_dense_step(512, 1, method, k);
    }
}

// Two vectors of channels (16 with the widest), one, and a remainder.
TEST(LegsStep, EqualsTheDenseStepOfEveryChannel) {
    for (const Method method : fast_methods) {
        for (const std::size_t channels : {8, 19, 43})
            for (const std::int64_t order : {1, 16, 37}) expect_dense_step(order, channels, method, 5);
    }
}

/// Steps a state of order 21 whose number at `at` is `x`.
double size_after(std::size_t channels, Method method, std::size_t at, double x, std::vector<double>& state) {
    constexpr std::size_t order = 21;
    state = normals(order * channels, 5);
    state[at] = x;
    return LegsStep(order, static_cast<std::int64_t>(channels), method, alpha)
        .step(7, normals(channels, 6), state);
}

TEST(LegsStep, ReturnsTheSizeOfTheState) {
    for (const Method method : fast_methods)
        for (const std::size_t channels : {1, 3, 8, 27})
            for (std::size_t at = 0; at < 21 * channels; ++at) {
                std::vector<double> state;
                const double size = size_after(channels, method, at, 100, state);
                double largest = 0;
                for (const double x : state) largest = std::max(largest, std::abs(x));
                EXPECT_EQ(size, largest) << channels << " channels, number " << at;
                for (const double lost : {std::numeric_limits<double>::infinity(), -1.7e308,
                                          std::numeric_limits<double>::quiet_NaN()}) {
                    const double of_lost = size_after(channels, method, at, lost, state);
                    const bool finite = std::all_of(state.begin(), state.end(),
                                                    [](double value) { return std::isfinite(value); });
                    EXPECT_EQ(std::isfinite(of_lost), finite)
                        << channels << " channels, " << lost << " at " << at;
                }
            }
}

/// The step from the entries of A, row by row: A v by its definition, (I - l A) z = v by forward
/// substitution, in long double.
Eigen::VectorXd by_rows(const std::vector<double>& x, double u, const StepCoefficients& of) {
    const auto root = [](std::size_t n) { return std::sqrt(static_cast<long double>(2 * n + 1)); };
    std::vector<long double> z;
    for (std::size_t n = 0; n < x.size(); ++n) {
        const auto diagonal = static_cast<long double>(n + 1);
        long double v = x[n] - of.product * diagonal * x[n] + of.input * root(n) * u;
        for (std::size_t j = 0; j < n; ++j) v -= root(n) * root(j) * (of.product * x[j] + of.solve * z[j]);
        z.push_back(v / (1 + of.solve * diagonal));
    }
    Eigen::VectorXd rounded(static_cast<Eigen::Index>(z.size()));
    for (std::size_t n = 0; n < z.size(); ++n)
        rounded[static_cast<Eigen::Index>(n)] = static_cast<double>(z[n]);
    return rounded;
}

// Sums of 4096 terms: the tolerance is 1e-11 of the largest component.
TEST(LegsStep, EqualsTheRowsOfTheMatrixAtTheLargestOrder) {
    for (const Method method : fast_methods) {
        for (const std::int64_t k : {1, 5000}) {
            const std::vector<double> x = normals(4096, 3);
            std::vector<double> after = x;
            LegsStep(4096, 1, method, alpha).step(k, std::vector<double>{0.7}, after);
            const Eigen::VectorXd expected = by_rows(x, 0.7, step_coefficients(method, alpha, k, true));
            EXPECT_LT(difference(after, 1, 0, expected), 1e-11)
                << "method " << static_cast<int>(method) << ", k " << k;
        }
    }
}

TEST(LegsStep, RefusesWhatItCannotDo) {
    EXPECT_THROW(LegsStep(0, 1, Method::forward, 0), UsageError);
    EXPECT_THROW(LegsStep(4097, 1, Method::forward, 0), UsageError);
    EXPECT_THROW(LegsStep(4, 0, Method::forward, 0), UsageError);
    EXPECT_THROW(LegsStep(4, 1, Method::exact, 0), UsageError);
    EXPECT_THROW(LegsStep(4, 1, Method::alpha, -0.1), UsageError);
    std::vector<double> state(4);
    EXPECT_THROW(LegsStep(4, 1, Method::forward, 0).step(0, std::vector<double>{1}, state), UsageError);
}

}  // namespace
}  // namespace poslab::test
