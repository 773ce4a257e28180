#include "core/attention/biases.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>

namespace poslab {

namespace {

double geometric_slope(std::int64_t heads, std::int64_t head) {
    return std::exp2(-8 * static_cast<double>(head) / static_cast<double>(heads));
}

double t5_bias(const BiasSpec& spec, std::int64_t distance, bool bidirectional) {
    const bool given = !spec.t5_table.empty();
    const auto buckets = given ? static_cast<std::int64_t>(spec.t5_table.size()) : t5_buckets;
    const std::int64_t bucket = t5_bucket(distance, buckets, bidirectional);
    if (given) return spec.t5_table[static_cast<std::size_t>(bucket)];
    const std::int64_t own = bidirectional && distance < 0 ? bucket - buckets / 2 : bucket;  // far is far on both sides
    return -alibi_slope(spec.heads, spec.slope_head) * static_cast<double>(own);
}

}  // namespace

double alibi_slope(std::int64_t heads, std::int64_t head) {
    const auto lower = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)));
    if (head <= lower) return geometric_slope(lower, head);
    return geometric_slope(2 * lower, 2 * (head - lower) - 1);
}

std::int64_t t5_bucket(std::int64_t distance, std::int64_t buckets, bool bidirectional) {
    const std::int64_t first = bidirectional && distance < 0 ? buckets / 2 : 0;
    const std::int64_t count = bidirectional ? buckets / 2 : buckets;
    const std::int64_t far = std::abs(distance);
    const std::int64_t exact = count / 2;
    if (far < exact) return first + far;
    const double share = std::log(static_cast<double>(far) / static_cast<double>(exact)) /
                         std::log(static_cast<double>(t5_most_distance) / static_cast<double>(exact));
    const auto shared = static_cast<std::int64_t>(share * static_cast<double>(count - exact));
    return first + std::min(count - 1, exact + shared);
}

double distance_bias_at(const BiasSpec& spec, std::int64_t distance, bool bidirectional) {
    const auto far = static_cast<double>(std::abs(distance));
    switch (spec.bias) {
        case Bias::alibi:
            return -alibi_slope(spec.heads, spec.slope_head) * far;
        case Bias::t5:
            return t5_bias(spec, distance, bidirectional);
        case Bias::kerple_log:
            return -spec.r1 * std::log1p(spec.r2 * far);
        case Bias::kerple_power:
            return -spec.r1 * std::pow(far, spec.r2);
        default:
            return 0;
    }
}

std::vector<double> xpos_decay(std::size_t pairs) {
    std::vector<double> decay;
    for (std::size_t n = 0; n < pairs; ++n) decay.push_back((static_cast<double>(n) / static_cast<double>(pairs) + 0.4) / 1.4);
    return decay;
}

void check_bias(const BiasSpec& spec) {
    const bool sloped = spec.bias == Bias::alibi || (spec.bias == Bias::t5 && spec.t5_table.empty());
    if (sloped && spec.slope_head > spec.heads)
        throw UsageError(fmt::format("--slope-head {}: must be in [1, {}], the number of heads", spec.slope_head, spec.heads));
    const std::size_t buckets = spec.t5_table.size();
    if (spec.bias == Bias::t5 && buckets != 0 && (buckets < 4 || buckets > 254 || buckets % 2 != 0))
        throw UsageError(fmt::format("--t5-table: {} values; must be an even number from 4 to 254, one for each bucket", buckets));
    if (spec.bias == Bias::kerple_power && spec.r2 > 2)
        throw UsageError(fmt::format("--r2 {:g}: must be in (0, 2] for kerple-power", spec.r2));
}

}  // namespace poslab
