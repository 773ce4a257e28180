// Attention weights of one head, pooled: causal, standard normal queries and keys.
#include "core/engine/attention.hpp"
#include "app/bench/probes.hpp"
#include "core/base/job.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/positions.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace poslab {
namespace {

constexpr std::int64_t dim = 128;
constexpr std::int64_t usual_side = 1024, large_side = 2048;  // cells after pooling

std::shared_ptr<const TokenVectors> normal_vectors(std::int64_t tokens, std::uint64_t seed,
                                                   Precision precision) {
    std::mt19937_64 bits(seed);
    std::normal_distribution<float> normal;
    std::vector<float> numbers(static_cast<std::size_t>(tokens * dim));
    std::generate(numbers.begin(), numbers.end(), [&] { return normal(bits); });
    if (precision == Precision::float64)
        return std::make_shared<const TokenVectors>(std::vector<double>(numbers.begin(), numbers.end()), dim);
    return std::make_shared<const TokenVectors>(std::move(numbers), dim);
}

AttentionPlan rotary_plan(const PositionMapSpec& map) {
    RotarySpec rotary;
    rotary.dim = dim;
    AttentionPlan plan;
    plan.positions = position_plan(map);
    plan.inverse_frequency = rotary_frequencies(rotary).inverse_frequency;
    plan.scale = 1 / std::sqrt(static_cast<double>(dim));
    return plan;
}

AttentionPlan with_alibi(AttentionPlan plan, std::int64_t tokens) {
    constexpr double slope = 1.0 / 16;  // of the fourth head of eight
    for (std::int64_t distance = 0; distance < tokens; ++distance)
        plan.distance_bias.push_back(-slope * static_cast<double>(distance));
    return plan;
}

class AttentionTrial {
  public:
    AttentionTrial(Precision precision, std::int64_t tokens, std::int64_t max_cells = usual_side)
        : tokens_(tokens),
          side_(std::min(tokens, max_cells)),
          queries_(normal_vectors(tokens, 1, precision)),
          keys_(normal_vectors(tokens, 2, precision)) {}

    /// Bounds: product_bound, exponential_bound. Every map has the same number of cells.
    [[nodiscard]] Subject subject(const std::string& name, AttentionPlan plan,
                                  bool statistics = false) const {
        AttentionRequest request;
        request.window = {{0, tokens_}, {0, tokens_}, side_, side_, Pool::mean};
        if (statistics) request.rows = {0, tokens_};
        request.near = near();
        request.trained = tokens_ / 8;
        const AttentionInput input{std::move(plan), queries_, keys_};
        return {name,
                {cells() * static_cast<double>(dim), cells()},
                [input, request](const Engine& engine, const Job& job) {
                    static_cast<void>(engine.run(operation::Attention{input, request}, job));
                },
                false,
                {.float32 = cells() * static_cast<double>(dim), .exponentials = cells()}};
    }

    [[nodiscard]] double cells() const {
        return 0.5 * static_cast<double>(tokens_) * static_cast<double>(tokens_ + 1);
    }
    [[nodiscard]] std::int64_t near() const { return tokens_ / 4; }
    [[nodiscard]] PositionMapSpec map(OneOf<PositionMap> map) const {
        return {.map = map, .w = near(), .k = 16};
    }
    [[nodiscard]] std::string size() const {
        return fmt::format("{} tokens, {} dimensions, w = {}, pooled to {} x {}", tokens_, dim, near(), side_,
                           side_);
    }

  private:
    std::int64_t tokens_, side_;
    std::shared_ptr<const TokenVectors> queries_, keys_;
};

Trial attention_trial(Precision precision, std::int64_t tokens) {
    const AttentionTrial made(precision, tokens);
    const AttentionPlan rope = rotary_plan(made.map("rope"));
    return {
        made.size(),
        {made.subject("rope", rope), made.subject("rerope", rotary_plan(made.map("rerope"))),
         made.subject("leaky-rerope", rotary_plan(made.map("leaky-rerope"))),
         made.subject("rope-alibi", with_alibi(rope, tokens)), made.subject("rope-statistics", rope, true)},
        {product_bound(tokens, dim, true), exponential_bound(static_cast<std::int64_t>(made.cells()))}};
}

/// Omits the whole matrix of a product and half of the maps, because memory is the limit.
Trial long_attention_trial(Precision precision, std::int64_t tokens) {
    const AttentionTrial made(precision, tokens);
    return {made.size(),
            {made.subject("rope", rotary_plan(made.map("rope")), true),
             made.subject("rerope", rotary_plan(made.map("rerope")), true)},
            {product_bound(tokens, dim, false), exponential_bound(std::int64_t{1} << 23)}};
}

/// Weights alone, with as many cells as a large screen shows, for graphics processors.
Trial large_attention_trial(Precision precision, std::int64_t tokens) {
    const AttentionTrial made(precision, tokens, large_side);
    return {made.size(),
            {made.subject("rope", rotary_plan(made.map("rope"))),
             made.subject("rerope", rotary_plan(made.map("rerope")))},
            {product_bound(tokens, dim, false), exponential_bound(std::int64_t{1} << 23)}};
}

constexpr std::string_view help =
    "causal attention weights of one head, pooled (mean); rope-statistics: with statistics of every row";

}  // namespace

Benchmark attention_benchmark() {
    return {
        .name = "attention", .help = help, .length = 4096, .quick_length = 512, .prepare = attention_trial};
}

Benchmark long_attention_benchmark() {
    return {.name = "attention-long",
            .help = help,
            .length = 65536,
            .quick_length = 512,
            .rounds = 3,
            .by_default = ByDefault::never,
            .prepare = long_attention_trial};
}

Benchmark large_attention_benchmark() {
    return {.name = "attention-large",
            .help = help,
            .length = 32768,
            .quick_length = 512,
            .rounds = 5,
            .by_default = ByDefault::with_gpu,
            .prepare = large_attention_trial};
}

Benchmark longest_attention_benchmark() {
    return {.name = "attention-longest",
            .help = help,
            .length = 131072,
            .quick_length = 512,
            .rounds = 3,
            .by_default = ByDefault::with_gpu,
            .prepare = large_attention_trial};
}

}  // namespace poslab
