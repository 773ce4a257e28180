// Counts the multiplications of the algorithms that scans use, by running them on numbers that count.

#include "core/hippo/dense_scan.hpp"
#include "core/hippo/legendre.hpp"
#include "core/memory/convergence.hpp"
#include "core/memory/memory_scan.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace poslab::test {

/// A number that counts its multiplications and divisions.
struct Counted {
    double value = 0;
    Counted() = default;
    Counted(double number) : value(number) {}  // NOLINT(google-explicit-constructor): Eigen converts
    static inline double products = 0;

    Counted& operator+=(Counted b) { return value += b.value, *this; }
    Counted& operator-=(Counted b) { return value -= b.value, *this; }
    Counted& operator*=(Counted b) { return ++products, value *= b.value, *this; }
    Counted& operator/=(Counted b) { return ++products, value /= b.value, *this; }
    Counted operator-() const { return {-value}; }
    friend Counted operator+(Counted a, Counted b) { return a += b; }
    friend Counted operator-(Counted a, Counted b) { return a -= b; }
    friend Counted operator*(Counted a, Counted b) { return a *= b; }
    friend Counted operator/(Counted a, Counted b) { return a /= b; }
    friend bool operator==(Counted a, Counted b) { return a.value == b.value; }
    friend auto operator<=>(Counted a, Counted b) { return a.value <=> b.value; }
    friend Counted abs(Counted a) { return {std::abs(a.value)}; }
    friend Counted abs2(Counted a) { return a * a; }
    friend Counted sqrt(Counted a) { return {std::sqrt(a.value)}; }
    friend Counted conj(Counted a) { return a; }
    friend Counted real(Counted a) { return a; }
    friend Counted imag(Counted) { return {0.0}; }
};

}  // namespace poslab::test

namespace Eigen {
template <>
struct NumTraits<poslab::test::Counted> : GenericNumTraits<double> {
    using Real = poslab::test::Counted;
    using NonInteger = poslab::test::Counted;
    using Nested = poslab::test::Counted;
    using Literal = double;
    static Real epsilon() { return NumTraits<double>::epsilon(); }
    static Real dummy_precision() { return NumTraits<double>::dummy_precision(); }
    static Real highest() { return NumTraits<double>::highest(); }
    static Real lowest() { return NumTraits<double>::lowest(); }
};
}  // namespace Eigen

namespace poslab::test {
namespace {

using Matrix = Eigen::Matrix<Counted, Eigen::Dynamic, Eigen::Dynamic>;

Matrix drawn(Eigen::Index size) {
    std::mt19937 source(1);
    std::normal_distribution<double> normal;
    return Matrix::NullaryExpr(size, size, [&] { return Counted(normal(source)); });
}

template <class Work>
double counted(const Work& work) {
    Counted::products = 0;
    work();
    return Counted::products;
}

TEST(ScanWork, OfAWindowsStepIsThatOfItsSolution) {
    constexpr Eigen::Index size = 200;  // so that lower orders hardly count
    const Matrix a = drawn(size), b = drawn(size);
    Matrix solution;
    const double products = counted([&] { solution = Eigen::PartialPivLU<Matrix>(a).solve(b); });
    // Eigen's blocks multiply more than the triangles, here by a fifth.
    EXPECT_NEAR(scan_work({.measure = "legt", .order = size}).begin / products, 1, 0.25);
    const double step = counted([&] { solution = a * b.col(0); });
    EXPECT_NEAR(scan_work({.measure = "legt", .order = size}).step / step, 1, 0.1);
}

TEST(ScanWork, OfTheModesIsThatOfTheirFactors) {
    constexpr Eigen::Index order = 30, size = 2 * order + 1;
    Matrix a = drawn(size), product;
    const Matrix definite = a * a.transpose() + Matrix::Identity(size, size) * Counted(size);
    const double factors = counted([&] {
        const Eigen::LLT<Matrix> cholesky(definite);
        const Eigen::HessenbergDecomposition<Matrix> reflections(a);
        product = reflections.matrixQ();
        cholesky.matrixU().solveInPlace(product);
    });
    // singular vectors and two products of half the order follow, which are less than half of all
    const double all = scan_work({.measure = "fourier-legs", .order = order}).begin;
    EXPECT_GT(all, factors);
    EXPECT_LT(all, 2 * factors);
}

TEST(ScanWork, OfAnExactStepIsTwoSweepsOverNodesAndPolynomials) {
    // docs/formulas.md §7.1: the state at N nodes, then N components from the nodes
    constexpr int order = 48;
    double products = 0;
    for (int sweep = 0; sweep < 2; ++sweep)
        for (int polynomial = 0; polynomial < order; ++polynomial)
            for (int node = 0; node < order; ++node) ++products;
    EXPECT_EQ(scan_work({.order = order, .method = Method::exact}).step, products);
}

TEST(ScanSeconds, GrowWithTheWork) {
    const MemorySpec exact{.order = 1000, .method = Method::exact};
    EXPECT_NEAR(2000 * scan_seconds(exact).step, 6, 3) << "measured";
    EXPECT_NEAR(scan_seconds({.measure = "fourier-legs", .order = 1000}).begin, 12, 6) << "measured";
    EXPECT_LT(2000 * scan_seconds({.order = 1000}).step, 0.1);
}

}  // namespace
}  // namespace poslab::test
