#pragma once

#include "core/attention/rotated_product.hpp"
#include "core/attention/sampled_softmax.hpp"
#include "core/base/job.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Mean and standard deviation (divided by the number of values, not by one less) of a quantity at each of some distances.
struct Moments {
    std::vector<double> mean, sd;
};

/// Of the parts of (q + a)^T R_(-D) (k + b) (docs/formulas.md §5.1): q^T R k, a^T R k, q^T R b and their sum with a^T R b
/// (spaces.ac.cn/archives/9577, eq. 24). Raw inner products, neither divided by sqrt(dim) nor times an attention factor.
struct TermMoments {
    Moments content, bias_key, query_bias, total;
};

/// Over all pairs of a query i and a key j = i - D of a sequence, at D = 0, 1, ... tokens - 1 (docs/formulas.md §5.4): what a
/// model's own queries and keys [tokens, dim] (before rotation) do. query_bias, key_bias [dim]. Products in float32, right to 1e-5
/// |x||y| up to dim 4096, and accumulated in double precision; O(tokens) memory: four copies of the vectors. NaN among the vectors
/// makes the distances NaN that it takes part in; a term whose bias is all zeros is 0. Throws Cancelled.
[[nodiscard]] TermMoments pair_moments(const TokenVectors& queries, const TokenVectors& keys, std::span<const double> query_bias,
                                       std::span<const double> key_bias, const Rotary& rotary, const Job& job);

/// Over `samples` pairs of isotropic vectors, each kept for all of `distances`: what the closed forms are checked with. Component c
/// of query (key) s is normal number s dim + c of stream 0 (1) of the seed. Throws Cancelled.
[[nodiscard]] TermMoments sampled_moments(std::int64_t samples, std::int64_t seed, std::span<const double> query_bias,
                                          std::span<const double> key_bias, const Rotary& rotary,
                                          std::span<const std::int64_t> distances, const Job& job);

/// 1 - |mean x|^2 / mean |x|^2 (docs/formulas.md §5.4): 1 for vectors that point everywhere alike, 0 where all are the same; NaN
/// for zeros alone.
[[nodiscard]] double isotropy(const TokenVectors& vectors);

/// sampled_softmax() with a model's own queries and keys [tokens, dim] (before rotation) instead of drawn ones: queries at up to
/// `spec.samples` positions, evenly spread and the last one among them; at length n those count that have n keys up to their own.
/// `lengths` <= tokens. weight_bias is that of the queries that have all lengths.back() keys. Throws Cancelled.
[[nodiscard]] SoftmaxByLength softmax_of_vectors(const TokenVectors& queries, const TokenVectors& keys,
                                                 const SampledSoftmaxSpec& spec, std::span<const std::int64_t> lengths,
                                                 const Job& job);

}  // namespace poslab
