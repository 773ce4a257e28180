#include "core/geometry/recovered_position.hpp"

#include "tests/geometry/rotation_cases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

// A rotation's entries are right to 1e-15, and so are its angles; a position is an angle over θs or θfs. The
// requirement is 1e-9, which holds with speeds down to 1e-5; with all speeds above 0.01 (nearly all members),
// 1e-12 holds.
namespace poslab {
namespace {

using std::numbers::pi;
using test::random_member;

PlanePosition recovered_at(const PlaneEncoding& of, PlanePosition at) {
    const std::optional<PlanePosition> position = recovered(of, rotation_at(of, at));
    EXPECT_TRUE(position.has_value());
    return position.value_or(PlanePosition{NAN, NAN});
}

bool turns_enough(const PlaneEncoding& of) {
    return std::abs(of.theta) > 0.01 && std::abs(of.theta * of.f) > 0.01;
}

TEST(Periods, AreATurnOfEachPlane) {
    const PlaneEncoding of{Construction::matrix_exponential, -0.5, 2, -2, 0.25};
    EXPECT_DOUBLE_EQ(*periods(of).x, 2 * pi / 1.5);
    EXPECT_DOUBLE_EQ(*periods(of).y, 2 * pi / 0.375);
    PlaneEncoding still = of;
    still.f = 0;
    EXPECT_TRUE(periods(still).x.has_value());
    EXPECT_FALSE(periods(still).y.has_value());
    still.theta = 0;
    EXPECT_FALSE(periods(still).x.has_value());
    PlaneEncoding free = of;
    free.d = 1;
    EXPECT_FALSE(periods(free).x.has_value());
    for (const Construction other :
         {Construction::quaternion, Construction::sum, Construction::three_by_three}) {
        EXPECT_FALSE(periods({other}).x.has_value());
        EXPECT_FALSE(periods({other}).y.has_value());
    }
}

// The members include negative θ and f.
TEST(RecoveredPosition, IsThePositionWithinAPeriod) {
    test::Uniform random;
    double largest = 0;
    for (int n = 0; n < 2000; ++n) {
        const PlaneEncoding of = random_member(random);
        if (!turns_enough(of)) continue;
        const PlanePeriods period = periods(of);
        const PlanePosition at{random(*period.x / 2), random(*period.y / 2)};
        EXPECT_TRUE(recoverable(of, at));
        const PlanePosition position = recovered_at(of, at);
        largest = std::max({largest, std::abs(position.x - at.x), std::abs(position.y - at.y)});
    }
    EXPECT_LT(largest, 1e-12);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

TEST(RecoveredPosition, IncludesSlowPlanes) {
    for (const double slow : {1e-2, 1e-3, 1e-5}) {
        const PlaneEncoding of{Construction::matrix_exponential, 1, 0.5, 0.5, slow};
        const PlanePosition position = recovered_at(of, {1.25, 0.3 / slow});
        EXPECT_NEAR(position.x, 1.25, 1e-14);
        EXPECT_NEAR(position.y, 0.3 / slow, 1e-15 / slow);
    }
}

TEST(RecoveredPosition, BeyondAPeriodIsCongruent) {
    test::Uniform random(2);
    for (int n = 0; n < 2000; ++n) {
        const PlaneEncoding of = random_member(random);
        if (!turns_enough(of)) continue;
        const PlanePeriods period = periods(of);
        const PlanePosition at{random(1000), random(1000)}, position = recovered_at(of, at);
        EXPECT_LE(std::abs(position.x), *period.x / 2);
        EXPECT_LE(std::abs(position.y), *period.y / 2);
        EXPECT_LT(std::abs(std::remainder(position.x - at.x, *period.x)), 1e-9);
        EXPECT_LT(std::abs(std::remainder(position.y - at.y, *period.y)), 1e-9);
        EXPECT_TRUE(recoverable(of, at)) << "up to whole periods";
    }
}

// Half a turn is +P/2 or, depending on the rounding of the position, within rounding of −P/2.
TEST(RecoveredPosition, HalfAPeriodIsAtItsEnd) {
    test::Uniform random(3);
    int above = 0;
    for (int n = 0; n < 200; ++n) {
        const PlaneEncoding of = random_member(random);
        if (!turns_enough(of)) continue;
        const double half_x = *periods(of).x / 2, half_y = *periods(of).y / 2;
        const PlanePosition position = recovered_at(of, {half_x, half_y});
        EXPECT_NEAR(std::abs(position.x), half_x, 1e-9);
        EXPECT_NEAR(std::abs(position.y), half_y, 1e-9);
        EXPECT_GT(position.x, -half_x) << "(−P/2, P/2]";
        EXPECT_GT(position.y, -half_y);
        above += position.x > 0 ? 1 : 0;
    }
    EXPECT_GT(above, 20);
    const PlaneEncoding plain;
    EXPECT_EQ(recovered(plain, -Eigen::Matrix4d::Identity())->x, pi) << "exactly half a turn";
    EXPECT_EQ(recovered(plain, -Eigen::Matrix4d::Identity())->y, pi);
}

TEST(RecoveredPosition, IsRightForQuaternionsWithinHalfATurn) {
    test::Uniform random(4);
    for (int n = 0; n < 1000; ++n) {
        const PlaneEncoding of{Construction::quaternion, n % 2 == 0 ? 0.7 : -0.3};
        const double angle = random(pi), radius = random(0.001, 0.999) * pi / std::abs(of.theta);
        const PlanePosition at{radius * std::cos(angle), radius * std::sin(angle)},
            position = recovered_at(of, at);
        EXPECT_TRUE(recoverable(of, at));
        EXPECT_NEAR(position.x, at.x, 1e-9);
        EXPECT_NEAR(position.y, at.y, 1e-9);
    }
}

// Beyond π the result is the position nearest to the origin with the same quaternion: p − 2π p/|p| after one
// turn.
TEST(RecoveredPosition, IsAmbiguousForQuaternionsBeyondHalfATurn) {
    test::Uniform random(5);
    const PlaneEncoding of{Construction::quaternion, 0.7};
    for (int n = 0; n < 500; ++n) {
        const double angle = random(pi), radius = random(1.001, 1.999) * pi / 0.7;
        const PlanePosition at{radius * std::cos(angle), radius * std::sin(angle)},
            position = recovered_at(of, at);
        EXPECT_FALSE(recoverable(of, at));
        const double nearer = 1 - 2 * pi / 0.7 / radius;
        EXPECT_NEAR(position.x, nearer * at.x, 1e-9);
        EXPECT_NEAR(position.y, nearer * at.y, 1e-9);
    }
    EXPECT_FALSE(recoverable({Construction::quaternion, 1}, {3, 4}));
    EXPECT_TRUE(recoverable({Construction::quaternion, 0.5}, {3, 4})) << "2.5 rad";
    EXPECT_FALSE(recoverable({Construction::quaternion, 0.65}, {3, 4})) << "3.25 rad";
}

// With both angles below π the matrix has one logarithm, in which B1 and B2 are orthogonal.
TEST(RecoveredPosition, OffTheFamilyByTheLogarithm) {
    test::Uniform random(6);
    int far = 0;
    for (int n = 0; n < 2000; ++n) {
        PlaneEncoding of = random_member(random);
        of.d = random(2);
        of.e = random(2);
        if (std::abs(of.theta) < 0.01) continue;
        const PlanePosition at{random(2), random(2)};
        const Eigen::Matrix4d exponent = skew_matrix(narrow(exponent_at(of, at)));
        const double largest_angle = exponent.eigenvalues().imag().cwiseAbs().maxCoeff();
        EXPECT_EQ(recoverable(of, at), largest_angle < pi);
        if (largest_angle > 0.999 * pi) {
            far += recoverable(of, at) ? 0 : 1;
            continue;
        }
        const PlanePosition position = recovered_at(of, at);
        EXPECT_NEAR(position.x, at.x, 1e-9);
        EXPECT_NEAR(position.y, at.y, 1e-9);
    }
    EXPECT_GT(far, 50);
}

TEST(RecoveredPosition, IsEmptyIfNothingCanBeRecovered) {
    const PlanePosition at{0.3, 0.4};
    const auto expect_none = [&](const PlaneEncoding& of) {
        EXPECT_FALSE(recoverable(of, at));
        EXPECT_FALSE(recovered(of, rotation_at(of, at)).has_value());
    };
    expect_none({Construction::matrix_exponential, 0, 0.5, 0.5, 1});
    expect_none({Construction::matrix_exponential, 1, 0.5, 0.5, 0});
    expect_none({Construction::quaternion, 0});
    expect_none({Construction::sum, 1});
    expect_none({Construction::three_by_three, 1, 0.6, 0.8});
    PlaneEncoding still{Construction::matrix_exponential, 0, 0.5, 0.5, 1};
    still.d = 2;
    expect_none(still);
    PlaneEncoding nothing{Construction::matrix_exponential, 1, 0, 0, 0};
    nothing.d = nothing.e = 0;
    expect_none(nothing);
}

// f = 0, but B2 still rotates by d and e.
TEST(RecoveredPosition, NeedsNoFGivenDAndE) {
    PlaneEncoding of{Construction::matrix_exponential, 1, 0.5, 0.5, 0};
    of.d = 0.7;
    of.e = -0.2;
    EXPECT_TRUE(recoverable(of, {0.3, 0.4}));
    const PlanePosition position = recovered_at(of, {0.3, 0.4});
    EXPECT_NEAR(position.x, 0.3, 1e-14);
    EXPECT_NEAR(position.y, 0.4, 1e-14);
}

}  // namespace
}  // namespace poslab
