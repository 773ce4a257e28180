#pragma once

#include "core/engine/attention_plan.hpp"

#include <span>
#include <vector>

namespace poslab {

/// The rotation of one pair.
struct SinCos {
    double cosine = 1, sine = 0;
};

/// Returns cosine and sine of position * theta for each pair of the plan.
[[nodiscard]] std::vector<SinCos> rotations_at(const AttentionPlan& plan, double position);

/// Returns logit_ij as defined at AttentionPlan, in float64. `query` = q_i + query_bias and `key` = k_j +
/// key_bias, [dim] each; `position` is p(i, j), and `rotations` are rotations_at(plan, position).
[[nodiscard]] double cell_logit(const AttentionPlan& plan, std::span<const double> query,
                                std::span<const double> key, std::int64_t i, std::int64_t j, double position,
                                std::span<const SinCos> rotations);

/// Returns the bias in logit_ij: distance_bias, and scale times position_bias.
[[nodiscard]] double cell_bias(const AttentionPlan& plan, std::int64_t distance, double position);

/// Returns p(i, j), or masked_value() above the diagonal of causal plans, beyond `reach`, or if evicted.
[[nodiscard]] double cell_position(const AttentionPlan& plan, std::int64_t i, std::int64_t j);

}  // namespace poslab
