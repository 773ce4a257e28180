#pragma once

#include "core/hippo/discretisation.hpp"
#include "core/hippo/fourier_legs_modes.hpp"
#include "core/hippo/state_extent.hpp"

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace poslab {

/// Fourier-LegS by every Method, sample by sample, as DenseScan, which costs O(N^3) a step: here a step costs O(N), and a state
/// O(N^2) where it is asked for. In the coordinates of FourierLegsModes a step turns every mode by itself, of y = x - u e_0, so
/// that a constant is kept to the last bit by every method that keeps it. Not for use by two threads at once.
class FourierLegsScan {
  public:
    using Number = std::complex<double>;

    /// Throws as FourierLegsModes, which it makes, and UsageError for alpha outside [0, 1].
    FourierLegsScan(std::int64_t order, Method method, double alpha);
    /// Several scans of an order may share its modes.
    FourierLegsScan(std::shared_ptr<const FourierLegsModes> modes, Method method, double alpha);

    /// Finite samples in their order.
    void take(std::span<const double> samples);
    /// Goes on from `state` [2 N + 1] after `samples_taken` samples, as an earlier scan had it, of which n >= 0 is read (x_-n =
    /// conj x_n); what this scan took before is forgotten. extent() starts anew, with this state. Throws UsageError for a state of
    /// another size and a negative count.
    void resume(std::int64_t samples_taken, std::span<const Number> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return 1; }
    /// x_T after T samples, n = -N ... N: zeros before the first. NaN after a state was not finite. Until the next sample.
    [[nodiscard]] std::span<const Number> state();
    /// Over all times, but for rounding.
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    void take_one(double u);
    double advance(double u);
    void watch(double way);

    std::shared_ptr<const FourierLegsModes> modes_;
    Method method_;
    double alpha_;
    Eigen::VectorXd rest_;       // coordinates of x - held e_0
    double held_ = 0;            // the last sample
    std::vector<double> slack_;  // [N + 1]: as long a way in the coordinates has x_n to go at least to exceed the peak
    std::vector<Number> state_;
    bool state_is_current_ = true;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
