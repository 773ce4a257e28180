#pragma once

#include "core/hippo/discretisation.hpp"
#include "core/hippo/memory_system.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace poslab {

/// One step x_(k+1) = transition x_k + gain u_k, by the formulas of Method with dense matrices, for every
/// measure and method. Scalar is double or complex<double>.
template <typename Scalar>
struct DenseStep {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> transition;
    Eigen::Vector<Scalar, Eigen::Dynamic> gain;
};

/// Returns the multiply-adds of dense_step() for that many states, in leading order: LU and its solutions,
/// and the products of an exponential.
[[nodiscard]] double dense_step_work(std::int64_t states, Method method);
/// The time of a multiply-add of dense matrices, measured on one core at 2 GHz, in seconds.
inline constexpr double dense_multiply_add = 2.5e-10;

/// Returns the step from k, which must be >= 1 for measures of the whole history and is ignored for windows.
/// Costs O(N^3). Throws UsageError for an invalid alpha or k, TooLarge if its matrices do not fit into
/// memory.
template <typename Scalar>
[[nodiscard]] DenseStep<Scalar> dense_step(const MemorySystem<Scalar>& system, Method method, double alpha,
                                           std::int64_t k);

/// Processes a signal sample by sample, written for readability: the reference for LegsScan, ExactLegsScan
/// and FourierLegsScan, and the only scan for windows. A step costs O(N^3) for measures of the whole history
/// (O(N^2) by forward Euler) and O(N^2) for windows, whose step is constant.
///
/// The first sample of a whole history gives x_1 = u_0 e_0, which is exact for a signal held between samples;
/// a window starts with x_0 = 0.
template <typename Scalar>
class DenseScan {
  public:
    using Number = Scalar;

    /// Throws as dense_step().
    DenseScan(MemorySystem<Scalar> system, Method method, double alpha);

    /// Processes finite samples in order.
    void take(std::span<const double> samples);
    /// Replaces this scan's state by that of an earlier scan after `samples_taken` samples and continues from
    /// there. extent() restarts with this state. Throws UsageError for a state of another size or a negative
    /// count.
    void resume(std::int64_t samples_taken, std::span<const Scalar> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return 1; }
    /// Returns x_T after T samples, [states]: zeros before the first sample, NaN once a state was not finite.
    [[nodiscard]] std::span<const Scalar> state() const {
        return {state_.data(), static_cast<std::size_t>(state_.size())};
    }
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    void take_one(double u);
    void step_forward(double u);

    std::shared_ptr<const MemorySystem<Scalar>> system_;  // also that of all copies
    Method method_;
    double alpha_;
    LedgerEntry step_memory_;
    DenseStep<Scalar> step_;  // the last one computed
    Eigen::Vector<Scalar, Eigen::Dynamic> state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
