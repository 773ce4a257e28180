#pragma once

#include "core/base/job.hpp"
#include "core/engine/cosine_sum.hpp"

#include <vector>

namespace poslab {

/// operation::CosineProfile of the CPU engine: the addition theorem turns blocks of distances into small
/// matrix products, without a cosine per term. Every factor comes from its exact phase rather than a
/// recurrence, so the error does not grow with the distance: below 1e-14 of the sum of the absolute weights.
[[nodiscard]] NumberBuffer cosine_profile_by_blocks(const CosineSum& sum, const IndexRange& distances,
                                                    const Job& job);

}  // namespace poslab
