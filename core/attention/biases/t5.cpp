#include "core/attention/attention_spec.hpp"
#include "core/base/errors.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

double t5_bias_at(const BiasSpec& spec, std::int64_t distance, bool bidirectional) {
    const bool has_table = !spec.t5_table.empty();
    const auto buckets = has_table ? static_cast<std::int64_t>(spec.t5_table.size()) : t5_buckets;
    const std::int64_t bucket = t5_bucket(distance, buckets, bidirectional);
    if (has_table) return spec.t5_table[static_cast<std::size_t>(bucket)];
    // the same bucket for the same |distance| on either side
    const std::int64_t own = bidirectional && distance < 0 ? bucket - buckets / 2 : bucket;
    return -alibi_slope(spec.heads, spec.slope_head) * static_cast<double>(own);
}

std::vector<BiasParameter> t5_parameters(const BiasSpec& spec) {
    if (!spec.t5_table.empty()) return {&BiasSpec::t5_table};
    return {&BiasSpec::t5_table, &BiasSpec::heads, &BiasSpec::slope_head};
}

void check_t5(const BiasSpec& spec) {
    const std::size_t buckets = spec.t5_table.size();
    if (buckets == 0) return check_slope(spec);
    if (buckets < 4 || buckets > 254 || buckets % 2 != 0)
        throw UsageError(
            tr_plural("--t5-table: {} value; must be an even number from 4 to 254, one for each bucket",
                      "--t5-table: {} values; must be an even number from 4 to 254, one for each bucket",
                      static_cast<std::int64_t>(buckets)));
}

}  // namespace

/// table[bucket(D)]; without a table, -slope * bucket.
const Bias& t5_bias() {
    static const Bias bias{
        .id = "t5",
        .label = "T5"_tr,
        .effect = "Each bucket of distances adds one number to the logit."_tr,
        .source = "Raffel et al., arXiv 1910.10683",
        .parameters = t5_parameters,
        .in_logit = R"( + t(\Delta))",
        .at = t5_bias_at,
        .warning = [](const AttentionSpec& spec) -> std::optional<Message> {
            if (!spec.bias.t5_table.empty()) return std::nullopt;
            return "T5's biases are learned; without a t5-table they are −slope × bucket."_tr;
        },
        .check = check_t5,
    };
    return bias;
}

}  // namespace poslab
