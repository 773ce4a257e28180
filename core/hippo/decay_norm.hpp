#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Returns the 2-norm (largest singular value) of the decay operator K(r) of core/hippo/decay_operator.hpp
/// for each ratio, in O(N) per ratio and without forming K (docs/formulas.md §7.2):
///     K Kᵀ = r G,   G_jk = ∫_0^r p_j(s) p_k(s) ds,   so   ‖K(r)‖² = r λ,
/// where λ <= 1 is the largest share of its square integral that a polynomial of degree N − 1 can have on
/// [0, r].
///
/// This is Slepian's concentration problem on a polar cap, whose G commutes with a tridiagonal matrix
/// (Grünbaum, Longhi and Perlstadt, SIAM J. Appl. Math. 42, 1982; Simons, Dahlen and Wieczorek, SIAM Rev. 48,
/// 2006, order m = 0): the ground state g of that matrix is the eigenvector of G for λ. ‖K(r)‖ -> √r from
/// below as N grows, with no visible difference beyond N √r = 12 or so, and -> N r as N √r -> 0.
///
/// Throws UsageError for a ratio outside (0, 1] or N = `order` outside 1 … 4096. Relative error below
/// 1e-13 N^½.
[[nodiscard]] std::vector<double> decay_norms(std::int64_t order, std::span<const double> ratios,
                                              const Job& job = Job());

}  // namespace poslab
