#pragma once

#include "core/encoding/position_map.hpp"

#include <string>

// Building blocks of position maps.
namespace poslab::map_parts {

/// Returns `value`, a number of tokens. Throws UsageError naming the parameter if it is below `least` or
/// above 2^30.
[[nodiscard]] std::int32_t token_count(std::int64_t value, const std::string& id, std::int64_t least = 0);
/// Returns k. Throws UsageError if it is not positive.
[[nodiscard]] double interpolation(const PositionMapSpec& spec);

[[nodiscard]] AxisFunction constant(double offset);
[[nodiscard]] AxisFunction scaled(double scale, double divisor, double offset = 0, std::int32_t shift = 0);
[[nodiscard]] AxisFunction grouped(std::int32_t group, double offset = 0);
[[nodiscard]] AxisFunction within_chunk(std::int32_t modulus, double offset = 0, std::int32_t cap = -1);
[[nodiscard]] Condition at_distance(std::int64_t begin, std::int64_t end, std::int32_t group = 1);

/// Branches: D below w, `query` - `key` from w on.
[[nodiscard]] std::vector<Branch> windowed(std::int32_t w, const AxisFunction& query,
                                           const AxisFunction& key);
/// Branches: D below w, w + (D - w) scale / divisor from w on.
[[nodiscard]] std::vector<Branch> linear_beyond(const PositionMapSpec& spec, double scale, double divisor);

}  // namespace poslab::map_parts
