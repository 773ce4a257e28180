#pragma once

#include "core/conformance/implementation.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Returns ALiBi's slopes by a rule, [heads]; `most`: alibi_bias_max.
[[nodiscard]] std::vector<double> slopes_of(SlopeRule rule, std::int64_t heads,
                                            double most = usual_slope_max);

/// Returns the bucket of the distance i − j.
[[nodiscard]] double bucket_of(const BucketImplementation& implementation, std::int64_t distance);
/// True if the logarithm is exactly at a bucket's edge, where float32 rounding decides.
[[nodiscard]] bool is_at_edge(const BucketImplementation& implementation, std::int64_t distance);

}  // namespace poslab
