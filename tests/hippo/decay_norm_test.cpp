#include "core/hippo/decay_norm.hpp"
#include "core/base/errors.hpp"
#include "core/hippo/decay_operator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab::test {
namespace {

double norm_of(std::int64_t order, double ratio) {
    return decay_norms(order, std::vector<double>{ratio}).front();
}

// One-sided Jacobi: rotates columns in pairs until all are orthogonal; their lengths are the singular values.
// Power iteration would not converge, since many singular values are within 1e-6 of √r and less.
double by_jacobi(std::int64_t order, double ratio) {
    const DecayOperator decay(order);
    const std::size_t n = decay.order();
    std::vector<double> k = decay.matrix(ratio);
    const auto products = [&](std::size_t a, std::size_t b) {
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += k[i * n + a] * k[i * n + b];
        return sum;
    };
    for (int sweep = 0; sweep < 30; ++sweep) {
        for (std::size_t a = 0; a + 1 < n; ++a) {
            for (std::size_t b = a + 1; b < n; ++b) {
                const double angle = std::atan2(2 * products(a, b), products(a, a) - products(b, b)) / 2;
                const double cosine = std::cos(angle), sine = std::sin(angle);
                for (std::size_t i = 0; i < n; ++i) {
                    const double first = k[i * n + a], second = k[i * n + b];
                    k[i * n + a] = cosine * first + sine * second;
                    k[i * n + b] = cosine * second - sine * first;
                }
            }
        }
    }
    double largest = 0;
    for (std::size_t a = 0; a < n; ++a) largest = std::max(largest, products(a, a));
    return std::sqrt(largest);
}

TEST(DecayNorm, IsTheLargestSingularValue) {
    for (const std::int64_t order : {1, 2, 3, 5, 12, 40}) {
        for (const double ratio : {1e-5, 1e-3, 0.03, 0.2, 0.5, 0.77, 0.99, 1.0}) {
            // Tolerance: 30 sweeps of 40 rotations, each with a rounding of 1e-16.
            EXPECT_NEAR(norm_of(order, ratio) / by_jacobi(order, ratio), 1, 1e-13) << order << ", " << ratio;
        }
    }
}

// For N √r of about 1 the second singular value is far below the first, and 50 power iterations remove it
// completely.
double by_power_iteration(const std::vector<double>& k, std::size_t n) {
    std::vector<double> right(n, 0), left(n);
    right[0] = 1;
    double norm = 0;
    for (int round = 0; round < 50; ++round) {
        const double length = std::sqrt(std::inner_product(right.begin(), right.end(), right.begin(), 0.0));
        for (std::size_t j = 0; j < n; ++j)
            left[j] = std::inner_product(right.begin(), right.end(),
                                         k.begin() + static_cast<std::ptrdiff_t>(j * n), 0.0) /
                      length;
        norm = std::sqrt(std::inner_product(left.begin(), left.end(), left.begin(), 0.0));
        std::fill(right.begin(), right.end(), 0.0);
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t i = 0; i < n; ++i) right[i] += k[j * n + i] * left[j];
        }
    }
    return norm;
}

TEST(DecayNorm, IsTheLargestSingularValueOfLargerOrders) {
    for (const std::int64_t order : {150, 400}) {
        for (const double reach : {0.3, 0.7, 1.0, 1.4}) {
            const double ratio = std::pow(reach / static_cast<double>(order), 2);
            const double expected =
                by_power_iteration(DecayOperator(order).matrix(ratio), static_cast<std::size_t>(order));
            EXPECT_NEAR(norm_of(order, ratio) / expected, 1, 1e-12)
                << order << ", " << ratio;  // sums of up to 400 products, twice
        }
    }
}

// formulas.md, Memory: 0.0688 at N = 8, r = 0.01, 3.1e-2 below √r; 17 digits from a 40-digit singular value
// decomposition of a 40-digit matrix exponential in Python's mpmath.
TEST(DecayNorm, MatchesOrderEight) { EXPECT_NEAR(norm_of(8, 0.01), 0.068809358064968366, 1e-16); }

TEST(DecayNorm, IsTheRatioAtOrderOne) {
    for (const double ratio : {1e-9, 0.01, 0.3, 1.0}) EXPECT_DOUBLE_EQ(norm_of(1, ratio), ratio);
}

// KKᵀ of the matrix [[r, 0], [√3 (r² − r), r²]]: the larger root of a quadratic equation.
TEST(DecayNorm, MatchesOrderTwoByHand) {
    for (const double r : {1e-6, 0.01, 0.3, 0.8, 1.0}) {
        const double squares = r * r + 3 * (r * r - r) * (r * r - r) + r * r * r * r, determinant = r * r * r;
        const double larger = (squares + std::sqrt(squares * squares - 4 * determinant * determinant)) / 2;
        EXPECT_NEAR(norm_of(2, r) / std::sqrt(larger), 1, 1e-15 + (r == 1 ? 1e-15 : 0)) << r;
    }
}

TEST(DecayNorm, IsTheRootOfTheRatioFromOrder64) {
    for (double ratio = 0.02; ratio <= 1; ratio += 0.007) {
        EXPECT_NEAR(norm_of(64, ratio), std::sqrt(ratio), 1e-6) << ratio;  // the required tolerance
        EXPECT_NEAR(norm_of(64, ratio), std::sqrt(ratio), 2e-14)
            << ratio;  // 4.7e-15 at 0.02 by 30 digits, less above; and rounding
        EXPECT_LE(norm_of(64, ratio), std::sqrt(ratio)) << ratio;
    }
    EXPECT_NEAR(norm_of(4096, 1e-4), 0.01, 1e-14);  // relative error of at most 1e-13 √N
}

// From N √r = 16 on the root itself is returned; just below, the computed norm differs from it by no more
// than the rounding that the header allows (relative 1e-13 N^½), so curves have no step there.
TEST(DecayNorm, PassesIntoTheRootWithoutAStep) {
    for (const std::int64_t order : {17, 64, 500, 4096}) {
        const double edge = std::pow(16 / static_cast<double>(order), 2);
        const double allowed = 1e-13 * std::sqrt(static_cast<double>(order));
        EXPECT_EQ(norm_of(order, edge * (1 + 1e-9)), std::sqrt(edge * (1 + 1e-9))) << order;
        const double below = edge * (1 - 1e-9);
        EXPECT_NEAR(norm_of(order, below) / std::sqrt(below), 1, allowed) << order;
    }
}

// For small N √r, G_jk -> r p_j(0) p_k(0): λ = r N².
TEST(DecayNorm, IsNTimesTheRatioFarBelow) {
    for (const std::int64_t order : {2, 10, 100, 1000, 4096}) {
        const auto n = static_cast<double>(order);
        const double ratio = 1e-12 / (n * n);  // the next term is smaller by about N² r
        EXPECT_NEAR(norm_of(order, ratio) / (n * ratio), 1, 3e-12) << order;
    }
}

TEST(DecayNorm, RisesWithOrderAndRatio) {
    double before = 0;
    for (const std::int64_t order : {1, 2, 4, 8, 16, 32}) {
        const double norm = norm_of(order, 0.003);
        EXPECT_GT(norm, before);
        EXPECT_LT(norm, std::sqrt(0.003));
        before = norm;
    }
    before = 0;
    for (double ratio = 1e-6; ratio < 1; ratio *= 1.3) {
        const double norm = norm_of(23, ratio);
        EXPECT_GT(norm, before);
        before = norm;
    }
}

// Computed in pieces by threads, the numbers are the same.
TEST(DecayNorm, AWholeCurveIsItsNormsOneByOne) {
    std::vector<double> ratios;
    for (int i = 0; i < 400; ++i) ratios.push_back(std::pow(0.98, i));
    const std::vector<double> curve = decay_norms(256, ratios);
    ASSERT_EQ(curve.size(), ratios.size());
    for (std::size_t i = 0; i < ratios.size(); i += 57)
        EXPECT_EQ(curve[i], decay_norms(256, std::span(ratios).subspan(i, 1)).front()) << i;
}

TEST(DecayNorm, StopsAndReports) {
    std::stop_source stop;
    double reported = 0;
    EXPECT_TRUE(decay_norms(4, {}, Job(stop.get_token())).empty());
    (void)decay_norms(4, std::vector<double>{0.5, 0.25},
                      Job(stop.get_token(), [&](double fraction) { reported = fraction; }));
    EXPECT_EQ(reported, 1);
    stop.request_stop();
    EXPECT_THROW((void)decay_norms(4, std::vector<double>{0.5}, Job(stop.get_token())), Cancelled);
}

TEST(DecayNorm, RefusesBadInput) {
    EXPECT_THROW((void)norm_of(0, 0.5), UsageError);
    EXPECT_THROW((void)norm_of(4097, 0.5), UsageError);
    EXPECT_THROW((void)norm_of(4, 0), UsageError);
    EXPECT_THROW((void)norm_of(4, 1.5), UsageError);
}

}  // namespace
}  // namespace poslab::test
