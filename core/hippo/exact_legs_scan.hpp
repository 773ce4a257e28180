#pragma once

#include "core/hippo/decay_operator.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Method::exact of legs in O(N^2) a step without any matrix: x_(k+1) = K(k / (k+1)) (x_k - u_k e_0) + u_k e_0 with the decay
/// operator K(r) = e^(A ln(1/r)) by quadrature. As DenseScan, which takes the exponential of the matrix, O(N^3).
class ExactLegsScan {
  public:
    using Number = double;

    /// Throws UsageError for an order outside [1, 4096].
    explicit ExactLegsScan(std::int64_t order);

    /// Finite samples in their order.
    void take(std::span<const double> samples);
    /// Goes on from `state` after `samples_taken` samples, as an earlier scan had them. What this scan took before is forgotten;
    /// extent() starts anew, with this state. Throws UsageError for a state of another size and a negative count.
    void resume(std::int64_t samples_taken, std::span<const double> state);

    [[nodiscard]] std::int64_t samples_taken() const { return samples_taken_; }
    [[nodiscard]] std::int64_t channels() const { return 1; }
    /// x_T after T samples, [order]: zeros before the first.
    [[nodiscard]] std::span<const double> state() const { return state_; }
    [[nodiscard]] const StateExtent& extent() const { return extent_; }

  private:
    DecayOperator decay_;
    std::vector<double> state_;
    std::int64_t samples_taken_ = 0;
    StateExtent extent_;
};

}  // namespace poslab
