#pragma once

#include "core/engine/attention.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Returns the mean of 1 / keys over the rows that have a key at distance D: the mean weight if all keys of a
/// row have equal weight. `keys` [tokens] is the number of keys of each row. Entries for D = 0 … tokens − 1
/// of a causal plan, else 1 − tokens … tokens − 1; masked_value() if no row has such a key.
[[nodiscard]] std::vector<double> uniform_by_distance(const AttentionPlan& plan,
                                                      const std::vector<std::int64_t>& keys);

}  // namespace poslab
