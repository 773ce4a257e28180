#pragma once

#include "core/encoding/plan.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Relative position p(i, j) in tokens of query i and key j, distance D = i - j >= 0, counted from 0 (docs/formulas.md §2.1):
///   rope              D
///   pi                D / k                                              (position interpolation)
///   rerope            min(D, w)                                          (Su Jianlin, spaces.ac.cn/archives/9708)
///   leaky_rerope      D if D < w, else w + (D - w) / k                   (9708)
///   inv_leaky_rerope  D if D < w, else w + k (D - w)                     (archives/9731: trained so, used as rope)
///   self_extend       D if D < w, else floor(i/G) - floor(j/G) + w - floor(w/G)       (LongLM)
///   dual_chunk        c = chunk - local; key j mod c; query i mod c in the key's chunk of c, min(i mod c + c, chunk)
///                     in the next one, min(2c - 1, chunk) in later ones  (ChunkLlama)
///   sinks             i < sinks + recent: D; else key j < sinks: sinks + recent - 1 - j; D < recent: D;
///                     other cells masked (evicted)                       (StreamingLLM, cache re-indexed from 0)
/// A positive p looks back. Above the diagonal (i < j) cells are masked if causal, else -p(j, i).
enum class PositionMap { rope, pi, rerope, leaky_rerope, inv_leaky_rerope, self_extend, dual_chunk, sinks };

/// Which map, and its parameters; lengths in tokens, k without unit. A map ignores what its formula does not name.
struct PositionMapSpec {
    PositionMap map = PositionMap::leaky_rerope;
    std::int64_t w = 256;
    double k = 16;
    std::int64_t group = 8;
    std::int64_t chunk = 384;
    std::int64_t local = 64;
    std::int64_t sinks = 4;
    std::int64_t recent = 512;
    bool causal = true;
};

/// The map as at most three branches. Throws UsageError for parameters outside the formula's domain
/// (local >= chunk, a group below 1, k not positive, a length that is negative or beyond 2^30).
[[nodiscard]] PositionPlan position_plan(const PositionMapSpec& spec);

/// p(i, j) in tokens, or masked_value(); tokens below 2^30.
[[nodiscard]] double position_at(const PositionPlan& plan, std::int64_t i, std::int64_t j);

/// p(i, i - D) for each D of `distances` [n] -> [n]; masked where i - D < 0.
[[nodiscard]] std::vector<double> position_profile(const PositionPlan& plan, std::int64_t i,
                                                   std::span<const std::int64_t> distances);

}  // namespace poslab
