#pragma once

#include "core/hippo/discretisation.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// One step of legs in O(N), without any matrix (10137; docs/formulas.md §6.3):
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

    [[nodiscard]] std::int64_t order() const { return order_; }
    [[nodiscard]] std::int64_t channels() const { return channels_; }

  private:
    std::int64_t order_, channels_;
    Method method_;
    double alpha_;
    std::vector<double> root_;     // sqrt(2n+1), and 0 up to whole vectors
    std::vector<double> scratch_;  // of a step
};

/// Takes in a signal sample by sample and keeps the last state only, so that a signal may be streamed.
class LegsScan {
  public:
    using Number = double;

    /// As LegsStep.
    LegsScan(std::int64_t order, std::int64_t channels, Method method, double alpha);
    /// Goes on from `state` [order, channels], x_K after K = `samples_taken` samples; the extent counts it in. Throws UsageError
    /// for K < 0 and another size, too.
    LegsScan(LegsStep step, std::int64_t samples_taken, std::span<const double> state);

    /// Finite samples, [count, channels].
    void take(std::span<const double> samples);
    /// Goes on from `state` after `samples_taken` samples, as an earlier scan had them in [order, channels]. What this scan took
    /// before is forgotten; extent() starts anew, with this state. Throws UsageError for a state of another size and a negative
    /// count.
    void resume(std::int64_t samples_taken, std::span<const double> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return step_.channels(); }
    /// x_T after T samples, [order, channels]: zeros before the first. NaN after a state of any channel was not finite.
    [[nodiscard]] std::span<const double> state() const { return state_; }
    /// Over all channels.
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    void take_one(std::span<const double> u);
    void look_at_state();

    LegsStep step_;
    std::vector<double> state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
