#pragma once

#include "core/attention/rotated_product.hpp"
#include "core/attention/sampled_softmax.hpp"
#include "core/base/job.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Mean and standard deviation (population, divisor n) of a quantity at each of some distances.
struct Moments {
    std::vector<double> mean, sd;
};

/// Moments of the terms of (q + a)^T R_(-D) (k + b) (docs/formulas.md §5.1): q^T R k, a^T R k, q^T R b and
/// their sum including a^T R b (spaces.ac.cn/archives/9577, eq. 24). Raw inner products, neither divided by
/// sqrt(dim) nor multiplied by an attention factor.
struct TermMoments {
    Moments content, bias_key, query_bias, total;
};

/// Returns moments over all pairs of a query i and a key j = i - D of a sequence, at D = 0, 1, ... tokens - 1
/// (docs/formulas.md §5.4), for a model's queries and keys [tokens, dim] before rotation. query_bias,
/// key_bias [dim].
/// Products are in float32, within 1e-5 |x||y| up to dim 4096, and summed in double precision; O(tokens)
/// memory: four copies of the vectors. A NaN among the vectors makes the results of its distances NaN; a term
/// whose bias is all zeros is 0. Throws Cancelled.
[[nodiscard]] TermMoments pair_moments(const TokenVectors& queries, const TokenVectors& keys,
                                       std::span<const double> query_bias, std::span<const double> key_bias,
                                       const Rotary& rotary, const Job& job);

/// Returns moments over `samples` pairs of isotropic vectors, each used for all of `distances`, to check the
/// closed forms. Component c of query (key) s is normal number s dim + c of stream 0 (1) of the seed. Throws
/// Cancelled.
[[nodiscard]] TermMoments sampled_moments(std::int64_t samples, std::int64_t seed,
                                          std::span<const double> query_bias,
                                          std::span<const double> key_bias, const Rotary& rotary,
                                          std::span<const std::int64_t> distances, const Job& job);

/// Returns 1 - |mean x|^2 / mean |x|^2 (docs/formulas.md §5.4): 1 for vectors pointing in all directions
/// equally, 0 if all are equal; NaN if all are zero.
[[nodiscard]] double isotropy(const TokenVectors& vectors);

/// The counterpart of sampled_softmax() for a model's queries and keys [tokens, dim] (before rotation): up to
/// `spec.samples` queries at evenly spaced positions, including the last; those with at least n keys count at
/// length n. `lengths` <= tokens. weight_bias covers the queries that have all lengths.back() keys. Throws
/// Cancelled.
[[nodiscard]] SoftmaxByLength softmax_of_vectors(const TokenVectors& queries, const TokenVectors& keys,
                                                 const SampledSoftmaxSpec& spec,
                                                 std::span<const std::int64_t> lengths, const Job& job);

}  // namespace poslab
