#pragma once

#include "app/bench/benchmark.hpp"

namespace poslab {

/// Products of queries and keys, float32 [tokens, dim], in multiply-adds: by square tiles on and below the diagonal, one BLAS
/// thread a tile, and, if `whole`, the whole matrix (which has to be held) on all of BLAS's own threads. The fastest is what a
/// causal product costs at best. Throws Unavailable without OpenBLAS.
[[nodiscard]] Bound product_bound(std::int64_t tokens, std::int64_t dim, bool whole);

/// Products of [rows, inner] with the transpose of [columns, inner], float32, in multiply-adds: as a decoder does them with its
/// weights, in blocks on all threads, or on BLAS's own. Throws Unavailable without OpenBLAS.
[[nodiscard]] Bound matrix_bound(std::int64_t rows, std::int64_t inner, std::int64_t columns);

/// Exponentials of float32 in the nearest cache, on all threads; `count` a run, at least.
[[nodiscard]] Bound exponential_bound(std::int64_t count);

/// Multiply-adds of float64 on tables of rotations in the nearest cache, on all threads; `count` a run, at least.
[[nodiscard]] Bound rotation_bound(std::int64_t count);

/// Bytes written into memory that is asked for anew, as a result is.
[[nodiscard]] Bound result_bound(std::int64_t bytes);

}  // namespace poslab
