#include "core/attention/attention_spec.hpp"
#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/encoding/rotation.hpp"
#include "core/engine/attention.hpp"
#include "tests/attention/plan_cases.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace poslab {
namespace {

constexpr double exact = 1e-12;  // float64 sums of some dozens of terms of size 1

// q = k = 1: pair p gives 2 cos(D theta_p), so logits are a function of the distance alone.
TEST(AttentionPlan, ConstantVectorsLeaveTheSumOfCosines) {
    const AttentionSpec spec = small_spec(40, 16);
    const AttentionResult result =
        all_of(input_of(spec, {.source = VectorSource::constant}), AttentionQuantity::logits);
    for (std::int64_t i = 0; i < 40; ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (int p = 0; p < 8; ++p)
                sum += 2 * std::cos(static_cast<double>(i - j) * std::pow(10000, -p / 8.0));
            EXPECT_NEAR(cell(result, i, j), sum / 4, exact) << i << ", " << j;
        }
}

/// Computes one decoding step of article 9708: the query is not rotated, every cached key is rotated by its
/// position relative to the query.
std::vector<double> decoding_step(const AttentionSpec& spec, const AttentionInput& input,
                                  double (*offset)(double, double, double)) {
    const std::int64_t last = spec.rotary.length - 1;
    const std::vector<double> query = row_of(*input.queries, last);
    std::vector<double> logits;
    for (std::int64_t j = 0; j <= last; ++j) {
        const double position =
            offset(static_cast<double>(j - last), static_cast<double>(spec.map.w), spec.map.k);
        const auto key =
            rotated(row_of(*input.keys, j), position, input.plan.inverse_frequency, spec.pairing);
        logits.push_back(dot(query, key) / std::sqrt(static_cast<double>(spec.rotary.dim)));
    }
    return logits;
}

TEST(AttentionPlan, LastRowIsOneStepOfDecoding) {
    AttentionSpec spec = small_spec(60, 16);
    spec.map.map = "rerope";
    const AttentionInput rerope = input_of(spec);
    const auto step = decoding_step(spec, rerope, [](double d, double w, double) { return std::max(d, -w); });
    spec.map.map = "leaky-rerope";
    const AttentionInput leaky = input_of(spec);
    const auto leaky_step =
        decoding_step(spec, leaky, [](double d, double w, double k) { return std::max(d, (d + w) / k - w); });
    for (const Engine* engine : {&reference_engine(), &cpu_engine()}) {
        const double tolerance =
            engine->precision() == Precision::float64 ? exact : 2e-6 * 20;  // |q||k|/sqrt(d) is below 20
        const AttentionResult a = all_of(rerope, AttentionQuantity::logits, *engine);
        const AttentionResult b = all_of(leaky, AttentionQuantity::logits, *engine);
        for (std::int64_t j = 0; j < 60; ++j) {
            EXPECT_NEAR(cell(a, 59, j), step[static_cast<std::size_t>(j)], tolerance) << engine->name();
            EXPECT_NEAR(cell(b, 59, j), leaky_step[static_cast<std::size_t>(j)], tolerance) << engine->name();
        }
    }
}

TEST(AttentionPlan, PassesAreMergedAtTheWindow) {
    for (const char* const map : {"rerope", "leaky-rerope", "inv-leaky-rerope", "self-extend"}) {
        AttentionSpec spec = small_spec(50, 8);
        spec.map.map = map;
        const AttentionResult merged = all_of(input_of(spec), AttentionQuantity::logits);
        const AttentionResult near =
            all_of(input_of(spec, {}, Precision::float64, Pass::near), AttentionQuantity::logits);
        const AttentionResult far =
            all_of(input_of(spec, {}, Precision::float64, Pass::far), AttentionQuantity::logits);
        for (std::int64_t i = 0; i < 50; ++i)
            for (std::int64_t j = 0; j <= i; ++j)
                EXPECT_NEAR(cell(merged, i, j), cell(i - j < 8 ? near : far, i, j), exact);
    }
    EXPECT_FALSE(has_two_passes({.map = "rope"}));
    EXPECT_FALSE(has_two_passes({.map = "sinks"}));
}

// Article 9577, equations 40-41 with corrected numbers: ten keys, the fifth query, slope 0.1 on both sides.
TEST(AttentionPlan, SlopesOf9577) {
    AttentionSpec spec = small_spec(10, 2);
    spec.map.causal = false;
    spec.bias.bias = "kerple-power";
    spec.bias.r1 = 0.1;
    AttentionInput input = input_of(spec);
    input.queries = std::make_shared<const TokenVectors>(std::vector<double>(20, 0.0), 2);
    const AttentionResult result = all_of(input, AttentionQuantity::weights);
    EXPECT_NEAR(cell(result, 4, 4), 0.12697, 5e-6);
    EXPECT_NEAR(cell(result, 4, 0), 0.08511, 5e-6);
}

// With slope 0.1 the entropy of the last row stops growing: 3.303 at 512 and at 2048 tokens (article 9577
// section 12, corrected).
TEST(AttentionPlan, EntropyUnderASlopeStays) {
    for (const std::int64_t tokens : {512, 2048}) {
        AttentionSpec spec = small_spec(tokens, 2);
        spec.bias.bias = "kerple-power";
        spec.bias.r1 = 0.1;
        AttentionInput input = input_of(spec);
        input.queries = std::make_shared<const TokenVectors>(
            std::vector<double>(static_cast<std::size_t>(2 * tokens), 0.0), 2);
        AttentionRequest request;
        request.rows = {tokens - 1, tokens};
        const AttentionResult result = reference_engine().run(operation::Attention{input, request}, {});
        EXPECT_NEAR(result.rows.entropy.front(), 3.303, 5e-4) << tokens;
        EXPECT_EQ(result.rows.keys.front(), tokens);
    }
}

TEST(AttentionPlan, BiasesAreAddedToWhatRoPEGives) {
    const AttentionSpec plain = small_spec(30, 8);
    const AttentionResult rope = all_of(input_of(plain), AttentionQuantity::logits);
    const auto theta = [](int p) { return std::pow(10000, -p / 4.0); };
    const auto sum = [&](double distance) {
        double cosines = 0;
        for (int p = 0; p < 4; ++p) cosines += std::cos(distance * theta(p));
        return cosines;
    };
    const auto expect = [&](OneOf<Bias> bias, auto added, const char* name) {
        AttentionSpec spec = plain;
        spec.bias.bias = bias;
        spec.bias.lambda = 0.7;
        const AttentionResult result = all_of(input_of(spec), AttentionQuantity::logits);
        for (std::int64_t i = 0; i < 30; ++i)
            for (std::int64_t j = 0; j <= i; ++j)
                EXPECT_NEAR(cell(result, i, j), cell(rope, i, j) + added(static_cast<double>(i - j)), exact)
                    << name;
    };
    expect(
        "alibi", [](double d) { return -d / 2; }, "alibi");
    expect(
        "sandwich", [&](double d) { return 0.7 * sum(d); }, "sandwich");
    expect(
        "gau", [&](double d) { return 0.7 * sum(d) / std::sqrt(8.0); }, "gau: before the division");
    expect(
        "kerple-log", [](double d) { return -std::log(1 + d); }, "kerple-log");
}

// torchscale multiplies queries by zeta^(i/512) and keys by zeta^(-j/512).
TEST(AttentionPlan, XposIsAFactorOnQueriesAndItsInverseOnKeys) {
    AttentionSpec spec = small_spec(20, 4);
    spec.bias.bias = "xpos";
    const AttentionInput input = input_of(spec);
    const AttentionResult result = all_of(input, AttentionQuantity::logits);
    const auto scaled = [&](const TokenVectors& vectors, std::int64_t t, double sign) {
        auto row =
            rotated(row_of(vectors, t), static_cast<double>(t), input.plan.inverse_frequency, Pairing::gpt_j);
        for (std::size_t n = 0; n < 4; ++n)
            row[n] *=
                std::pow((static_cast<double>(n / 2) / 2 + 0.4) / 1.4, sign * static_cast<double>(t) / 512);
        return row;
    };
    for (std::int64_t i = 0; i < 20; ++i)
        for (std::int64_t j = 0; j <= i; ++j)
            EXPECT_NEAR(cell(result, i, j), dot(scaled(*input.queries, i, 1), scaled(*input.keys, j, -1)) / 2,
                        exact);
}

TEST(AttentionPlan, VectorsABAreAddedAndForGauOnlyMultiplied) {
    AttentionSpec spec = small_spec(12, 6);
    spec.rotary.rotary_fraction = 0.67;  // two pairs rotate, two dimensions pass through
    spec.query_bias = {0.5, -1, 2, 0.25, 1, -0.5};
    spec.key_bias = {1, 0.5, -0.25, 2, -1, 3};
    const AttentionInput input = input_of(spec);
    ASSERT_EQ(input.plan.inverse_frequency.size(), 2U);
    const auto turned = [&](std::vector<double> row, const std::vector<double>& bias, std::int64_t t) {
        for (std::size_t n = 0; n < bias.size(); ++n) row[n] += bias[n];
        return rotated(row, static_cast<double>(t), input.plan.inverse_frequency, Pairing::gpt_j);
    };
    const AttentionResult added = all_of(input, AttentionQuantity::logits);
    spec.bias.bias = "gau";
    const AttentionResult gau = all_of(input_of(spec), AttentionQuantity::logits);
    const std::vector<double> zero(6, 0.0);
    for (std::int64_t i = 0; i < 12; ++i)
        for (std::int64_t j = 0; j <= i; ++j) {
            const auto q = row_of(*input.queries, i), k = row_of(*input.keys, j);
            const double both = dot(turned(q, spec.query_bias, i), turned(k, spec.key_bias, j));
            const double apart = dot(turned(q, zero, i), turned(k, zero, j)) +
                                 dot(turned(zero, spec.query_bias, i), turned(zero, spec.key_bias, j));
            EXPECT_NEAR(cell(added, i, j), both / std::sqrt(6.0), exact);
            EXPECT_NEAR(cell(gau, i, j), apart / std::sqrt(6.0), exact);
        }
}

TEST(AttentionPlan, WhatGauIsNotGivenIsStoodInFor) {
    AttentionSpec spec = small_spec(6, 4);
    spec.bias.bias = "gau";
    spec.bias.lambda = 4;
    spec.query_bias = {1, 0, 0, 0};
    const BuiltPlan built = attention_plan(spec, Pass::merged, reference_engine(), {});
    EXPECT_EQ(built.plan.position_bias.cosine_weights, (std::vector<double>{2, 0}));
    EXPECT_EQ(built.warnings.size(), 1U);
}

TEST(AttentionPlan, LogNTemperatureAndFactorsScale) {
    AttentionSpec spec = small_spec(64, 8);  // trained on 16
    const AttentionResult plain = all_of(input_of(spec), AttentionQuantity::logits);
    spec.log_n = true;
    spec.bias.bias = "alibi";
    const AttentionResult scaled = all_of(input_of(spec), AttentionQuantity::logits);
    for (const std::int64_t i : {3, 15, 16, 63})
        EXPECT_NEAR(cell(scaled, i, 1),
                    cell(plain, i, 1) * std::max(1.0, std::log(static_cast<double>(i + 1)) / std::log(16.0)) -
                        static_cast<double>(i - 1) / 2,
                    exact)
            << "the query is scaled, the bias is not";
    spec = small_spec(64, 8);
    spec.temperature = 2;
    const AttentionResult warm = all_of(input_of(spec), AttentionQuantity::weights);
    double sum = 0;
    for (std::int64_t j = 0; j <= 20; ++j) sum += std::exp(cell(plain, 20, j) / 2);
    EXPECT_NEAR(cell(warm, 20, 5), std::exp(cell(plain, 20, 5) / 2) / sum, exact);
    spec.temperature = 1;
    spec.rotary.attention_factor = 1.5;
    spec.rotary.scaling = "yarn";
    spec.rotary.factor = 1;
    const AttentionInput yarn = input_of(spec);
    EXPECT_DOUBLE_EQ(yarn.plan.attention_factor_squared, 2.25);
}

TEST(AttentionPlan, TheWindowMaskHidesWhatIsFar) {
    AttentionSpec spec = small_spec(30, 4);
    spec.bias.bias = "window";
    const AttentionResult result = all_of(input_of(spec), AttentionQuantity::weights);
    for (std::int64_t i = 0; i < 30; ++i)
        for (std::int64_t j = 0; j < 30; ++j)
            EXPECT_EQ(is_masked(cell(result, i, j)), j > i || i - j >= 8) << i << ", " << j;
    EXPECT_EQ(result.rows.keys[29], 8);
    EXPECT_NEAR(result.rows.near_mass[29], 1, exact);
}

TEST(AttentionPlan, WarnsOfWhatHadToBeTakenForGranted) {
    AttentionSpec spec = small_spec(8, 4);
    spec.map.map = "pi";
    spec.rotary.scaling = "linear";
    spec.bias.bias = "kerple-log";
    const auto warnings = attention_plan(spec, Pass::merged, reference_engine(), {}).warnings;
    ASSERT_EQ(warnings.size(), 2U);
    EXPECT_NE(warnings[0].english().find("divide twice"), std::string::npos);
    EXPECT_NE(warnings[1].english().find("placeholders"), std::string::npos);
    spec.query_bias = {1, 2, 3};
    EXPECT_THROW(static_cast<void>(attention_plan(spec, Pass::merged, reference_engine(), {})), UsageError);
}

}  // namespace
}  // namespace poslab
