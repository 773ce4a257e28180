#pragma once

#include "core/encoding/positions.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace poslab::test {

inline std::shared_ptr<const TokenVectors> normal_vectors(std::mt19937_64& random, std::int64_t tokens,
                                                          std::int64_t dim) {
    std::normal_distribution<float> normal;
    std::vector<float> numbers(static_cast<std::size_t>(tokens * dim));
    for (float& number : numbers) number = normal(random);
    return std::make_shared<TokenVectors>(std::move(numbers), dim);
}

inline std::vector<double> uniform(std::mt19937_64& random, std::int64_t count, double low, double high) {
    std::uniform_real_distribution<> number(low, high);
    std::vector<double> list(static_cast<std::size_t>(count));
    for (double& entry : list) entry = number(random);
    return list;
}

/// Rotary attention over unit-variance queries and keys, theta_p = 10000^(-p / pairs).
inline AttentionInput plain_attention(std::mt19937_64& random, std::int64_t tokens, std::int64_t dim,
                                      std::int64_t rotary, const PositionPlan& positions) {
    AttentionInput input;
    input.plan.positions = positions;
    for (std::int64_t p = 0; p < rotary / 2; ++p)
        input.plan.inverse_frequency.push_back(
            std::pow(10000.0, -2.0 * static_cast<double>(p) / static_cast<double>(rotary)));
    input.plan.scale = 1 / std::sqrt(static_cast<double>(dim));
    input.queries = normal_vectors(random, tokens, dim);
    input.keys = normal_vectors(random, tokens, dim);
    return input;
}

/// Each map with parameters that put several borders into a few hundred tokens.
inline std::vector<std::pair<std::string, PositionPlan>> all_maps() {
    std::vector<std::pair<std::string, PositionPlan>> plans;
    for (const bool causal : {true, false}) {
        for (const char* const map : {"rope", "pi", "rerope", "leaky-rerope", "inv-leaky-rerope",
                                      "self-extend", "dual-chunk", "sinks"}) {
            PositionMapSpec spec;
            spec.map = map;
            spec.w = 40;
            spec.k = 4;
            spec.group = 5;
            spec.chunk = 70;
            spec.local = 13;
            spec.sinks = 4;
            spec.recent = 61;
            spec.causal = causal;
            plans.emplace_back("map " + std::string(map) + (causal ? " causal" : " both ways"),
                               position_plan(spec));
        }
    }
    return plans;
}

inline PositionPlan rope() { return all_maps()[0].second; }
inline PositionPlan rerope() { return all_maps()[2].second; }  // w = 40
inline PositionPlan rope_both_ways() { return all_maps()[8].second; }

inline std::shared_ptr<const TokenVectors> constant_vectors(std::int64_t tokens,
                                                            const std::vector<float>& row) {
    std::vector<float> numbers;
    for (std::int64_t t = 0; t < tokens; ++t) numbers.insert(numbers.end(), row.begin(), row.end());
    return std::make_shared<TokenVectors>(std::move(numbers), static_cast<std::int64_t>(row.size()));
}

/// The whole matrix at `height` x `width`, and all rows.
inline AttentionRequest whole_request(std::int64_t tokens, std::int64_t height, std::int64_t width,
                                      Pool pool) {
    AttentionRequest request;
    request.window = {{0, tokens}, {0, tokens}, height, width, pool};
    request.rows = {0, tokens};
    request.near = tokens / 3;
    request.trained = tokens / 4 + 1;
    return request;
}

/// Tolerances between a float32 engine and the loops in float64, as documented for Engine::attention: logits
/// within 2e-6 (1 + |q| |k| scale + |bias|), weights within 1e-5. Sums of weights over a row (masses, outputs
/// of values near 1) add rounding errors of either sign: 1e-5 as well. A mean distance is a sum of w D, 1e-5
/// of the length; an entropy takes logarithms of weights, hence 1e-5 times ln of the length and more.
inline constexpr double weight_tolerance = 1e-5;

inline void expect_close(std::span<const double> actual, std::span<const double> expected, double tolerance,
                         const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size()) << what;
    for (std::size_t n = 0; n < actual.size(); ++n) {
        ASSERT_EQ(is_masked(actual[n]), is_masked(expected[n]))
            << what << ' ' << n << ": " << actual[n] << " for " << expected[n];
        if (is_masked(expected[n])) continue;
        ASSERT_EQ(std::isnan(actual[n]), std::isnan(expected[n]))
            << what << ' ' << n << ": " << actual[n] << " for " << expected[n];
        if (std::isnan(expected[n]) || actual[n] == expected[n]) continue;
        ASSERT_NEAR(actual[n], expected[n], tolerance) << what << ' ' << n;
    }
}

inline double largest_norm(const TokenVectors& vectors, const std::vector<double>& bias) {
    std::vector<double> numbers(static_cast<std::size_t>(vectors.tokens() * vectors.dim()));
    vectors.read({0, vectors.tokens()}, numbers);
    double largest = 0;
    for (std::size_t row = 0; row < numbers.size(); row += static_cast<std::size_t>(vectors.dim())) {
        double square = 0;
        for (std::size_t n = 0; n < static_cast<std::size_t>(vectors.dim()); ++n) {
            const double number = numbers[row + n] + (bias.empty() ? 0 : bias[n]);
            square += std::isfinite(number) ? number * number : 0;
        }
        largest = std::max(largest, square);
    }
    return std::sqrt(largest);
}

inline double max_magnitude(const std::vector<double>& list, double least) {
    for (const double number : list) least = std::max(least, std::abs(number));
    return least;
}

// The largest value of 2e-6 (1 + |q| |k| scale + |bias|).
inline double logit_tolerance(const AttentionInput& input) {
    const AttentionPlan& plan = input.plan;
    const double content = largest_norm(*input.queries, plan.query_bias) *
                           largest_norm(*input.keys, plan.key_bias) * plan.scale *
                           std::max(1.0, plan.attention_factor_squared) *
                           (plan.query_scale.empty() ? 1 : max_magnitude(plan.query_scale, 0));
    double bias = std::max(max_magnitude(plan.distance_bias, 0), max_magnitude(plan.distance_bias_above, 0)) +
                  std::abs(plan.position_bias_constant) * plan.scale;
    for (const double weight : plan.position_bias.cosine_weights) bias += std::abs(weight) * plan.scale;
    return 2e-6 * (1 + content + bias);
}

inline void compare(const Engine& engine, const AttentionInput& input, const AttentionRequest& request,
                    const std::string& what) {
    const AttentionResult expected = reference_attention(input, request, Job{});
    const AttentionResult actual = engine.run(operation::Attention{input, request}, Job{});
    const auto tokens = static_cast<double>(input.keys->tokens());
    const double logits = logit_tolerance(input);
    ASSERT_EQ(actual.field.height, expected.field.height) << what;
    ASSERT_EQ(actual.field.width, expected.field.width) << what;
    expect_close(actual.field.values, expected.field.values,
                 request.quantity == AttentionQuantity::logits ? logits : weight_tolerance, what + " field");
    expect_close(actual.rows.log_sum_exp, expected.rows.log_sum_exp,
                 logits / std::min(1.0, input.plan.temperature), what + " log_sum_exp");
    expect_close(actual.rows.entropy, expected.rows.entropy, weight_tolerance * (1 + std::log(tokens)),
                 what + " entropy");
    expect_close(actual.rows.maximum, expected.rows.maximum, weight_tolerance, what + " maximum");
    expect_close(actual.rows.mean_distance, expected.rows.mean_distance, weight_tolerance * tokens,
                 what + " mean_distance");
    expect_close(actual.rows.near_mass, expected.rows.near_mass, weight_tolerance, what + " near_mass");
    expect_close(actual.rows.beyond_mass, expected.rows.beyond_mass, weight_tolerance, what + " beyond_mass");
    ASSERT_EQ(actual.rows.keys, expected.rows.keys) << what;
    expect_close(actual.weight_by_distance, expected.weight_by_distance, weight_tolerance,
                 what + " weight_by_distance");
    expect_close(actual.output, expected.output, 3 * weight_tolerance, what + " output");
}

}  // namespace poslab::test
