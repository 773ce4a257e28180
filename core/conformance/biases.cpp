#include "core/conformance/biases.hpp"

#include "core/attention/biases.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace poslab {

std::vector<double> slopes_of(SlopeRule rule, std::int64_t heads, double most) {
    std::vector<double> slopes;
    const auto whole = rule == SlopeRule::of_double
                           ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(heads)))
                           : heads;
    const std::int64_t first = rule == SlopeRule::from_zero ? 0 : 1;
    for (std::int64_t head = first; head < first + heads; ++head)
        slopes.push_back(rule == SlopeRule::interleaved
                             ? alibi_slope(heads, head)
                             : std::exp2(-8.0 * static_cast<double>(head) / static_cast<double>(whole)));
    if (most != usual_slope_max)
        for (double& slope : slopes) slope = std::pow(slope, most / usual_slope_max);
    return slopes;
}

namespace {

std::int64_t own_buckets(const BucketImplementation& implementation) {
    return implementation.bidirectional ? implementation.buckets / 2 : implementation.buckets;
}

/// t5_bucket() before truncation, with another base of the logarithm over the distance.
double bucket_within(const BucketImplementation& implementation, double far) {
    const auto own = static_cast<double>(own_buckets(implementation)), exact = std::floor(own / 2);
    if (far < exact) return far;
    const double base = implementation.log_base > 0 ? std::log(implementation.log_base) : 1;
    const double share =
        std::log(far / exact) / base / std::log(static_cast<double>(implementation.max_distance) / exact);
    return exact + share * (own - exact);
}

double far_of(const BucketImplementation& implementation, std::int64_t distance) {
    const auto along = static_cast<double>(distance) * implementation.direction;
    return implementation.bidirectional ? std::abs(along) : std::max(0.0, along);
}

}  // namespace

double bucket_of(const BucketImplementation& implementation, std::int64_t distance) {
    const auto along = static_cast<std::int64_t>(implementation.direction) * distance;
    // In a causal mask all keys after the query fall into the first bucket.
    if (implementation.log_base == 0 && implementation.max_distance == t5_max_distance)
        return static_cast<double>(
            t5_bucket(implementation.bidirectional ? along : std::max<std::int64_t>(along, 0),
                      implementation.buckets, implementation.bidirectional));
    const auto own = static_cast<double>(own_buckets(implementation));
    const double offset = implementation.bidirectional && along < 0 ? own : 0;
    return offset +
           std::min(std::floor(bucket_within(implementation, far_of(implementation, distance)) + 1e-9),
                    own - 1);
}

bool is_at_edge(const BucketImplementation& implementation, std::int64_t distance) {
    const double far = far_of(implementation, distance), bucket = bucket_within(implementation, far);
    return far >= std::floor(static_cast<double>(own_buckets(implementation)) / 2) &&
           std::abs(bucket - std::round(bucket)) < 1e-4;
}

}  // namespace poslab
