#include "core/geometry/plane_encoding.hpp"

#include "tests/geometry/rotation_cases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

// Tolerances: closed form against matrix exponential 1e-13 (mostly from Eigen's squarings of matrices of norm
// 14 and more), relativity 1e-12 (products of two matrices whose entries are right to 1e-15: in fact 1e-14).
namespace poslab {
namespace {

using std::numbers::pi;
using test::gen;
using test::matrix_exponential;
using test::random_member;

constexpr PlaneEncoding quaternion{Construction::quaternion};

PlaneEncoding three_by_three(double theta, double b, double c) {
    return {Construction::three_by_three, theta, b, c};
}

/// θ(x B1 + y B2) of the family in double, written as in the article.
Eigen::Matrix4d written_exponent(const PlaneEncoding& of, PlanePosition at) {
    return of.theta *
           (at.x * gen(1, of.b, of.c, 0, 0, 0) + at.y * gen(0, 0, 0, of.c * of.f, -of.b * of.f, of.f));
}

/// Returns the position with these two angles.
PlanePosition turned_by(const PlaneEncoding& of, double alpha, double beta) {
    const double s = std::sqrt(1 + of.b * of.b + of.c * of.c);
    return {alpha / (of.theta * s), beta / (of.theta * of.f * s)};
}

TEST(PlaneEncoding, BlockDiagonalIsTheArticlesFinalMatrix) {
    const double theta = 0.3, x = 5, y = -7;
    const PlaneEncoding of{Construction::matrix_exponential, theta, 0, 0, 1};
    Eigen::Matrix4d expected;
    expected << std::cos(x * theta), -std::sin(x * theta), 0, 0,  //
        std::sin(x * theta), std::cos(x * theta), 0, 0,           //
        0, 0, std::cos(y * theta), -std::sin(y * theta),          //
        0, 0, std::sin(y * theta), std::cos(y * theta);
    for (const Eigen::MatrixXd& actual : {rotation_at(of, {x, y}), closed_form_at(of, {x, y})}) {
        ASSERT_EQ(actual.rows(), 4);
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 4; ++column) {
                EXPECT_NEAR(actual(row, column), expected(row, column), 6e-16) << row << ' ' << column;
            }
        }
    }
    EXPECT_EQ(closed_form_at(of, {x, y}).topRightCorner(2, 2), Eigen::Matrix2d::Zero());
}

TEST(PlaneEncoding, GeneratorsAreTheArticles) {
    const PlaneEncoding of{Construction::matrix_exponential, 1, 0.5, -1.5, 3};
    EXPECT_EQ(skew_matrix(narrow(generators(of).x)), gen(1, 0.5, -1.5, 0, 0, 0));
    EXPECT_EQ(skew_matrix(narrow(generators(of).y)), gen(0, 0, 0, -4.5, -1.5, 3)) << "d = cf, e = −bf";
    PlaneEncoding free = of;
    free.d = 0.25;
    EXPECT_EQ(skew_matrix(narrow(generators(free).y)), gen(0, 0, 0, 0.25, -1.5, 3));
    EXPECT_FALSE(free.commutes());
    free.d = -4.5;
    free.e = -1.5;
    EXPECT_TRUE(free.commutes()) << "the same as without";
    EXPECT_EQ(skew_matrix(narrow(generators(quaternion).x)), left_multiplication({0, 1, 0, 0}));
    EXPECT_EQ(skew_matrix(narrow(generators(quaternion).y)), left_multiplication({0, 0, 1, 0}));
    EXPECT_EQ(skew_matrix(narrow(generators(three_by_three(1, 3, 4)).y)), gen(0, 3, 4, 0, 0, 0));
    EXPECT_FALSE(quaternion.commutes());
}

// α and β up to 10 rad. f near 0 would make y 1e3 and more, whose rounding alone exceeds 1e-13: positions are
// limited to 1e3 there.
TEST(PlaneEncoding, ClosedFormIsTheMatrixExponential) {
    test::Uniform random;
    double forms = 0, eigens = 0;
    for (int n = 0; n < 1000; ++n) {
        const PlaneEncoding of = random_member(random);
        if (std::abs(of.theta * of.f) < 0.01 || std::abs(of.theta) < 0.01) continue;
        const PlanePosition at = turned_by(of, random(10), random(10));
        const Eigen::Matrix4d closed = closed_form_at(of, at), halves = rotation_at(of, at);
        forms = std::max(forms, (closed - halves).cwiseAbs().maxCoeff());
        eigens =
            std::max(eigens, (closed - matrix_exponential(written_exponent(of, at))).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(forms, 2e-15) << "both reduce their angles exactly";
    EXPECT_LT(eigens, 1e-13);
    RecordProperty("forms", std::to_string(forms * 1e15) + "e-15");
    RecordProperty("eigens", std::to_string(eigens * 1e15) + "e-15");
}

TEST(PlaneEncoding, ClosedFormWhereYTurnsNothing) {
    const PlaneEncoding of{Construction::matrix_exponential, 0.7, 1.2, -0.4, 0};
    const Eigen::Matrix4d expected = matrix_exponential(0.7 * 3 * gen(1, 1.2, -0.4, 0, 0, 0));
    EXPECT_LT((closed_form_at(of, {3, 1e6}) - expected).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_LT((rotation_at(of, {3, 1e6}) - expected).cwiseAbs().maxCoeff(), 1e-14);
    PlaneEncoding still = of;
    still.theta = 0;
    EXPECT_LT(orthogonality_residual(closed_form_at(still, {3, 4})), 1e-15);
    EXPECT_EQ(rotation_at(still, {3, 4}), Eigen::Matrix4d::Identity());
}

// d and e may leave the valley, too; there the halves are compared with Eigen.
TEST(PlaneEncoding, OffTheFamilyIsTheMatrixExponentialAsWell) {
    test::Uniform random(2);
    for (int n = 0; n < 300; ++n) {
        PlaneEncoding of = random_member(random);
        of.d = random(2);
        of.e = random(2);
        const PlanePosition at{random(3), random(3)};
        const Eigen::Matrix4d expected = matrix_exponential(
            of.theta * (at.x * gen(1, of.b, of.c, 0, 0, 0) + at.y * gen(0, 0, 0, *of.d, *of.e, of.f)));
        EXPECT_LT((rotation_at(of, at) - expected).cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_EQ(closed_form_at(of, at), rotation_at(of, at));
    }
}

TEST(PlaneEncoding, RelativityHoldsInTheFamily) {
    test::Uniform random(3);
    double largest = 0, crooked = 0;
    for (int n = 0; n < 10'000; ++n) {
        const PlaneEncoding of = random_member(random);
        const PlanePosition first{random(100), random(100)}, second{random(100), random(100)};
        largest = std::max(largest, relativity_residual(of, first, second));
        crooked = std::max(crooked, orthogonality_residual(rotation_at(of, first)));
    }
    EXPECT_LT(largest, 1e-12);
    EXPECT_LT(crooked, 1e-14);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

// The residual's definition with Eigen's exponentials, in every construction, where the residual is large.
TEST(PlaneEncoding, ResidualIsThatOfWrittenMatrices) {
    test::Uniform random(4);
    for (int n = 0; n < 200; ++n) {
        PlaneEncoding free = random_member(random);
        free.d = random(2);
        free.e = random(2);
        for (const PlaneEncoding& of : {free, quaternion, three_by_three(free.theta, free.b, free.c)}) {
            const auto exponential = [&](double x, double y) {
                const PlaneGenerators b = generators(of);
                return matrix_exponential(of.theta *
                                          (x * skew_matrix(narrow(b.x)) + y * skew_matrix(narrow(b.y))));
            };
            const double x1 = random(3), y1 = random(3), x2 = random(3), y2 = random(3);
            const double expected =
                (exponential(x1, y1).transpose() * exponential(x2, y2) - exponential(x2 - x1, y2 - y1))
                    .norm();
            EXPECT_NEAR(relativity_residual(of, {x1, y1}, {x2, y2}), expected, 1e-12);
        }
    }
}

TEST(PlaneEncoding, RelativityIsLostOffTheValley) {
    const PlanePosition first{0.3, -0.4}, second{-0.2, 0.6};  // all rotations below 2 rad
    for (const auto& [d_share, e_share] : {std::pair(1.0, 0.0), std::pair(0.0, 1.0), std::pair(-0.6, 0.8)}) {
        double last =
            relativity_residual({Construction::matrix_exponential, 1, 0.8, -0.6, 0.9}, first, second);
        EXPECT_LT(last, 2e-15);
        for (const double off : {1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.3, 1.0}) {
            PlaneEncoding of{Construction::matrix_exponential, 1, 0.8, -0.6, 0.9};
            of.d = of.c * of.f + off * d_share;
            of.e = -of.b * of.f + off * e_share;
            const double residual = relativity_residual(of, first, second);
            EXPECT_GT(residual, 2 * last) << off;
            EXPECT_GT(residual, 0.02 * off);
            EXPECT_LT(residual, off) << "in proportion to how far it is off";
            last = residual;
        }
    }
}

TEST(PlaneEncoding, GeneratorsCommuteInTheFamilyOnly) {
    test::Uniform random(5);
    for (int n = 0; n < 1000; ++n) {
        PlaneEncoding of = random_member(random);
        const auto norm = [&] {
            const PlaneGenerators b = generators(of);
            return commutator_norm(skew_matrix(narrow(b.x)), skew_matrix(narrow(b.y)));
        };
        EXPECT_LT(norm(), 4e-15) << "roundings of products below 8";
        of.d = of.c * of.f + 1e-3;
        EXPECT_GT(norm(), 1e-3);
    }
}

TEST(PlaneEncoding, ThreeByThreeNeverCommutes) {
    test::Uniform random(6);
    for (const double size : {1e-6, 0.1, 1.0, 2.0}) {
        for (int n = 0; n < 100; ++n) {
            const double direction = random(pi);
            const PlaneGenerators b =
                generators(three_by_three(1, size * std::cos(direction), size * std::sin(direction)));
            const double norm = commutator_norm(skew_matrix(narrow(b.x)).topLeftCorner(3, 3),
                                                skew_matrix(narrow(b.y)).topLeftCorner(3, 3));
            EXPECT_NEAR(norm / size, std::sqrt(2), 1e-15) << direction;
        }
    }
}

TEST(PlaneEncoding, ThreeByThreeIsRodriguesAndTheMatrixExponential) {
    test::Uniform random(7);
    for (int n = 0; n < 500; ++n) {
        const PlaneEncoding of = three_by_three(random(1.5), random(2), random(2));
        const PlanePosition at{random(2), random(2)};
        const Eigen::Matrix3d expected = matrix_exponential(
            (of.theta * (at.x * gen(1, 0, 0, 0, 0, 0) + at.y * gen(0, of.b, of.c, 0, 0, 0)))
                .topLeftCorner(3, 3));
        EXPECT_LT((rotation_at(of, at) - expected).cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_LT((closed_form_at(of, at) - expected).cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_LT((closed_form_at(of, at) - rotation_at(of, at)).cwiseAbs().maxCoeff(), 2e-15);
    }
}

TEST(PlaneEncoding, QuaternionIsEulersFormulaAndTheMatrixExponential) {
    test::Uniform random(8);
    for (int n = 0; n < 500; ++n) {
        const PlaneEncoding of{Construction::quaternion, random(1.5)};
        const PlanePosition at{random(4), random(4)};
        const Eigen::Matrix4d expected =
            matrix_exponential(left_multiplication({0, at.x * of.theta, at.y * of.theta, 0}));
        EXPECT_LT((rotation_at(of, at) - expected).cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_LT((closed_form_at(of, at) - expected).cwiseAbs().maxCoeff(), 1e-13);
    }
}

TEST(PlaneEncoding, QuaternionIsRelativeOnLinesThroughTheOriginOnly) {
    test::Uniform random(9);
    double largest = 0, least = 1;
    for (int n = 0; n < 2000; ++n) {
        const PlaneEncoding of{Construction::quaternion, 1};
        const double x1 = random(2), y1 = random(2), times = random(3);
        largest = std::max(largest, relativity_residual(of, {x1, y1}, {times * x1, times * y1}));
        const double x2 = random(2), y2 = random(2);
        // Skips points within 0.1 of the line. No isolated point is near: |p1|, |p2| < π.
        if (std::abs(x1 * y2 - x2 * y1) < 0.1) continue;
        least = std::min(least, relativity_residual(of, {x1, y1}, {x2, y2}));
    }
    EXPECT_LT(largest, 1e-14) << "the rounding of the second position is 1e-16 of it";
    EXPECT_GT(least, 1e-3);
    RecordProperty("least", std::to_string(least));
}

// e^p = ±1 where |p| is a multiple of π: (x, y) = (π, 0) and (−π/2, √3 π/2)… A triangle with sides 2π has +1
// at all three. One with sides π has e^p1 = e^p2 = e^(p2 − p1) = −1, and (−1)(−1) ≠ −1, so the signs do not
// match. With sides 3π, 4π, 5π the signs −, +, − match.
TEST(PlaneEncoding, QuaternionIsRelativeAtIsolatedPoints) {
    const double height = std::sqrt(0.75);
    EXPECT_LT(relativity_residual(quaternion, {2 * pi, 0}, {pi, 2 * pi * height}), 1e-14);
    EXPECT_NEAR(relativity_residual(quaternion, {pi, 0}, {pi / 2, pi * height}), 4, 1e-14) << "I against −I";
    EXPECT_LT(relativity_residual(quaternion, {3 * pi, 0}, {0, 4 * pi}), 1e-14)
        << "|p2 − p1| = 5π: (−1)(+1) = −1";
    for (const auto& [x, y] : {std::pair(0.01, 0.0), std::pair(0.0, 0.01), std::pair(-0.007, 0.007)}) {
        EXPECT_GT(relativity_residual(quaternion, {3 * pi, 0}, {x, 4 * pi + y}), 1e-3)
            << "isolated: not next to it";
    }
}

TEST(PlaneEncoding, SumIsARotationOfThePlane) {
    const PlaneEncoding of{Construction::sum, 0.3};
    Eigen::Matrix2d expected;
    expected << std::cos(0.6), -std::sin(0.6), std::sin(0.6), std::cos(0.6);
    EXPECT_LT((rotation_at(of, {5, -3}) - expected).cwiseAbs().maxCoeff(), 4e-16);
    EXPECT_LT((closed_form_at(of, {5, -3}) - expected).cwiseAbs().maxCoeff(), 4e-16);
    EXPECT_EQ(rotation_at(of, {5, -3}), rotation_at(of, {-3, 5})) << "lossy: only x + y counts";
    test::Uniform random(10);
    for (int n = 0; n < 500; ++n) {
        EXPECT_LT(relativity_residual(of, {random(100), random(100)}, {random(100), random(100)}), 1e-14);
    }
}

// Huge positions: entries computed with mpmath 1.2.1 at 120 digits, expm(θ(x B1 + y B2), Taylor's method) of
// the exact doubles, θ = 0.9, b = 0.7, c = −1.3, f = 1.1 and, where free, d = 0.4, e = 0.9. Row by row. 106
// bits leave 1e15·1e-32 of the angle, so 1e-15 is the rounding of the entries.
struct KnownRotation {
    const char* name;
    Construction construction;
    bool free;
    PlanePosition at;
    std::vector<double> entries;
};

std::vector<KnownRotation> known_rotations() {
    using enum Construction;
    return {
        {"family 1e12",
         matrix_exponential,
         false,
         {1e12, -3e12},
         {-0.57626280950398545, 0.42446235578896426, -0.062802895545497287, -0.69556356949725124,  //
          -0.086276340730654771, -0.79924259965232141, -0.46205169699094834, -0.37453422972928909,
          -0.42031998310923059, 0.20190860848455643, -0.70447618883927863, 0.53504889961327017,  //
          0.69556356949725124, 0.37453422972928909, -0.53504889961327017, -0.29939623673646834}},
        {"family 1e15",
         matrix_exponential,
         false,
         {1e15, 7e14 + 0.125},
         {0.53138268932701799, -0.27509449196463124, -0.80065103381945196, -0.030222177587826305,
          0.84644942164375482, 0.15466515327484854, 0.50925164781501883, -0.016273480239598778,
          -0.015570294293581766, -0.9487554398758831, 0.31477010609702055, 0.023247828913712541,
          0.030222177587826305, 0.016273480239598778, -0.023247828913712541, 0.99914029659179497}},
        {"free 1e12",
         matrix_exponential,
         true,
         {1e12, -3e12},
         {0.67862752313047053, 0.39730569089508078, -0.48965105994772076, -0.37663604756350498,
          -0.6805084267672807, 0.25017703216501789, -0.68496125374894794, -0.071748272024443346,
          -0.14968215493973485, -0.48309809892566201, 0.062388093571649212, -0.86041804088913875,
          -0.23231060768101067, 0.73903712178340366, 0.53588958390254057, -0.33567583775086353}},
        {"free 1e15",
         matrix_exponential,
         true,
         {1e15, 7e14 + 0.125},
         {-0.47897171503140843, -0.84668500017907113, 0.064259478614329847, 0.22266864637809266,
          0.68668099000325929, -0.31337323530678305, 0.64853298703475292, 0.098343266618941937,
          0.26630496770854431, -0.39005322632134688, -0.34761618732096306, -0.8100019327893585,
          -0.47763686870023566, 0.18105304885981359, 0.67412066460570144, -0.53352051948202253}},
        {"quaternion 1e15",
         quaternion,
         false,
         {1e15, -3e14},
         {-0.19182774624784841, -0.9400381193566309, 0.28201143580698927, 0, 0.9400381193566309,
          -0.19182774624784841, 0, -0.28201143580698927, -0.28201143580698927, 0, -0.19182774624784841,
          -0.9400381193566309, 0, 0.28201143580698927, 0.9400381193566309, -0.19182774624784841}},
        {"3x3 1e15",
         Construction::three_by_three,
         false,
         {1e15, -3e14},
         {-0.71890128733877892, 0.35963347012175649, 0.59484847333655494, -0.089969615255276283,
          -0.89670163120678787, 0.43339549250298318, 0.68926512126573182, 0.25805028920594039,
          0.6769960419731171}},
        {"sum 1e15",
         sum,
         false,
         {1e15, -3e14 + 0.0625},
         {0.89675054215521291, -0.44253639979591702, 0.44253639979591702, 0.89675054215521291}},
    };
}

TEST(PlaneEncoding, HugePositionsKeepTheirPhases) {
    for (const KnownRotation& known : known_rotations()) {
        PlaneEncoding of{known.construction, 0.9, 0.7, -1.3, 1.1};
        if (known.free) {
            of.d = 0.4;
            of.e = 0.9;
        }
        for (const Eigen::MatrixXd& actual : {rotation_at(of, known.at), closed_form_at(of, known.at)}) {
            ASSERT_EQ(static_cast<std::size_t>(actual.size()), known.entries.size());
            for (std::size_t n = 0; n < known.entries.size(); ++n) {
                const auto row = static_cast<Eigen::Index>(n) / actual.cols(),
                           column = static_cast<Eigen::Index>(n) % actual.cols();
                EXPECT_NEAR(actual(row, column), known.entries[n], 1e-15)
                    << known.name << ' ' << row << ' ' << column;
            }
        }
    }
}

TEST(PlaneEncoding, HugePositionsAreRelative) {
    test::Uniform random(11);
    double largest = 0;
    for (const double size : {1e6, 1e9, 1e12, 1e15}) {
        for (int n = 0; n < 500; ++n) {
            const PlaneEncoding of = random_member(random);
            const PlanePosition first{random(size), random(size)}, second{random(size), random(size)};
            largest = std::max(largest, relativity_residual(of, first, second));
            const PlanePosition marginal{first.x + random(10), first.y + random(10)};
            largest = std::max(largest, relativity_residual(of, first, marginal));
        }
    }
    EXPECT_LT(largest, 1e-12);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

// 0.8·1.9 and −0.9·1.9 in double are not the doubles 1.52 and −1.71 but differ by rounding, which must pass;
// a difference of 1e-3 must not.
TEST(PlaneEncoding, DecimalsOfTheFamilyCommute) {
    PlaneEncoding of{Construction::matrix_exponential, 1, 0.9, 0.8, 1.9, 1.52, -1.71};
    EXPECT_TRUE(of.commutes());
    EXPECT_LT(relativity_residual(of, {1e9, 3}, {-2e8, 1e9}), 1e-12);
    of.d = 1.521;
    EXPECT_FALSE(of.commutes());
    EXPECT_GT(relativity_residual(of, {1, 3}, {2, -1}), 1e-4);
}

}  // namespace
}  // namespace poslab
