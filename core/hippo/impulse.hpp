#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

// The response to a single sample: u_{m−1} = 1 and all others 0, held over [m − 1, m), m = `from` >= 1.
// `elapsed` = n − m >= 0 is the number of steps since its end, not necessarily whole. All functions throw
// UsageError if these conditions do not hold, and for orders outside 1 … 4096.

/// Returns the LegS state at time n under `exact`, the projection of the history scaled to [0, 1]
/// (docs/formulas.md §7.3):
///     x_j = ∫ p_j(s) ds over [(m − 1)/n, m/n],   [N].
/// Equal to K(m/n) of core/hippo/decay_operator.hpp applied to x at n = m, but in O(N). Error below 1e-11 of
/// ‖x‖.
[[nodiscard]] std::vector<double> impulse_state(std::int64_t order, std::int64_t from, double elapsed);

/// Returns the Euclidean norm ‖x‖ of that state at each of `elapsed`. It decreases strictly: as
/// A + Aᵀ = −I − BBᵀ, d‖x‖²/d ln n <= −‖x‖², so that ‖x‖ <= √(m/n)‖x at m‖.
[[nodiscard]] std::vector<double> impulse_norms(std::int64_t order, std::int64_t from,
                                                std::span<const double> elapsed, const Job& job = Job());

/// Returns the `elapsed` at which ‖x‖ is half of its value at n = m. It is at most 3 m, and close to that
/// while the state resolves the sample (N² far above m); for N² far below m it is 1.6 m/N². It grows with m:
/// forgetting is polynomial.
[[nodiscard]] double impulse_half_life(std::int64_t order, std::int64_t from);

/// Returns the decay γ^elapsed of an exponential RNN, for comparison; 0 where that is too small for a double.
/// Throws UsageError unless 0 < gamma < 1.
[[nodiscard]] std::vector<double> rnn_decay(double gamma, std::span<const double> elapsed);

/// Returns the half-life ln 2 / ln(1/γ) in steps (docs/formulas.md §7.4).
[[nodiscard]] double rnn_half_life(double gamma);

/// Returns the γ with the given half-life in steps, 2^(−1/half_life). Throws UsageError unless half_life is
/// positive and finite.
[[nodiscard]] double rnn_of_half_life(double half_life);

}  // namespace poslab
