#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

// What a single sample leaves: u_{m−1} = 1 and all else 0, held over [m − 1, m), m = `from` >= 1; `elapsed` = n − m >= 0 is how
// many steps ago it ended, whole or not. UsageError where these do not hold, and for orders outside 1 … 4096.

/// The LegS state at time n under `exact`, which is the projection of the history pressed into [0, 1] (docs/formulas.md §7.3):
///     x_j = ∫ p_j(s) ds over [(m − 1)/n, m/n],   [N].
/// The same as K(m/n) of core/hippo/decay_operator.hpp applied to x at n = m, but in O(N). Error below 1e-11 of ‖x‖.
[[nodiscard]] std::vector<double> impulse_state(std::int64_t order, std::int64_t from, double elapsed);

/// ‖x‖ of that state (Euclidean) at each of `elapsed`. It falls strictly: as A + Aᵀ = −I − BBᵀ, d‖x‖²/d ln n <= −‖x‖², so that
/// ‖x‖ <= √(m/n)‖x at m‖.
[[nodiscard]] std::vector<double> impulse_norms(std::int64_t order, std::int64_t from, std::span<const double> elapsed,
                                                const Job& job = Job());

/// The `elapsed` at which ‖x‖ is half of what it is at n = m. At most 3 m, and near to it while the state resolves the sample (N²
/// far above m); 1.6 m/N² where N² is far below m. So it grows with m, which is what forgetting polynomially means.
[[nodiscard]] double impulse_half_life(std::int64_t order, std::int64_t from);

/// The exponential RNN beside it: γ^elapsed, 0 < gamma < 1 (else UsageError); 0 where that is too small for a double.
[[nodiscard]] std::vector<double> rnn_decay(double gamma, std::span<const double> elapsed);

/// ln 2 / ln(1/γ) steps (docs/formulas.md §7.4).
[[nodiscard]] double rnn_half_life(double gamma);

/// The γ of that half-life in steps, 2^(−1/half_life); half_life > 0 and finite, else UsageError.
[[nodiscard]] double rnn_of_half_life(double half_life);

}  // namespace poslab
