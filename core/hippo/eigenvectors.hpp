#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The diagonalisation A = V diag(−1 … −N) V⁻¹ of the LegS matrix that article 10137 proposes, and the reason
/// not to use it: V … V⁻¹ amplifies a rounding error of the state up to `condition` times.
struct Diagonalisation {
    std::vector<double> eigenvalues;  // −1 … −N
    double log10_condition = 0;  // of cond₂(V), unit columns; relative error of the condition below 1e-9
    std::optional<double> condition;  // empty if it exceeds a double
    std::string reason;               // why `condition` is empty; else empty
};

/// Returns the diagonalisation in closed form, so that doubles suffice (docs/formulas.md §7.5). Time
/// compresses a function into [0, r], which multiplies its moments ∫ s^a f ds by r^(a+1): the moments are the
/// coordinates in which A is diagonal, and the eigenvectors are their dual basis,
///     V_na   = coefficient of s^a in p_n(s)  = √(2n+1) (−1)^(n+a) C(n, a) C(n+a, a), for eigenvalue −(a+1),
///     V⁻¹_an = ∫_0^1 s^a p_n(s) ds           = √(2n+1) a!² / ((a−n)! (a+n+1)!).
/// Up to a chequerboard of signs, which does not change norms, both are non-negative. So nothing cancels in
/// the entries or in the two largest singular values, whose product is the condition. Entries are computed by
/// logarithms; those 1e-26 below the largest are dropped.
///
/// Costs O(N²). Throws UsageError for N = `order` outside 1 … 4096.
[[nodiscard]] Diagonalisation legs_diagonalisation(std::int64_t order, const Job& job = Job());

}  // namespace poslab
