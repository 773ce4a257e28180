#include "core/geometry/orthogonal_power.hpp"

#include "core/base/errors.hpp"
#include "core/geometry/plane_encoding.hpp"
#include "tests/geometry/rotation_cases.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>
#include <limits>

// The Schur form of 16 rows is right to 1e-14, and so is everything that does not depend on n. A product
// repeated 50 times and the 50-fold angle add 50 more roundings: 1e-13.
namespace poslab {
namespace {

constexpr std::int64_t largest_n = std::numeric_limits<std::int64_t>::max(),
                       smallest_n = std::numeric_limits<std::int64_t>::min();

/// Determinants alternate between +1 and −1.
Eigen::MatrixXd orthogonal(int size, std::uint64_t seed) {
    Eigen::MatrixXd matrix = random_orthogonal(size, seed);
    const bool positive = matrix.determinant() > 0;
    if (positive != (seed % 2 == 0)) matrix.row(0) = -matrix.row(0);
    return matrix;
}

double largest_entry(const Eigen::MatrixXd& matrix) { return matrix.cwiseAbs().maxCoeff(); }

TEST(OrthogonalPower, IsTheRepeatedProduct) {
    double largest = 0;
    for (const int size : {1, 2, 3, 4, 7, 16}) {
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            const Eigen::MatrixXd matrix = orthogonal(size, seed);
            Eigen::MatrixXd product = Eigen::MatrixXd::Identity(size, size);
            for (int n = 0; n <= 50; ++n, product *= matrix) {
                largest = std::max({largest, largest_entry(orthogonal_power(matrix, n) - product),
                                    largest_entry(orthogonal_power(matrix, -n) - product.transpose())});
            }
        }
    }
    EXPECT_LT(largest, 1e-13);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

TEST(OrthogonalPower, HasRelativityAtAnyPosition) {
    test::Uniform random;
    double largest = 0, crooked = 0;
    for (const double reach : {10.0, 1e4, 1e9, 1e15}) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const Eigen::MatrixXd matrix = orthogonal(static_cast<int>(2 + seed % 7), seed);
            const auto m = static_cast<std::int64_t>(random(reach)),
                       n = static_cast<std::int64_t>(random(reach));
            const Eigen::MatrixXd at_m = orthogonal_power(matrix, m), at_n = orthogonal_power(matrix, n);
            largest = std::max(largest, (at_m.transpose() * at_n - orthogonal_power(matrix, n - m)).norm());
            crooked = std::max(crooked, orthogonality_residual(at_n));
        }
    }
    EXPECT_LT(largest, 5e-14);
    EXPECT_LT(crooked, 5e-14);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

// A plane rotated by 2π · 3/8 is rotated by the same after 8 more: its angle as a double is off by 1e-16,
// multiplied by 1e9.
TEST(OrthogonalPower, OfABillionHasItsPhase) {
    Eigen::Matrix3d turn;
    turn << std::sqrt(0.5), -std::sqrt(0.5), 0,  //
        std::sqrt(0.5), std::sqrt(0.5), 0,       //
        0, 0, -1;
    const Eigen::Matrix3d turned = random_orthogonal(3, 5), matrix = turned * turn * turned.transpose();
    for (const std::int64_t n :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{3}, std::int64_t{6}, std::int64_t{-5}}) {
        const Eigen::MatrixXd near = orthogonal_power(matrix, n),
                              far = orthogonal_power(matrix, 1'000'000'000 + n);
        EXPECT_LT(largest_entry(far - near), 1e-6);
        EXPECT_LT(orthogonality_residual(far), 1e-14);
    }
}

TEST(OrthogonalPower, OfMatricesThatAreTheirOwnInverse) {
    Eigen::Matrix4d swap;
    swap << 0, 1, 0, 0,  //
        1, 0, 0, 0,      //
        0, 0, -1, 0,     //
        0, 0, 0, -1;
    for (const std::int64_t n : {std::int64_t{2}, std::int64_t{-4}, largest_n - 1, smallest_n}) {
        EXPECT_LT(largest_entry(orthogonal_power(swap, n) - Eigen::Matrix4d::Identity()), 1e-15) << n;
        EXPECT_LT(largest_entry(orthogonal_power(swap, n + 1) - swap), 1e-15) << n;
    }
    Eigen::Matrix4d cycle;  // eigenvalues 1, i, −1, −i
    cycle << 0, 0, 0, 1,    //
        1, 0, 0, 0,         //
        0, 1, 0, 0,         //
        0, 0, 1, 0;
    EXPECT_LT(largest_entry(orthogonal_power(cycle, 4) - Eigen::Matrix4d::Identity()), 2e-15);
    EXPECT_LT(largest_entry(orthogonal_power(cycle, -1) - cycle.transpose()), 2e-15);
    EXPECT_EQ(orthogonal_power(Eigen::MatrixXd::Identity(5, 5), largest_n), Eigen::MatrixXd::Identity(5, 5));
}

// exp(nB) of the family equals (exp B)ⁿ: the article's two forms of the solution agree.
TEST(OrthogonalPower, OfARotationIsThatOfManySteps) {
    const PlaneEncoding of{Construction::matrix_exponential, 0.3, 0.7, -0.4, 1.3};
    for (const std::int64_t n : {-40, -1, 2, 13, 1000}) {
        const auto steps = static_cast<double>(n);
        EXPECT_LT(
            largest_entry(orthogonal_power(rotation_at(of, {1, 2}), n) - rotation_at(of, {steps, 2 * steps})),
            1e-12)
            << n;
    }
}

TEST(OrthogonalPower, RefusesOthers) {
    EXPECT_THROW((void)orthogonal_power(Eigen::MatrixXd::Identity(2, 3), 2), UsageError);
    EXPECT_THROW((void)orthogonal_power(Eigen::MatrixXd(0, 0), 2), UsageError);
    EXPECT_THROW((void)orthogonal_power(2 * Eigen::Matrix2d::Identity(), 2), UsageError);
    EXPECT_THROW((void)orthogonal_power(NAN * Eigen::Matrix2d::Identity(), 2), UsageError);
    EXPECT_THROW((void)orthogonal_power((1 + 1e-9) * Eigen::Matrix2d::Identity(), 2), UsageError)
        << "‖OᵀO − I‖ = 2.8e-9";
    EXPECT_NO_THROW((void)orthogonal_power((1 + 1e-10) * Eigen::Matrix2d::Identity(), 2));
    EXPECT_THROW((void)random_orthogonal(0, 1), UsageError);
}

TEST(RandomOrthogonal, IsOrthogonalAndTheSameForASeed) {
    for (const int size : {1, 2, 3, 8, 64}) {
        EXPECT_LT(orthogonality_residual(random_orthogonal(size, 3)), 1e-15 * size * 4);
        EXPECT_EQ(random_orthogonal(size, 3), random_orthogonal(size, 3));
    }
    EXPECT_NE(random_orthogonal(4, 3), random_orthogonal(4, 4));
}

// Moments of Haar's measure: E tr O = 0, E (tr O)² = 1, E (tr O)⁴ = 3 for 3 rows and more with n > 3
// (Diaconis and Shahshahani 1994, exact for 4 rows), and half of the determinants are −1. 4000 draws: five
// standard errors are 0.08, 0.12, 0.8 and 0.08. Without the signs of R the first is far off: E tr = −1.9.
TEST(RandomOrthogonal, HasTheMomentsOfHaarsMeasure) {
    constexpr int draws = 4000;
    double first = 0, second = 0, fourth = 0, positive = 0;
    for (std::uint64_t seed = 1; seed <= draws; ++seed) {
        const Eigen::MatrixXd matrix = random_orthogonal(4, seed);
        const double trace = matrix.trace();
        first += trace / draws;
        second += trace * trace / draws;
        fourth += std::pow(trace, 4) / draws;
        positive += matrix.determinant() > 0 ? 1.0 / draws : 0;
    }
    EXPECT_NEAR(first, 0, 0.08);
    EXPECT_NEAR(second, 1, 0.12);
    EXPECT_NEAR(fourth, 3, 0.8);
    EXPECT_NEAR(positive, 0.5, 0.04);
}

}  // namespace
}  // namespace poslab
