#pragma once

#include "core/base/job.hpp"
#include "core/engine/attention.hpp"

#include <span>

namespace poslab {

class Engine;

/// Attention input with the log_sum_exp of its rows, or empty if unknown.
struct WeightedInput {
    const AttentionInput& input;
    std::span<const double> log_sum_exp;
};
/// Returns the weights of `map` minus those of `other`, pooled; for Pool::max the largest difference of a
/// cell, which is not the difference of two maxima.
[[nodiscard]] Field weight_difference(const WeightedInput& map, const WeightedInput& other,
                                      const FieldWindow& window, const Engine& engine, const Job& job);

}  // namespace poslab
