#pragma once

#include "core/base/job.hpp"
#include "core/base/memory_ledger.hpp"

#include <Eigen/Core>

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The largest order whose modes are computed, which costs O(N^3): 2 s at order 512.
inline constexpr std::int64_t largest_fourier_legs_order = 1024;

/// Fourier-LegS in coordinates in which A (fourier_legs_system) is diagonal, so that a step of any method
/// costs O(N) (docs/formulas.md §6.4).
///   A + 1 = i D T,  D = diag(n),  T_nk = i / (n - k), T_nn = pi
/// T is Hermitian and positive definite: it multiplies the history f(s) = sum x_n e^(2 pi i n s) by 2 pi s.
/// With T = L L*, A + 1 is similar to i L* D L, whose eigenvalues are imaginary and whose eigenvectors are
/// orthogonal. So A has the eigenvalues -1 +- i lambda_j, and its eigenvectors, of condition sqrt(cond T),
/// amplify a rounding error at most 24 times at order 512 (those of legs: 1e47 times at order 64).
///
/// The state of a real signal (x_-n = conj x_n) has real coordinates: real parts for j = 0 ... N, then, from
/// N + 1 on, as many imaginary parts, of which that of lambda_0 = 0 is 0. Mode j belongs to -1 + i lambda_j,
/// its conjugate to -1 - i lambda_j. The squares of the coordinates sum to x* T x.
class FourierLegsModes {
  public:
    /// Throws UsageError for an order outside [1, 4096], TooLarge beyond largest_fourier_legs_order or if the
    /// matrices do not fit into memory, Cancelled (checked between the five parts of the work).
    explicit FourierLegsModes(std::int64_t order, const Job& job = Job());

    [[nodiscard]] std::int64_t order() const { return static_cast<std::int64_t>(frequencies_.size()) - 1; }
    /// Returns lambda_j >= 0, j = 0 ... N: 0, then decreasing.
    [[nodiscard]] std::span<const double> frequencies() const { return frequencies_; }
    /// Returns the coordinates of e_0, the constant 1, [2 N + 2].
    [[nodiscard]] const Eigen::VectorXd& constant() const { return constant_; }
    /// Returns the coordinates of a state [2 N + 1] of a real signal; reads only n >= 0. O(N^2).
    [[nodiscard]] Eigen::VectorXd coordinates(std::span<const std::complex<double>> state) const;
    /// Returns x_n, 0 <= n <= N. O(N).
    [[nodiscard]] std::complex<double> component(std::int64_t n, const Eigen::VectorXd& coordinates) const;
    /// Returns the bound of x_n: |x_n| <= reach(n) times the norm of the coordinates.
    [[nodiscard]] double reach(std::int64_t n) const { return reach_[static_cast<std::size_t>(n)]; }

  private:
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    LedgerEntry memory_;  // that of the basis
    RowMajor basis_;      // rows x_0, Re x_1, Im x_1, Re x_2, ... over the coordinates
    std::vector<double> frequencies_;
    std::vector<double> reach_;
    Eigen::VectorXd constant_;
};

}  // namespace poslab
