#include "tests/models/model_config_cases.hpp"
#include "tests/support/run_program.hpp"

#include "core/models/rope_export.hpp"

#include <fstream>

namespace poslab::test {
namespace {

TEST(ModelConfig, OldSchemaWithoutScaling) {
    const ModelConfig config = parsed(llama_with(R"("rope_scaling": null, "rope_theta": 10000.0)"));
    EXPECT_EQ(config.parameters, llama_2());
    EXPECT_EQ(config.model_type, "llama");
    EXPECT_TRUE(config.layer_types.empty());
    EXPECT_TRUE(config.layer_type.empty());
    EXPECT_TRUE(config.warnings.empty());
}

TEST(ModelConfig, MissingThetaIsTheUsualOneAndSaysSo) {
    const ModelConfig config = parsed(llama_with(""));
    EXPECT_EQ(config.parameters, llama_2());
    EXPECT_EQ(warning_with(config, "Not in the file").english(),
              "Not in the file, so Transformers' default for llama is used: rope_theta 10000.");
}

TEST(ModelConfig, MissingThetaOfParamsJsonIsNoDefaultOfTransformers) {
    const ModelConfig config = parsed(R"({"dim": 4096, "multiple_of": 256, "n_heads": 32, "n_layers": 32})");
    EXPECT_EQ(config.model_type, "llama (params.json)");
    EXPECT_EQ(warning_with(config, "Not in").english(),
              "Not in the file, so the usual value is used: rope_theta 10000.");
}

TEST(ModelConfig, KeysThatDoNotMatterAreNotMentioned) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 5e5, "vocab_size": 32000, "torch_dtype": "bfloat16", "auto_map": {"AutoConfig": "x"}, "eos_token_id": [1, 2])"));
    EXPECT_TRUE(config.warnings.empty());
    EXPECT_EQ(config.parameters, changed(llama_2(), {{"base", 5e5}}));
}

TEST(ModelConfig, Linear) {
    const ModelConfig config =
        parsed(llama_with(R"("rope_theta": 10000, "rope_scaling": {"type": "linear", "factor": 4})"));
    EXPECT_EQ(config.parameters,
              changed(llama_2(), {{"scaling", "linear"}, {"factor", 4.0}, {"length", 16384}}));
    EXPECT_EQ(warning_with(config, "Megatron-LM#1418").english(),
              "max_position_embeddings 4096 is used as the trained length, extended to 16384; in other "
              "programs it is the extended length (NVIDIA/Megatron-LM#1418).");
}

TEST(ModelConfig, LinearWithTheOriginalLength) {
    const ModelConfig config = parsed(
        R"({"model_type": "llama", "head_dim": 64, "rope_theta": 10000, "max_position_embeddings": 16384,
            "rope_scaling": {"rope_type": "linear", "factor": 4, "original_max_position_embeddings": 4096}})");
    EXPECT_EQ(config.parameters,
              changed(llama_2(), {{"dim", 64}, {"scaling", "linear"}, {"factor", 4.0}, {"length", 16384}}));
    EXPECT_TRUE(config.warnings.empty());
}

TEST(ModelConfig, Dynamic) {
    const ModelConfig config =
        parsed(llama_with(R"("rope_theta": 10000, "rope_scaling": {"type": "dynamic", "factor": 2.0})"));
    EXPECT_EQ(config.parameters,
              changed(llama_2(), {{"scaling", "dynamic"}, {"factor", 2.0}, {"length", 8192}}));
    EXPECT_EQ(warning_with(config, "Dynamic NTK").english(),
              "Dynamic NTK changes the base once a text is longer than 4096 tokens, but cached keys stay "
              "rotated with their earlier base.");
}

TEST(ModelConfig, DynamicWithAlphaIsNtk) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"type": "dynamic", "alpha": 1000.0, "factor": 1.0, "beta_fast": 32, "mscale": 1.0})"));
    EXPECT_EQ(config.parameters, changed(llama_2(), {{"scaling", "ntk"}, {"factor", 1000.0}}));
    warning_with(config, "rope_scaling.alpha 1000 multiplies the base by 1000^(d/(d − 2))");
    EXPECT_EQ(warning_with(config, "Keys of").english(),
              "Keys of rope_scaling that the type dynamic ignores: beta_fast, mscale.");
}

TEST(ModelConfig, VllmsNtk) {
    const auto ntk = [](const std::string& more) {
        return parsed(llama_with(R"("rope_theta": 10000, "rope_scaling": {"type": "ntk", "factor": 8)" +
                                 more + "}"))
            .parameters;
    };
    EXPECT_EQ(ntk(""), changed(llama_2(), {{"scaling", "ntk-fixed"}, {"factor", 8.0}, {"length", 32768}}));
    EXPECT_EQ(
        ntk(R"(, "mixed_b": 0.75)"),
        changed(llama_2(),
                {{"scaling", "ntk-mixed"}, {"mixed-exponent", 0.75}, {"factor", 8.0}, {"length", 32768}}));
}

TEST(ModelConfig, Yarn) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"type": "yarn", "factor": 16, "original_max_position_embeddings": 256,
           "beta_fast": 16, "beta_slow": 2, "truncate": false, "attention_factor": 1.5, "mscale": 1, "mscale_all_dim": 0})"));
    EXPECT_EQ(config.parameters, changed(llama_2(), {{"scaling", "yarn"},
                                                     {"factor", 16.0},
                                                     {"train-length", 256},
                                                     {"beta-fast", 16.0},
                                                     {"beta-slow", 2.0},
                                                     {"truncate", false},
                                                     {"attention-factor", 1.5},
                                                     {"max-positions", 4096.0},
                                                     {"mscale", 1.0}}));
    EXPECT_TRUE(config.warnings.empty());
}

TEST(ModelConfig, YarnLengthWithinTheOriginalIsExtendedByTheFactor) {
    // Qwen2.5's max_position_embeddings remains the trained length.
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"type": "deepseek_yarn", "factor": 4, "original_max_position_embeddings": 4096})"));
    EXPECT_EQ(config.parameters,
              changed(llama_2(),
                      {{"scaling", "yarn"}, {"factor", 4.0}, {"length", 16384}, {"max-positions", 4096.0}}));
}

TEST(ModelConfig, YarnWithoutFactorTakesTheRatio) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"type": "yarn", "original_max_position_embeddings": 1024})"));
    EXPECT_EQ(
        config.parameters,
        changed(llama_2(),
                {{"scaling", "yarn"}, {"factor", 4.0}, {"train-length", 1024}, {"max-positions", 4096.0}}));
    warning_with(config, "rope_scaling.factor is missing; 4096/1024 = 4");
}

TEST(ModelConfig, YarnWithoutOriginalLength) {
    const ModelConfig config =
        parsed(llama_with(R"("rope_theta": 10000, "rope_scaling": {"type": "yarn", "factor": 4})"));
    EXPECT_EQ(config.parameters,
              changed(llama_2(),
                      {{"scaling", "yarn"}, {"factor", 4.0}, {"length", 16384}, {"max-positions", 4096.0}}));
    warning_with(
        config,
        "rope_scaling.original_max_position_embeddings is missing; max_position_embeddings 4096 is used");
}

TEST(ModelConfig, Llama3) {
    const ModelConfig config = parsed(
        R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 131072, "rope_theta": 500000.0,
            "rope_scaling": {"factor": 8.0, "low_freq_factor": 1.5, "high_freq_factor": 5.0,
                             "original_max_position_embeddings": 8192, "rope_type": "llama3"}})");
    EXPECT_EQ(config.parameters, changed(llama_2(), {{"base", 500000.0},
                                                     {"scaling", "llama3"},
                                                     {"factor", 8.0},
                                                     {"low-freq-factor", 1.5},
                                                     {"high-freq-factor", 5.0},
                                                     {"train-length", 8192},
                                                     {"length", 131072}}));
    EXPECT_TRUE(config.warnings.empty());
}

TEST(ModelConfig, LongRopeUnderItsFirstName) {
    const ModelConfig config = parsed(
        R"({"head_dim": 4, "max_position_embeddings": 131072, "original_max_position_embeddings": 4096, "rope_theta": 1e4,
            "rope_scaling": {"type": "su", "short_factor": [1, 1.5], "long_factor": [1.25, 64], "short_mscale": 1.1}})");
    EXPECT_EQ(config.parameters, changed(llama_2(), {{"dim", 4},
                                                     {"scaling", "longrope"},
                                                     {"factor", 32.0},
                                                     {"short-factors", {1.0, 1.5}},
                                                     {"long-factors", {1.25, 64.0}},
                                                     {"short-mscale", 1.1},
                                                     {"max-positions", 131072.0},
                                                     {"length", 131072}}));
}

TEST(ModelConfig, MropeSections) {
    const std::string sections = R"("mrope_section": [16, 24, 24])";
    const auto qwen = [&](const std::string& scaling) {
        return parsed(llama_with(R"("rope_theta": 1e6, "rope_scaling": {)" + scaling + "}"));
    };
    const Json expected = changed(llama_2(), {{"base", 1e6}, {"mrope-sections", {16, 24, 24}}});
    EXPECT_EQ(qwen(R"("type": "mrope", )" + sections).parameters, expected);
    EXPECT_EQ(qwen(R"("type": "mrope", "rope_type": "default", )" + sections).parameters, expected);
    EXPECT_EQ(qwen(sections).parameters, expected);
    EXPECT_TRUE(qwen(R"("type": "mrope", "rope_type": "default", )" + sections).warnings.empty());
    const Json interleaved =
        qwen(R"("rope_type": "default", "mrope_interleaved": true, )" + sections).parameters;
    EXPECT_EQ(interleaved, changed(expected, {{"mrope-interleaved", true}}));
}

TEST(ModelConfig, PartialRotation) {
    EXPECT_EQ(parsed(llama_with(R"("rope_theta": 1e4, "partial_rotary_factor": 0.5)"))
                  .parameters["rotary-fraction"],
              0.5);
    const Json neox =
        parsed(
            R"({"model_type": "gpt_neox", "hidden_size": 6144, "num_attention_heads": 64, "rotary_pct": 0.25,
                                 "rotary_emb_base": 10000, "max_position_embeddings": 2048})")
            .parameters;
    EXPECT_EQ(neox,
              changed(llama_2(),
                      {{"dim", 96}, {"rotary-fraction", 0.25}, {"train-length", 2048}, {"length", 2048}}));
    const ModelConfig gpt_j = parsed(
        R"({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_positions": 2048, "rotary_dim": 64})");
    EXPECT_EQ(gpt_j.parameters, changed(llama_2(), {{"dim", 256},
                                                    {"rotary-fraction", 0.25},
                                                    {"train-length", 2048},
                                                    {"length", 2048},
                                                    {"pairing", "gpt-j"}}));
    EXPECT_TRUE(gpt_j.warnings.empty());
}

TEST(ModelConfig, EveryRotaryDimensionSurvivesItsFraction) {
    // int(dim · fraction) must not lose one to rounding, as it could for 64/192 and others.
    for (int rope = 2; rope <= 256; rope += 2) {
        for (const int rest : {0, 2, 32, 64, 128, 130, 192, 510}) {
            Json config = {{"qk_rope_head_dim", rope},
                           {"qk_nope_head_dim", rest},
                           {"max_position_embeddings", 4096},
                           {"rope_theta", 10000}};
            const Json p = parsed(config.dump()).parameters;
            ASSERT_EQ(p["dim"], rope + rest);
            ASSERT_EQ(static_cast<int>(p["dim"].get<int>() * p["rotary-fraction"].get<double>()), rope)
                << rope << "+" << rest;
            ASSERT_EQ(rotary_dim(rope_config_of(p)), rope);
        }
    }
}

TEST(ModelConfig, PairingByModelType) {
    const auto pairing = [](const std::string& type, const std::string& more = "") {
        return parsed(R"({"model_type": ")" + type +
                      R"(", "head_dim": 64, "max_position_embeddings": 4096, "rope_theta": 1e4)" + more + "}")
            .parameters["pairing"];
    };
    for (const char* type : {"gptj", "codegen", "chatglm", "glm4", "cohere", "cohere2", "deepseek_v2",
                             "deepseek_v3", "llama4_text"}) {
        EXPECT_EQ(pairing(type), "gpt-j") << type;
    }
    for (const char* type :
         {"llama", "qwen2", "qwen3", "gpt_neox", "phi3", "mistral", "gemma2", "never-heard-of"}) {
        EXPECT_EQ(pairing(type), "gpt-neox") << type;
    }
    EXPECT_EQ(pairing("deepseek_v3", R"(, "rope_interleave": false)"), "gpt-neox");
    EXPECT_EQ(pairing("youtu", R"(, "rope_interleave": true)"), "gpt-j");
}

TEST(ModelConfig, Version5Flat) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_parameters": {"rope_type": "linear", "rope_theta": 5e5, "factor": 2.0, "partial_rotary_factor": 0.5})"));
    EXPECT_EQ(config.parameters, changed(llama_2(), {{"base", 5e5},
                                                     {"rotary-fraction", 0.5},
                                                     {"scaling", "linear"},
                                                     {"factor", 2.0},
                                                     {"length", 8192}}));
    // RotaryEmbeddingConfigMixin: rope_scaling or self.rope_parameters.
    const ModelConfig both = parsed(llama_with(
        R"("rope_theta": 10000, "rope_parameters": {"rope_theta": 5000}, "rope_scaling": {"type": "linear", "factor": 2})"));
    EXPECT_EQ(both.parameters,
              changed(llama_2(), {{"scaling", "linear"}, {"factor", 2.0}, {"length", 8192}}));
    EXPECT_EQ(both.warnings.front().english(),
              "rope_parameters is ignored: the file also has rope_scaling, which Transformers uses.");
}

const std::string nested =
    R"({"model_type": "gemma4", "text_config": {"model_type": "gemma4_text", "head_dim": 256,
    "global_head_dim": 512, "max_position_embeddings": 262144, "rope_parameters": {
      "full_attention": {"partial_rotary_factor": 0.25, "rope_theta": 1000000.0, "rope_type": "proportional"},
      "sliding_attention": {"rope_theta": 10000.0, "rope_type": "default"}, "rope_theta": null, "rope_type": "default"}}})";

TEST(ModelConfig, Version5NestedByLayerType) {
    const ModelConfig config = parsed(nested);
    EXPECT_EQ(config.model_type, "gemma4_text");
    EXPECT_EQ(config.layer_types, (std::vector<std::string>{"full_attention", "sliding_attention"}));
    EXPECT_EQ(config.layer_type, "full_attention");
    EXPECT_EQ(config.parameters, changed(llama_2(), {{"base", 1e6},
                                                     {"dim", 512},
                                                     {"rotary-fraction", 0.25},
                                                     {"scaling", "proportional"},
                                                     {"train-length", 262144},
                                                     {"length", 262144}}));
    const ModelConfig local = parsed(nested, "sliding_attention");
    EXPECT_EQ(local.layer_type, "sliding_attention");
    EXPECT_EQ(local.parameters,
              changed(llama_2(), {{"dim", 256}, {"train-length", 262144}, {"length", 262144}}));
    EXPECT_EQ(warning_with(config, "several layer types").english(),
              "The model has several layer types; this is full_attention. FILE#TYPE reads another: "
              "sliding_attention.");
    EXPECT_EQ(config.warnings.size(), 1U);
    EXPECT_EQ(warning_with(local, "several layer types").english(),
              "The model has several layer types; this is sliding_attention. FILE#TYPE reads another: "
              "full_attention.");
}

TEST(ModelConfig, Gemma3sLocalBaseMakesASecondLayerType) {
    // google/gemma-3-4b-it's config: most keys are left to the class.
    const std::string text =
        R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560, "model_type": "gemma3_text",
        "rope_scaling": {"factor": 8.0, "rope_type": "linear"}, "sliding_window": 1024}})";
    const ModelConfig global = parsed(text);
    EXPECT_EQ(global.layer_types, (std::vector<std::string>{"full_attention", "sliding_attention"}));
    EXPECT_EQ(global.parameters, changed(llama_2(), {{"base", 1e6},
                                                     {"dim", 256},
                                                     {"scaling", "linear"},
                                                     {"factor", 8.0},
                                                     {"train-length", 16384},
                                                     {"length", 131072}}));
    warning_with(global, "131072/8 = 16384 is shown");
    warning_with(global, "max_position_embeddings 131072, rope_theta 1000000, head_dim 256");
    const ModelConfig local = parsed(text, "sliding_attention");
    EXPECT_EQ(local.parameters,
              changed(llama_2(), {{"dim", 256}, {"train-length", 131072}, {"length", 131072}}));
}

TEST(ModelConfig, MultimodalNamesOfTheTextModel) {
    for (const std::string key : {"text_config", "llm_config", "language_config"}) {
        const ModelConfig config =
            parsed(R"({"model_type": "outer", "hidden_size": 7, "vision_config": {"hidden_size": 9}, ")" +
                   key + "\": " + llama_with(R"("rope_theta": 10000)") + "}");
        EXPECT_EQ(config.parameters, llama_2()) << key;
        EXPECT_EQ(config.model_type, "llama");
    }
    EXPECT_EQ(parsed(R"({"thinker_config": {"text_config": )" + llama_with(R"("rope_theta": 10000)") + "}}")
                  .parameters,
              llama_2());
    const std::string path =
        R"({"text_config": {"rope_scaling": {"rope_type": "linear", "factor": -0.05}, "head_dim": 8,
                                "max_position_embeddings": 64}})";
    EXPECT_EQ(refusal(path),
              "text_config.rope_scaling.factor is -0.05; it must be a number from 1e-06 to 1000000");
}

class ModelConfigFile : public testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& bytes) {
        const std::string path = folder_ / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    TemporaryFolder folder_;
};

TEST_F(ModelConfigFile, PathWithALayerType) {
    const std::string path = write("config.json", nested);
    EXPECT_EQ(read_model_config(path).parameters["dim"], 512);
    EXPECT_EQ(read_model_config(path + "#sliding_attention").parameters["dim"], 256);
    EXPECT_EQ(read_model_config(path + "#").layer_type, "full_attention");
}

TEST_F(ModelConfigFile, NameWithANumberSign) {
    const std::string path = write("model #1.json", nested);
    EXPECT_EQ(read_model_config(path).parameters["dim"], 512);
    EXPECT_EQ(read_model_config(path + "#sliding_attention").parameters["dim"], 256);
}

TEST_F(ModelConfigFile, TellsWhatADroppedFileIs) {
    EXPECT_TRUE(model_config_file(write("a.json", llama_with(""))));
    EXPECT_TRUE(model_config_file(write("a#b.json", nested)));
    EXPECT_TRUE(model_config_file(folder_ / "a.json#full_attention"));
    EXPECT_FALSE(model_config_file(folder_ / "missing.json"));
    EXPECT_FALSE(model_config_file(folder_.path()));
    EXPECT_TRUE(looks_like_model_config(R"({"hidden_size": 8, "rope_theta": 10000,})"))
        << "broken, but meant as one";
    EXPECT_TRUE(looks_like_model_config(nested.substr(0, 60))) << "a beginning";
    EXPECT_FALSE(looks_like_model_config(
        R"({"view": "frequencies", "parameters": {"base": 1}, "arrays": {"head_dim": [1]}})"));
    EXPECT_FALSE(looks_like_model_config(R"({"poslab_session": 1, "view": "frequencies", "head_dim": 3})"));
    EXPECT_FALSE(looks_like_model_config(R"({"a": {"model_type": "llama"}})"))
        << "only the outermost object counts";
    EXPECT_FALSE(looks_like_model_config(R"([{"model_type": "llama"}])"));
    EXPECT_FALSE(looks_like_model_config("rope_theta"));
    EXPECT_FALSE(looks_like_model_config(""));
}

}  // namespace
}  // namespace poslab::test
