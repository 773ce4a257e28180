#pragma once

#include "core/attention/rotated_product.hpp"
#include "core/base/job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// A query q and the keys before it, isotropic with unit variance, with biases a and b (docs/formulas.md §5.5):
///     plain(D) = scale * q^T M R_(-D) k_D,     bias(D) = scale * (q + a)^T M R_(-D) (k_D + b),     D = 0, 1, ...
/// M multiplies the rotating dimensions by rotary_scale. Softmax over the keys at D < n.
struct SampledSoftmaxSpec {
    Rotary rotary;
    std::vector<double> query_bias, key_bias;  // a, b, [dim] each
    double rotary_scale = 1;                   // f^2, the square of the attention factor
    double scale = 1;                          // 1 / sqrt(dim) and what else holds for all dimensions
    std::int64_t samples = 256;                // queries, each with keys of its own; >= 1
    std::int64_t seed = 1;
};

/// Means over the samples and their standard deviations (divided by the number of samples, not by one less).
struct SoftmaxByLength {
    std::vector<double> entropy_plain, entropy_plain_sd;  // nat, at n = lengths[i]
    std::vector<double> entropy_bias, entropy_bias_sd;
    std::vector<double> weight_plain;  // as weight_bias; of isotropic vectors 1 / lengths.back(): no distance is favoured
    std::vector<double> weight_bias;  // mean weight of a key at distance lengths[i - 1] <= D < lengths[i], among all lengths.back()
    std::int64_t samples = 0;         // those that it was worked out from
};

/// `lengths` rise, the first is >= 1. Component c of query s is normal number s dim + c of stream 0 of the seed. Keys are not
/// drawn one component at a time: of k_D only its projection on the rotated query matters, and that of an isotropic vector on any
/// direction u is |u| times a normal, number s 2^24 + D of stream 1. The result is the same
/// for any number of threads. Memory is bounded, 32 MiB, or 4 KiB for each of the lengths where they are more than 8192; it does
/// not grow with samples or distances. Throws Cancelled; UsageError as checked_frequencies() does.
[[nodiscard]] SoftmaxByLength sampled_softmax(const SampledSoftmaxSpec& spec, std::span<const std::int64_t> lengths,
                                              const Job& job);

}  // namespace poslab
