#include "core/engine/engine.hpp"
#include "tests/engine/attention_cases.hpp"
#include "tests/support/engine_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

using test::constant_vectors;
using test::rerope;
using test::rope;
using test::rope_both_ways;
using test::whole_request;

// Closed forms, checked for the reference loops as well, since those define the expected results elsewhere.
class AttentionForms : public test::EngineTest {};

TEST_P(AttentionForms, WeighAllKeysEquallyWithoutContent) {
    AttentionInput input;
    input.plan.positions = rope();
    input.plan.inverse_frequency = {1, 0.1};
    input.queries = constant_vectors(200, {0, 0, 0, 0});
    input.keys = constant_vectors(200, {1, 2, 3, 4});
    AttentionRequest request = whole_request(200, 200, 200, Pool::mean);
    request.near = 10;
    request.trained = 50;
    const AttentionResult result = engine().run(operation::Attention{input, request}, Job{});
    for (std::size_t i = 0; i < 200; ++i) {
        const auto keys = static_cast<double>(i + 1);
        EXPECT_EQ(result.rows.keys[i], static_cast<std::int64_t>(i + 1));
        EXPECT_NEAR(result.rows.log_sum_exp[i], std::log(keys), 1e-6);
        EXPECT_NEAR(result.rows.entropy[i], std::log(keys), 1e-6);
        EXPECT_NEAR(result.rows.maximum[i], 1 / keys, 1e-6);
        EXPECT_NEAR(result.rows.mean_distance[i], static_cast<double>(i) / 2, 1e-5);
        EXPECT_NEAR(result.rows.near_mass[i], std::min(1.0, 10 / keys), 1e-6);
        EXPECT_NEAR(result.rows.beyond_mass[i], std::max(0.0, keys - 50) / keys, 1e-6);
        for (std::size_t j = 0; j < 200; ++j) {
            const double weight = result.field.values[200 * i + j];
            if (j > i) {
                EXPECT_TRUE(is_masked(weight));
            } else {
                EXPECT_NEAR(weight, 1 / keys, 1e-6);
            }
        }
    }
}

// A bias of -s D alone makes the weights geometric: r^D (1 - r) / (1 - r^(i + 1)), r = e^-s.
TEST_P(AttentionForms, ALinearBiasMakesWeightsGeometric) {
    constexpr double slope = 0.05;
    AttentionInput input;
    input.plan.positions = rope();
    input.queries = constant_vectors(300, {0});
    input.keys = constant_vectors(300, {0});
    for (int distance = 0; distance < 300; ++distance) input.plan.distance_bias.push_back(-slope * distance);
    AttentionRequest request = whole_request(300, 300, 300, Pool::max);
    request.weight_by_distance = true;
    const AttentionResult result = engine().run(operation::Attention{input, request}, Job{});
    const double r = std::exp(-slope);
    for (int i = 0; i < 300; ++i)
        for (int j = 0; j <= i; ++j)
            ASSERT_NEAR(result.field.values[static_cast<std::size_t>(300 * i + j)],
                        std::pow(r, i - j) * (1 - r) / (1 - std::pow(r, i + 1)), 1e-6);
    double mean = 0;  // over the rows that reach distance 250
    for (int i = 250; i < 300; ++i) mean += std::pow(r, 250) * (1 - r) / (1 - std::pow(r, i + 1)) / 50;
    EXPECT_NEAR(result.weight_by_distance[250], mean, 1e-9);
}

// q = k = (1, 0) at one frequency: the logit is the cosine of p theta, and of min(D, w) theta with ReRoPE.
TEST_P(AttentionForms, OnePairGivesACosineOfThePosition) {
    AttentionInput input;
    input.plan.positions = rerope();
    input.plan.inverse_frequency = {0.3};
    input.queries = constant_vectors(120, {1, 0});
    input.keys = constant_vectors(120, {1, 0});
    AttentionRequest request = whole_request(120, 120, 120, Pool::mean);
    request.quantity = AttentionQuantity::logits;
    const AttentionResult result = engine().run(operation::Attention{input, request}, Job{});
    for (int i = 0; i < 120; ++i)
        for (int j = 0; j <= i; ++j)
            ASSERT_NEAR(result.field.values[static_cast<std::size_t>(120 * i + j)],
                        std::cos(0.3 * std::min(i - j, 40)), 4e-7);
}

// Checks the sign: a key one step behind, rotated by a quarter turn against the query, is found by the sine.
TEST_P(AttentionForms, AKeyBehindTurnsAgainstTheQuery) {
    AttentionInput input;
    input.plan.positions = rope_both_ways();
    input.plan.inverse_frequency = {std::numbers::pi / 2};
    input.queries = constant_vectors(2, {1, 0});
    input.keys = constant_vectors(2, {0, 1});
    AttentionRequest request = whole_request(2, 2, 2, Pool::mean);
    request.quantity = AttentionQuantity::logits;
    const AttentionResult result = engine().run(operation::Attention{input, request}, Job{});
    // x^T R^(-p) y with x = (1, 0), y = (0, 1): sin(p theta).
    EXPECT_NEAR(result.field.values[2], 1, 1e-6);
    EXPECT_NEAR(result.field.values[1], -1, 1e-6);
    EXPECT_NEAR(result.field.values[0], 0, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Engines, AttentionForms, testing::ValuesIn(test::all_engines()), test::engine_name);

}  // namespace
}  // namespace poslab
