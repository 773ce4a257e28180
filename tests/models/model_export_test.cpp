#include "core/models/model_presets.hpp"
#include "core/models/rope_export.hpp"
#include "tests/models/model_config_cases.hpp"
#include "tests/support/languages.hpp"

#include <array>
#include <cmath>

namespace poslab::test {
namespace {

RopeConfig extended(const std::string& scaling, double factor) {
    RopeConfig v;
    v.scaling = scaling;
    v.factor = factor;
    v.length = static_cast<std::int64_t>(static_cast<double>(v.train_length) * factor);
    return v;
}

/// A case for every scaling that Transformers can express, with values other than the defaults.
std::vector<RopeConfig> expressible() {
    RopeConfig plain, partial = plain, vision = plain, proportional = plain;
    plain.base = 1234567.5;
    partial.dim = 192;
    partial.rotary_fraction = 64.0 / 192;
    vision.mrope_sections = {16, 24, 24};
    vision.mrope_interleaved = true;
    proportional.scaling = "proportional";
    proportional.rotary_fraction = 0.25;
    proportional.factor = 2;
    RopeConfig yarn = extended("yarn", 16), deepseek = extended("yarn", 40), llama3 = extended("llama3", 8),
               longrope = extended("longrope", 32);
    yarn.attention_factor = 1.25;
    yarn.beta_fast = 24;
    yarn.beta_slow = 1.5;
    yarn.truncate = false;
    yarn.mrope_sections = {32, 16, 16};
    deepseek.mscale = 0.707;
    deepseek.mscale_all_dim = 0.707;
    deepseek.mscale_on_logits = false;  // a fragment does not name the model type
    llama3.low_freq_factor = 1.5;
    llama3.length = 65536;  // not train · factor: max_position_embeddings stores it
    longrope.dim = 4;
    longrope.short_factors = {1, 1.0700000524520874};
    longrope.long_factors = {2.5, 64};
    longrope.attention_factor = 1.19;
    longrope.long_mscale = 1.25;
    for (RopeConfig* v : {&yarn, &deepseek, &longrope}) v->max_positions = static_cast<double>(v->length);
    return {plain, partial,  vision, proportional, extended("linear", 8), extended("dynamic", 2.5),
            yarn,  deepseek, llama3, longrope};
}

/// Inserts the fragment into a config with the head dimension and reads it.
ModelConfig pasted(const std::string& fragment, std::int64_t dim) {
    Json config = Json::parse(fragment);
    config["head_dim"] = dim;
    return parsed(config.dump());
}

TEST(RopeConfig, OldSchemaSurvivesReading) {
    for (const RopeConfig& v : expressible()) {
        const RopeExportText text = rope_scaling_json(v);
        if (v.scaling == "proportional") continue;  // cannot be expressed there
        ASSERT_TRUE(text.json) << v.scaling->id;
        EXPECT_TRUE(text.notes.empty()) << v.scaling->id << ": " << text.notes.front().english();
        EXPECT_EQ(pasted(*text.json, v.dim).parameters, rope_parameters_of(v)) << *text.json;
    }
}

/// A fragment has to give the numbers of the flags, whatever the convention makes of max_position_embeddings.
TEST(RopeConfig, AFragmentWithoutMaxPositionsComputesTheSame) {
    for (const ConventionRules& rules : conventions)
        for (const char* const scaling : {"yarn", "longrope"})
            for (const std::int64_t length : {100, 512, 4096}) {
                RopeConfig v = extended(scaling, 32);
                v.dim = 8;
                v.length = length;
                v.short_factors = {1, 1, 1, 1};
                v.long_factors = {2, 2, 2, 2};
                RopeConfig read = rope_config_of(pasted(*rope_scaling_json(v).json, v.dim).parameters);
                read.length = length;
                v.convention = read.convention = rules.convention;
                const RotaryFrequencies one = rotary_frequencies(v), other = rotary_frequencies(read);
                EXPECT_EQ(one.inverse_frequency, other.inverse_frequency) << rules.id << " " << length;
                EXPECT_EQ(one.attention_factor, other.attention_factor) << rules.id << " " << length;
            }
}

TEST(RopeConfig, Version5SurvivesReading) {
    for (const RopeConfig& v : expressible()) {
        const RopeExportText text = rope_parameters_json(v);
        ASSERT_TRUE(text.json) << v.scaling->id;
        EXPECT_TRUE(text.notes.empty()) << v.scaling->id;
        EXPECT_EQ(pasted(*text.json, v.dim).parameters, rope_parameters_of(v)) << *text.json;
        EXPECT_TRUE(Json::parse(*text.json).contains("rope_parameters"));
    }
}

TEST(RopeConfig, PresetsSurviveReading) {
    for (const ModelPreset& p : model_presets()) {
        RopeConfig v = rope_config_of(p.config.parameters);
        EXPECT_EQ(rope_parameters_of(v), p.config.parameters) << p.id;
        v.pairing = "gpt-neox";  // neither is part of the fragment
        v.rope_dims = "first";
        if (v.mscale_all_dim) v.mscale_on_logits = false;
        v.mrope_alternating = false;
        const RopeExportText text = rope_parameters_json(v);
        ASSERT_TRUE(text.json) << p.id;
        EXPECT_EQ(pasted(*text.json, v.dim).parameters, rope_parameters_of(v)) << p.id;
    }
}

TEST(RopeConfig, LooksAsPeopleWriteIt) {
    EXPECT_EQ(*rope_scaling_json(extended("linear", 8)).json, R"({
  "max_position_embeddings": 4096,
  "rope_theta": 10000.0,
  "rope_scaling": {
    "rope_type": "linear",
    "factor": 8.0
  }
})");
    EXPECT_EQ(*rope_scaling_json(RopeConfig{}).json, R"({
  "max_position_embeddings": 4096,
  "rope_theta": 10000.0,
  "rope_scaling": null
})");
}

TEST(RopeConfig, NtkIsALargerBase) {
    RopeConfig v = extended("ntk", 8);
    const RopeExportText text = rope_parameters_json(v);
    ASSERT_TRUE(text.json);
    const Json parameters = pasted(*text.json, v.dim).parameters;
    EXPECT_EQ(parameters["scaling"], "none");
    EXPECT_EQ(parameters["length"], 32768);
    EXPECT_NEAR(parameters["base"].get<double>(), 82684.62, 0.005);  // the reference value 82684.62
    ASSERT_EQ(text.notes.size(), 2U);
    EXPECT_NE(text.notes[0].english().find("it is written as rope_theta 82684.6"), std::string::npos)
        << text.notes[0].english();
    EXPECT_EQ(text.notes[1].english(), "This fragment cannot contain the trained length 4096.");
}

TEST(RopeConfig, RefusesWhatAConfigCannotExpress) {
    RopeConfig explicit_ones = extended("yarn", 4), no_lists = extended("longrope", 4);
    explicit_ones.explicit_frequencies = {1, 0.5};
    std::vector<RopeConfig> cases{explicit_ones, no_lists};
    for (const char* scaling : {"ntk-fixed", "ntk-mixed", "ntk-by-parts", "clip"})
        cases.push_back(extended(scaling, 4));
    for (const RopeConfig& v : cases) {
        for (const RopeExportText& text : {rope_scaling_json(v), rope_parameters_json(v)}) {
            EXPECT_FALSE(text.json) << v.scaling->id;
            ASSERT_EQ(text.notes.size(), 1U);
            EXPECT_TRUE(text.notes[0].english().ends_with(".") &&
                        text.notes[0].in(test::chinese()).ends_with("。"))
                << text.notes[0].english();
        }
    }
    EXPECT_EQ(rope_scaling_json(extended("ntk-mixed", 4)).notes[0].english(),
              "Transformers has no ntk-mixed; only vLLM reads it, as \"ntk\".");
    RopeConfig proportional;
    proportional.scaling = "proportional";
    EXPECT_FALSE(rope_scaling_json(proportional).json);
    EXPECT_TRUE(rope_parameters_json(proportional).json);
}

TEST(RopeConfig, LengthsThatGetLostAreNamed) {
    RopeConfig linear = extended("linear", 8), plain;
    linear.length = 5000;
    plain.train_length = 512;
    EXPECT_EQ(rope_scaling_json(linear).notes.at(0).english(),
              "The length 5000 is not written: readers infer 32768 from this fragment.");
    EXPECT_EQ(rope_scaling_json(plain).notes.at(0).english(),
              "This fragment cannot contain the trained length 512.");
}

TEST(RopeConfig, ParametersOfAWrongKind) {
    EXPECT_THROW(static_cast<void>(rope_config_of({{"base", "10000"}})), UsageError);
    EXPECT_THROW(static_cast<void>(rope_config_of({{"short-factors", 3}})), UsageError);
    EXPECT_EQ(rope_config_of(Json::object()), RopeConfig{});
}

}  // namespace
}  // namespace poslab::test
