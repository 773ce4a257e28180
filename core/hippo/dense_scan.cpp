#include "core/hippo/dense_scan.hpp"

#include "core/hippo/memory_system.hpp"
#include "core/hippo/resumed_state.hpp"

#include <Eigen/LU>
#include <unsupported/Eigen/MatrixFunctions>

#include <cmath>
#include <limits>
#include <utility>

namespace poslab {

namespace {

template <typename Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <typename Scalar>
using Vector = Eigen::Vector<Scalar, Eigen::Dynamic>;

/// The matrices of the size of A that Eigen 3.4 takes at most for a step, the result among them: 10.5 for an
/// exponential, 2.7 for LU and its solutions.
constexpr double exponential_matrices = 11, solved_matrices = 3;

/// Returns E (x - u e_0) + u e_0 by scaling and squaring: the eigenvectors of legs are too nearly parallel to
/// diagonalise A.
template <typename Scalar>
DenseStep<Scalar> exact_step(const MemorySystem<Scalar>& system, std::int64_t k) {
    const double length = system.whole_history ? std::log1p(1 / static_cast<double>(k)) : 1;
    DenseStep<Scalar> step;
    step.transition = (system.a * length).exp();
    step.gain = -step.transition.col(system.constant);
    step.gain[system.constant] += 1.0;
    return step;
}

}  // namespace

double dense_step_work(std::int64_t states, Method method) {
    // Golub and Van Loan, Matrix Computations, 4th edition, 3.2 and 9.3: n³/3 and n right sides, n² each; an
    // approximant of degree 13 has 6 products, and about 8 squarings follow.
    constexpr double solving = 4.0 / 3, products = 6, squarings = 8;
    const auto n = static_cast<double>(states);
    return (solving + (method == Method::exact ? products + squarings : 0)) * n * n * n;
}

template <typename Scalar>
DenseStep<Scalar> dense_step(const MemorySystem<Scalar>& system, Method method, double alpha,
                             std::int64_t k) {
    const LedgerEntry memory = dense_matrices(
        system.a.rows(), method == Method::exact ? exponential_matrices : solved_matrices, sizeof(Scalar));
    if (method == Method::exact) return exact_step(system, k);
    const StepCoefficients of = step_coefficients(method, alpha, k, system.whole_history);
    const auto identity = Matrix<Scalar>::Identity(system.a.rows(), system.a.cols());
    const Eigen::PartialPivLU<Matrix<Scalar>> solver(identity - of.solve * system.a);
    DenseStep<Scalar> step;
    step.transition = solver.solve(identity + of.product * system.a);
    step.gain = solver.solve(of.input * system.b);
    return step;
}

template <typename Scalar>
DenseScan<Scalar>::DenseScan(MemorySystem<Scalar> system, Method method, double alpha)
    : system_(std::make_shared<const MemorySystem<Scalar>>(std::move(system))),
      method_(method),
      alpha_(alpha),
      state_(Vector<Scalar>::Zero(system_->b.size())) {
    if (method_ == Method::forward) return;
    step_memory_ = dense_matrices(system_->a.rows(), 1, sizeof(Scalar));
    if (!system_->whole_history) step_ = dense_step(*system_, method_, alpha_, 1);
}

template <typename Scalar>
void DenseScan<Scalar>::take(std::span<const double> samples) {
    for (const double u : samples) {
        extent_.include_input(u);
        if (!extent_.lost()) take_one(u);
        ++samples_taken_;
    }
}

template <typename Scalar>
void DenseScan<Scalar>::take_one(double u) {
    if (system_->whole_history && samples_taken_ == 0) {
        state_.setZero();
        state_[system_->constant] = u;
    } else {
        if (system_->whole_history && method_ != Method::forward)
            step_ = dense_step(*system_, method_, alpha_, samples_taken_);
        if (method_ == Method::forward)
            step_forward(u);
        else
            state_ = (step_.transition * state_ + step_.gain * u).eval();
    }
    extent_.include(state());
    if (extent_.lost()) state_.setConstant(std::numeric_limits<double>::quiet_NaN());
}

template <typename Scalar>
void DenseScan<Scalar>::step_forward(double u) {
    const StepCoefficients of = step_coefficients(method_, alpha_, samples_taken_, system_->whole_history);
    state_ += (of.product * (system_->a * state_) + (of.input * u) * system_->b).eval();
}

template <typename Scalar>
void DenseScan<Scalar>::resume(std::int64_t samples_taken, std::span<const Scalar> state) {
    extent_ = resume_state(samples_taken, state,
                           std::span<Scalar>(state_.data(), static_cast<std::size_t>(state_.size())));
    samples_taken_ = samples_taken;
}

template DenseStep<double> dense_step(const MemorySystem<double>&, Method, double, std::int64_t);
template DenseStep<std::complex<double>> dense_step(const MemorySystem<std::complex<double>>&, Method, double,
                                                    std::int64_t);
template class DenseScan<double>;
template class DenseScan<std::complex<double>>;

}  // namespace poslab
