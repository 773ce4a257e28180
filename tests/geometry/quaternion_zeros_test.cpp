#include "core/geometry/quaternion_zeros.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace poslab {
namespace {

constexpr double half_turn = std::numbers::pi;

double residual(double theta, PlanePosition first, PlanePosition second) {
    return relativity_residual({Construction::quaternion, theta}, first, second);
}

// Tolerance 1e-13: coordinates of 20 are right to 1e-15, and matrices consist of sines.
TEST(QuaternionZeros, RelativityHoldsThereAndNotBesideThem) {
    for (const double theta : {1.0, -0.7, 1.9})
        for (const int k : {2, 3}) {
            const double radius = k * half_turn / std::abs(theta);
            const PlanePosition first{radius * std::cos(0.7), radius * std::sin(0.7)};
            const std::vector<PlanePosition> zeros = isolated_quaternion_zeros(theta, first, 12);
            EXPECT_FALSE(zeros.empty()) << theta << " " << k;
            for (const PlanePosition& at : zeros) {
                EXPECT_LT(residual(theta, first, at), 1e-13) << at.x << " " << at.y;
                EXPECT_GT(residual(theta, first, {at.x + 0.05, at.y + 0.02}), 1e-3);
                EXPECT_GT(std::abs(first.x * at.y - at.x * first.y), 1e-3);  // off the line
            }
        }
}

// Every point of a fine grid whose residual is small is near one of them. Circles of whole half turns touch
// on the line, where the residual is small to second order, so the grid begins at 1. Off the line they cross,
// and the residual grows by at least 0.1 per step, so no point below 0.02 is farther than 0.2.
TEST(QuaternionZeros, ThereAreNoOthers) {
    const PlanePosition first{2 * half_turn, 0};
    const std::vector<PlanePosition> zeros = isolated_quaternion_zeros(1, first, 10);
    EXPECT_EQ(zeros.size() % 4, 0U);  // both sides, in both directions from the middle of p1
    int small = 0;
    for (double x = -10; x <= 10; x += 0.02)
        for (double y = 1; y <= 10; y += 0.02) {
            if (residual(1, first, {x, y}) > 0.02) continue;
            ++small;
            double nearest = 100;
            for (const PlanePosition& at : zeros) nearest = std::min(nearest, std::hypot(at.x - x, at.y - y));
            EXPECT_LT(nearest, 0.2) << x << " " << y;
        }
    EXPECT_GE(small, 3);
}

TEST(QuaternionZeros, NoneForOtherFirstPositions) {
    EXPECT_TRUE(isolated_quaternion_zeros(1, {2, 1}, 100).empty());
    EXPECT_TRUE(isolated_quaternion_zeros(0, {2, 1}, 100).empty());
    EXPECT_TRUE(isolated_quaternion_zeros(1, {0, 0}, 100).empty());
    EXPECT_TRUE(isolated_quaternion_zeros(1, {half_turn, 0}, 100)
                    .empty());  // |m − n| < 1 leaves m = n, whose signs differ
    EXPECT_TRUE(isolated_quaternion_zeros(1, {2 * half_turn, 0}, 1e6).empty());  // too many to mark
}

}  // namespace
}  // namespace poslab
