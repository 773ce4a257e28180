#pragma once

#include "core/conformance/practice.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// ALiBi's slopes by a rule, [heads]; `most`: alibi_bias_max.
[[nodiscard]] std::vector<double> slopes_of(SlopeRule rule, std::int64_t heads, double most = usual_slope_max);

/// The bucket of i − j by a practice.
[[nodiscard]] double bucket_of(const BucketPractice& practice, std::int64_t distance);
/// Whether the logarithm falls onto a bucket's edge, so that float32 decides.
[[nodiscard]] bool is_at_edge(const BucketPractice& practice, std::int64_t distance);

}  // namespace poslab
