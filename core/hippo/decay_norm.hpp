#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The 2-norm (largest singular value) of the decay operator K(r) of core/hippo/decay_operator.hpp for each of the ratios, in O(N)
/// for each and without K (docs/formulas.md §7.2):
///     K Kᵀ = r G,   G_jk = ∫_0^r p_j(s) p_k(s) ds,   so   ‖K(r)‖² = r λ,
/// λ <= 1 being how much of its square a polynomial of degree N − 1 can hold within [0, r]. That is the concentration problem of
/// Slepian on a polar cap, whose G commutes with a tridiagonal matrix (Grünbaum, Longhi and Perlstadt, SIAM J. Appl. Math. 42,
/// 1982; Simons, Dahlen and Wieczorek, SIAM Rev. 48, 2006, order m = 0): its ground state g is the eigenvector of G for λ. ‖K(r)‖
/// -> √r from below as N grows, not to be told from √r where N √r is beyond 12 or so, and -> N r as N √r -> 0. Ratios in (0, 1], N
/// = `order` 1 … 4096, else UsageError. Relative error below 1e-13 N^½.
[[nodiscard]] std::vector<double> decay_norms(std::int64_t order, std::span<const double> ratios, const Job& job = Job());

}  // namespace poslab
