#pragma once

#include "core/hippo/discretisation.hpp"
#include "core/hippo/memory_system.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <span>

namespace poslab {

/// One step as x_(k+1) = transition x_k + gain u_k, by the formulas of Method with dense matrices, for every measure and method.
/// Scalar: double or complex<double>.
template <typename Scalar>
struct DenseStep {
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> transition;
    Eigen::Vector<Scalar, Eigen::Dynamic> gain;
};

/// The step from k (>= 1 where the whole history is remembered, else without meaning). Costs O(N^3). Throws UsageError for a bad
/// alpha or k.
template <typename Scalar>
[[nodiscard]] DenseStep<Scalar> dense_step(const MemorySystem<Scalar>& system, Method method, double alpha, std::int64_t k);

/// Takes in a signal sample by sample, written for reading: what LegsScan, ExactLegsScan and FourierLegsScan are
/// compared with, and the only way for windows. A step costs O(N^3) where the whole history is remembered (by forward Euler
/// O(N^2)), O(N^2) of a window, whose step is always the same. The first sample of a whole history gives x_1 = u_0 e_0, which is
/// exact for a held signal; a window starts with x_0 = 0.
template <typename Scalar>
class DenseScan {
  public:
    using Number = Scalar;

    DenseScan(MemorySystem<Scalar> system, Method method, double alpha);

    /// Finite samples in their order.
    void take(std::span<const double> samples);
    /// Goes on from `state` after `samples_taken` samples, as an earlier scan had them. What this scan took before is forgotten;
    /// extent() starts anew, with this state. Throws UsageError for a state of another size and a negative count.
    void resume(std::int64_t samples_taken, std::span<const Scalar> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return 1; }
    /// x_T after T samples, [states]: zeros before the first. NaN after a state was not finite.
    [[nodiscard]] std::span<const Scalar> state() const { return {state_.data(), static_cast<std::size_t>(state_.size())}; }
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    void take_one(double u);
    void step_forward(double u);

    MemorySystem<Scalar> system_;
    Method method_;
    double alpha_;
    DenseStep<Scalar> step_;  // the last one made
    Eigen::Vector<Scalar, Eigen::Dynamic> state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
