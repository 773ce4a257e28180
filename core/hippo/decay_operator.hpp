#pragma once

#include "core/hippo/legendre.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// What is left of a LegS state after silence (docs/formulas.md §7.1; article 10137): x at time n is e^{A ln(n/m)} x at time m
/// where the input is 0 between, with A_jk = −√((2j+1)(2k+1)) below the diagonal, −(j+1) on it, 0 above. As the state holds the
/// history as sum of x_k p_k(s), s = t/T, time only presses that function into [0, r], r = m/n, and puts 0 on [r, 1]:
///     K(r)_jk = [e^{A ln(1/r)}]_jk = ∫_0^r p_j(s) p_k(s/r) ds = r ∫_0^1 p_j(r v) p_k(v) dv,
/// which N Gauss nodes integrate exactly. K(1) = I, K(a) K(b) = K(a b), lower triangular, eigenvalues r, r², …, r^N.
class DecayOperator {
  public:
    /// N = `order`, 1 … 4096; UsageError beyond.
    explicit DecayOperator(std::int64_t order);

    [[nodiscard]] std::size_t order() const { return rule_.nodes.size(); }

    /// K(ratio) `state`, [N] -> [N], in O(N²) and without K. 0 < ratio <= 1 and N components, else UsageError.
    [[nodiscard]] std::vector<double> apply(double ratio, std::span<const double> state) const;

    /// K(ratio) itself, [N, N], row j and column k at j N + k; for showing it and for small N, as it takes O(N³).
    [[nodiscard]] std::vector<double> matrix(double ratio) const;

  private:
    [[nodiscard]] LegendreSweep at_nodes() const;
    [[nodiscard]] LegendreSweep at_compressed_nodes(double ratio) const;

    Quadrature rule_;
    std::vector<double> mirrored_;  // 1 − nodes
};

/// r^1 … r^N for each ratio r: the eigenvalues of K(r). Ratios [n] in (0, 1] -> [N, n], mode k + 1 of ratio i at k n + i; powers
/// that are too small for a double are 0. UsageError as above.
[[nodiscard]] std::vector<double> decay_modes(std::int64_t order, std::span<const double> ratios);

/// UsageError where 0 < ratio <= 1 does not hold.
void check_decay_ratio(double ratio);

}  // namespace poslab
