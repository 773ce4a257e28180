#pragma once

#include "core/hippo/decay_operator.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Method::exact for legs in O(N^2) per step without any matrix:
/// x_(k+1) = K(k / (k+1)) (x_k - u_k e_0) + u_k e_0 with the decay operator
/// K(r) = e^(A ln(1/r)) by quadrature. DenseScan does the same by a matrix
/// exponential in O(N^3).
class ExactLegsScan {
  public:
    using Number = double;

    /// Throws UsageError for an order outside [1, 4096].
    explicit ExactLegsScan(std::int64_t order);

    /// Processes finite samples in order.
    void take(std::span<const double> samples);
    /// Replaces this scan's state by that of an earlier scan after `samples_taken` samples and continues from
    /// there. extent() restarts with this state. Throws UsageError for a state of another size or a negative
    /// count.
    void resume(std::int64_t samples_taken, std::span<const double> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return 1; }
    /// Returns x_T after T samples, [order]: zeros before the first sample.
    [[nodiscard]] std::span<const double> state() const { return state_; }
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    DecayOperator decay_;
    std::vector<double> state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
