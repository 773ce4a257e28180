#include "core/hippo/memory_system.hpp"

#include "core/base/errors.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <cmath>
#include <numbers>

namespace poslab::test {
namespace {

constexpr double pi = std::numbers::pi;

Eigen::MatrixXd matrix(OneOf<Measure> measure, std::int64_t order, double span = 1) {
    return memory_system(measure, order, span).a;
}

// Written out by hand from the formulas of article 10137, article 10114, the LMU paper and FouT (arXiv
// 2206.12037, table 1). The tolerance is the rounding of a product.
TEST(Measures, MatricesOfOrderThree) {
    const double s3 = std::sqrt(3);
    const double s5 = std::sqrt(5);
    const double s15 = std::sqrt(15);
    Eigen::Matrix3d expected;
    expected << -1, 0, 0, -s3, -2, 0, -s5, -s15, -3;
    EXPECT_LT((matrix("legs", 3) - expected).cwiseAbs().maxCoeff(), 1e-15);
    expected << -1, s3, -s5, -s3, -3, s15, -s5, -s15, -5;
    EXPECT_LT((matrix("legt", 3, 4) - expected / 4).cwiseAbs().maxCoeff(), 1e-15);
    expected << -1, -1, -1, 3, -3, -3, -5, 5, -5;
    EXPECT_EQ(matrix("lmu", 3, 2), expected / 2);
    const double s8 = 2 * std::sqrt(2);
    expected << -2, -s8, 0, -s8, -4, -2 * pi, 0, 2 * pi, 0;
    EXPECT_LT((matrix("fout", 3) - expected).cwiseAbs().maxCoeff(), 1e-14);
    const auto fourier = fourier_legs_system(1);
    Eigen::Matrix3cd complex;
    const std::complex<double> turn(0, pi);
    complex << -1.0 - turn, -1, -0.5, 0, -1, 0, -0.5, -1, -1.0 + turn;
    EXPECT_LT((fourier.a - complex).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(Measures, InputColumns) {
    const auto column = [](OneOf<Measure> measure, double span) { return memory_system(measure, 3, span).b; };
    const Eigen::Vector3d roots(1, std::sqrt(3), std::sqrt(5));
    EXPECT_LT((column("legs", 1) - roots).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_LT((column("legt", 4) - roots / 4).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_EQ(column("lmu", 2), Eigen::Vector3d(0.5, -1.5, 2.5));
    EXPECT_LT((column("fout", 1) - Eigen::Vector3d(2, 2 * std::numbers::sqrt2, 0)).cwiseAbs().maxCoeff(),
              1e-15);
    EXPECT_EQ(fourier_legs_system(1).b, Eigen::Vector3cd::Ones());
}

// Legendre polynomials from the C++ library, trigonometric functions as written.
TEST(Measures, BasisFunctions) {
    for (const double s : {0.0, 0.1, 0.5, 0.77, 1.0}) {
        const auto legs = memory_basis("legs", 40, s);
        const auto lmu = memory_basis("lmu", 40, s);
        for (unsigned n = 0; n < 40; ++n) {
            EXPECT_NEAR(lmu[n], std::legendre(n, 2 * s - 1), 1e-13);
            EXPECT_NEAR(legs[n], std::sqrt(2 * n + 1) * std::legendre(n, 2 * s - 1), 1e-12);
        }
        const auto fout = memory_basis("fout", 6, s);
        const double r = std::numbers::sqrt2;
        const std::vector<double> waves{1,
                                        r * std::cos(2 * pi * s),
                                        r * std::sin(2 * pi * s),
                                        r * std::cos(4 * pi * s),
                                        r * std::sin(4 * pi * s),
                                        0};
        for (std::size_t n = 0; n < waves.size(); ++n) EXPECT_NEAR(fout[n], waves[n], 1e-14);
        const auto fourier = fourier_basis(2, s);
        EXPECT_NEAR(std::abs(fourier[4] - std::complex<double>(std::cos(4 * pi * s), std::sin(4 * pi * s))),
                    0, 1e-14);
        EXPECT_NEAR(std::abs(fourier[1] - std::conj(fourier[3])), 0, 1e-14);
    }
}

// s^2 = 1/3 + p_1 / (2 sqrt 3) + p_2 / (6 sqrt 5); 3 - 2 sin 2 pi s by its coefficients. Exact up to
// rounding.
TEST(Measures, Reconstruction) {
    const std::vector<double> places{0, 0.2, 0.6, 1};
    const std::vector<double> square{1.0 / 3, 1 / (2 * std::sqrt(3)), 1 / (6 * std::sqrt(5)), 0};
    const auto values = reconstruction("legt", square, places);
    const std::vector<std::complex<double>> wave{{0, -1}, 3, {0, 1}};
    const auto waves = fourier_reconstruction(wave, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_NEAR(values[i], places[i] * places[i], 1e-15);
        EXPECT_NEAR(waves[i], 3 - 2 * std::sin(2 * pi * places[i]), 1e-14);
    }
}

// Article 10137: -1, -2, ... for legs; for fourier-legs the real part is -1. These eigenvalues are computed
// to 1e-13 at N = 32.
TEST(Measures, Eigenvalues) {
    for (const std::int64_t order : {1, 4, 32}) {
        const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(fourier_legs_system(order).a, false);
        for (const auto& value : solver.eigenvalues()) EXPECT_NEAR(value.real(), -1, 1e-12);
    }
    for (const char* const window : {"legt", "lmu", "fout"}) {
        const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(
            matrix(window, 15).cast<std::complex<double>>(), false);
        for (const auto& value : solver.eigenvalues()) EXPECT_LT(value.real(), -0.1);
    }
}

TEST(Measures, RefuseWhatTheyCannotDo) {
    EXPECT_EQ(memory_states("fourier-legs", 32), 65);
    EXPECT_EQ(memory_states("fout", 32), 32);
    EXPECT_THROW((void)memory_states("legs", 0), UsageError);
    EXPECT_THROW((void)memory_states("legs", 4097), UsageError);
    EXPECT_THROW((void)memory_system("fourier-legs", 4, 1), UsageError);
    EXPECT_THROW((void)memory_system("legt", 4, 0), UsageError);
    EXPECT_THROW((void)memory_basis("fourier-legs", 4, 0.5), UsageError);
    EXPECT_THROW((void)fourier_reconstruction(std::vector<std::complex<double>>(4), std::vector<double>{0.5}),
                 UsageError);
}

}  // namespace
}  // namespace poslab::test
