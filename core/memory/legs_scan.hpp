#pragma once

#include "core/memory/discretisation.hpp"
#include "core/memory/state_extent.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// One step of legs in O(N), without any matrix (10137):
///   (A v)_n = n v_n - sqrt(2n+1) sum_(k <= n) sqrt(2k+1) v_k
///   (I - l A) z = v:  S_n = ((1 - l n) S_(n-1) + sqrt(2n+1) v_n) / (1 + l n + l),  z_n = (v_n - l sqrt(2n+1) S_(n-1)) / (1 + l n +
///   l)
/// |1 - l n| <= 1 + l n + l, so that no rounding grows on the way. The article has z_n = (S_n - S_(n-1)) / sqrt(2n+1), which
/// cancels. The step is taken of x - u e_0, so that a constant is kept to the last bit by every method that keeps it. Several
/// channels, each with its own state, share the coefficients. Not for use by two threads at once.
class LegsStep {
  public:
    /// Throws UsageError for an order outside [1, 4096], no channels, alpha outside [0, 1], and Method::exact: no O(N) step of it
    /// is known (DenseScan has it).
    LegsStep(std::int64_t order, std::int64_t channels, Method method, double alpha);

    /// From x_k to x_(k+1), k >= 1. `u` [channels], `state` [order, channels], changed in place. Throws UsageError for k < 1.
    void step(std::int64_t k, std::span<const double> u, std::span<double> state);

    [[nodiscard]] std::int64_t order() const { return static_cast<std::int64_t>(root_.size()); }
    [[nodiscard]] std::int64_t channels() const { return channels_; }

  private:
    template <std::size_t width>
    void multiply(const StepCoefficients& of, const double* u, double* state) const;
    template <std::size_t width>
    void solve(const StepCoefficients& of, double* state) const;
    template <std::size_t width>
    void advance(const StepCoefficients& of, const double* u, double* state) const;

    std::int64_t channels_;
    Method method_;
    double alpha_;
    std::vector<double> root_;     // sqrt(2n+1)
    std::vector<double> inverse_;  // of this step: 1 / (1 + l n + l)
};

/// Takes in a signal sample by sample and keeps the last state only, so that a signal may be streamed.
class LegsScan {
  public:
    using Number = double;

    /// As LegsStep.
    LegsScan(std::int64_t order, std::int64_t channels, Method method, double alpha);

    /// Finite samples, [count, channels].
    void take(std::span<const double> samples);
    /// Goes on from the state that another scan had after `samples_taken`. The extent is of what this scan goes through itself.
    /// Throws UsageError for another number of components.
    void resume(std::int64_t samples_taken, std::span<const double> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return step_.channels(); }
    /// x_T after T samples, [order, channels]: zeros before the first. NaN after a state of any channel was not finite.
    [[nodiscard]] std::span<const double> state() const { return state_; }
    /// Over all channels.
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    void take_one(std::span<const double> u);

    LegsStep step_;
    std::vector<double> state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
