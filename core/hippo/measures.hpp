#pragma once

#include "core/hippo/memory_order.hpp"

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// What a state x of N numbers remembers of a signal u, as the coefficients of u's history in a basis (10137; HiPPO, arXiv
/// 2008.07669; docs/formulas.md §6.1):
///   legs          t x' = A x + B u: the whole history, s = t'/t, in p_n(s) = sqrt(2n+1) P_n(2s-1), n < N
///   legt          x' = A x + B u: the last `span`, s = 1 is now, in p_n(s)
///   fourier_legs  t x' = A x + B u: the whole history in e^(2 pi i n s), n = -N ... N (10137): 2N+1 complex numbers
///   lmu           legt's window, s = 0 is now, in P_n(2s-1) (Voelker et al., 2019)
///   fout          the same window, s = 0 is now, in 1, sqrt2 cos 2 pi s, sqrt2 sin 2 pi s, sqrt2 cos 4 pi s, ...
///                 (FouT of arXiv 2206.12037); where the order is even, the last cosine has no sine and its state stays 0
/// Every one of them holds a constant: B = -A e_0, where e_0 is the coefficient of the constant 1.
enum class Measure { legs, legt, fourier_legs, lmu, fout };

/// `order` numbers, of fourier_legs 2 order + 1. Throws UsageError for an order outside [1, 4096].
[[nodiscard]] std::int64_t memory_states(Measure measure, std::int64_t order);

/// Where now is on [0, 1]: 1 or 0.
[[nodiscard]] double place_of_now(Measure measure);

/// The values of the basis functions at s, [order]. Throws UsageError for a bad order and for fourier_legs.
[[nodiscard]] std::vector<double> memory_basis(Measure measure, std::int64_t order, double s);
/// e^(2 pi i n s) for n = -order ... order.
[[nodiscard]] std::vector<std::complex<double>> fourier_basis(std::int64_t order, double s);

/// sum of x_n times the basis at each of `places` in [0, 1], in several threads; NaN where the place is NaN. Throws UsageError for
/// fourier_legs, a state of no known order and places outside.
[[nodiscard]] std::vector<double> reconstruction(Measure measure, std::span<const double> state, std::span<const double> places);
/// The same of fourier_legs: the real part, since signals are real.
[[nodiscard]] std::vector<double> fourier_reconstruction(std::span<const std::complex<double>> state,
                                                         std::span<const double> places);

}  // namespace poslab
