#pragma once

#include "app/bench/benchmark.hpp"

#include <cstddef>
#include <cstdint>

namespace poslab {

/// Divisions of float64 in the nearest cache, on one thread; `count` a run, at least.
[[nodiscard]] Bound division_bound(std::int64_t count);

/// Multiply-adds of eight float64 of which each waits for the one before; `count` a run, at least.
[[nodiscard]] Bound chain_bound(std::int64_t count);

/// Bytes of float64 read and written back in the nearest cache, on one thread.
[[nodiscard]] Bound state_bound(std::int64_t bytes);

/// What they run, with the widest vectors of this processor. `count` a multiple of 8: out[n] = 1 / in[n].
void reciprocals(const double* in, double* out, std::size_t count);
/// numbers[0 ... 7] = 0.5 numbers + 1, `count` times.
void halve_and_add_one(double* numbers, std::size_t count);
/// numbers[n] = -numbers[n], `count` a multiple of 8.
void negate(double* numbers, std::size_t count);

}  // namespace poslab
