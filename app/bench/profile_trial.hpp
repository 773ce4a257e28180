#pragma once

#include "core/engine/cosine_sum.hpp"

#include "app/bench/benchmark.hpp"

namespace poslab {

/// Returns the trial of a cosine profile of `sum`, with 128 dimensions, at every distance below `distances`,
/// and its floor.
[[nodiscard]] Trial cosine_profile_trial(const CosineSum& sum, std::int64_t distances);

}  // namespace poslab
