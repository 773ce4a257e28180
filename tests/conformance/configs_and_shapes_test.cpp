// A config's statements about logits, slopes and buckets, discretised HiPPO, and the shapes of dumps.
// Matrices, slopes and buckets were computed with NumPy from the formulas of MPT, T5 and S4.

#include "core/base/errors.hpp"
#include "core/conformance/config_facts.hpp"
#include "core/conformance/conformance.hpp"
#include "tests/conformance/float32_program.hpp"

#include <gtest/gtest.h>

#include <random>

namespace poslab {
namespace {

using test::Float32Program;
using test::saved;
using Shape = std::vector<std::int64_t>;

ConformanceReport checked(const Dump& dump, const Implementation& right) {
    return check_conformance(dump, right, 4096);
}

std::string mistake_in(const Dump& dump, const Implementation& right) {
    const ConformanceReport report = checked(dump, right);
    if (report.agrees) return "agrees";
    return report.explained ? report.explanations.front().id() : "nothing";
}

std::vector<double> drawn_normals(std::int64_t count, int seed = 3) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::normal_distribution<float> normal;
    std::vector<double> all;
    for (std::int64_t n = 0; n < count; ++n) all.push_back(normal(random));
    return all;
}

RotarySpec longrope() {
    RotarySpec spec;
    spec.dim = 8;
    spec.scaling = "longrope";
    spec.short_factors = {1, 1.1, 1.2, 1.5};
    spec.long_factors = {1, 2, 8, 40};
    spec.factor = 32;
    spec.train_length = 4096;
    spec.length = 131'072;
    return spec;
}

Dump frequencies_by(const std::vector<double>& divisors) {
    std::vector<double> all;
    for (std::size_t p = 0; p < divisors.size(); ++p)
        all.push_back(std::pow(10'000, -2.0 * static_cast<double>(p) / 8) / divisors[p]);
    Dump dump;
    dump.arrays["inverse-frequency"] = saved(all, {4}, "float32");
    return dump;
}

TEST(Longrope, TheOtherListIsNamed) {
    RotarySpec spec = longrope();
    EXPECT_EQ(mistake_in(frequencies_by(spec.long_factors), Implementation(spec, Pairing::gpt_neox)),
              "agrees");
    EXPECT_EQ(mistake_in(frequencies_by(spec.short_factors), Implementation(spec, Pairing::gpt_neox)),
              "longrope-other-list");
    spec.length = 4096;
    EXPECT_EQ(mistake_in(frequencies_by(spec.long_factors), Implementation(spec, Pairing::gpt_neox)),
              "longrope-other-list");
}

TEST(Longrope, TheListByPositionIsNamed) {
    const RotarySpec spec = longrope();
    const double factor = std::sqrt(1 + std::log(32.0) / std::log(4096.0));
    std::vector<double> cos, sin, positions;
    for (const double position : {0.0, 1.0, 77.0, 4095.0, 4096.0, 9000.0, 100'001.0}) {
        positions.push_back(position);
        for (std::size_t p = 0; p < 4; ++p) {
            const auto& list = position < 4096 ? spec.short_factors : spec.long_factors;
            const double angle = position * std::pow(10'000, -2.0 * static_cast<double>(p) / 8) / list[p];
            cos.push_back(factor * std::cos(angle));
            sin.push_back(factor * std::sin(angle));
        }
    }
    Dump dump;
    dump.arrays["cos"] = saved(cos, {7, 4}, "float32");
    dump.arrays["sin"] = saved(sin, {7, 4}, "float32");
    dump.arrays["positions"] = saved(positions, {7}, "float64");
    EXPECT_EQ(mistake_in(dump, Implementation(spec, Pairing::gpt_neox)), "longrope-list-by-position");
}

/// Logits [heads, tokens, tokens] with a scale; queries and keys [tokens, heads · dim], as in vLLM.
Dump logits_dump(const RotarySpec& spec, double scale, bool merged) {
    constexpr std::int64_t heads = 2, tokens = 9;
    const Float32Program program{spec};
    const std::int64_t dim = spec.dim;
    const std::vector<double> q = drawn_normals(tokens * heads * dim, 1), k = drawn_normals(tokens * dim, 2);
    const auto turned = [&](const std::vector<double>& all, std::int64_t begin, std::int64_t token) {
        return program.turned({all.begin() + begin, all.begin() + begin + dim}, token);
    };
    std::vector<double> logits;
    for (std::int64_t h = 0; h < heads; ++h)
        for (std::int64_t i = 0; i < tokens; ++i)
            for (std::int64_t j = 0; j < tokens; ++j) {
                const std::vector<float> a = turned(q, (i * heads + h) * dim, i), b = turned(k, j * dim, j);
                double sum = 0;
                for (std::size_t d = 0; d < a.size(); ++d) sum += static_cast<double>(a[d]) * b[d];
                logits.push_back(j > i ? -INFINITY : scale * sum);
            }
    Dump dump;
    dump.arrays["queries"] =
        saved(q, merged ? Shape{tokens, heads * dim} : Shape{tokens, heads, dim}, "float32");
    dump.arrays["keys"] = saved(k, {tokens, dim}, "float32");
    dump.arrays["logits"] = saved(logits, {heads, tokens, tokens}, "float32");
    return dump;
}

// Gemma 3 27B scales by 168^(−1/2), not 128^(−1/2).
TEST(LogitScale, IsReadFromTheConfig) {
    const RotarySpec spec;
    Implementation gemma(spec, Pairing::gpt_neox);
    take(parse_attention_facts(R"({"model_type": "gemma3", "text_config": {"query_pre_attn_scalar": 168}})",
                               "c"),
         gemma);
    for (const bool merged : {true, false}) {
        EXPECT_EQ(mistake_in(logits_dump(spec, 1 / std::sqrt(168.0), merged), gemma), "agrees");
        EXPECT_EQ(mistake_in(logits_dump(spec, 1 / std::sqrt(128.0), merged), gemma), "softmax-scale");
        EXPECT_EQ(mistake_in(logits_dump(spec, 1 / 168.0, merged), gemma), "query-scaled-twice");
        EXPECT_EQ(mistake_in(logits_dump(spec, 1 / std::sqrt(128.0), merged),
                             Implementation(spec, Pairing::gpt_neox)),
                  "agrees");
    }
}

TEST(LogitScale, IsReadFromEveryKey) {
    const auto scale = [](const char* text) {
        return parse_attention_facts(text, "c").logit_scale.value_or(0);
    };
    EXPECT_NEAR(scale(R"({"query_pre_attn_scalar": 144})"), 1 / 12.0, 1e-15);
    EXPECT_EQ(scale(R"({"model_type": "gemma2", "head_dim": 128})"), 1 / 16.0);
    EXPECT_EQ(scale(R"({"model_type": "granite", "attention_multiplier": 0.015625})"), 0.015625);
    EXPECT_EQ(scale(R"({"model_type": "mpt", "attn_config": {"softmax_scale": 0.25}})"), 0.25);
    EXPECT_EQ(scale(R"({"model_type": "mpt", "attn_config": {"softmax_scale": null}})"), 0);
    EXPECT_EQ(scale(R"({"model_type": "gemma4_text"})"), 1);
    EXPECT_EQ(scale(R"({"model_type": "gpt2", "scale_attn_weights": false})"), 1);
    EXPECT_EQ(scale(R"({"model_type": "phi3small", "hidden_size": 4096, "num_attention_heads": 32})"),
              1 / 128.0);
    EXPECT_THROW(scale(R"({"attention_multiplier": -1})"), InputError);
}

// MPT's gen_slopes for 6 heads and alibi_bias_max 16.
TEST(Slopes, FollowMptsLargestExponent) {
    Implementation mpt;
    take(parse_attention_facts(
             R"({"model_type": "mpt", "n_heads": 6, "attn_config": {"alibi": true, "alibi_bias_max": 16}})",
             "c"),
         mpt);
    Dump dump;
    dump.arrays["alibi-slopes"] =
        saved(std::vector<double>{0.0625, 0.00390625, 0.000244140625, 1.52587890625e-05, 0.25, 0.015625}, {6},
              "float32");
    EXPECT_EQ(mistake_in(dump, mpt), "agrees");
    Implementation other = mpt;
    other.slope_max = 4;
    EXPECT_NE(mistake_in(dump, other), "agrees");
    dump.arrays["alibi-slopes"] =
        saved(std::vector<double>{0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125}, {6}, "float32");
    EXPECT_EQ(mistake_in(dump, mpt), "alibi-bias-max");
    dump.arrays["alibi-slopes"] = saved(std::vector<double>{0.25, 0.0625}, {2}, "float32");
    EXPECT_THROW(mistake_in(dump, mpt), InputError) << "the config has 6 heads";
}

TEST(Buckets, AreReadFromTheConfig) {
    Implementation t5;
    take(parse_attention_facts(
             R"({"relative_attention_num_buckets": 16, "relative_attention_max_distance": 64})", "c"),
         t5);
    const std::vector<int> every_third{0,  3,  6,  8,  9,  10, 11, 11, 12, 12, 13, 13,
                                       13, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15};
    std::vector<double> table;
    for (int distance = 0; distance < 70; ++distance)
        table.push_back(distance < 8
                            ? distance
                            : std::min(15.0, 8 + std::floor(std::log(distance / 8.0) / std::log(8.0) * 8)));
    for (std::size_t n = 0; n < every_third.size(); ++n) ASSERT_EQ(table[3 * n], every_third[n]);
    Dump dump;
    dump.arrays["t5-buckets"] = saved(table, {70}, "int64");
    EXPECT_EQ(mistake_in(dump, t5), "agrees");
    EXPECT_NE(mistake_in(dump, Implementation()), "agrees");
    dump.arrays["t5-buckets"] = saved(std::vector<int>{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                                       13, 14, 15, 16, 16, 16, 17, 17, 18, 18, 18, 19, 19},
                                      {26}, "int64");
    EXPECT_EQ(mistake_in(dump, t5), "bucket-count");
}

struct Discretised {
    const char* rule;
    std::vector<double> a, b;
};
// LegS of order 4 with Δ = 0.1.
const std::vector<double> exact{0.904837418,
                                0,
                                0,
                                0,
                                -0.149141119,
                                0.818730753,
                                0,
                                0,
                                -0.155895081,
                                -0.30175394,
                                0.740818221,
                                0,
                                -0.129734088,
                                -0.25510951,
                                -0.417072826,
                                0.670320046};
const std::vector<double> euler_input{0.1, 0.173205081, 0.223606798, 0.264575131};
const Discretised discretised_legs[]{
    {"bilinear",
     {0.904761905, 0, 0, 0, -0.149961109, 0.818181818, 0, 0, -0.159929575, -0.306164691, 0.739130435, 0,
      -0.141923419, -0.271694211, -0.428701434, 0.666666667},
     {0.0952380952, 0.149961109, 0.159929575, 0.141923419}},
    {"zoh", exact, {0.095162582, 0.149141119, 0.155895081, 0.129734088}},
    {"forward",
     {0.9, 0, 0, 0, -0.173205081, 0.8, 0, 0, -0.223606798, -0.387298335, 0.7, 0, -0.264575131, -0.458257569,
      -0.591607978, 0.6},
     euler_input},
    {"backward",
     {0.909090909, 0, 0, 0, -0.13121597, 0.833333333, 0, 0, -0.117276293, -0.248268163, 0.769230769, 0,
      -0.0792932461, -0.167859916, -0.325059329, 0.714285714},
     {0.0909090909, 0.13121597, 0.117276293, 0.0792932461}},
};

Implementation discretised_by(const char* rule, double step) {
    Implementation implementation;
    implementation.matrices.rule = implementation.matrices.input_rule = *discretisation_rule(rule);
    implementation.matrices.step = step;
    return implementation;
}

Dump matrices_dump(const std::vector<double>& a, const std::vector<double>& b) {
    Dump dump;
    dump.arrays["hippo-a"] = saved(a, {4, 4}, "float32");
    dump.arrays["hippo-b"] = saved(b, {4, 1}, "float32");
    return dump;
}

TEST(DiscretisedHippo, AgreesByItsRuleAndStep) {
    for (const Discretised& discretised : discretised_legs) {
        const Dump dump = matrices_dump(discretised.a, discretised.b);
        EXPECT_EQ(mistake_in(dump, discretised_by(discretised.rule, 0.1)), "agrees") << discretised.rule;
        for (const Discretised& other : discretised_legs) {
            if (other.rule == discretised.rule) continue;
            EXPECT_EQ(mistake_in(dump, discretised_by(other.rule, 0.1)), "discretisation-rule")
                << discretised.rule << " for " << other.rule;
        }
        EXPECT_EQ(mistake_in(dump, discretised_by(discretised.rule, 0.2)), "discretisation-step")
            << discretised.rule;
        EXPECT_EQ(mistake_in(dump, discretised_by(discretised.rule, 0.05)), "discretisation-step")
            << discretised.rule;
    }
    EXPECT_EQ(mistake_in(matrices_dump(exact, euler_input), discretised_by("zoh", 0.1)),
              "discretisation-rule")
        << "Mamba's B";
}

/// Tables of two texts with different starting positions, of one text, and of M-RoPE's three axes.
class Shapes : public testing::Test {
  protected:
    NumberArray table(float (*function)(float), const std::vector<double>& at, const Shape& shape,
                      std::int64_t columns) const {
        std::vector<double> all;
        for (const double position : at)
            for (std::int64_t column = 0; column < columns; ++column)
                all.push_back(
                    function(program_.angle(static_cast<std::int64_t>(position), column % program_.pairs())));
        return saved(all, shape, "float32");
    }
    static float cos_of(float angle) { return std::cos(angle); }
    static float sin_of(float angle) { return std::sin(angle); }
    Dump tables(const std::vector<double>& at, const Shape& shape) const {
        Dump dump;
        dump.arrays["cos"] = table(&cos_of, at, shape, shape.back());
        dump.arrays["sin"] = table(&sin_of, at, shape, shape.back());
        return dump;
    }
    RotarySpec spec_;
    Float32Program program_{spec_};
    Implementation right_{spec_, Pairing::gpt_neox};
    const std::vector<double> two_{5, 6, 7, 0, 1, 2};
};

TEST_F(Shapes, PositionsOfTwoTexts) {
    Dump dump = tables(two_, {2, 3, 128});
    dump.arrays["positions"] = saved(two_, {2, 3}, "int64");
    EXPECT_EQ(mistake_in(dump, right_), "agrees");
    Dump same = tables({0, 1, 2, 0, 1, 2}, {2, 3, 128});
    EXPECT_EQ(mistake_in(same, right_), "agrees") << "each text from 0 on";
    const std::vector<double> before = drawn_normals(2 * 4 * 3 * 128);
    std::vector<double> after;
    for (std::int64_t row = 0; row < 24; ++row) {
        const auto begin = before.begin() + row * 128;
        const std::int64_t text = row / 12, token = row % 3;
        const std::vector<float> one =
            program_.turned({begin, begin + 128},
                            static_cast<std::int64_t>(two_[static_cast<std::size_t>(text * 3 + token)]));
        after.insert(after.end(), one.begin(), one.end());
    }
    Dump vectors;
    vectors.arrays["before"] = saved(before, {2, 4, 3, 128}, "float32");
    vectors.arrays["after"] = saved(after, {2, 4, 3, 128}, "float32");
    vectors.arrays["positions"] = saved(two_, {2, 3}, "int64");
    EXPECT_EQ(mistake_in(vectors, right_), "agrees");
    vectors.arrays["positions"] = saved(std::vector<double>{6, 7, 8, 1, 2, 3}, {2, 3}, "int64");
    EXPECT_EQ(mistake_in(vectors, right_), "positions-off-by-one");
}

TEST_F(Shapes, HeadsSideBySide) {
    const std::vector<double> before = drawn_normals(5 * 3 * 128);
    std::vector<double> after;
    for (std::int64_t row = 0; row < 15; ++row) {
        const auto begin = before.begin() + row * 128;
        const std::vector<float> one = program_.turned({begin, begin + 128}, row / 3);
        after.insert(after.end(), one.begin(), one.end());
    }
    Dump dump;
    dump.arrays["before"] = saved(before, {5, 384}, "float32");
    dump.arrays["after"] = saved(after, {5, 384}, "float32");
    EXPECT_EQ(mistake_in(dump, right_), "agrees");
}

// Positions that follow no rule along the other dimension explain almost everything, but the definition does.
TEST_F(Shapes, WrongNumbersLeaveTheDimensionOfPositions) {
    const std::vector<double> before = drawn_normals(8 * 40 * 128);
    std::vector<double> after;
    for (std::int64_t row = 0; row < 8 * 40; ++row) {
        const auto begin = before.begin() + row * 128;
        const std::vector<float> one = program_.turned({begin, begin + 128}, row % 40);
        after.insert(after.end(), one.begin(), one.end());
    }
    Dump dump;
    dump.arrays["before"] = saved(before, {8, 40, 128}, "float32");
    const auto read = [&](const std::vector<double>& numbers) {
        dump.arrays["after"] = saved(numbers, {8, 40, 128}, "float32");
        const ConformanceReport report = checked(dump, right_);
        EXPECT_FALSE(report.agrees || report.explained);
        return report.reading.position_axis->dimension;
    };
    for (const double error : {0.5, 0.01}) {
        std::vector<double> one = after;
        one[(3 * 40 + 17) * 128 + 5] += error;
        EXPECT_EQ(read(one), 1U) << error;
    }
    const std::vector<double> noise = drawn_normals(8 * 40 * 128, 9);
    for (std::size_t n = 0; n < after.size(); ++n) after[n] += 2e-3 * noise[n];
    EXPECT_EQ(read(after), 1U);
}

// Angles at position 100,000 have a float32 error of 1e-2 rad, which positions from 0 on do not explain.
TEST_F(Shapes, LogitsOfALateChunkHavePositions) {
    constexpr std::int64_t keys = 40, cached = 8, first = 100'000;
    const std::vector<double> q = drawn_normals((keys - cached) * 128, 5), k = drawn_normals(keys * 128, 6);
    const auto logits = [&](std::int64_t queries_late) {
        std::vector<double> all;
        for (std::int64_t i = cached; i < keys; ++i) {
            const auto begin = q.begin() + (i - cached) * 128;
            const std::vector<float> query = program_.turned({begin, begin + 128}, first + i + queries_late);
            for (std::int64_t j = 0; j < keys; ++j) {
                const auto from = k.begin() + j * 128;
                const std::vector<float> key = program_.turned({from, from + 128}, first + j);
                double sum = 0;
                for (std::size_t n = 0; n < 128; ++n)
                    sum += static_cast<double>(query[n]) * static_cast<double>(key[n]);
                all.push_back(sum / std::sqrt(128.0));
            }
        }
        return saved(all, {keys - cached, keys}, "float32");
    };
    Dump dump;
    dump.arrays["queries"] = saved(q, {keys - cached, 128}, "float32");
    dump.arrays["keys"] = saved(k, {keys, 128}, "float32");
    dump.arrays["logits"] = logits(0);
    EXPECT_EQ(mistake_in(dump, right_), "nothing");
    std::vector<double> positions;
    for (std::int64_t j = 0; j < keys; ++j) positions.push_back(static_cast<double>(first + j));
    dump.arrays["positions"] = saved(positions, {keys}, "float64");
    EXPECT_EQ(mistake_in(dump, right_), "agrees");
    dump.arrays["logits"] = logits(5);
    const ConformanceReport report = checked(dump, right_);
    EXPECT_EQ(mistake_in(dump, right_), "positions-shifted");
    ASSERT_TRUE(report.first);
    EXPECT_EQ(report.first->position, first + cached);
    positions.pop_back();
    dump.arrays["positions"] = saved(positions, {keys - 1}, "float64");
    EXPECT_THROW(mistake_in(dump, right_), InputError);
}

TEST_F(Shapes, CacheOfCosinesAndSines) {
    std::vector<double> cache;
    for (std::int64_t position = 0; position < 40; ++position)
        for (std::int64_t column = 0; column < 128; ++column) {
            const float angle = program_.angle(position, column % 64);
            cache.push_back(column < 64 ? std::cos(angle) : std::sin(angle));
        }
    Dump dump;
    dump.arrays["cos"] = saved(cache, {40, 128}, "float32");
    EXPECT_EQ(mistake_in(dump, right_), "agrees");
    dump.arrays["cos"] = saved(cache, {40, 128}, "bfloat16");
    EXPECT_EQ(mistake_in(dump, right_), "agrees");
    RotarySpec other = spec_;
    other.base = 500'000;
    EXPECT_EQ(mistake_in(dump, Implementation(other, Pairing::gpt_neox)), "base-ignored");
    dump.arrays["cos"] = saved(std::vector<double>(40 * 63, 1.0), {40, 63}, "float32");
    EXPECT_THROW(mistake_in(dump, right_), UsageError) << "--sin is needed";
}

TEST_F(Shapes, TablesAreNotSaidToLackARotation) {
    Dump dump = tables({0, 1, 2, 3, 4, 5}, {6, 64});
    EXPECT_TRUE(checked(dump, right_).agrees);
    EXPECT_TRUE(checked(dump, right_).notes.empty());
    dump.arrays.erase("sin");
    std::vector<double> cache;
    for (std::int64_t position = 0; position < 6; ++position)
        for (std::int64_t column = 0; column < 128; ++column) {
            const float angle = program_.angle(position, column % 64);
            cache.push_back(column < 64 ? std::cos(angle) : std::sin(angle));
        }
    dump.arrays["cos"] = saved(cache, {6, 128}, "float32");
    EXPECT_TRUE(checked(dump, right_).agrees);
    EXPECT_TRUE(checked(dump, right_).notes.empty());
}

// 2³⁸ rad is a multiple of 2¹⁵ in float32, and θ₆₃ · 2³⁸ = 3e7 rad one of 2: no cos or sin is wrong there.
TEST_F(Shapes, PositionsWithoutKnownAnglesAreRefused) {
    std::vector<double> positions;
    for (int n = 0; n < 50; ++n) positions.push_back(0x1p38 + n);
    const NumberArray zeros = saved(std::vector<double>(50 * 64), {50, 64}, "float32"),
                      wide = saved(std::vector<double>(50 * 128), {50, 128}, "float32");
    const auto refused = [&](Dump dump) {
        dump.arrays["positions"] = saved(positions, {50}, "float64");
        try {
            return checked(dump, right_).agrees ? "agrees" : "disagrees";
        } catch (const InputError& error) {
            const bool named =
                std::string(error.what()).find("float32 rounds every angle by 1 rad or more") !=
                std::string::npos;
            return named ? "refused" : "another refusal";
        }
    };
    Dump table, vectors, sinusoids;
    table.arrays["cos"] = table.arrays["sin"] = zeros;
    vectors.arrays["before"] = saved(drawn_normals(50 * 128), {50, 128}, "float32");
    vectors.arrays["after"] = sinusoids.arrays["sinusoidal"] = wide;
    EXPECT_STREQ(refused(table), "refused");
    EXPECT_STREQ(refused(vectors), "refused");
    EXPECT_STREQ(refused(sinusoids), "refused");
    positions.assign(50, 1000);
    EXPECT_STREQ(refused(table), "disagrees");
    EXPECT_STREQ(refused(vectors), "disagrees");
}

TEST_F(Shapes, RowsWithoutKnownAnglesAreNoted) {
    Dump dump = tables({0, 1, 2}, {3, 64});
    for (const char* const role : {"cos", "sin"})
        std::fill_n(dump.arrays[role].values.begin() + 128, 64, 0.0);
    dump.arrays["positions"] = saved(std::vector<double>{0, 1, 0x1p38}, {3}, "float64");
    const ConformanceReport report = checked(dump, right_);
    EXPECT_TRUE(report.agrees);
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_EQ(
        report.notes.front().english(),
        "From position 274877906944 on float32 rounds every angle by 1 rad or more, so even zeros agree "
        "there.");
    for (const char* const role : {"cos", "sin"})
        std::fill_n(dump.arrays[role].values.begin() + 128, 64, 3.0);
    EXPECT_FALSE(checked(dump, right_).agrees) << "beyond the tolerance of 1";
}

// A quarter of the dimensions rotates; the others must remain unchanged at every position.
TEST_F(Shapes, UnrotatedDimensionsAreCheckedWithoutKnownAngles) {
    RotarySpec quarter;
    quarter.dim = 128;
    quarter.rotary_fraction = 0.25;
    const Implementation right(quarter, Pairing::gpt_neox);
    const std::vector<double> before = drawn_normals(3 * 128);
    Dump dump;
    dump.arrays["before"] = dump.arrays["after"] = saved(before, {3, 128}, "float32");
    dump.arrays["positions"] = saved(std::vector<double>{0x1p38, 0x1p39, 0x1p40}, {3}, "float64");
    for (std::ptrdiff_t row = 0; row < 3; ++row)
        std::fill_n(dump.arrays["after"].values.begin() + row * 128, 32, 0.0);
    const ConformanceReport report = checked(dump, right);
    EXPECT_TRUE(report.agrees);
    ASSERT_FALSE(report.notes.empty());
    EXPECT_EQ(report.notes.back().english(),
              "From position 274877906944 on float32 rounds every angle by 1 rad or more, so the rotated "
              "dimensions are not checked there.");
    dump.arrays["after"].values[127] += 1;
    EXPECT_FALSE(checked(dump, right).agrees);
}

// One rotary pair has θ = 1: cos and sin of the position itself.
TEST_F(Shapes, TablesOfOnePair) {
    RotarySpec two, quarter;
    two.dim = 2;
    quarter.dim = 8;
    quarter.rotary_fraction = 0.25;
    const std::vector<double> positions{0, 1, 2, 7, 40};
    std::vector<double> cos, sin, cis, cache;
    for (const double position : positions) {
        cos.push_back(std::cos(position));
        sin.push_back(std::sin(position));
        cis.insert(cis.end(), {cos.back(), sin.back()});
    }
    for (const RotarySpec& spec : {two, quarter}) {
        const Implementation right(spec, Pairing::gpt_j);
        for (const Shape& shape : {Shape{5, 1}, Shape{1, 5, 1}, Shape{1, 5, 1, 1}}) {
            Dump dump;
            dump.arrays["cos"] = saved(cos, shape, "float32");
            dump.arrays["sin"] = saved(sin, shape, "float32");
            dump.arrays["positions"] = saved(positions, {5}, "int64");
            EXPECT_EQ(mistake_in(dump, right), "agrees") << shape.size();
        }
        Dump complex;
        complex.arrays["freqs-cis"] = saved(cis, {5, 1, 2}, "float32");
        complex.arrays["positions"] = saved(positions, {5}, "int64");
        EXPECT_EQ(mistake_in(complex, right), "agrees");
        Dump vllm;
        vllm.arrays["cos"] = saved(cis, {5, 2}, "float32");
        vllm.arrays["positions"] = saved(positions, {5}, "int64");
        EXPECT_EQ(mistake_in(vllm, right), "agrees");
    }
}

TEST_F(Shapes, TheCacheOfAnotherWidthIsNamed) {
    Dump dump;
    dump.arrays["cos"] = tables({0, 1, 2, 3}, {4, 64}).arrays["cos"];
    const ConformanceReport report = checked(dump, right_);
    EXPECT_TRUE(report.other_shape);
    EXPECT_TRUE(report.reading.right_shape.starts_with("[positions, 128], cosines, then sines"))
        << report.reading.right_shape;
}

// Numbers whose squares exceed float64.
TEST_F(Shapes, DeviationsOfHugeNumbersAreFinite) {
    Dump dump;
    const std::vector<double> before(2 * 128, 1e300), after(2 * 128, 3e300);
    dump.arrays["before"] = saved(before, {2, 128}, "float64");
    dump.arrays["after"] = saved(after, {2, 128}, "float64");
    dump.arrays["positions"] = saved(std::vector<double>{0, 0}, {2}, "int64");
    const ConformanceReport report = checked(dump, right_);
    EXPECT_FALSE(report.agrees);
    EXPECT_NEAR(report.fit.typical / 2e300, 1, 1e-12);
    // θ_0 · 1e308, whose angle at position 4096 exceeds float64.
    Dump frequencies;
    frequencies.arrays["inverse-frequency"] = saved(std::vector<double>(64, 1e308), {64}, "float64");
    const ConformanceReport of_frequencies = checked(frequencies, right_);
    EXPECT_NEAR(of_frequencies.fit.typical / 1e308, 1, 1e-12);
    EXPECT_FALSE(of_frequencies.phase.has_value());
}

// For long tables only one order of columns is tried.
TEST_F(Shapes, LongTablesInBothOrders) {
    const Implementation neighbours(spec_, Pairing::gpt_j);
    for (const bool halves : {true, false}) {
        std::vector<double> cos, sin;
        for (std::int64_t position = 0; position < 10'000; ++position)
            for (std::int64_t column = 0; column < 128; ++column) {
                const float angle = program_.angle(position, halves ? column % 64 : column / 2);
                cos.push_back(std::cos(angle));
                sin.push_back(std::sin(angle));
            }
        Dump dump;
        dump.arrays["cos"] = saved(cos, {10'000, 128}, "float32");
        dump.arrays["sin"] = saved(sin, {10'000, 128}, "float32");
        EXPECT_EQ(mistake_in(dump, neighbours), "agrees") << halves;
    }
}

TEST_F(Shapes, ThreeAxesThatDifferNeedPositions) {
    right_.has_sections = true;
    Dump dump = tables({0, 1, 2, 0, 1, 2, 0, 1, 2}, {3, 1, 3, 128});
    EXPECT_EQ(mistake_in(dump, right_), "agrees");
    dump.arrays["positions"] = saved(std::vector<double>{0, 1, 2, 0, 1, 2, 0, 1, 2}, {3, 3}, "int64");
    EXPECT_EQ(mistake_in(dump, right_), "agrees");
    right_.axes.sections = {16, 24, 24};
    Dump picture = tables({0, 1, 2, 0, 1, 1, 0, 1, 3}, {3, 1, 3, 128});
    try {
        checked(picture, right_);
        FAIL() << "a picture's axes";
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("--positions: required if M-RoPE's three axes differ"),
                  std::string::npos);
    }
    picture.arrays["positions"] = saved(std::vector<double>{0, 1, 2, 0, 1, 1, 0, 1, 3}, {3, 3}, "int64");
    EXPECT_EQ(mistake_in(picture, right_), "agrees");
}

TEST_F(Shapes, Float16SaysWhereItEnds) {
    Dump dump = tables({0, 1, 2}, {3, 128});
    dump.arrays["sin"].type = "float16";
    dump.arrays["sin"].values[130] = NAN;
    try {
        checked(dump, right_);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what())
                      .find("at [1, 2] is NaN, but all must be finite: float16 values above 65504"),
                  std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace poslab
