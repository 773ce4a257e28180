#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The Gauss–Legendre rule on [0, 1]: the sum over i of weights[i] f(nodes[i]) is the integral of f for
/// polynomials f of degree up to 2N − 1. Nodes increase and nodes[i] + nodes[N−1−i] = 1, so nodes[N−1−i] is
/// 1 − nodes[i] without cancellation. Each node, however close to 0, and each weight is the nearest double or
/// a neighbour of it (Newton in extended precision).
struct Quadrature {
    std::vector<double> nodes;    // [N], in (0, 1)
    std::vector<double> weights;  // [N], positive; their sum is 1
};

/// Returns the rule with N = `order` nodes. O(N²). Throws UsageError for N outside 1 … 4096.
[[nodiscard]] Quadrature gauss_legendre(std::int64_t order);

/// The orthonormal Legendre polynomials of [0, 1], p_n(s) = √(2n+1) P_n(2s − 1), at many points, one n after
/// the other. The recurrence (n+1) P_{n+1} = (2n+1) x P_n − n P_{n−1} runs on the differences P_{n+1} − P_n
/// from the nearer end of [0, 1], which preserves the relative precision of the distance from that end. Error
/// at n ≤ 4096: below 1e-12 √(2n+1).
class LegendreSweep {
  public:
    /// Starts at n = 0. `rest` is 1 − s of each point, in full relative precision. Throws UsageError unless
    /// both are in [0, 1] and of equal length.
    LegendreSweep(std::span<const double> s, std::span<const double> rest);

    /// Returns p_n at each point, where n is the number of calls of advance().
    [[nodiscard]] std::span<const double> values() const { return values_; }
    void advance();

  private:
    double n_ = 0;
    std::vector<double> twice_distance_;  // 2 min(s, 1 − s)
    std::vector<double> turn_, sign_;  // P_n(−x) = (−1)^n P_n(x): −1 and (−1)^n in the lower half, 1 above
    std::vector<double> legendre_, difference_, values_;
};

}  // namespace poslab
