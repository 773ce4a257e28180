#include "core/engine/attention.hpp"

#include "core/base/errors.hpp"
#include "core/engine/pooling.hpp"

#include <fmt/format.h>

namespace poslab {
namespace {

void require(bool fits, const std::string& message) {
    if (!fits) throw UsageError(message);
}

void check_length(std::string_view what, std::size_t size, std::int64_t requested) {
    require(size == 0 || static_cast<std::int64_t>(size) == requested,
            fmt::format("{} has {} numbers where {} are needed", what, size, requested));
}

bool within(const IndexRange& range, std::int64_t tokens) {
    return range.begin >= 0 && range.begin <= range.end && range.end <= tokens;
}

void check_plan(const AttentionPlan& plan, std::int64_t tokens, std::int64_t dim) {
    const auto pairs = static_cast<std::int64_t>(plan.inverse_frequency.size());
    require(2 * pairs <= dim,
            fmt::format("{} pairs need {} dimensions, queries have {}", pairs, 2 * pairs, dim));
    require(plan.reach >= 1 && plan.temperature > 0,
            "reach and temperature of an attention must be positive");
    check_length("decay", plan.decay.size(), pairs);
    check_length("query_scale", plan.query_scale.size(), tokens);
    check_length("query_bias", plan.query_bias.size(), dim);
    check_length("key_bias", plan.key_bias.size(), dim);
    check_length("distance_bias", plan.distance_bias.size(), tokens);
    check_length("distance_bias_above", plan.distance_bias_above.size(), tokens);
}

void check_request(const AttentionRequest& request, std::int64_t tokens) {
    const FieldWindow& window = request.window;
    require(within(window.rows, tokens) && within(window.columns, tokens) && within(request.rows, tokens),
            fmt::format("rows and columns must lie within 0:{}", tokens));
    if (window.height > 0)
        require(
            window.height <= window.rows.size() && window.width >= 1 && window.width <= window.columns.size(),
            fmt::format("{} x {} cells do not fit into {} rows and {} columns", window.height, window.width,
                        window.rows.size(), window.columns.size()));
    check_length("log_sum_exp", request.log_sum_exp.size(), tokens);
}

}  // namespace

void check_attention(const AttentionInput& input, const AttentionRequest& request) {
    require(input.queries && input.keys, "attention needs queries and keys");
    const std::int64_t tokens = input.keys->tokens();
    const std::int64_t dim = input.keys->dim();
    require(input.queries->tokens() == tokens && input.queries->dim() == dim,
            fmt::format("queries are [{}, {}], keys [{}, {}]: the shapes must be equal",
                        input.queries->tokens(), input.queries->dim(), tokens, dim));
    require(tokens >= 1 && tokens <= max_tokens,
            fmt::format("{} tokens: must be in [1, {}]", tokens, max_tokens));
    if (input.values)
        require(input.values->tokens() == tokens,
                fmt::format("values have {} tokens, keys {}", input.values->tokens(), tokens));
    check_plan(input.plan, tokens, dim);
    check_request(request, tokens);
}

double attention_multiply_adds(const AttentionInput& input, const AttentionRequest& request) {
    const auto tokens = static_cast<double>(input.keys->tokens());
    const FieldWindow& window = request.window;
    double cells = static_cast<double>(request.rows.size()) * tokens;
    if (window.height > 0) {
        const bool sampled = window.pool == Pool::sample;
        const auto output_height = static_cast<double>(sampled ? window.height : window.rows.size());
        const bool whole_rows = request.quantity == AttentionQuantity::weights && request.log_sum_exp.empty();
        cells += output_height *
                 (whole_rows ? tokens : static_cast<double>(sampled ? window.width : window.columns.size()));
    }
    return cells * static_cast<double>(input.keys->dim());
}

}  // namespace poslab
