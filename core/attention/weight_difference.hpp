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
/// Returns the weights of `map` minus those of `other`, pooled: the mean or the largest difference of a cell.
/// A cell that only `map` masks has weight 0 there; `other` masks no further cells.
[[nodiscard]] Field weight_difference(const WeightedInput& map, const WeightedInput& other,
                                      const FieldWindow& window, const Engine& engine, const Job& job);

}  // namespace poslab
