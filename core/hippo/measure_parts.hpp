#pragma once

#include "core/hippo/measure.hpp"

// Building blocks of measures.
namespace poslab::measure_parts {

/// Return sqrt(2n + 1), the inverse norm of P_n on [0, 1], and (-1)^n.
[[nodiscard]] double root(std::int64_t n);
[[nodiscard]] inline double sign(std::int64_t n) { return n % 2 == 0 ? 1 : -1; }

/// Return P_n(2s - 1), and sqrt(2n + 1) P_n(2s - 1), for n < order.
[[nodiscard]] std::vector<double> legendre(std::int64_t order, double s);
[[nodiscard]] std::vector<double> normed_legendre(std::int64_t order, double s);

// Measure::reconstruct in these bases.
void add_legendre(std::span<const double> state, std::span<const double> places, std::span<double> out);
void add_normed_legendre(std::span<const double> state, std::span<const double> places,
                         std::span<double> out);

}  // namespace poslab::measure_parts
