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
                         std::log(static_cast<double>(t5_max_distance) / static_cast<double>(exact));
    const auto shared = static_cast<std::int64_t>(share * static_cast<double>(count - exact));
    return first + std::min(count - 1, exact + shared);
}

std::vector<double> xpos_decay(std::size_t pairs) {
    std::vector<double> decay;
    for (std::size_t n = 0; n < pairs; ++n)
        decay.push_back((static_cast<double>(n) / static_cast<double>(pairs) + 0.4) / 1.4);
    return decay;
}

std::vector<BiasParameter> kerple_parameters(const BiasSpec& /*spec*/) {
    return {&BiasSpec::r1, &BiasSpec::r2};
}

std::optional<Message> kerple_warning(const AttentionSpec& /*spec*/) {
    return "KERPLE learns r1 and r2 for each head; these values are placeholders."_tr;
}

void check_slope(const BiasSpec& spec) {
    if (spec.slope_head > spec.heads)
        throw UsageError(
            tr("--slope-head {}: must be in [1, {}], the number of heads", spec.slope_head, spec.heads));
}

void check_bias(const BiasSpec& spec) {
    if (spec.bias->check != nullptr) spec.bias->check(spec);
}

BiasSpec nearest_valid(BiasSpec spec) {
    spec.slope_head = std::min(spec.slope_head, spec.heads);
    if (spec.bias->fit != nullptr) spec.bias->fit(spec);
    return spec;
}

}  // namespace poslab
