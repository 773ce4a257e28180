#include "core/engine/attention.hpp"
#include "core/engine/engine.hpp"
#include "core/errors.hpp"
#include "tests/engine/attention_cases.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <limits>

// The engine in float32 against the loops in float64. Tolerances are those of Engine::attention: logits within
// 2e-6 (1 + |q| |k| scale + |bias|), weights within 1e-5. Sums of weights over a row (masses, outputs of values near 1) are sums of
// rounding errors of either sign: 1e-5 as well; a mean distance is a sum of w D, 1e-5 of the length; an entropy takes logarithms of
// weights into account, hence 1e-5 times ln of the length and more.
namespace poslab {
namespace {

using test::all_maps;
using test::normal_vectors;
using test::plain_attention;
using test::uniform;
using test::whole_request;

constexpr double weight_tolerance = 1e-5;

void expect_close(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance,
                  const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size()) << what;
    for (std::size_t n = 0; n < actual.size(); ++n) {
        ASSERT_EQ(is_masked(actual[n]), is_masked(expected[n])) << what << ' ' << n << ": " << actual[n] << " for " << expected[n];
        if (is_masked(expected[n])) continue;
        ASSERT_EQ(std::isnan(actual[n]), std::isnan(expected[n]))
            << what << ' ' << n << ": " << actual[n] << " for " << expected[n];
        if (std::isnan(expected[n]) || actual[n] == expected[n]) continue;
        ASSERT_NEAR(actual[n], expected[n], tolerance) << what << ' ' << n;
    }
}

double largest_norm(const TokenVectors& vectors, const std::vector<double>& bias) {
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

double largest_of(const std::vector<double>& list, double least) {
    for (const double number : list) least = std::max(least, std::abs(number));
    return least;
}

// 2e-6 (1 + |q| |k| scale + |bias|) at its largest.
double logit_tolerance(const AttentionInput& input) {
    const AttentionPlan& plan = input.plan;
    const double content = largest_norm(*input.queries, plan.query_bias) * largest_norm(*input.keys, plan.key_bias) * plan.scale *
                           std::max(1.0, plan.rotary_scale) * (plan.query_scale.empty() ? 1 : largest_of(plan.query_scale, 0));
    double bias = std::max(largest_of(plan.distance_bias, 0), largest_of(plan.distance_bias_above, 0)) +
                  std::abs(plan.position_bias_constant) * plan.scale;
    for (const double weight : plan.position_bias.cosine_weights) bias += std::abs(weight) * plan.scale;
    return 2e-6 * (1 + content + bias);
}

void compare(const AttentionInput& input, const AttentionRequest& request, const std::string& what) {
    const AttentionResult expected = attention_by_loops(input, request, Job{});
    const AttentionResult actual = attention_by_panels(input, request, Job{});
    const auto tokens = static_cast<double>(input.keys->tokens());
    const double logits = logit_tolerance(input);
    ASSERT_EQ(actual.field.height, expected.field.height) << what;
    ASSERT_EQ(actual.field.width, expected.field.width) << what;
    expect_close(actual.field.values, expected.field.values,
                 request.quantity == AttentionQuantity::logits ? logits : weight_tolerance, what + " field");
    expect_close(actual.rows.log_sum_exp, expected.rows.log_sum_exp, logits / std::min(1.0, input.plan.temperature),
                 what + " log_sum_exp");
    expect_close(actual.rows.entropy, expected.rows.entropy, weight_tolerance * (1 + std::log(tokens)), what + " entropy");
    expect_close(actual.rows.maximum, expected.rows.maximum, weight_tolerance, what + " maximum");
    expect_close(actual.rows.mean_distance, expected.rows.mean_distance, weight_tolerance * tokens, what + " mean_distance");
    expect_close(actual.rows.near_mass, expected.rows.near_mass, weight_tolerance, what + " near_mass");
    expect_close(actual.rows.beyond_mass, expected.rows.beyond_mass, weight_tolerance, what + " beyond_mass");
    ASSERT_EQ(actual.rows.keys, expected.rows.keys) << what;
    expect_close(actual.weight_by_distance, expected.weight_by_distance, weight_tolerance, what + " weight_by_distance");
    expect_close(actual.output, expected.output, 3 * weight_tolerance, what + " output");
}

// Every request that a view makes, of one input.
void compare_requests(const AttentionInput& input, const std::string& what) {
    const std::int64_t tokens = input.keys->tokens();
    const std::int64_t height = std::max<std::int64_t>(tokens / 3, 1);
    const std::int64_t width = std::max<std::int64_t>(tokens / 5, 1);
    for (const Pool pool : {Pool::mean, Pool::max, Pool::sample}) {
        for (const AttentionQuantity quantity : {AttentionQuantity::weights, AttentionQuantity::logits}) {
            const std::string name = what + " pool " + std::to_string(static_cast<int>(pool)) +
                                     (quantity == AttentionQuantity::weights ? " weights" : " logits");
            AttentionRequest request = whole_request(tokens, height, width, pool);
            request.quantity = quantity;
            ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " and rows"));
            request.window = {{tokens / 4, tokens - tokens / 5}, {tokens / 7, tokens - tokens / 3}, 1, 1, pool};
            request.window.height = std::max<std::int64_t>(request.window.rows.size() / 2, 1);
            request.window.width = std::max<std::int64_t>(request.window.columns.size() / 3, 1);
            request.rows = {tokens / 2, tokens / 2 + tokens / 3};
            ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part and some rows"));
            request.rows = {0, 0};
            ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part"));
            const std::vector<double> sums =
                attention_by_loops(input, whole_request(tokens, 1, 1, Pool::mean), Job{}).rows.log_sum_exp;
            request.log_sum_exp = sums;
            ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part, sums known"));
            request.rows = {tokens / 3, tokens / 2};
            ASSERT_NO_FATAL_FAILURE(compare(input, request, name + " part, sums known, some rows"));
        }
    }
    AttentionRequest rows;
    rows.rows = {0, tokens};
    rows.near = 3;
    rows.trained = 20;
    rows.weight_by_distance = true;
    ASSERT_NO_FATAL_FAILURE(compare(input, rows, what + " rows alone"));
    rows.rows = {tokens / 3, tokens - tokens / 4};
    ASSERT_NO_FATAL_FAILURE(compare(input, rows, what + " some rows alone"));
}

AttentionInput with_values(AttentionInput input, std::mt19937_64& random, std::int64_t dim) {
    input.values = normal_vectors(random, input.keys->tokens(), dim);
    return input;
}

// Everything a plan can hold, at random.
AttentionInput random_attention(std::mt19937_64& random, std::int64_t tokens, const PositionPlan& positions) {
    const std::int64_t dim = 2 + static_cast<std::int64_t>(random() % 40);
    const std::int64_t rotary = 2 * static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(dim / 2 + 1));
    AttentionInput input = plain_attention(random, tokens, dim, rotary, positions);
    AttentionPlan& plan = input.plan;
    const auto chance = [&random] { return random() % 2 == 0; };
    if (chance()) plan.pairing = Pairing::gpt_neox;
    if (chance()) plan.reach = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(tokens));
    if (chance()) plan.rotary_scale = 1.3;
    if (chance()) plan.temperature = 1.7;
    if (chance()) plan.decay = uniform(random, rotary / 2, 0.3, 1);
    if (chance()) plan.query_scale = uniform(random, tokens, 0.5, 1.5);
    if (chance()) plan.query_bias = uniform(random, dim, -1, 1);
    if (chance()) plan.key_bias = uniform(random, dim, -1, 1);
    if (chance()) plan.distance_bias = uniform(random, tokens, -3, 3);
    if (chance()) plan.distance_bias_above = uniform(random, tokens, -3, 3);
    if (chance()) plan.position_bias_constant = 0.5;
    if (chance()) plan.position_bias = {{0.5, 0.01}, {1, -2}, chance() ? std::vector<double>{} : std::vector<double>{0.5, 1.5}};
    return chance() ? with_values(input, random, 1 + static_cast<std::int64_t>(random() % 30)) : input;
}

class AttentionMaps : public testing::TestWithParam<std::size_t> {};

TEST_P(AttentionMaps, PlainAttentionAgreesWithTheLoops) {
    std::mt19937_64 random(test::test_seed());
    const auto [name, positions] = all_maps()[GetParam()];
    const AttentionInput input = with_values(plain_attention(random, 300, 24, 16, positions), random, 13);
    compare_requests(input, name);
}

TEST_P(AttentionMaps, EveryPlanAgreesWithTheLoops) {
    std::mt19937_64 random(test::test_seed(GetParam()));
    const auto [name, positions] = all_maps()[GetParam()];
    for (int trial = 0; trial < 6; ++trial) {
        const std::int64_t tokens = std::vector<std::int64_t>{1, 2, 37, 131, 203, 260}[static_cast<std::size_t>(trial)];
        ASSERT_NO_FATAL_FAILURE(
            compare_requests(random_attention(random, tokens, positions), name + " trial " + std::to_string(trial)));
    }
}

INSTANTIATE_TEST_SUITE_P(All, AttentionMaps, testing::Range<std::size_t>(0, 16));

}  // namespace
}  // namespace poslab
