#pragma once

#include "core/base/aligned_numbers.hpp"
#include "core/hippo/discretisation.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// One step of legs in O(N), without any matrix (article 10137; docs/formulas.md §6.3):
///   (A v)_n = n v_n - sqrt(2n+1) sum_(k <= n) sqrt(2k+1) v_k
///   (I - l A) z = v:  S_n = ((1 - l n) S_(n-1) + sqrt(2n+1) v_n) / (1 + l n + l)
///                     z_n = (v_n - l sqrt(2n+1) S_(n-1)) / (1 + l n + l)
/// As |1 - l n| <= 1 + l n + l, rounding errors do not grow. The article's z_n = (S_n - S_(n-1)) / sqrt(2n+1)
/// suffers from cancellation.
///
/// The step is applied to x - u e_0, so that every method that preserves a constant does so to the last bit.
/// Several channels, each with its own state, share the coefficients. Not thread-safe.
class LegsStep {
  public:
    /// Throws UsageError for an order outside [1, 4096], no channels, alpha outside [0, 1], and
    /// Method::exact, for which no O(N) step is known (use ExactLegsScan or DenseScan).
    LegsStep(std::int64_t order, std::int64_t channels, Method method, double alpha);

    /// Advances `state` [order, channels] in place from x_k to x_(k+1) with `u` [channels]. Throws UsageError
    /// for k < 1. Returns max |x_(k+1)|, infinite if a number is not finite.
    double step(std::int64_t k, std::span<const double> u, std::span<double> state);

    [[nodiscard]] std::int64_t order() const { return order_; }
    [[nodiscard]] std::int64_t channels() const { return channels_; }

  private:
    std::int64_t order_, channels_;
    Method method_;
    double alpha_;
    AlignedNumbers root_;     // sqrt(2n+1), padded with 0
    AlignedNumbers ratio_;    // of each root to the next, padded like them
    AlignedNumbers scratch_;  // for one step
};

/// Processes a signal sample by sample and stores only the last state, so that signals can be streamed.
class LegsScan {
  public:
    using Number = double;

    /// Throws as LegsStep.
    LegsScan(std::int64_t order, std::int64_t channels, Method method, double alpha);
    /// Starts from `state` [order, channels], x_K after K = `samples_taken` samples, which counts in
    /// extent(). Throws UsageError for K < 0 or a state of another size.
    LegsScan(LegsStep step, std::int64_t samples_taken, std::span<const double> state);

    /// Processes finite samples, [count, channels].
    void take(std::span<const double> samples);
    /// Replaces this scan's state by that of an earlier scan after `samples_taken` samples,
    /// [order, channels], and continues from there. extent() restarts with this state. Throws UsageError for
    /// a state of another size or a negative count.
    void resume(std::int64_t samples_taken, std::span<const double> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return step_.channels(); }
    /// Returns x_T after T samples, [order, channels]: zeros before the first sample, NaN once a state of any
    /// channel was not finite.
    [[nodiscard]] std::span<const double> state() const { return state_; }
    /// Returns the extent over all channels.
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    void take_one(std::span<const double> u);
    void take_size(double largest);

    LegsStep step_;
    AlignedNumbers state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
