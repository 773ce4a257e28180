#include "core/geometry/quaternion.hpp"

#include "tests/support/seed.hpp"

#include <gtest/gtest.h>
#include <unsupported/Eigen/MatrixFunctions>

#include <cmath>
#include <numbers>
#include <random>

// Tolerances: a product of quaternions adds four products of numbers below 10, so 1e-14. Exponentials have
// the rounding of their angle (1e-16 of it), of sine and cosine, and of e^w: a relative error of 1e-15, or
// 1e-14 when compared with Eigen's squarings.
namespace poslab {
namespace {

constexpr Quaternion one{1, 0, 0, 0}, i{0, 1, 0, 0}, j{0, 0, 1, 0}, k{0, 0, 0, 1};

Eigen::Vector4d vector(const Quaternion& q) { return {q.w, q.x, q.y, q.z}; }

Quaternion negative(const Quaternion& q) { return {-q.w, -q.x, -q.y, -q.z}; }

void expect_equal(const Quaternion& actual, const Quaternion& expected) {
    EXPECT_EQ(vector(actual), vector(expected))
        << vector(actual).transpose() << " is not " << vector(expected).transpose();
}

class RandomQuaternions {
  public:
    Quaternion operator()() {
        return {number_(random_), number_(random_), number_(random_), number_(random_)};
    }

  private:
    std::mt19937_64 random_{test::test_seed()};
    std::uniform_real_distribution<double> number_{-3, 3};
};

// The article's table, row times column.
TEST(Quaternion, MultipliesAsTheTableOfItsUnits) {
    const Quaternion rows[]{one, i, j, k};
    const Quaternion table[4][4]{{one, i, j, k},
                                 {i, negative(one), k, negative(j)},
                                 {j, negative(k), negative(one), i},
                                 {k, j, negative(i), negative(one)}};
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            SCOPED_TRACE(testing::Message() << row << ' ' << column);
            expect_equal(rows[row] * rows[column], table[row][column]);
        }
    }
}

TEST(Quaternion, ConjugateTurnsBack) {
    RandomQuaternions random;
    for (int n = 0; n < 100; ++n) {
        const Quaternion q = random();
        const Quaternion product = q * q.conjugate();
        EXPECT_NEAR(product.w, vector(q).squaredNorm(), 1e-14);
        EXPECT_NEAR(q.squared_norm(), vector(q).squaredNorm(), 1e-14);
        EXPECT_LT(vector(product).tail<3>().norm(), 1e-14);
    }
}

TEST(Quaternion, LeftMultiplicationIsTheArticlesMatrix) {
    Eigen::Matrix4d expected;
    expected << 2, -3, -5, -7,  //
        3, 2, -7, 5,            //
        5, 7, 2, -3,            //
        7, -5, 3, 2;
    EXPECT_EQ(left_multiplication({2, 3, 5, 7}), expected);
}

TEST(Quaternion, MatricesMultiplyAsQuaternionsDo) {
    RandomQuaternions random;
    for (int n = 0; n < 100; ++n) {
        const Quaternion p = random(), q = random();
        EXPECT_LT((left_multiplication(p) * left_multiplication(q) - left_multiplication(p * q))
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-13);
        EXPECT_LT((right_multiplication(q) * right_multiplication(p) - right_multiplication(p * q))
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-13);
        EXPECT_LT((left_multiplication(p) * vector(q) - vector(p * q)).norm(), 1e-13);
        EXPECT_LT((right_multiplication(q) * vector(p) - vector(p * q)).norm(), 1e-13);
    }
}

TEST(Quaternion, ExponentialIsThatOfItsMatrix) {
    RandomQuaternions random;
    double largest = 0;
    for (int n = 0; n < 1000; ++n) {
        const Quaternion p = random();
        const Eigen::Matrix4d expected = left_multiplication(p).exp();
        largest =
            std::max(largest, (left_multiplication(exponential(p)) - expected).norm() / expected.norm());
    }
    EXPECT_LT(largest, 1e-14);
    RecordProperty("largest", std::to_string(largest * 1e18) + "e-18");
}

// Computed with mpmath 1.2.1 at 120 digits: 17 digits of e^w (cos r, x sin r / r, …) of the exact doubles.
TEST(Quaternion, ExponentialInNumbers) {
    struct Known {
        Quaternion exponent, value;
    };
    const Known known[]{
        {{0.3, 1.25, -0.5, 2},
         {-1.0052679083991275, 0.46707602036423181, -0.18683040814569272, 0.74732163258277089}},
        {{-1, 0.1, 7, 3.3},
         {0.042020205718325707, 0.0047221565195355433, 0.33055095636748801, 0.15583116514467291}},
        {{0, 1e-9, -2e-9, 0}, {1, 1e-9, -2e-9, 0}},
    };
    for (const Known& one_of : known) {
        EXPECT_LT((vector(exponential(one_of.exponent)) - vector(one_of.value)).norm(), 1e-15);
        EXPECT_LT(std::abs(exponential(one_of.exponent).y / one_of.value.y - 1), 4e-15)
            << "in proportion, too";
    }
    expect_equal(exponential({}), one);
    const Quaternion half_turn = exponential({0, std::numbers::pi, 0, 0});
    EXPECT_LT((vector(half_turn) - vector(negative(one))).norm(), 2e-16) << "Euler: e^(iπ) = −1";
}

// A million radians, where a double angle is only right to 1e-10.
TEST(Quaternion, ManyTurnsKeepTheirAngle) {
    const Quaternion known{-0.89389625272539065, 0.10344782306206983, -0.13793043074942644,
                           0.41379129224827931};
    EXPECT_LT((vector(unit_exponential<DoubleDouble>(3e5, -4e5, 1.2e6)) - vector(known)).norm(), 5e-16);
    EXPECT_LT((vector(unit_exponential<double>(3e5, -4e5, 1.2e6)) - vector(known)).norm(), 5e-10);
}

// Computed with mpmath as above: a − 2π nint(a / 2π) of a = high + low. The last four are within 0.01 rad of
// an odd number of half turns, where the number of turns does not round correctly in double. Tolerance: two
// roundings of a number below π.
TEST(Wrapped, TakesWholeTurnsOff) {
    struct Known {
        double high, low, angle;
    };
    const Known known[]{
        {1e12, 0, -0.65762475913678647},
        {-1e12, 0, 0.65762475913678647},
        {1e15 + 0.1, 0, 2.2346981170701126},
        {1e15, 1e-5, 2.1097081170701126},
        {1e6, 1e-13, -0.35756416708563504},
        {123456789.125, 0, 1.5550726427748225},
        {3.25, 0, -3.0331853071795865},
        {-3.25, 0, 3.0331853071795865},
        {451763712019497.4, 0.019846246576453053, -3.1367569138045787},
        {937413205340368.2, -0.0451504757231902, 3.1321727581554655},
        {721829393727788.5, 0.053784381308931595, 3.1371823009100154},
        {786714732944719.8, -0.06087627598768775, 3.1341266382407986},
    };
    for (const Known& of : known)
        EXPECT_NEAR(wrapped(DoubleDouble(of.high) + of.low), of.angle, 9e-16) << of.high;
}

TEST(Wrapped, LeavesLessThanHalfATurnAsItIs) {
    for (const double angle : {0.0, 1e-300, 1.0, -3.0, 3.14159, std::numbers::pi, -std::numbers::pi}) {
        EXPECT_EQ(wrapped(angle), angle);
    }
    EXPECT_EQ(wrapped(DoubleDouble::_pi), std::numbers::pi);
    EXPECT_NEAR(wrapped(DoubleDouble(2) * std::numbers::pi), 0, 3e-16)
        << "the double 2π is 2.4e-16 below the turn";
    EXPECT_EQ(wrapped(DoubleDouble(2) * std::numbers::pi), 2 * -1.2246467991473532e-16);
}

}  // namespace
}  // namespace poslab
