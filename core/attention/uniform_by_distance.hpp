#pragma once

#include "core/engine/attention.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Mean of 1 / keys over the rows that have a key at distance D: what the mean weight there is where all keys of a row weigh the
/// same. `keys` [tokens]: how many each row has. Entries for D = 0 … tokens − 1 of a causal plan, else 1 − tokens … tokens − 1;
/// masked_value() where no row has one.
[[nodiscard]] std::vector<double> uniform_by_distance(const AttentionPlan& plan, const std::vector<std::int64_t>& keys);

}  // namespace poslab
