#pragma once

#include "core/engine/cosine_sum.hpp"

#include "app/bench/benchmark.hpp"

namespace poslab {

/// A cosine profile of `sum`, of 128 dimensions, at every distance below `distances`, beside its floor.
[[nodiscard]] Trial cosine_profile_trial(const CosineSum& sum, std::int64_t distances);

}  // namespace poslab
