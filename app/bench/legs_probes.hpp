#pragma once

#include "app/bench/benchmark.hpp"

#include <cstddef>
#include <cstdint>

namespace poslab {

/// Returns a bound of float64 divisions in the nearest cache, on one thread; at least `count` per run.
[[nodiscard]] Bound division_bound(std::int64_t count);

/// Returns a bound of multiply-adds of eight float64, each of which depends on the previous one; at least
/// `count` per run.
[[nodiscard]] Bound chain_bound(std::int64_t count);

/// Returns a bound of float64 bytes read and written back in the nearest cache, on one thread.
[[nodiscard]] Bound state_bound(std::int64_t bytes);

/// The kernels of the bounds, with the widest vectors of this processor. `count` is a multiple of 8: out[n] =
/// 1 / in[n].
void reciprocals(const double* in, double* out, std::size_t count);
/// numbers[0 ... 7] = 0.5 numbers + 1, `count` times.
void halve_and_add_one(double* numbers, std::size_t count);
/// numbers[n] = -numbers[n], `count` a multiple of 8.
void negate(double* numbers, std::size_t count);

}  // namespace poslab
