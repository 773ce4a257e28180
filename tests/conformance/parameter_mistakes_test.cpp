// The check names wrong values of a config, omitted parts, and logits at wrong positions.

#include "core/conformance/config_facts.hpp"
#include "tests/conformance/drawn_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

using test::Draw;
using test::expect_named;
using test::Float32Program;
using test::nearest_valid;
using test::right_of;
using test::saved;
using test::scaled_spec;
using test::tables_at;
using test::vectors_at;

Dump frequencies_of(const std::vector<float>& theta) {
    Dump dump;
    dump.arrays["inverse-frequency"] = saved(theta, {std::ssize(theta)}, "float32");
    return dump;
}

double in_order(std::int64_t position) { return static_cast<double>(position); }

/// Compares a program of one spec with another spec, by its frequencies, tables and vectors.
void expect_named_everywhere(const RotarySpec& made, const RotarySpec& spec, const std::string& text) {
    Draw draw(21);
    const Float32Program program{made};
    const Implementation right(spec, Pairing::gpt_neox);
    expect_named(frequencies_of(program.theta), right, text);
    expect_named(tables_at(program, 512, &in_order), right, text);
    expect_named(vectors_at(draw, program, 512, &in_order), right, text);
}

TEST(ParameterMistakes, AnotherBase) {
    RotarySpec made;
    for (const double base : {500'000.0, 1'000'000.0, 20'000.0, 123'000.0}) {
        made.base = base;
        expect_named_everywhere(made, RotarySpec{},
                                "the base is " + fmt::format("{:.6g}", base) + ", not 10000");
    }
}

TEST(ParameterMistakes, AnotherFactor) {
    for (const char* const id : {"llama3", "linear", "ntk"})
        expect_named_everywhere(scaled_spec(id, 32), scaled_spec(id),
                                "the factor of " + std::string(id) + " is 32, not 8");
    expect_named_everywhere(scaled_spec("linear", 7), scaled_spec("linear"),
                            "the factor of linear is 7, not 8");
    expect_named_everywhere(scaled_spec("yarn", 32), scaled_spec("yarn"), "the factor of yarn is 32, not 8");
}

TEST(ParameterMistakes, AnotherScaling) {
    expect_named_everywhere(scaled_spec("linear", 4), scaled_spec("llama3"),
                            "frequencies are those of linear scaling with factor 4, not of llama3");
    expect_named_everywhere(scaled_spec("yarn"), scaled_spec("llama3"),
                            "frequencies are those of yarn scaling with factor 8, not of llama3");
    expect_named_everywhere(scaled_spec("ntk"), scaled_spec("linear"),
                            "frequencies are those of ntk scaling with factor 8, not of linear");
}

TEST(ParameterMistakes, AnotherOriginalLength) {
    for (const char* const id : {"llama3", "yarn"}) {
        RotarySpec made = scaled_spec(id);
        made.train_length = 65'536;
        expect_named_everywhere(made, scaled_spec(id),
                                "the original length of " + std::string(id) + " is 65536, not 8192");
    }
}

TEST(ParameterMistakes, OtherEndsOfARampOrBand) {
    RotarySpec made = scaled_spec("yarn");
    made.beta_fast = 16;
    made.beta_slow = 2;
    expect_named_everywhere(made, scaled_spec("yarn"), "YaRN's ramp runs from pair");
    made = scaled_spec("llama3");
    made.high_freq_factor = 8;
    expect_named_everywhere(made, scaled_spec("llama3"),
                            "low_freq_factor and high_freq_factor are 1 and 8, not 1 and 4");
}

/// The program's frequencies, changed by a formula in p and θ.
template <class Change>
void expect_changed(const RotarySpec& spec, const Change& change, const std::string& text) {
    Draw draw(22);
    Float32Program program{spec};
    for (std::size_t p = 0; p < program.theta.size(); ++p)
        program.theta[p] =
            static_cast<float>(change(static_cast<double>(p), static_cast<double>(program.theta[p])));
    const Implementation right(spec, Pairing::gpt_neox);
    expect_named(frequencies_of(program.theta), right, text);
    expect_named(tables_at(program, 256, &in_order), right, text);
    expect_named(vectors_at(draw, program, 256, &in_order), right, text);
}

TEST(ParameterMistakes, AnotherExponent) {
    const RotarySpec spec;
    expect_changed(
        spec, [](double p, double) { return std::pow(1e4, -p / 128); },
        "the exponent of the frequencies is −p/d");
    expect_changed(
        spec, [](double p, double) { return std::pow(1e4, -(2 * p + 1) / 128); },
        "the exponent of the frequencies is −(2p + 1)/d");
    expect_changed(
        spec, [](double p, double) { return std::pow(1e4, -2 * p / 4096); },
        "the exponent of the frequencies is −2p/4096");
}

TEST(ParameterMistakes, TheLinearFactorTurnedRound) {
    expect_changed(
        scaled_spec("linear"), [](double, double theta) { return theta * 64; }, "linear-factor-inverted");
}

/// llama3 with another middle band: (wavelength, true if 2π is omitted, t) -> the divisor of θ.
TEST(ParameterMistakes, TheMiddleBandOfLlama3) {
    const auto band = [](double (*divisor)(double t), double turn) {
        return [=](double p, double) {
            const double theta = std::pow(5e5, -p / 64), t = (8192 * theta / turn - 1) / 3;
            return theta / (t < 0 ? 8 : t > 1 ? 1 : divisor(t));
        };
    };
    constexpr double turn = 2 * std::numbers::pi;
    expect_changed(scaled_spec("llama3"), band([](double) { return 1.0; }, turn),
                   "llama3's middle band is not scaled");
    expect_changed(scaled_spec("llama3"), band([](double) { return 8.0; }, turn),
                   "llama3's middle band is divided by the whole factor");
    expect_changed(scaled_spec("llama3"), band([](double t) { return 1 / (t / 8 + 1 - t); }, turn),
                   "llama3's ramp is reversed");
    expect_changed(scaled_spec("llama3"), band([](double t) { return (1 - t) * 8 + t; }, turn),
                   "llama3 blends the factors");
    expect_changed(scaled_spec("llama3"), band([](double t) { return 1 / ((1 - t) / 8 + t); }, 1),
                   "llama3's wavelengths lack 2π");
}

// With an original length of 131072, lo and hi are 45 and 70, of 64 pairs.
TEST(ParameterMistakes, RoundingAndClampOfYarn) {
    RotarySpec spec = scaled_spec("yarn");
    spec.base = 10'000;
    spec.train_length = 131'072;
    spec.length = 1'048'576;
    const auto ramp = [](double low, double high) {
        return [=](double p, double) {
            const double theta = std::pow(1e4, -p / 64), t = std::clamp((p - low) / (high - low), 0.0, 1.0);
            return theta * (1 - t) + theta / 8 * t;
        };
    };
    const double low = 64 * std::log(131'072 / (2 * std::numbers::pi * 32)) / std::log(1e4),
                 high = 64 * std::log(131'072 / (2 * std::numbers::pi)) / std::log(1e4);
    EXPECT_EQ(std::floor(low), 45);
    EXPECT_EQ(std::ceil(high), 70);
    expect_changed(spec, ramp(low, high), "yarn-rounding");
    expect_changed(spec, ramp(45, 63), "yarn-clamp");
}

TEST(ParameterMistakes, OtherFactorsOnCosAndSin) {
    Float32Program program{scaled_spec("yarn")};
    const Implementation right = right_of(program);
    const auto named = [&](double factor, const Implementation& definition, const std::string& text) {
        Draw draw(23);
        program.factor = static_cast<float>(factor);
        expect_named(tables_at(program, 64, &in_order), definition, text);
        expect_named(vectors_at(draw, program, 64, &in_order), definition, text);
    };
    named(std::sqrt(0.1 * std::log(8) + 1), right, "attention-factor-root");
    named(1.1, right, "the factor on cos and sin is 1.1, not 1.2079");
    RotarySpec explicit_one = scaled_spec("yarn");
    explicit_one.attention_factor = 1;
    named(0.1 * std::log(8) + 1, Implementation(explicit_one, Pairing::gpt_neox),
          "attention-factor-of-config-ignored");
}

TEST(PartMistakes, CosAndSinExchanged) {
    Draw draw(24);
    const Float32Program program{draw.spec()};
    Dump dump = tables_at(program, 64, &in_order);
    std::swap(dump.arrays["cos"], dump.arrays["sin"]);
    expect_named(dump, right_of(program), "cos-sin-exchanged");
}

// Tongjilibo/bert4torch#1: cat([−x_odd, x_even]) combined with cos and sin of interleaved pairs, or of
// halves.
TEST(PartMistakes, HalvesAndNeighboursMixed) {
    Draw draw(25);
    const Float32Program program{RotarySpec{}};
    for (const bool neighbours : {true, false}) {
        Dump dump = vectors_at(draw, program, 32, &in_order);
        for (std::int64_t row = 0; row < 32; ++row)
            for (std::int64_t n = 0; n < 128; ++n) {
                const auto* x = dump.arrays["before"].values.data() + row * 128;
                const double angle = static_cast<double>(row) *
                                     program.theta[static_cast<std::size_t>(neighbours ? n / 2 : n % 64)];
                const double other = n < 64 ? -x[2 * n + 1] : x[2 * (n - 64)];
                dump.arrays["after"].values[static_cast<std::size_t>(row * 128 + n)] =
                    held(x[n] * std::cos(angle) + other * std::sin(angle), Precision::float32);
            }
        expect_named(dump, Implementation(RotarySpec{}, Pairing::gpt_j), "pairing-mixed");
        expect_named(dump, Implementation(RotarySpec{}, Pairing::gpt_neox), "pairing-mixed");
    }
}

TEST(PartMistakes, HalfOfTheHead) {
    RotarySpec half;
    half.rotary_fraction = 0.5;
    Draw draw(26);
    const Float32Program program{half};
    const Implementation right(RotarySpec{}, Pairing::gpt_neox);
    expect_named(frequencies_of(program.theta), right, "half-of-head");
    expect_named(vectors_at(draw, program, 32, &in_order), right, "half-of-head");
}

/// Causal logits of tokens whose queries and keys are rotated by those positions; with 0 cached tokens, all
/// have queries.
template <class Query, class Key>
Dump logits_at(Draw& draw, const Float32Program& program, std::int64_t tokens, std::int64_t cached,
               const Query& query, const Key& key) {
    Dump keys = vectors_at(draw, program, tokens, key);
    Dump queries =
        vectors_at(draw, program, tokens - cached, [&](std::int64_t n) { return query(n + cached); });
    const std::int64_t dim = program.spec.dim, count = tokens - cached;
    std::vector<double> logits;
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t j = 0; j < tokens; ++j) {
            double sum = 0;
            for (std::int64_t d = 0; d < dim; ++d)
                sum += queries.arrays["after"].values[static_cast<std::size_t>(i * dim + d)] *
                       keys.arrays["after"].values[static_cast<std::size_t>(j * dim + d)];
            logits.push_back(j > i + cached ? -INFINITY : sum / std::sqrt(static_cast<double>(dim)));
        }
    Dump dump;
    dump.arrays["queries"] = queries.arrays["before"];
    dump.arrays["keys"] = keys.arrays["before"];
    dump.arrays["logits"] = saved(logits, {count, tokens}, "float32");
    return dump;
}

TEST(LogitMistakes, PositionsOfQueriesAndKeys) {
    Draw draw(27);
    const Float32Program program{RotarySpec{}};
    const Implementation right = right_of(program);
    const auto zero = [](std::int64_t) { return 0.0; };
    const auto twice = [](std::int64_t p) { return 2.0 * static_cast<double>(p); };
    const auto later = [](std::int64_t p) { return static_cast<double>(p) + 5; };
    const auto chunk = [](std::int64_t p) { return static_cast<double>(p < 16 ? p : p - 16); };
    expect_named(logits_at(draw, program, 32, 0, &in_order, zero), right, "keys-not-rotated");
    expect_named(logits_at(draw, program, 32, 0, zero, &in_order), right, "queries-not-rotated");
    expect_named(logits_at(draw, program, 32, 0, zero, zero), right, "not-rotated: nothing is rotated");
    expect_named(logits_at(draw, program, 32, 0, &in_order, twice), right,
                 "rotated-twice: keys are rotated twice");
    expect_named(logits_at(draw, program, 32, 0, twice, twice), right,
                 "positions-multiplied: positions are multiplied by 2");
    expect_named(logits_at(draw, program, 32, 0, later, &in_order), right,
                 "positions of queries are shifted by 5");
    expect_named(logits_at(draw, program, 48, 0, chunk, chunk), right, "positions restart from 0 at 16");
    EXPECT_EQ(nearest_valid(logits_at(draw, program, 32, 0, later, later), right), "agrees")
        << "only differences count";
}

TEST(LogitMistakes, KeysOfTheCurrentStepAreNotRotated) {
    Draw draw(28);
    const Float32Program program{RotarySpec{}};
    const auto cached_alone = [](std::int64_t p) { return p < 28 ? static_cast<double>(p) : 0.0; };
    expect_named(logits_at(draw, program, 32, 28, &in_order, cached_alone), right_of(program),
                 "present-keys-not-rotated");
}

TEST(LogitMistakes, HeadAndQueryAreApart) {
    Draw draw(29);
    const Float32Program program{RotarySpec{}};
    Dump dump = logits_at(draw, program, 20, 0, &in_order, &in_order);
    for (auto& [role, array] : dump.arrays) {
        const std::vector<double> once = array.values;
        array.values.insert(array.values.end(), once.begin(), once.end());
        array.shape.insert(array.shape.begin(), 2);
    }
    dump.arrays["logits"].values[400 + 17 * 20 + 4] += 1;
    const ConformanceReport report = check_conformance(dump, right_of(program), 4096);
    const auto at = report.reading.coordinates(report.fit.largest.row, report.fit.largest.column);
    ASSERT_EQ(at.size(), 3U);
    EXPECT_EQ(std::string(at[0].first.en) + std::to_string(static_cast<int>(at[0].second)), "head1");
    EXPECT_EQ(std::string(at[1].first.en) + std::to_string(static_cast<int>(at[1].second)), "query17");
    EXPECT_EQ(std::string(at[2].first.en) + std::to_string(static_cast<int>(at[2].second)), "key4");
    EXPECT_EQ(report.first->position, 17);
}

// paiml/aprender#2143: 1, 0.5, … for 8 heads.
TEST(BiasMistakes, SlopesFromHeadZero) {
    Dump dump;
    dump.arrays["alibi-slopes"] =
        saved(std::vector<double>{1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125}, {8}, "float32");
    expect_named(dump, Implementation(), "slopes-from-head-zero");
}

// HazyResearch/hippo-code#11, MzeroMiko/VMamba#98: LegS whose B is doubled, or has the opposite sign.
TEST(MatrixMistakes, TheOtherFactorOrSignOfB) {
    for (const double factor : {2.0, -1.0}) {
        std::vector<double> a, b;
        for (int n = 0; n < 8; ++n) {
            for (int k = 0; k < 8; ++k)
                a.push_back(n > k ? -std::sqrt((2.0 * n + 1) * (2 * k + 1)) : n == k ? -(n + 1.0) : 0);
            b.push_back(factor * std::sqrt(2.0 * n + 1));
        }
        Dump dump;
        dump.arrays["hippo-a"] = saved(a, {8, 8}, "float32");
        dump.arrays["hippo-b"] = saved(b, {8}, "float32");
        expect_named(dump, Implementation(),
                     factor > 0 ? "matrix-b: B is doubled" : "matrix-b: B has the opposite sign");
    }
}

}  // namespace
}  // namespace poslab
