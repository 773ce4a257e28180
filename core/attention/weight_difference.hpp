#pragma once

#include "core/base/job.hpp"
#include "core/engine/attention.hpp"

#include <span>

namespace poslab {

class Engine;

/// Attention whose rows' log_sum_exp are known, or are not (empty).
struct WeightedInput {
    const AttentionInput& input;
    std::span<const double> log_sum_exp;
};
/// Weights of `map` less those of `other`, pooled; of Pool::max the largest difference of a cell, which is not that of two maxima.
[[nodiscard]] Field weight_difference(const WeightedInput& map, const WeightedInput& other, const FieldWindow& window,
                                      const Engine& engine, const Job& job);

}  // namespace poslab
