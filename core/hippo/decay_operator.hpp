#pragma once

#include "core/hippo/legendre.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The decay of a LegS state during silence (docs/formulas.md §7.1; article 10137). If the input is 0 from
/// time m to time n, x at n is e^{A ln(n/m)} x at m, with A_jk = −√((2j+1)(2k+1)) below the diagonal, −(j+1)
/// on it, 0 above.
///
/// The state represents the history as the sum of x_k p_k(s), s = t/T, so silence compresses that function
/// into [0, r], r = m/n, and adds 0 on [r, 1]:
///     K(r)_jk = [e^{A ln(1/r)}]_jk = ∫_0^r p_j(s) p_k(s/r) ds = r ∫_0^1 p_j(r v) p_k(v) dv,
/// which N Gauss nodes integrate exactly. K(1) = I, K(a) K(b) = K(a b), and K(r) is lower triangular with
/// eigenvalues r, r², …, r^N.
class DecayOperator {
  public:
    /// Throws UsageError for N = `order` outside 1 … 4096.
    explicit DecayOperator(std::int64_t order);

    [[nodiscard]] std::size_t order() const { return rule_.nodes.size(); }

    /// Returns K(ratio) `state`, [N] -> [N], in O(N²) without forming K. Throws UsageError unless
    /// 0 < ratio <= 1 and `state` has N components.
    [[nodiscard]] std::vector<double> apply(double ratio, std::span<const double> state) const;

    /// Returns the matrix K(ratio), [N, N], row j and column k at j N + k. Costs O(N³): for display
    /// and small N.
    [[nodiscard]] std::vector<double> matrix(double ratio) const;

  private:
    [[nodiscard]] LegendreSweep at_nodes() const;
    [[nodiscard]] LegendreSweep at_compressed_nodes(double ratio) const;

    Quadrature rule_;
    std::vector<double> mirrored_;  // 1 − nodes
};

/// Returns the eigenvalues r^1 … r^N of K(r) for each ratio r: ratios [n] in (0, 1] -> [N, n], mode k + 1 of
/// ratio i at k n + i. Powers too small for a double are 0. Throws UsageError as DecayOperator does.
[[nodiscard]] std::vector<double> decay_modes(std::int64_t order, std::span<const double> ratios);

/// Throws UsageError unless 0 < ratio <= 1.
void check_decay_ratio(double ratio);

}  // namespace poslab
