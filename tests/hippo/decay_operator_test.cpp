#include "core/hippo/decay_operator.hpp"
#include "core/base/errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace poslab::test {
namespace {

using Dense = std::vector<long double>;  // [n, n] by rows

Dense product(const Dense& a, const Dense& b, std::size_t n) {
    Dense c(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
    }
    return c;
}

// e^{A time} of the LegS matrix in extended precision: the power series of A time/2^s, then s squarings. Each
// factor is a contraction, so a squaring at most doubles the error: 2^s · 1e-19, s <= 16.
Dense exponential_of_legs(std::size_t n, long double time) {
    // the Frobenius norm of A is at most N² (1 + 1/N²)^½
    const long double size = static_cast<long double>(n * n) * time;
    int squarings = 0;
    while (std::ldexp(size, -squarings) > 0.25L) ++squarings;
    Dense scaled(n * n), result(n * n);
    for (std::size_t j = 0; j < n; ++j) {
        result[j * n + j] = 1;
        for (std::size_t k = 0; k <= j; ++k) {
            const auto row = static_cast<long double>(j), column = static_cast<long double>(k);
            const long double entry = j == k ? row + 1 : std::sqrt((2 * row + 1) * (2 * column + 1));
            scaled[j * n + k] = -std::ldexp(entry * time, -squarings);
        }
    }
    Dense term = result;
    for (int power = 1; power <= 16; ++power) {  // 0.25^16 / 16! = 1e-23
        term = product(term, scaled, n);
        for (std::size_t i = 0; i < n * n; ++i) {
            term[i] /= power;
            result[i] += term[i];
        }
    }
    for (int i = 0; i < squarings; ++i) result = product(result, result, n);
    return result;
}

double largest_operator_difference(const std::vector<double>& a, const Dense& b) {
    long double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return static_cast<double>(largest);
}

std::vector<double> some_state(std::size_t n) {
    std::vector<double> state(n);
    for (std::size_t k = 0; k < n; ++k) state[k] = std::cos(1.7 * static_cast<double>(k * k));
    return state;
}

// The requirement is 1e-11; 2e-13 is above the error of 64 terms of up to 1e-15.
TEST(DecayOperator, IsTheMatrixExponential) {
    for (const std::size_t n : {1U, 2U, 3U, 8U, 21U, 64U}) {
        const DecayOperator decay(static_cast<std::int64_t>(n));
        for (const double ratio : {1e-4, 0.01, 0.25, 0.5, 0.9, 0.999}) {
            const Dense expected = exponential_of_legs(n, -std::log(static_cast<long double>(ratio)));
            EXPECT_LT(largest_operator_difference(decay.matrix(ratio), expected), 2e-13)
                << n << ", " << ratio;
        }
    }
}

// Computed by hand: p_0 = 1, p_1 = √3 (2s − 1).
TEST(DecayOperator, MatchesOrderTwoByHand) {
    const double r = 0.3;
    const std::vector<double> k = DecayOperator(2).matrix(r);
    EXPECT_NEAR(k[0], r, 1e-16);
    EXPECT_EQ(k[1], 0);
    EXPECT_NEAR(k[2], std::sqrt(3.0) * (r * r - r), 2e-16);
    EXPECT_NEAR(k[3], r * r, 1e-16);
}

TEST(DecayOperator, IsTheIdentityWhereNoTimePasses) {
    for (const std::int64_t order : {1, 5, 64, 256}) {
        const DecayOperator decay(order);
        const std::vector<double> k = decay.matrix(1);
        Dense identity(k.size());
        for (std::size_t i = 0; i < decay.order(); ++i) identity[i * decay.order() + i] = 1;
        EXPECT_LT(largest_operator_difference(k, identity), 1e-13)
            << order;  // sums of `order` terms, weights and values of 1e-15 each
    }
}

// Uses apply(), at orders too large for a matrix.
TEST(DecayOperator, TimesMultiply) {
    for (const std::int64_t order : {1, 7, 64, 300, 1024}) {
        const DecayOperator decay(order);
        const std::vector<double> state = some_state(decay.order());
        const std::vector<double> at_once = decay.apply(0.3 * 0.7, state),
                                  in_two = decay.apply(0.3, decay.apply(0.7, state));
        for (std::size_t i = 0; i < at_once.size(); ++i) {
            EXPECT_NEAR(at_once[i], in_two[i], 1e-11)
                << order << ", " << i;  // |state| = 23 at 1024, times 1e-13 of the polynomials
        }
    }
}

TEST(DecayOperator, AppliesItsMatrix) {
    for (const std::size_t n : {1U, 2U, 17U, 64U}) {
        const DecayOperator decay(static_cast<std::int64_t>(n));
        const std::vector<double> state = some_state(n), k = decay.matrix(0.37),
                                  applied = decay.apply(0.37, state);
        for (std::size_t j = 0; j < n; ++j) {
            double expected = 0;
            for (std::size_t i = 0; i < n; ++i) expected += k[j * n + i] * state[i];
            EXPECT_NEAR(applied[j], expected, 1e-13) << n << ", " << j;
        }
    }
}

// The eigenvalues are the diagonal of a triangular matrix.
TEST(DecayOperator, HasTheModesForEigenvalues) {
    const std::vector<double> ratios{0.2, 0.5, 0.95, 1};
    const std::vector<double> modes = decay_modes(12, ratios);
    ASSERT_EQ(modes.size(), 48U);
    const DecayOperator decay(12);
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        const std::vector<double> k = decay.matrix(ratios[i]);
        for (std::size_t j = 0; j < 12; ++j)
            EXPECT_NEAR(modes[j * 4 + i], k[j * 12 + j], 1e-14) << i << ", " << j;
    }
}

TEST(DecayOperator, ModesTooSmallAreZero) {
    const std::vector<double> modes = decay_modes(4096, std::vector<double>{0.01});
    EXPECT_DOUBLE_EQ(modes[0], 0.01);
    EXPECT_NEAR(modes[99] / 1e-200, 1, 1e-14);  // 100 times the rounding in 0.01
    EXPECT_EQ(modes[4095], 0);
    EXPECT_TRUE(std::is_sorted(modes.rbegin(), modes.rend()));
}

TEST(DecayOperator, RefusesWhatIsNoRatioOrState) {
    const DecayOperator decay(3);
    const std::vector<double> state(3, 1), longer(4, 1);
    for (const double ratio : {0.0, -0.5, 1.0000001, static_cast<double>(NAN)}) {
        EXPECT_THROW((void)decay.apply(ratio, state), UsageError) << ratio;
        EXPECT_THROW((void)decay.matrix(ratio), UsageError) << ratio;
        EXPECT_THROW((void)decay_modes(3, std::vector<double>{ratio}), UsageError) << ratio;
    }
    EXPECT_THROW((void)decay.apply(0.5, longer), UsageError);
    EXPECT_THROW(DecayOperator(0), UsageError);
    EXPECT_THROW(DecayOperator(4097), UsageError);
    EXPECT_THROW((void)decay_modes(0, std::vector<double>{0.5}), UsageError);
}

}  // namespace
}  // namespace poslab::test
