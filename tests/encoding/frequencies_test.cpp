#include "core/encoding/frequencies.hpp"

#include "core/base/errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace poslab::test {
namespace {

// Reference values have 50 decimal digits and were computed by a separate script from the definitions in Su's
// articles. A double power and a few products leave an error of 1e-15 or so; the tests require 1e-13.
constexpr double tolerance = 1e-13;

struct Golden {
    std::size_t pair;
    double frequency;
};

void expect_frequencies(const std::vector<double>& frequencies, std::initializer_list<Golden> goldens) {
    for (const Golden& golden : goldens) {
        ASSERT_LT(golden.pair, frequencies.size());
        EXPECT_NEAR(frequencies[golden.pair] / golden.frequency, 1, tolerance) << "pair " << golden.pair;
    }
}

RotarySpec scaled(OneOf<Scaling> scaling, double factor, std::int64_t trained, std::int64_t length) {
    RotarySpec spec;
    spec.scaling = scaling;
    spec.factor = factor;
    spec.train_length = trained;
    spec.length = length;
    return spec;
}

TEST(Frequencies, Unscaled) {
    const RotaryFrequencies f = rotary_frequencies({});
    EXPECT_EQ(f.rotary_dim, 128);
    ASSERT_EQ(f.inverse_frequency.size(), 64U);
    expect_frequencies(
        f.inverse_frequency,
        {{0, 1.0}, {1, 0.86596432336006535}, {40, 0.0031622776601683793}, {63, 0.00011547819846894582}});
    EXPECT_EQ(f.unscaled, f.inverse_frequency);
    EXPECT_EQ(f.effective_base, 10000);
    EXPECT_EQ(f.attention_factor, 1);
}

TEST(Frequencies, Interpolation) {
    const RotaryFrequencies f = rotary_frequencies(scaled("linear", 8, 4096, 32768));
    expect_frequencies(f.inverse_frequency,
                       {{0, 0.125}, {17, 0.010824554042000817}, {63, 1.4434774808618227e-5}});
    EXPECT_FALSE(f.effective_base);
}

TEST(Frequencies, NtkAware) {
    const RotaryFrequencies f = rotary_frequencies(scaled("ntk", 8, 4096, 32768));
    EXPECT_NEAR(*f.effective_base / 82684.622640562218, 1, tolerance);  // Su: 82684.62
    expect_frequencies(f.inverse_frequency, {{0, 1.0},
                                             {1, 0.83784800191880243},
                                             {17, 0.049409339820143031},
                                             {46, 0.00029214668443583429},
                                             {63, 1.4434774808618227e-5}});
}

TEST(Frequencies, NtkFixedAndMixed) {
    const RotaryFrequencies fixed = rotary_frequencies(scaled("ntk-fixed", 8, 4096, 32768));
    expect_frequencies(fixed.inverse_frequency,
                       {{0, 0.96803089674614723}, {30, 0.0048704129729216515}, {63, 1.4434774808618227e-5}});
    const RotaryFrequencies mixed = rotary_frequencies(scaled("ntk-mixed", 8, 4096, 32768));
    expect_frequencies(mixed.inverse_frequency,
                       {{0, 0.85679600951575461}, {30, 0.0035556886146350267}, {63, 1.4434774808618227e-5}});
}

TEST(Frequencies, MixedEndsInFixedAndInInterpolation) {
    RotarySpec spec = scaled("ntk-mixed", 6, 512, 4096);
    spec.mixed_exponent = 1;
    const auto fixed = rotary_frequencies(scaled("ntk-fixed", 6, 512, 4096)).inverse_frequency;
    const auto one = rotary_frequencies(spec).inverse_frequency;
    spec.mixed_exponent = 0;
    const auto zero = rotary_frequencies(spec).inverse_frequency;
    const auto linear = rotary_frequencies(scaled("linear", 6, 512, 4096)).inverse_frequency;
    for (std::size_t p = 0; p < one.size(); ++p) {
        EXPECT_NEAR(one[p] / fixed[p], 1, tolerance);
        EXPECT_NEAR(zero[p] / linear[p], 1, tolerance);
    }
}

TEST(Frequencies, DynamicNtk) {
    const RotaryFrequencies f = rotary_frequencies(scaled("dynamic", 2, 2048, 8192));
    EXPECT_NEAR(*f.effective_base / 72195.860086509387, 1, tolerance);
    expect_frequencies(f.inverse_frequency,
                       {{1, 0.83962574256431139}, {30, 0.0052792516204214668}, {63, 1.6496885495563688e-5}});
}

TEST(Frequencies, DynamicNtkIsUnscaledUpToTheTrainedLength) {
    const RotaryFrequencies f = rotary_frequencies(scaled("dynamic", 4, 2048, 1000));
    EXPECT_DOUBLE_EQ(*f.effective_base, 10000);
    ASSERT_EQ(f.warnings.size(), 2U);
    EXPECT_NE(f.warnings[1].english().find("complex"), std::string::npos) << f.warnings[1].english();
    RotarySpec vllm = scaled("dynamic", 4, 2048, 1000);
    vllm.convention = Convention::vllm_12;  // as if the trained length were 8192: 4·4 − 3 = 13
    EXPECT_NEAR(*rotary_frequencies(vllm).effective_base / (10000 * std::pow(13.0, 128.0 / 126)), 1,
                tolerance);
}

struct YarnCase {
    double base;
    std::int64_t dim, trained;
    double factor, low, high;
    std::vector<Golden> goldens;
};

TEST(Frequencies, Yarn) {
    const std::vector<YarnCase> cases{
        {10000,
         128,
         4096,
         16,
         20,
         46,
         {{1, 0.86596432336006535},
          {30, 0.0085268437729674084},
          {40, 0.00088178896293156731},
          {46, 8.3345089510207752e-5},
          {63, 7.2173874043091136e-6}}},
        {10000,
         64,
         4096,
         40,
         10,
         23,
         {{1, 0.74989420933245583}, {17, 0.0035619974943291652}, {30, 4.445698525097307e-6}}},
        {1e6,
         128,
         32768,
         4,
         23,
         40,
         {{17, 0.025482967479793465},
          {30, 0.0010643609812470018},
          {40, 4.445698525097307e-5},
          {63, 3.1023444018792989e-7}}}};
    for (const YarnCase& c : cases) {
        RotarySpec spec =
            scaled("yarn", c.factor, c.trained, c.trained * static_cast<std::int64_t>(c.factor));
        spec.base = c.base;
        spec.dim = c.dim;
        const RotaryFrequencies f = rotary_frequencies(spec);
        ASSERT_TRUE(f.ramp);
        EXPECT_EQ(f.ramp->first, c.low);
        EXPECT_EQ(f.ramp->second, c.high);
        EXPECT_NEAR(f.attention_factor, 1 + 0.1 * std::log(c.factor), 1e-15);
        EXPECT_TRUE(f.warnings.empty());
        for (const Golden& golden : c.goldens) expect_frequencies(f.inverse_frequency, {golden});
    }
}

TEST(Frequencies, YarnAttentionFactorOfLlama2) {
    const double f = rotary_frequencies(scaled("yarn", 16, 4096, 65536)).attention_factor;
    EXPECT_NEAR(f, 1.277259, 1e-6);
    EXPECT_NEAR(f * f, 1.631390, 1e-6);
}

TEST(Frequencies, YarnWithoutRounding) {
    RotarySpec spec = scaled("yarn", 8, 4096, 32768);
    spec.truncate = false;
    const RotaryFrequencies f = rotary_frequencies(spec);
    EXPECT_NEAR(f.ramp->first, 20.944482, 1e-6);
    EXPECT_NEAR(f.ramp->second, 45.026881, 1e-6);
    expect_frequencies(
        f.inverse_frequency,
        {{30, 0.0089476690559422358}, {40, 0.00097285775915307282}, {46, 0.0001666901790204155}});
}

TEST(Frequencies, YarnConventions) {
    RotarySpec spec = scaled("yarn", 4, 4096, 65536);  // a config whose factor and lengths disagree
    const RotaryFrequencies five = rotary_frequencies(spec);
    ASSERT_EQ(five.warnings.size(), 1U);
    EXPECT_NEAR(five.inverse_frequency[63] * 4 / five.unscaled[63], 1, tolerance);
    spec.convention = Convention::transformers_4_55;
    const RotaryFrequencies four = rotary_frequencies(spec);
    EXPECT_NEAR(four.inverse_frequency[63] * 16 / four.unscaled[63], 1, tolerance);
    EXPECT_NEAR(four.attention_factor, 1.277259, 1e-6);
    spec.convention = Convention::transformers_first;  // the ramp from 65536 tokens: c(32) =
                                                       // 64·ln(65536/64π)/ln 10⁴ = 40.2…
    EXPECT_EQ(rotary_frequencies(spec).ramp->first, 40);
}

TEST(Frequencies, DeepSeekScalesTheSoftmaxBesides) {
    RotarySpec spec = scaled("yarn", 40, 4096, 163840);
    spec.dim = 64;
    spec.mscale = spec.mscale_all_dim = 0.707;
    const RotaryFrequencies v2 = rotary_frequencies(spec);
    EXPECT_EQ(v2.attention_factor, 1);
    EXPECT_NEAR(v2.softmax_scale, 1.58962616512, 1e-11);
    ASSERT_EQ(v2.warnings.size(), 1U);
    spec.mscale = spec.mscale_all_dim = 1;
    EXPECT_NEAR(rotary_frequencies(spec).softmax_scale, 1.87385420709, 1e-11);
}

TEST(Frequencies, Llama3) {
    RotarySpec spec = scaled("llama3", 8, 8192, 131072);
    spec.base = 500000;
    const RotaryFrequencies f = rotary_frequencies(spec);
    int untouched = 0, divided = 0;
    for (std::size_t p = 0; p < 64; ++p) {
        untouched += f.inverse_frequency[p] == f.unscaled[p] ? 1 : 0;
        divided += std::abs(f.inverse_frequency[p] * 8 / f.unscaled[p] - 1) < tolerance ? 1 : 0;
    }
    EXPECT_EQ(untouched, 29);
    EXPECT_EQ(divided, 29);
    expect_frequencies(f.inverse_frequency, {{28, 0.003211445994752591},
                                             {29, 0.0021665707635033586},
                                             {31, 0.00085675141291963208},
                                             {34, 0.00017850781276799642},
                                             {35, 9.556212353964683e-5}});
}

TEST(Frequencies, NtkByParts) {
    const RotaryFrequencies f = rotary_frequencies(scaled("ntk-by-parts", 4, 2048, 8192));
    expect_frequencies(f.inverse_frequency, {{20, 0.056234132519034908},
                                             {25, 0.023763341697616909},
                                             {30, 0.0093078036675470954},
                                             {36, 0.0025466292280921205},
                                             {41, 0.00085513134905830728},
                                             {43, 0.00051338125661428652},
                                             {63, 2.8869549617236454e-5}});
}

TEST(Frequencies, LongRope) {
    RotarySpec spec = scaled("longrope", 32, 4096, 131072);
    spec.dim = 4;
    spec.short_factors = {1, 1.5};
    spec.long_factors = {2, 50};
    const RotaryFrequencies f = rotary_frequencies(spec);
    EXPECT_NEAR(f.attention_factor, 1.190238, 1e-6);
    expect_frequencies(f.inverse_frequency, {{0, 0.5}, {1, 0.0002}});
    spec.length = 4096;
    spec.max_positions = 131072;
    const RotaryFrequencies brief = rotary_frequencies(spec);
    expect_frequencies(brief.inverse_frequency, {{0, 1.0}, {1, 0.01 / 1.5}});
    ASSERT_EQ(brief.warnings.size(), 1U) << "vLLM serves 131072 and takes the long list";
    spec.convention = Convention::vllm_31;
    expect_frequencies(rotary_frequencies(spec).inverse_frequency, {{0, 0.5}});
}

// docs/formulas.md §3.3: M is the length, at least T.
TEST(Frequencies, UnknownMaxPositionsAreTheLengthButAtLeastTheTrainedOne) {
    for (const ConventionRules& rules : conventions)
        for (const char* const scaling : {"yarn", "longrope"})
            for (const std::int64_t length : {100, 512, 4096}) {
                RotarySpec unknown = scaled(scaling, 32, 512, length);
                unknown.dim = 8;
                unknown.base = 500'000;
                unknown.short_factors = {1, 1, 1, 1};
                unknown.long_factors = {2, 2, 2, 2};
                unknown.convention = rules.convention;
                RotarySpec known = unknown;
                known.max_positions = length == 4096 ? 4096 : 512;
                const RotaryFrequencies one = rotary_frequencies(unknown), other = rotary_frequencies(known);
                EXPECT_EQ(one.inverse_frequency, other.inverse_frequency) << rules.id << length;
                EXPECT_EQ(one.attention_factor, other.attention_factor) << rules.id << length;
                EXPECT_EQ(one.warnings, other.warnings) << rules.id << length;
            }
}

TEST(Frequencies, ProportionalStandsStillAndPartialTakesItsOwnDenominator) {
    RotarySpec spec = scaled("proportional", 1, 8192, 8192);
    spec.base = 1e6;
    spec.dim = 512;
    spec.rotary_fraction = 0.25;
    const RotaryFrequencies f = rotary_frequencies(spec);
    ASSERT_EQ(f.inverse_frequency.size(), 256U);
    EXPECT_NEAR(f.inverse_frequency[63] / std::pow(1e6, -126.0 / 512), 1, tolerance);
    EXPECT_EQ(f.inverse_frequency[64], 0);
    EXPECT_EQ(f.unscaled[64], 0) << "still in training, too";
    RotarySpec partial;
    partial.dim = 96;
    partial.rotary_fraction = 0.25;  // GPT-NeoX-20B
    const RotaryFrequencies neox = rotary_frequencies(partial);
    EXPECT_EQ(neox.rotary_dim, 24);
    EXPECT_NEAR(neox.inverse_frequency[11] / std::pow(1e4, -22.0 / 24), 1, tolerance);
}

TEST(Frequencies, FractionsOfWholeDimensionsComeOutExact) {
    for (std::int64_t rotary = 2; rotary <= 192; rotary += 2) {
        RotarySpec spec;
        spec.dim = 192;
        spec.rotary_fraction = static_cast<double>(rotary) / 192;
        EXPECT_EQ(rotary_frequencies(spec).rotary_dim, rotary);
    }
}

TEST(Frequencies, Clipping) {
    const RotaryFrequencies f = rotary_frequencies(scaled("clip", 1, 512, 4096));
    for (std::size_t p = 0; p < 64; ++p) {
        EXPECT_LE(f.inverse_frequency[p] * 4096, 2 * std::numbers::pi * (1 + 1e-15));
        EXPECT_EQ(f.inverse_frequency[p], std::min(f.unscaled[p], 2 * std::numbers::pi / 4096));
    }
    EXPECT_EQ(f.warnings.size(), 1U);
}

TEST(Frequencies, ExplicitOnesOverrideEverything) {
    RotarySpec spec = scaled("yarn", 8, 512, 4096);
    spec.explicit_frequencies = {0.5, 0, 3};
    const RotaryFrequencies f = rotary_frequencies(spec);
    EXPECT_EQ(f.inverse_frequency, (std::vector<double>{0.5, 0, 3}));
    EXPECT_EQ(f.rotary_dim, 6);
    EXPECT_EQ(f.attention_factor, 1);
}

TEST(Frequencies, AFactorOfOneChangesNothing) {
    const auto plain = rotary_frequencies({}).inverse_frequency;
    for (const char* const scaling :
         {"linear", "ntk", "ntk-fixed", "ntk-mixed", "ntk-by-parts", "yarn", "llama3", "proportional"}) {
        const RotaryFrequencies f = rotary_frequencies(scaled(scaling, 1, 512, 512));
        ASSERT_EQ(f.inverse_frequency.size(), plain.size());
        for (std::size_t p = 0; p < plain.size(); ++p)
            EXPECT_NEAR(f.inverse_frequency[p] / plain[p], 1, tolerance) << scaling;
        EXPECT_EQ(f.attention_factor, 1);
    }
}

struct Refusal {
    std::function<void(RotarySpec&)> spoil;
    std::string names;
};

TEST(Frequencies, RefusesWhatHasNoMeaning) {
    const std::vector<Refusal> refusals{
        {[](RotarySpec& s) { s.base = 1; }, "--base 1"},
        {[](RotarySpec& s) { s.base = std::nan(""); }, "--base nan"},
        {[](RotarySpec& s) { s.dim = 127; }, "--dim 127"},
        {[](RotarySpec& s) { s.dim = 0; }, "--dim 0"},
        {[](RotarySpec& s) {
             s.factor = -0.05;
             s.scaling = "linear";
         },
         "--factor -0.05"},
        {[](RotarySpec& s) { s.rotary_fraction = 0.01; }, "--rotary-fraction 0.01"},
        {[](RotarySpec& s) { s.rotary_fraction = 0.4; }, "51 of the 128"},
        {[](RotarySpec& s) {
             s.dim = 2;
             s.scaling = "ntk";
         },
         "two rotary pairs"},
        {[](RotarySpec& s) {
             s.dim = 2;
             s.scaling = "dynamic";
         },
         "two rotary pairs"},
        {[](RotarySpec& s) {
             s.scaling = "longrope";
             s.long_factors = {1, 2, 3};
         },
         "--long-factors has 3 numbers"},
        {[](RotarySpec& s) { s.explicit_frequencies.assign(65, 1); }, "--explicit-frequencies has 65"}};
    for (const Refusal& refusal : refusals) {
        RotarySpec spec;
        refusal.spoil(spec);
        try {
            static_cast<void>(rotary_frequencies(spec));
            ADD_FAILURE() << "not refused: " << refusal.names;
        } catch (const UsageError& error) {
            EXPECT_NE(std::string(error.what()).find(refusal.names), std::string::npos) << error.what();
        }
    }
}

TEST(Frequencies, TheNearestMeaningfulOnesAreComputed) {
    for (int scaling = 0; scaling <= static_cast<int>(Scaling::all().size()) - 1; ++scaling)
        for (const std::int64_t dim : {2, 3, 5, 128, 4095})
            for (const double fraction : {1e-9, 0.3, 0.37, 1.0}) {
                RotarySpec spec = scaled(OneOf<Scaling>::at(scaling), 8, 512, 4096);
                spec.dim = dim;
                spec.rotary_fraction = fraction;
                spec.beta_slow = 50;
                spec.low_freq_factor = 9;
                EXPECT_NO_THROW(static_cast<void>(rotary_frequencies(nearest_meaningful(spec))))
                    << scaling << " " << dim << " " << fraction;
            }
    EXPECT_EQ(nearest_meaningful({}).dim, 128) << "valid values are unchanged";
}

}  // namespace
}  // namespace poslab::test
