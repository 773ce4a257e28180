#include "tests/models/model_config_cases.hpp"
#include "tests/support/languages.hpp"

namespace poslab::test {
namespace {

TEST(ModelConfigWarnings, YarnFactorAgainstTheLengths) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096})"));
    const ConfigWarning warning = warning_with(config, "YaRN");
    EXPECT_EQ(
        warning.english(),
        "rope_scaling.factor is 4, but the lengths 4096/4096 give 1: Transformers 4.51 to 4.55 computes "
        "YaRN with 1, later ones with 4, which is used here.");
    EXPECT_EQ(warning.in(test::chinese()),
              "rope_scaling.factor 为 4，而长度之比 4096/4096 为 1：Transformers 4.51 至 4.55 用 1 计算 "
              "YaRN，之后的版本用 "
              "4，此处取后者。");
    EXPECT_EQ(config.warnings.size(), 1U);
}

// vllm/model_executor/layers/rotary_embedding before vllm-project/vllm#56446 passes both to YaRN.
TEST(ModelConfigWarnings, YarnFactorsOfEarlierVllm) {
    const auto with = [](const std::string& more) {
        return parsed(llama_with(
            R"("rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 1, "original_max_position_embeddings": 4096)" +
            more + "}"));
    };
    const ModelConfig config = with(R"(, "attn_factor": 2.0, "extrapolation_factor": 0.5, "gamma": 1)");
    EXPECT_EQ(warning_with(config, "attn_factor").english(),
              "rope_scaling.attn_factor 2 is ignored, as in Transformers and vLLM since 0.31; earlier vLLM "
              "multiplies the attention factor by it.");
    EXPECT_EQ(warning_with(config, "extrapolation_factor").english(),
              "rope_scaling.extrapolation_factor 0.5 is ignored, as in Transformers and vLLM since 0.31; "
              "earlier vLLM multiplies the share of the unscaled frequencies by it.");
    EXPECT_EQ(warning_with(config, "Keys of").english(),
              "Keys of rope_scaling that the type yarn ignores: gamma.");
    EXPECT_TRUE(with(R"(, "attn_factor": 1.0, "extrapolation_factor": 1)").warnings.empty());
    EXPECT_EQ(config.parameters, with("").parameters);
    for (const ConfigWarning& warning : config.warnings)
        EXPECT_FALSE(warning.of_scaling) << "views show only warnings that the parameters do not give";
    EXPECT_EQ(warning_with(with(R"(, "attn_factor": "auto")"), "attn_factor").english(),
              "Keys of rope_scaling that the type yarn ignores: attn_factor.");
}

TEST(ModelConfigWarnings, OriginalLengthThatDynamicNtkIgnores) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 1e4, "rope_scaling": {"type": "dynamic", "factor": 2, "original_max_position_embeddings": 1024})"));
    EXPECT_EQ(config.parameters["train-length"], 4096);
    EXPECT_EQ(warning_with(config, "1024").english(),
              "rope_scaling.original_max_position_embeddings 1024 is ignored: the type dynamic starts from "
              "max_position_embeddings 4096, as in Transformers.");
}

TEST(ModelConfigWarnings, KeysNextToTheObjectsOfLayerTypes) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": 1e6},
           "rope_type": "yarn", "factor": 3, "original_max_position_embeddings": 4096, "truncate": null})"));
    EXPECT_EQ(config.parameters["scaling"], "none");
    EXPECT_EQ(warning_with(config, "next to").english(),
              "Keys of rope_parameters next to its objects for layer types are ignored: factor, "
              "original_max_position_embeddings, rope_type.");
}

TEST(ModelConfigWarnings, DeepSeeksSoftmaxScale) {
    // 1.590 at mscale 0.707 and 1.874 at 1.0, factor 40.
    const auto scale = [](const std::string& mscale) {
        const ModelConfig config = parsed(
            R"({"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "max_position_embeddings": 163840, "rope_theta": 10000, "rope_scaling": {"type": "yarn",
                "factor": 40, "original_max_position_embeddings": 4096, "mscale": 1, "mscale_all_dim": )" +
            mscale + "}}");
        return warning_with(config, "softmax");
    };
    EXPECT_EQ(
        scale("0.707").english(),
        "DeepSeek's attention also multiplies its softmax scale by 1.590, from mscale_all_dim 0.707 and "
        "factor 40, in addition to the attention factor of cosine and sine.");
    EXPECT_NE(scale("1.0").english().find("by 1.874"), std::string::npos);
    EXPECT_NE(scale("1.0").in(test::chinese()).find("1.874"), std::string::npos);
}

TEST(ModelConfigWarnings, LongRopesChoiceOfTheList) {
    const ModelConfig config = parsed(
        R"({"head_dim": 4, "max_position_embeddings": 131072, "original_max_position_embeddings": 4096, "rope_theta": 1e4,
            "rope_scaling": {"type": "longrope", "short_factor": [1, 1], "long_factor": [2, 2], "factor": 16}})");
    EXPECT_EQ(
        warning_with(config, "vLLM").english(),
        "Transformers uses long_factor for texts longer than 4096 tokens, vLLM always if it serves more "
        "than 4096 (here 131072): short texts differ.");
    warning_with(
        config,
        "rope_scaling.factor is 16, but max_position_embeddings/original_max_position_embeddings = 32");
    EXPECT_EQ(config.parameters["factor"], 16);
}

TEST(ModelConfigWarnings, OriginalLengthAboveTheLength) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"type": "llama3", "factor": 2, "original_max_position_embeddings": 8192,
           "low_freq_factor": 1, "high_freq_factor": 4})"));
    EXPECT_EQ(warning_with(config, "more than").english(),
              "rope_scaling.original_max_position_embeddings 8192 is more than max_position_embeddings 4096, "
              "so it cannot be the "
              "length before the extension.");
    EXPECT_EQ(config.parameters["length"], 16384);
}

TEST(ModelConfigWarnings, UnknownKeysAreNamed) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_parameters": {"rope_type": "default", "finetuned": true, "a\nb": 1, "nothing": null,
           "k1": 1, "k2": 1, "k3": 1, "k4": 1, "k5": 1, "k6": 1})"));
    EXPECT_EQ(
        warning_with(config, "Keys of").english(),
        "Keys of rope_parameters that the type default ignores: a\\nb, finetuned, k1, k2, k3, k4, k5, k6.");
}

TEST(ModelConfigWarnings, TwoNamesOfTheType) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"rope_type": "linear", "type": "dynamic", "factor": 2})"));
    EXPECT_EQ(config.parameters["scaling"], "linear");
    warning_with(config, "rope_scaling.rope_type is linear, but type is dynamic; linear is used");
}

TEST(ModelConfigWarnings, LengthBeyondWhatIsShown) {
    const ModelConfig config = parsed(
        R"({"head_dim": 8, "max_position_embeddings": 1048576, "rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 64}})");
    EXPECT_EQ(config.parameters["length"], 1 << 24);
    warning_with(config, "The length 67108864 exceeds the maximum; 16777216 is used.");
}

std::string all_warnings(const std::string& text, std::string_view selector = {}) {
    std::string all;
    for (const ConfigWarning& warning : parsed(text, selector).warnings) all += warning.english() + "\n";
    return all;
}

TEST(ModelConfigWarnings, NotesDependOnTheirKey) {
    const auto note = [](const std::string& type, const std::string& more) {
        return all_warnings("{\"model_type\": \"" + type +
                            R"(", "hidden_size": 64, "num_attention_heads": 1, "kv_channels": 64)" + more +
                            "}");
    };
    const std::string steps = "With use_dynamic_ntk", axes = "With position_encoding_2d";
    const std::string released =
        note("qwen", R"(, "seq_length": 8, "use_logn_attn": true, "use_dynamic_ntk": true)");
    EXPECT_NE(released.find(steps), std::string::npos);
    EXPECT_EQ(released.find("is ignored"), std::string::npos) << released;
    EXPECT_NE(note("qwen", "").find(steps), std::string::npos) << "true is the default of its class";
    EXPECT_EQ(note("qwen", R"(, "use_dynamic_ntk": false)").find(steps), std::string::npos);
    EXPECT_NE(note("chatglm", R"(, "position_encoding_2d": true)").find(axes), std::string::npos);
    EXPECT_EQ(note("chatglm", R"(, "rope_ratio": 500)").find(axes), std::string::npos) << "GLM-4, ChatGLM3";
    const std::string yarn =
        R"(, "rope_scaling": {"type": "yarn", "factor": 40, "mscale": 1, "mscale_all_dim": 1,
            "original_max_position_embeddings": 4096})";
    EXPECT_NE(note("deepseek_v2", yarn).find("only from 5.15"), std::string::npos);
    EXPECT_EQ(note("deepseek_v2", "").find("only from 5.15"), std::string::npos) << "no mscale";
}

TEST(ModelConfigWarnings, KeysThatAgreeOrAreOfAnotherPartAreNotReported) {
    const auto gemma = [](int period) {
        return all_warnings(R"({"model_type": "gemma3_text", "num_hidden_layers": 3,
            "layer_types": ["sliding_attention", "sliding_attention", "full_attention"],
            "_sliding_window_pattern": )" +
                            std::to_string(period) + "}");
    };
    EXPECT_EQ(gemma(3).find("_sliding_window_pattern"), std::string::npos);
    EXPECT_NE(gemma(2).find("_sliding_window_pattern is ignored"), std::string::npos);
    const std::string qwen = R"({"model_type": "qwen2_vl", "hidden_size": 64, "num_attention_heads": 1,
        "max_position_embeddings": 64, "rope_theta": 1e6, "vision_rope_x": 2,
        "rope_scaling": {"type": "mrope", "mrope_section": [8, 12, 12]},
        "vision_config": {"embed_dim": 64, "num_heads": 1}})";
    const std::string vision = all_warnings(qwen, "vision");
    EXPECT_EQ(vision.find("rope_theta"), std::string::npos) << vision;
    EXPECT_EQ(vision.find("rope_scaling"), std::string::npos) << vision;
    EXPECT_EQ(vision.find("max_position_embeddings"), std::string::npos) << vision;
    EXPECT_NE(vision.find("vision_rope_x is ignored"), std::string::npos) << vision;
}

}  // namespace
}  // namespace poslab::test
