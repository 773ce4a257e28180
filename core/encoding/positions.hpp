#pragma once

#include "core/encoding/position_map.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Returns the map of `spec` as at most three branches. Throws UsageError for parameters outside the
/// formula's domain (local >= chunk, a group below 1, k not positive, a length that is negative or above
/// 2^30).
[[nodiscard]] PositionPlan position_plan(const PositionMapSpec& spec);

/// Throws UsageError if the map's parameters are inconsistent; `nearest_valid` returns the nearest consistent
/// ones.
void check_map(const PositionMapSpec& spec);
[[nodiscard]] PositionMapSpec nearest_valid(PositionMapSpec spec);

/// Returns p(i, j) in tokens, or masked_value(); tokens below 2^30.
[[nodiscard]] double position_at(const PositionPlan& plan, std::int64_t i, std::int64_t j);

/// Returns p(i, i - D) for each D of `distances` [n] -> [n]; masked if i - D < 0.
[[nodiscard]] std::vector<double> position_profile(const PositionPlan& plan, std::int64_t i,
                                                   std::span<const std::int64_t> distances);

}  // namespace poslab
