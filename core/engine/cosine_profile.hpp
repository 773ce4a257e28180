#pragma once

#include "core/base/job.hpp"
#include "core/engine/cosine_sum.hpp"

#include <vector>

namespace poslab {

/// Engine::cosine_profile of the CPU engine: blocks of distances by the addition theorem, a small matrix product instead of
/// a cosine for every term. Every factor comes from its exact phase and no recurrence is run, so that the error does not grow
/// with the distance: below 1e-14 of the sum of the absolute weights.
[[nodiscard]] std::vector<double> cosine_profile_by_blocks(const CosineSum& sum, const IndexRange& distances, const Job& job);

}  // namespace poslab
