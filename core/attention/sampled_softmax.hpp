#pragma once

#include "core/attention/rotated_product.hpp"
#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// A query q and the keys before it, isotropic with unit variance, and biases a and b (docs/formulas.md
/// §5.5):
///     plain(D) = scale * q^T M R_(-D) k_D,   bias(D) = scale * (q + a)^T M R_(-D) (k_D + b),   D = 0, 1, ...
/// M multiplies the rotated dimensions by attention_factor_squared. Softmax over the keys at D < n.
struct SampledSoftmaxSpec {
    Rotary rotary;
    std::vector<double> query_bias, key_bias;  // a, b, [dim] each
    double attention_factor_squared = 1;       // f^2, the square of the attention factor
    double scale = 1;                          // softmax scale: 1 / sqrt(dim) and other common factors
    std::int64_t samples = 256;                // queries, each with its own keys; >= 1
    std::int64_t seed = 1;
};

/// Means over the samples and their standard deviations (population, divisor n).
struct SoftmaxByLength {
    std::vector<double> entropy_plain, entropy_plain_sd;  // nats, at n = lengths[i]
    std::vector<double> entropy_bias, entropy_bias_sd;
    // see weight_bias; for isotropic vectors 1 / lengths.back(): no distance is preferred
    std::vector<double> weight_plain;
    // mean weight of a key at distance lengths[i - 1] <= D < lengths[i], among all lengths.back()
    std::vector<double> weight_bias;
    std::int64_t samples = 0;  // the number actually used
};

/// `lengths` increase, the first is >= 1. Component c of query s is normal number s dim + c of stream 0 of
/// the seed. Keys are not drawn by component: only the projection of k_D on the rotated query matters, and
/// for an isotropic vector its projection on any direction u is |u| times a normal, number s 2^24 + D of
/// stream 1.
/// The result does not depend on the number of threads. Memory is bounded by 32 MiB, or 4 KiB per length
/// beyond 8192 lengths, independently of samples and distances. Throws Cancelled; UsageError as
/// checked_frequencies() does.
[[nodiscard]] SoftmaxByLength sampled_softmax(const SampledSoftmaxSpec& spec,
                                              std::span<const std::int64_t> lengths, const Job& job);

}  // namespace poslab
