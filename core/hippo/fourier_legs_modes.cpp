#include "core/hippo/fourier_legs_modes.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/hippo/memory_order.hpp"
#include "core/hippo/memory_system.hpp"

#include <fmt/core.h>
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <cmath>
#include <numbers>

namespace poslab {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

Index checked_order(std::int64_t order) {
    static_cast<void>(checked_memory_order(order));
    if (order > largest_fourier_legs_order)
        throw TooLarge(
            tr("--order {}: must be at most {} for fourier-legs", order, largest_fourier_legs_order));
    return order;
}

/// The matrices of the size of the basis that are held at most, apart from the basis; measured at order 1024.
constexpr double work_matrices = 9;

/// The stages of the modes' computation. Their values are the percentage of its time that has then passed,
/// measured at orders 300 and 1000.
enum class Stage { matrices = 13, reflections = 72, product = 80, singular_values = 89 };

/// Reports the end of a stage. Throws Cancelled.
void finish(Stage stage, const Job& job) {
    job.check();
    job.progress(static_cast<double>(stage) / 100);
}

// States of real signals as real vectors x_0, sqrt2 Re x_1, sqrt2 Im x_1, ... of equal norm. In these T is
// symmetric and i D skew-symmetric.

/// Returns the matrix T.
MatrixXd weight(Index order) {
    MatrixXd t(2 * order + 1, 2 * order + 1);
    t(0, 0) = std::numbers::pi;
    for (Index k = 1; k <= order; ++k) {
        t(2 * k - 1, 0) = t(0, 2 * k - 1) = 0;
        t(2 * k, 0) = t(0, 2 * k) = std::numbers::sqrt2 / static_cast<double>(k);
        for (Index n = 1; n <= order; ++n) {
            const double sum = 1 / static_cast<double>(n + k);
            const double difference = n == k ? 0 : 1 / static_cast<double>(n - k);
            t(2 * n - 1, 2 * k - 1) = t(2 * n, 2 * k) = n == k ? std::numbers::pi : 0;
            t(2 * n - 1, 2 * k) = sum - difference;
            t(2 * n, 2 * k - 1) = sum + difference;
        }
    }
    return t;
}

/// Returns i D times `of`.
MatrixXd derivative(const MatrixXd& of) {
    MatrixXd product = MatrixXd::Zero(of.rows(), of.cols());
    for (Index n = 1; 2 * n < of.rows(); ++n) {
        product.row(2 * n - 1) = -static_cast<double>(n) * of.row(2 * n);
        product.row(2 * n) = static_cast<double>(n) * of.row(2 * n - 1);
    }
    return product;
}

/// The invariant planes of a skew-symmetric K, in orthonormal columns: K real = lambda imaginary and
/// K imaginary = -lambda real.
struct Planes {
    MatrixXd real;                // [states, N + 1], frequency 0 first
    MatrixXd imaginary;           // [states, N]
    Eigen::VectorXd frequencies;  // [N], decreasing
};

/// Returns the planes of `skew`, K = -K^T. After Householder reflections K is tridiagonal and couples even
/// rows only to odd ones, by a matrix half as large whose singular vectors give the planes. So the
/// eigenvalues stay purely imaginary despite rounding.
Planes planes(const MatrixXd& skew, const Job& job) {
    const Index order = skew.rows() / 2;
    const Eigen::HessenbergDecomposition<MatrixXd> tridiagonal(skew);
    finish(Stage::reflections, job);
    const MatrixXd q = tridiagonal.matrixQ();
    const MatrixXd k = tridiagonal.matrixH();
    MatrixXd coupling = MatrixXd::Zero(order, order + 1);
    MatrixXd even(skew.rows(), order + 1);
    MatrixXd odd(skew.rows(), order);
    for (Index j = 0; j < order; ++j) {
        coupling(j, j) = k(2 * j + 1, 2 * j);
        coupling(j, j + 1) = k(2 * j + 1, 2 * j + 2);
        odd.col(j) = q.col(2 * j + 1);
    }
    for (Index j = 0; j <= order; ++j) even.col(j) = q.col(2 * j);
    finish(Stage::product, job);
    const Eigen::BDCSVD<MatrixXd> svd(coupling, Eigen::ComputeFullU | Eigen::ComputeFullV);
    finish(Stage::singular_values, job);
    Planes found;
    found.frequencies = svd.singularValues();
    found.real.resize(skew.rows(), order + 1);
    found.real << even * svd.matrixV().col(order), even * svd.matrixV().leftCols(order);
    found.imaginary = odd * svd.matrixU();
    return found;
}

}  // namespace

FourierLegsModes::FourierLegsModes(std::int64_t order, const Job& job) {
    const Index most = checked_order(order);
    const Index states = 2 * most + 1;
    memory_ = dense_matrices(states, 1, sizeof(double));
    const LedgerEntry work = dense_matrices(states, work_matrices, sizeof(double));
    const Eigen::LLT<MatrixXd> cholesky(weight(most));
    const MatrixXd lower = cholesky.matrixL();
    const MatrixXd skew = lower.transpose() * derivative(lower);
    finish(Stage::matrices, job);
    const Planes found = planes(skew, job);
    frequencies_.assign(1, 0.0);
    frequencies_.insert(frequencies_.end(), found.frequencies.begin(), found.frequencies.end());
    MatrixXd basis(states, states + 1);
    basis << found.real, Eigen::VectorXd::Zero(states), found.imaginary;
    constant_ = basis.transpose() * lower.row(0).transpose();  // before the solve: Q^T L^T e_0
    cholesky.matrixU().solveInPlace(basis);
    basis.bottomRows(states - 1) /= std::numbers::sqrt2;
    basis_ = basis;
    reach_.push_back(basis_.row(0).norm());
    for (Index n = 1; n <= most; ++n) reach_.push_back(basis_.middleRows(2 * n - 1, 2).norm());
    job.progress(1);
}

std::complex<double> FourierLegsModes::component(std::int64_t n, const Eigen::VectorXd& coordinates) const {
    if (n == 0) return basis_.row(0).dot(coordinates);
    return {basis_.row(2 * n - 1).dot(coordinates), basis_.row(2 * n).dot(coordinates)};
}

/// Uses that the inverse of the basis is its transpose times T, and that T x is a convolution.
Eigen::VectorXd FourierLegsModes::coordinates(std::span<const std::complex<double>> state) const {
    const Index most = order();
    const auto x = [&](Index k) {
        const std::complex<double> value = state[static_cast<std::size_t>(most + std::abs(k))];
        return k < 0 ? std::conj(value) : value;
    };
    Eigen::VectorXd found = Eigen::VectorXd::Zero(basis_.cols());
    for (Index n = 0; n <= most; ++n) {
        std::complex<double> sum;
        for (Index k = -most; k <= most; ++k) {
            if (k != n) sum += x(k) / static_cast<double>(n - k);
        }
        const std::complex<double> product =
            std::numbers::pi * x(n) + std::complex<double>(-sum.imag(), sum.real());
        if (n == 0) {
            found += basis_.row(0).transpose() * product.real();
        } else {
            found += 2 * (basis_.row(2 * n - 1).transpose() * product.real() +
                          basis_.row(2 * n).transpose() * product.imag());
        }
    }
    return found;
}

}  // namespace poslab
