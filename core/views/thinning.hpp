#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Returns at most `limit` >= 2 of the indices 0 ... n - 1, increasing: both ends, those of `keep` in range,
/// and evenly spaced ones between them (all if they fit).
[[nodiscard]] std::vector<std::int64_t> thinned_indices(std::int64_t n, std::int64_t limit,
                                                        std::span<const std::int64_t> keep);

}  // namespace poslab
