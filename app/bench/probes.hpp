#pragma once

#include "app/bench/benchmark.hpp"

namespace poslab {

/// Returns a bound of products of queries and keys, float32 [tokens, dim], in multiply-adds: by square tiles
/// on and below the diagonal, one BLAS thread per tile, and, if `whole`, the whole matrix (which must fit in
/// memory) on all of BLAS's own threads. The fastest is the minimum cost of a causal product. Throws
/// Unavailable without OpenBLAS.
[[nodiscard]] Bound product_bound(std::int64_t tokens, std::int64_t dim, bool whole);

/// Returns a bound of products of [rows, inner] with the transpose of [columns, inner], float32, in
/// multiply-adds, as in a decoder's products with its weights: in blocks on all threads, or on BLAS's own
/// threads. Throws Unavailable without OpenBLAS.
[[nodiscard]] Bound matrix_bound(std::int64_t rows, std::int64_t inner, std::int64_t columns);

/// Returns a bound of float32 exponentials in the nearest cache, on all threads; at least `count` per run.
[[nodiscard]] Bound exponential_bound(std::int64_t count);

/// Returns a bound of float64 multiply-adds on tables of rotations in the nearest cache, on all threads; at
/// least `count` per run.
[[nodiscard]] Bound rotation_bound(std::int64_t count);

/// Returns a bound of bytes written to newly allocated memory, as for a result.
[[nodiscard]] Bound result_bound(std::int64_t bytes);

}  // namespace poslab
