#include "core/base/errors.hpp"
#include "core/hippo/eigenvectors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

// Computed by hand: order 1 is 1. Order 2: A = −[[1, 0], [√3, 2]], eigenvectors (1, −√3)/2 and (0, 1), so VᵀV
// = [[1, −√¾], [−√¾, 1]] and cond² = (1 + √¾)/(1 − √¾) = (2 + √3)².
TEST(Diagonalisation, ConditionByHand) {
    EXPECT_DOUBLE_EQ(legs_diagonalisation(1).condition.value(), 1);
    EXPECT_NEAR(legs_diagonalisation(2).condition.value(), 2 + std::sqrt(3.0), 1e-13);
}

struct Condition {
    std::int64_t order;
    double value;
};

// Expected values by 200-digit arithmetic in Python's mpmath: eigenvectors by substitution in A, then a
// singular value decomposition of their matrix. Logarithms of factorials of up to 128! are right to 1e-13,
// the tolerance here.
TEST(Diagonalisation, ConditionIsThatOf200Digits) {
    for (const Condition& expected :
         {Condition{8, 77032.418408329926}, Condition{16, 83198591299.956002},
          Condition{32, 1.2199558078051018e+23}, Condition{64, 3.2003977157530242e+47}}) {
        const Diagonalisation result = legs_diagonalisation(expected.order);
        ASSERT_TRUE(result.condition);
        EXPECT_NEAR(*result.condition / expected.value, 1, 1e-12) << expected.order;
        EXPECT_NEAR(result.log10_condition, std::log10(expected.value), 1e-12) << expected.order;
        EXPECT_TRUE(result.reason.empty());
    }
}

TEST(Diagonalisation, EigenvaluesAreMinusOneToMinusN) {
    const Diagonalisation result = legs_diagonalisation(5);
    EXPECT_EQ(result.eigenvalues, (std::vector<double>{-1, -2, -3, -4, -5}));
}

// The condition number grows as (3 + 2√2)^N, since C(n, a) C(n+a, a) is largest at a = n/√2: 0.7656 decimal
// digits per order.
TEST(Diagonalisation, BeyondDoublesOnlyTheLogarithmIsLeft) {
    const Diagonalisation large = legs_diagonalisation(1024), larger = legs_diagonalisation(2048);
    EXPECT_FALSE(large.condition);
    EXPECT_EQ(large.reason, "10^782.1 exceeds the largest double, 1.8e308");
    EXPECT_NEAR((larger.log10_condition - large.log10_condition) / 1024, std::log10(3 + 2 * std::sqrt(2.0)),
                1e-3);
    EXPECT_TRUE(legs_diagonalisation(400).condition);
}

TEST(Diagonalisation, RefusesOtherOrders) {
    EXPECT_THROW((void)legs_diagonalisation(0), UsageError);
    EXPECT_THROW((void)legs_diagonalisation(4097), UsageError);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)legs_diagonalisation(3, Job(stop.get_token())), Cancelled);
}

}  // namespace
}  // namespace poslab::test
