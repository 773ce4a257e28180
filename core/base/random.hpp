#pragma once

#include <cstdint>
#include <span>

namespace poslab {

/// Counter-based bits (docs/formulas.md §1.6): SplitMix64(SplitMix64(seed ^ stream * golden) + index).
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// Streams of random numbers, one per use, so that no two uses share numbers.
enum class RandomStream : std::uint64_t {
    queries = 0,
    keys = 1,
    values = 2,
    query_bias = 3,
    key_bias = 4,
    signal = 5,
    positions = 6,
    matrices = 7,
    weights = 8,
    pieces = 9,
    held_out = 10
};

/// Returns number n of a stream of independent standard normals, by Box and Muller from counters 2n and 2n +
/// 1 (docs/formulas.md §1.6): sqrt(-2 ln u) cos(2 pi v), u = (bits(2n) / 2^11 + 1/2) / 2^53, v likewise from
/// 2n + 1.
[[nodiscard]] double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t n);

/// Writes numbers first, first + 1, ... of the stream, each within 1e-13 of random_normal(). Uses the widest
/// vectors of this processor.
void random_normals(std::uint64_t seed, RandomStream stream, std::uint64_t first, std::span<double> out);

}  // namespace poslab
