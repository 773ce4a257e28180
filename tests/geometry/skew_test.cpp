#include "core/geometry/skew.hpp"
#include "core/geometry/rotation_halves.hpp"
#include "tests/geometry/rotation_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Tolerance of an exponential: 1e-13, the same as for the closed form, for norms up to 10; mostly from
// Eigen's squarings.
namespace poslab {
namespace {

using test::gen;
using test::matrix_exponential;

Skew<double> random_skew(test::Uniform& random, double largest_norm) {
    Skew<double> of{random(1), random(1), random(1), random(1), random(1), random(1)};
    return (random(0, largest_norm) / skew_matrix(of).norm()) * of;
}

RotationHalves random_rotation(test::Uniform& random) { return skew_exponential(random_skew(random, 10)); }

Quaternion negative_skew(const Quaternion& q) { return {-q.w, -q.x, -q.y, -q.z}; }

TEST(SkewMatrix, IsTheArticles) {
    EXPECT_EQ(skew_matrix({2, 3, 5, 7, 11, 13}), gen(2, 3, 5, 7, 11, 13));
    EXPECT_EQ(skew_matrix(narrow(widen(Skew<double>{2, 3, 5, 7, 11, 13}))), gen(2, 3, 5, 7, 11, 13));
}

TEST(CommutatorNorm, IsThatOfTwoPlanesThatShareAnAxis) {
    EXPECT_DOUBLE_EQ(commutator_norm(gen(1, 0, 0, 0, 0, 0), gen(0, 1, 0, 0, 0, 0)), std::sqrt(2));
    EXPECT_EQ(commutator_norm(gen(1, 0, 0, 0, 0, 0), gen(0, 0, 0, 0, 0, 1)), 0);
}

TEST(SkewExponential, IsEigensOfAnySkewMatrix) {
    test::Uniform random;
    double largest = 0, largest_wide = 0;
    for (int n = 0; n < 2000; ++n) {
        const Skew<double> of = random_skew(random, 10);
        const Eigen::Matrix4d expected = matrix_exponential(skew_matrix(of));
        largest = std::max(largest, (rotation_matrix(skew_exponential(of)) - expected).cwiseAbs().maxCoeff());
        largest_wide = std::max(
            largest_wide, (rotation_matrix(skew_exponential(widen(of))) - expected).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(largest, 1e-13);
    EXPECT_LT(largest_wide, 1e-13);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

TEST(SkewExponential, IsTheIdentityForZero) {
    EXPECT_EQ(rotation_matrix(skew_exponential(Skew<double>{})), Eigen::Matrix4d::Identity());
    EXPECT_EQ(rotation_matrix(skew_exponential(Skew<DoubleDouble>{})), Eigen::Matrix4d::Identity());
}

// The eigenvalues of a skew matrix are ±i times its angles.
TEST(TurnedAngles, AreTheSizesOfTheEigenvalues) {
    test::Uniform random(2);
    for (int n = 0; n < 200; ++n) {
        const Skew<double> of = random_skew(random, 10);
        Eigen::Vector4d sizes = skew_matrix(of).eigenvalues().imag().cwiseAbs();
        std::sort(sizes.begin(), sizes.end());
        const std::array<double, 2> angles = turned_angles(widen(of));
        EXPECT_NEAR(std::max(std::abs(angles[0]), std::abs(angles[1])), sizes[3], 1e-13);
        EXPECT_NEAR(std::min(std::abs(angles[0]), std::abs(angles[1])), sizes[0], 1e-13);
    }
}

TEST(RotationHalves, RelativeIsTheTransposedProduct) {
    test::Uniform random(3);
    for (int n = 0; n < 500; ++n) {
        const RotationHalves a = random_rotation(random), b = random_rotation(random);
        const Eigen::Matrix4d expected = rotation_matrix(a).transpose() * rotation_matrix(b);
        EXPECT_LT((rotation_matrix(relative(a, b)) - expected).cwiseAbs().maxCoeff(), 2e-15);
    }
}

// Distances are below 4; matrices have 16 entries with errors of 3e-16 each.
TEST(Distance, IsTheFrobeniusNormOfTheDifference) {
    test::Uniform random(4);
    double largest = 0;
    for (int n = 0; n < 2000; ++n) {
        const RotationHalves a = random_rotation(random), b = random_rotation(random);
        largest =
            std::max(largest, std::abs(distance(a, b) - (rotation_matrix(a) - rotation_matrix(b)).norm()));
    }
    EXPECT_LT(largest, 1e-14);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

// exp S and exp(S + εT) with T along S are as far apart as exp(εT) is from I: ‖exp(εT) − I‖² = 8 (sin²(α/2) +
// sin²(β/2)), where α and β are the angles of εT. The halves are rounded to 1e-16 each, which bounds the
// absolute error; the error is relative where the distance is 1e-12 or so.
TEST(Distance, KeepsItsDigitsForNeighbours) {
    test::Uniform random(5);
    double worst = 0;
    for (int n = 0; n < 1000; ++n) {
        const Skew<double> of = random_skew(random, 3);
        for (const double size : {1e-3, 1e-6, 1e-9, 1e-12}) {
            const Skew<DoubleDouble> step = DoubleDouble(size) * widen(of);
            const std::array<double, 2> angles = turned_angles(step);
            const double expected =
                std::sqrt(8.0) * std::hypot(std::sin(angles[0] / 2), std::sin(angles[1] / 2));
            const double actual = distance(skew_exponential(widen(of)), skew_exponential(widen(of) + step));
            worst = std::max(worst, std::abs(actual - expected));
            EXPECT_NEAR(actual, expected, 1.5e-15);
        }
    }
    RecordProperty("worst", std::to_string(worst * 1e15) + "e-15");
}

// The neighbours here are those of I, whose halves have all their digits: the distance does, too, although
// matrices would lose them.
TEST(Distance, FromTheIdentityIsRightInProportion) {
    test::Uniform random(6);
    for (int n = 0; n < 1000; ++n) {
        const Skew<double> of = random_skew(random, 3);
        for (const double size : {1e-6, 1e-9, 1e-12, 1e-15}) {
            const std::array<double, 2> angles = turned_angles(DoubleDouble(size) * widen(of));
            const double expected =
                std::sqrt(8.0) * std::hypot(std::sin(angles[0] / 2), std::sin(angles[1] / 2));
            EXPECT_NEAR(distance(RotationHalves{}, skew_exponential(size * of)) / expected, 1, 4e-15);
        }
    }
}

TEST(Distance, KnowsThatBothHalvesNegatedAreTheSameRotation) {
    test::Uniform random(7);
    for (int n = 0; n < 200; ++n) {
        const RotationHalves a = random_rotation(random), same{negative_skew(a.left), negative_skew(a.right)};
        const RotationHalves opposite{negative_skew(a.left), a.right};
        EXPECT_EQ(distance(a, same), 0);
        EXPECT_EQ(distance(same, a), 0);
        EXPECT_NEAR(distance(a, opposite), 4, 1e-14) << "‖R − (−R)‖ = 2 √4";
    }
}

}  // namespace
}  // namespace poslab
