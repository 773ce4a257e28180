#pragma once

#include "core/base/job.hpp"
#include "core/hippo/signals.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

// The exact LegS state: the projection of the whole history u(s), s in [0, 1], on the orthonormal Legendre
// polynomials, x_n = ∫_0^1 u(s) p_n(s) ds, n < N = `order` (1 … 4096, else UsageError).

/// Returns the projection of samples held over T = samples.size() equal intervals (docs/formulas.md §6.5). By
/// parts, with ∫_0^s p_n = (p_(n+1)(s)/√(2n+3) − p_(n−1)(s)/√(2n−1)) / (2√(2n+1)), which is 0 at both ends
/// for n >= 1:
///     x_0 = mean of u,   x_n = −Σ_(0<k<T) (u_k − u_(k−1)) ∫_0^(k/T) p_n.
/// Equal to the state of Method::exact, but in O(N T) instead of O(N² T). Error below 1e-13 Σ|u_k − u_(k−1)|.
/// Throws UsageError if there are no samples, Cancelled.
[[nodiscard]] std::vector<double> held_projection(std::int64_t order, std::span<const double> samples,
                                                  const Job& job = Job());

/// Returns the projection of a signal defined as a function of s, not only at samples. Steps and text are
/// integrated as above, from jump to jump; others by Gauss–Legendre quadrature between their bends, with
/// enough nodes for an error of rounding. The signal's length has no effect. Throws std::invalid_argument if
/// the signal is no function of s, Cancelled.
[[nodiscard]] std::vector<double> signal_projection(std::int64_t order, const SignalSpec& spec,
                                                    const Job& job = Job());

}  // namespace poslab
