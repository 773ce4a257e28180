#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// At most `limit` of the indices 0 ... n - 1, rising: both ends, those of `keep` that are in range, and an even thinning
/// between (all of them if they fit). limit >= 2.
[[nodiscard]] std::vector<std::int64_t> thinned_indices(std::int64_t n, std::int64_t limit, std::span<const std::int64_t> keep);

}  // namespace poslab
