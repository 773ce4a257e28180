#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The Gauss–Legendre rule on [0, 1]: sum over i of weights[i] f(nodes[i]) is the integral of f wherever f is a polynomial of
/// degree 2N − 1 or less. Nodes rise, nodes[i] + nodes[N−1−i] = 1, and each of them, however near to 0, as each weight, is the
/// double that is nearest or next to it (Newton in extended precision). So 1 − nodes[i] without cancellation is nodes[N−1−i].
struct Quadrature {
    std::vector<double> nodes;    // [N], in (0, 1)
    std::vector<double> weights;  // [N], positive; their sum is 1
};

/// N = `order`, 1 … 4096; UsageError beyond. O(N²).
[[nodiscard]] Quadrature gauss_legendre(std::int64_t order);

/// The orthonormal Legendre polynomials of [0, 1], p_n(s) = √(2n+1) P_n(2s − 1), at many points, one n after the other:
/// (n+1) P_{n+1} = (2n+1) x P_n − n P_{n−1}, run on the differences P_{n+1} − P_n from the end of [0, 1] nearer to each point,
/// which keeps the relative precision of the distance from that end. Error at n ≤ 4096: below 1e-12 √(2n+1).
class LegendreSweep {
  public:
    /// Starts at n = 0. `rest` is 1 − s of each point, of full relative precision; both in [0, 1], of one length, else UsageError.
    LegendreSweep(std::span<const double> s, std::span<const double> rest);

    /// p_n at each point, n being how often advance() has been called.
    [[nodiscard]] std::span<const double> values() const { return values_; }
    void advance();

  private:
    double n_ = 0;
    std::vector<double> twice_distance_;  // 2 min(s, 1 − s)
    std::vector<double> turn_, sign_;     // P_n(−x) = (−1)^n P_n(x): −1 and (−1)^n in the lower half, 1 above
    std::vector<double> legendre_, difference_, values_;
};

}  // namespace poslab
