#pragma once

#include "core/base/job.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// What 10137's diagonalisation of the LegS matrix A would rest on, and why it is not used: A = V diag(−1 … −N) V⁻¹, and a rounding
/// in a state comes back out of V … V⁻¹ up to `condition` times as large.
struct Diagonalisation {
    std::vector<double> eigenvalues;  // −1 … −N
    double log10_condition = 0;       // of cond₂(V), columns of unit length; relative error of the condition below 1e-9
    std::optional<double> condition;  // where it fits a double
    std::string reason;               // why there is none, else empty
};

/// In closed form, so that doubles suffice (docs/formulas.md §7.5). Time presses a function into [0, r], which takes its moments ∫
/// s^a f ds to r^(a+1) times themselves: they are the coordinates in which A is diagonal, and the eigenvectors are what is dual to
/// them,
///     V_na   = coefficient of s^a in p_n(s)  = √(2n+1) (−1)^(n+a) C(n, a) C(n+a, a),                for eigenvalue −(a+1),
///     V⁻¹_an = ∫_0^1 s^a p_n(s) ds           = √(2n+1) a!² / ((a−n)! (a+n+1)!).
/// Up to a chequerboard of signs, which no norm sees, both are non-negative. So nothing cancels in the entries nor in the two
/// largest singular values, whose product is the condition. Entries go through logarithms; what is 1e-26 below the largest is left
/// out. N = `order` 1 … 4096, else UsageError. O(N²).
[[nodiscard]] Diagonalisation legs_diagonalisation(std::int64_t order, const Job& job = Job());

}  // namespace poslab
