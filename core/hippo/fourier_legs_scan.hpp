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

/// Fourier-LegS by every Method, sample by sample. A step costs O(N), where DenseScan needs O(N^3), and
/// state() O(N^2). In the coordinates of FourierLegsModes a step multiplies each mode separately; it is
/// applied to y = x - u e_0, so that every method that preserves a constant does so to the last bit.
///
/// Not thread-safe.
class FourierLegsScan {
  public:
    using Number = std::complex<double>;

    /// Throws as FourierLegsModes, which it computes, and UsageError for alpha outside [0, 1].
    FourierLegsScan(std::int64_t order, Method method, double alpha);
    /// Uses given modes, which several scans of the same order may share.
    FourierLegsScan(std::shared_ptr<const FourierLegsModes> modes, Method method, double alpha);

    /// Processes finite samples in order.
    void take(std::span<const double> samples);
    /// Replaces this scan's state by that of an earlier scan after `samples_taken` samples, [2 N + 1], of
    /// which only n >= 0 is read (x_-n = conj x_n), and continues from there. extent() restarts with this
    /// state. Throws UsageError for a state of another size or a negative count.
    void resume(std::int64_t samples_taken, std::span<const Number> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return 1; }
    /// Returns x_T after T samples, n = -N ... N: zeros before the first sample, NaN once a state was not
    /// finite. Valid until the next sample.
    [[nodiscard]] std::span<const Number> state();
    /// Returns the extent over all times, up to rounding.
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
    std::vector<double> slack_;  // [N + 1]: least distance in the coordinates before x_n can exceed the peak
    std::vector<Number> state_;
    bool state_is_current_ = true;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
