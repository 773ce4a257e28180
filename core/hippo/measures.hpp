#pragma once

#include "core/hippo/measure.hpp"
#include "core/hippo/memory_order.hpp"

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Returns the size of a state: `order`, or 2 order + 1 for fourier_legs. Throws UsageError for an order
/// outside [1, 4096].
[[nodiscard]] std::int64_t memory_states(OneOf<Measure> measure, std::int64_t order);

/// Returns the basis functions at s, [order]. Throws UsageError for an invalid order and for fourier_legs.
[[nodiscard]] std::vector<double> memory_basis(OneOf<Measure> measure, std::int64_t order, double s);
/// Returns e^(2 pi i n s) for n = -order ... order.
[[nodiscard]] std::vector<std::complex<double>> fourier_basis(std::int64_t order, double s);

/// Returns the sum of x_n times the basis at each of `places` in [0, 1], using several threads; NaN at NaN.
/// Throws UsageError for fourier_legs, a state of invalid size, or a position outside [0, 1].
[[nodiscard]] std::vector<double> reconstruction(OneOf<Measure> measure, std::span<const double> state,
                                                 std::span<const double> places);
/// The same for fourier_legs: returns the real part, since signals are real.
[[nodiscard]] std::vector<double> fourier_reconstruction(std::span<const std::complex<double>> state,
                                                         std::span<const double> places);

}  // namespace poslab
