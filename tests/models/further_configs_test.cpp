// One config for each model type whose code treats positions in its own way: numbers from the formula in that
// code (huggingface/transformers src/transformers/models/TYPE, 5.16, unless another source is named), not
// from PosLab.

#include "tests/models/model_config_cases.hpp"

#include "core/encoding/frequencies.hpp"
#include "core/models/attention_facts.hpp"
#include "core/models/model_types.hpp"
#include "core/models/rope_export.hpp"

#include <cmath>

namespace poslab::test {
namespace {

struct FurtherCase {
    std::string name, text, selector;
    std::size_t pairs = 0;
    double base = 0, dims = 0;  // θ_p = base^(−2p/dims), unless scaled
    std::string pairing = "gpt-neox", place = "first";
};

std::string model(const std::string& type, const std::string& more) {
    return R"({"model_type": ")" + type + "\"" + (more.empty() ? "" : ", " + more) + "}";
}

const std::string sizes =
    R"("hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 8192)";
const std::string mla =
    R"("hidden_size": 7168, "num_attention_heads": 128, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
    "index_head_dim": 128, "max_position_embeddings": 163840, "rope_theta": 10000)";

const std::vector<FurtherCase>& further_cases() {
    static const std::vector<FurtherCase> all{
        {"DeepSeek V3.2", model("deepseek_v32", mla), "", 32, 1e4, 64, "gpt-j", "last"},
        {"its indexer: the first 64 of 128, halves", model("deepseek_v32", mla), "indexer", 32, 1e4, 64,
         "gpt-neox", "first"},
        {"GLM's indexer: neighbours", model("glm_moe_dsa", mla), "indexer", 32, 1e4, 64, "gpt-j", "first"},
        {"Bamba: attention layers by number, half of the head",
         model("bamba", sizes + R"(, "num_hidden_layers": 4, "attn_layer_indices": [2])"), "2", 32, 1e4, 64},
        {"Helium", model("helium", ""), "", 64, 1e5, 128, "gpt-j"},
        {"Persimmon", model("persimmon", R"("hidden_size": 4096, "num_attention_heads": 64)"), "", 16, 25000,
         32},
        {"RecurrentGemma", model("recurrent_gemma", R"("hidden_size": 2560, "num_attention_heads": 10)"), "",
         64, 1e4, 128},
        {"ChatGLM3 with rope_ratio (THUDM/chatglm3-6b-128k)",
         model(
             "chatglm",
             R"("hidden_size": 4096, "num_attention_heads": 32, "kv_channels": 128, "rope_ratio": 500, "seq_length": 131072)"),
         "", 32, 5e6, 64, "gpt-j"},
        {"MiMo V2 Flash, layers with a window",
         model(
             "mimo_v2_flash",
             R"("hidden_size": 4096, "num_attention_heads": 64, "head_dim": 192, "swa_head_dim": 128, "swa_rope_theta": 10000,
               "partial_rotary_factor": 0.5, "rope_theta": 5000000, "max_position_embeddings": 8192)"),
         "sliding_attention", 32, 1e4, 64},
        {"OLMo 3, layers with a window are not scaled (4.57)",
         model(
             "olmo3",
             sizes +
                 R"(, "rope_theta": 500000, "rope_scaling": {"rope_type": "yarn", "factor": 8, "original_max_position_embeddings": 8192})"),
         "sliding_attention", 64, 5e5, 128},
        {"ModernBERT, local layers",
         model(
             "modernbert",
             R"("hidden_size": 768, "num_attention_heads": 12, "global_rope_theta": 160000, "local_rope_theta": 10000)"),
         "sliding_attention", 32, 1e4, 64},
        {"Gemma 3, local layers", model("gemma3_text", R"("hidden_size": 2304, "num_attention_heads": 8)"),
         "sliding_attention", 128, 1e4, 256},
        {"Llama 3.2 Vision, self attention",
         model("mllama_text_model", sizes + R"(, "num_hidden_layers": 5, "cross_attention_layers": [3])"),
         "4", 64, 5e5, 128},
        {"MiniMax",
         model("minimax",
               sizes + R"(, "rotary_dim": 64, "layer_types": ["linear_attention", "full_attention"])"),
         "", 32, 1e6, 64},
        {"Qwen2.5 Omni, its talker",
         R"({"model_type": "qwen2_5_omni", "thinker_config": {"text_config": {"hidden_size": 3584, "num_attention_heads": 28}},
          "talker_config": {"model_type": "qwen2_5_omni_talker", "hidden_size": 896, "num_attention_heads": 12, "head_dim": 128}})",
         "talker", 64, 1e6, 128},
        {"Qwen2.5 Omni, its thinker",
         R"({"model_type": "qwen2_5_omni", "thinker_config": {"text_config": {"model_type": "qwen2_5_omni_text", "hidden_size": 3584,
          "num_attention_heads": 28}}})",
         "", 64, 1e6, 128},
        {"Qwen2-VL's vision tower: 80 a head, 20 pairs for rows, 20 for columns",
         R"({"model_type": "qwen2_vl", "hidden_size": 1536, "num_attention_heads": 12, "vision_config": {"model_type": "qwen2_vl", "depth": 32,
          "embed_dim": 1280, "num_heads": 16, "hidden_size": 1536, "patch_size": 14}})",
         "vision", 40, 1e4, 40},
        {"GPT-OSS's own config (openai/gpt-oss)",
         R"({"num_hidden_layers": 36, "head_dim": 64, "hidden_size": 2880, "num_attention_heads": 64, "initial_context_length": 4096, "rope_theta": 150000,
          "rope_scaling_factor": 1, "rope_ntk_alpha": 1, "rope_ntk_beta": 32})",
         "", 32, 150000, 64},
        {"DeepSeek V3's own config (inference/configs)",
         R"({"vocab_size": 129280, "dim": 7168, "inter_dim": 18432, "n_layers": 61, "n_heads": 128, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
          "rope_factor": 1})",
         "", 32, 1e4, 64, "gpt-j", "last"},
        {"Zamba2: twice hidden_size/num_attention_heads",
         model(
             "zamba2",
             R"("use_mem_rope": true, "hidden_size": 256, "num_attention_heads": 4, "max_position_embeddings": 4096)"),
         "hybrid", 64, 1e4, 128},
        {"ModernBERT's windows: every third layer from the first on is global",
         model("modernbert", R"("num_hidden_layers": 6, "local_rope_theta": 2e4)"), "1", 32, 2e4, 64},
        {"Gemma 3's sixth layer", model("gemma3_text", R"("num_hidden_layers": 12, "head_dim": 64)"), "5", 32,
         1e6, 64},
        {"Gemma 3's first layer", model("gemma3_text", R"("num_hidden_layers": 12, "head_dim": 64)"), "0", 32,
         1e4, 64},
        {"MiMo V2 Flash's first layer is global", model("mimo_v2_flash", R"("num_hidden_layers": 12)"), "0",
         32, 5e6, 64},
        {"Laguna without rope_parameters: global layers",
         model("laguna", R"("num_hidden_layers": 2, "layer_types": ["full_attention", "sliding_attention"])"),
         "", 32, 5e5, 64},
        {"and its windows",
         model("laguna", R"("num_hidden_layers": 2, "layer_types": ["full_attention", "sliding_attention"])"),
         "1", 64, 1e4, 128},
        {"ZAYA's windows", model("zaya", R"("layer_types": ["hybrid", "hybrid_sliding"])"), "hybrid_sliding",
         32, 1e4, 64},
        {"Gemma 3 whose rope_parameters leave the windows out",
         model(
             "gemma3_text",
             R"("head_dim": 64, "num_hidden_layers": 2, "layer_types": ["sliding_attention", "full_attention"],
          "rope_parameters": {"full_attention": {"rope_type": "linear", "factor": 8, "rope_theta": 1e6}})"),
         "sliding_attention", 32, 1e4, 64},
        {"GPT-NeoX: rotary_emb_base before rope_theta",
         model(
             "gpt_neox",
             R"("hidden_size": 512, "num_attention_heads": 8, "rotary_emb_base": 20000, "rotary_pct": 0.5, "rope_theta": 30000)"),
         "", 16, 2e4, 32},
        {"Nomic's class in Transformers", model("nomic_bert", ""), "", 32, 1000, 64},
        {"Qwen3-VL's class", model("qwen3_vl_text", R"("head_dim": 64)"), "", 32, 5e5, 64},
        {"a layer of a model whose layers are of one type",
         model("llama", sizes + R"(, "num_hidden_layers": 32)"), "31", 64, 1e4, 128},
        {"Llama's rope_scaling before rope_parameters",
         model(
             "qwen2",
             sizes +
                 R"(, "rope_theta": 20000, "rope_scaling": {"rope_type": "default"}, "rope_parameters": {"rope_theta": 5000})"),
         "", 64, 2e4, 128},
        {"PaliGemma whose text model names no type",
         R"({"model_type": "paligemma", "text_config": {"hidden_size": 2048, "num_attention_heads": 8, "head_dim": 256}})",
         "", 128, 1e4, 256},
        {"nanochat", model("nanochat", R"("hidden_size": 768, "num_attention_heads": 6)"), "", 64, 1e4, 128},
        {"PLaMo 2",
         model(
             "plamo2",
             R"("hidden_size_per_head": 128, "num_attention_heads": 32, "hidden_size": 4096, "max_position_embeddings": 4096)"),
         "attention", 64, 1e4, 128},
    };
    return all;
}

class FurtherConfig : public testing::TestWithParam<std::size_t> {};

TEST_P(FurtherConfig, RotateAsTheirCode) {
    const FurtherCase& further_case = further_cases()[GetParam()];
    SCOPED_TRACE(further_case.name);
    const ModelConfig config = parsed(further_case.text, further_case.selector);
    const RotaryFrequencies found = rotary_frequencies(rope_config_of(config.parameters));
    ASSERT_EQ(found.inverse_frequency.size(), further_case.pairs);
    for (std::size_t pair = 0;
         pair < std::min(further_case.pairs, static_cast<std::size_t>(further_case.dims / 2)); ++pair)
        EXPECT_NEAR(found.inverse_frequency[pair] /
                        std::pow(further_case.base, -2 * static_cast<double>(pair) / further_case.dims),
                    1, 1e-12)
            << pair;
    EXPECT_EQ(config.parameters["pairing"], further_case.pairing);
    EXPECT_EQ(config.parameters["rope-dims"], further_case.place);
}

INSTANTIATE_TEST_SUITE_P(All, FurtherConfig, testing::Range(std::size_t{0}, further_cases().size()));

struct ScaledCase {
    std::string text, selector;
    double last = 0, factor = 1;  // last: of the slowest pair, rad/token; factor: on cos and sin
};

// The scaling of the configuration class if the file has none: configuration_TYPE.py, computed with its
// ROPE_INIT_FUNCTIONS.
TEST(FurtherConfigs, ClassesHaveScalingsOfTheirOwn) {
    const std::vector<ScaledCase> all{
        {model("mistral4", R"("hidden_size": 512, "num_attention_heads": 8)"), "", 1.04181e-6, 1},
        {model("apertus", R"("hidden_size": 512, "num_attention_heads": 8)"), "", 1.73362e-8, 1},
        {model("apertus", R"("hidden_size": 512, "num_attention_heads": 8, "rope_theta": 12345)"), "",
         1.73362e-8, 1},
        {model("cwm", ""), "", 7.75586e-8, 1},
        {model("gpt_oss", ""), "", 3.02351e-7, 1.34657},
        {model("higgs_audio_v2", ""), "", 7.67231e-8, 1},
        {model("ministral3", ""), "", 7.75586e-8, 1},
        {model("higgs_audio_v2",
               R"("head_dim": 64, "rope_parameters": {"rope_type": "linear", "factor": 2})"),
         "", std::pow(1e4, -62.0 / 64) / 2, 1},
        {model("modernbert", R"("hidden_size": 256, "num_attention_heads": 4, "local_rope_theta": 2e4,
            "rope_scaling": {"rope_type": "linear", "factor": 2})"),
         "sliding_attention", std::pow(2e4, -62.0 / 64) / 2, 1}};
    for (const ScaledCase& scaled_case : all) {
        SCOPED_TRACE(scaled_case.text);
        const ModelConfig config = parsed(scaled_case.text, scaled_case.selector);
        const RotaryFrequencies found = rotary_frequencies(rope_config_of(config.parameters));
        EXPECT_NEAR(found.inverse_frequency.back() / scaled_case.last, 1, 1e-5);
        EXPECT_NEAR(found.attention_factor, scaled_case.factor, 1e-5);
    }
    EXPECT_EQ(parse_attention_facts(model("ministral3", ""), "c").query_scaling,
              (QueryScaling{QueryScaling::Rule::floor_log, 0.1, 16384}));
}

// A file with nothing but its model type is read, with a warning that the class's parameters are assumed.
TEST(FurtherConfigs, EveryClassDefaultIsRead) {
    for (const ModelTypeFacts& facts : model_types()) {
        if (facts.rope_parameters.is_null() || !facts.parts.empty()) continue;
        SCOPED_TRACE(facts.model_type);
        warning_with(parsed(model(facts.model_type, sizes)), "rope_parameters");
    }
}

// models/phi3: the attribute original_max_position_embeddings 4096 has precedence over the key inside
// rope_scaling; yarn with lists.
TEST(FurtherConfigs, Phi3ReadsLongRopeItsOwnWay) {
    const std::string lists = R"("short_factor": [1, 1], "long_factor": [2, 4])";
    const auto phi3 = [&](const std::string& scaling) {
        return rope_config_of(
            parsed(
                model(
                    "phi3",
                    R"("hidden_size": 16, "num_attention_heads": 4, "max_position_embeddings": 8192, "rope_scaling": )" +
                        scaling))
                .parameters);
    };
    RopeConfig inside =
        phi3(R"({"type": "longrope", "original_max_position_embeddings": 2048, )" + lists + "}");
    EXPECT_EQ(inside.train_length, 4096);
    inside.length = 3000;
    EXPECT_EQ(rotary_frequencies(inside).inverse_frequency, (std::vector<double>{1, 0.01}));
    const RotaryFrequencies yarn = rotary_frequencies(phi3(R"({"type": "yarn", )" + lists + "}"));
    EXPECT_NEAR(yarn.inverse_frequency[1], 0.01 / 4, 1e-15);
    EXPECT_NEAR(yarn.attention_factor, std::sqrt(1 + std::log(2) / std::log(4096)), 1e-12);
}

// 100^(−4k/64) for x and again for y; 10000^(−4k/64), each twice; 10000^(−4k/256), each twice.
TEST(FurtherConfigs, VisionEncodersHaveTwoAxes) {
    const auto frequencies = [](const std::string& text) {
        return rotary_frequencies(rope_config_of(parsed(text).parameters)).inverse_frequency;
    };
    const std::vector<double> gemma = frequencies(
                                  model("gemma4_vision", R"("hidden_size": 768, "num_attention_heads": 12)")),
                              kimi = frequencies(model("kimi_k25_vision",
                                                       R"("hidden_size": 512, "num_attention_heads": 8)")),
                              loftr = frequencies(model(
                                  "efficientloftr", R"("hidden_size": 256, "partial_rotary_factor": 4.0)"));
    ASSERT_EQ(gemma.size(), 32U);
    ASSERT_EQ(kimi.size(), 32U);
    ASSERT_EQ(loftr.size(), 128U);
    for (std::size_t k = 0; k < 16; ++k) {
        EXPECT_NEAR(gemma[k], std::pow(100.0, -4.0 * static_cast<double>(k) / 64), 1e-14);
        EXPECT_EQ(gemma[k + 16], gemma[k]);
        EXPECT_NEAR(kimi[2 * k], std::pow(1e4, -4.0 * static_cast<double>(k) / 64), 1e-14);
        EXPECT_EQ(kimi[2 * k + 1], kimi[2 * k]);
    }
    EXPECT_NEAR(loftr[126], std::pow(1e4, -126.0 / 128), 1e-14);
    EXPECT_EQ(loftr[127], loftr[126]);
}

/// θ_p of a config at a length; 0: its own.
double theta_at(const ModelConfig& config, std::size_t pair, std::int64_t length = 0) {
    RopeConfig values = rope_config_of(config.parameters);
    if (length > 0) values.length = length;
    return rotary_frequencies(values).inverse_frequency.at(pair);
}

// configuration_zamba2.py: rope_theta · 8^(256/254), max_position_embeddings 16384.
TEST(FurtherConfigs, ZambasLongContextChangesTheBase) {
    const std::string zamba = R"("hidden_size": 4096, "num_attention_heads": 32, "use_mem_rope": true)";
    const double base = 1e4 * std::pow(8, 256.0 / 254);
    const ModelConfig config = parsed(model("zamba2", zamba + R"(, "use_long_context": true)"));
    for (const std::size_t pair : {std::size_t{1}, std::size_t{64}, std::size_t{127}})
        EXPECT_NEAR(theta_at(config, pair) / std::pow(base, -2.0 * static_cast<double>(pair) / 256), 1,
                    1e-12);
    EXPECT_EQ(config.parameters["length"], 16384);
    warning_with(config, "use_long_context multiplies the base by 8^(d/(d − 2)) and serves 16384 tokens");
    const ModelConfig plain = parsed(model("zamba2", zamba + R"(, "use_long_context": false)"));
    EXPECT_NEAR(theta_at(plain, 127), std::pow(1e4, -254.0 / 256), 1e-16);
}

// internlm/internlm-7b modeling_internlm.py: base · (s·L/2048 − (s − 1))^(d/(d − 2)) beyond 2048 tokens, s =
// 1 if the file has none.
TEST(FurtherConfigs, InternLmsRotaryObjectIsDynamic) {
    const auto internlm = [](const std::string& rotary) {
        return parsed(model("internlm", R"("hidden_size": 4096, "num_attention_heads": 32,
            "max_position_embeddings": 2048, "rotary": )" +
                                            rotary));
    };
    const auto expected = [](double ratio) {
        return std::pow(1e4 * std::pow(ratio, 128.0 / 126), -126.0 / 128);
    };
    const ModelConfig plain = internlm(R"({"base": 10000, "type": "origin"})"),
                      dynamic = internlm(R"({"base": 10000, "type": "dynamic"})"),
                      scaled = internlm(R"({"base": 10000, "type": "dynamic", "scaling_factor": 4.0})");
    EXPECT_NEAR(theta_at(plain, 63, 8192) / expected(1), 1, 1e-12);
    EXPECT_NEAR(theta_at(dynamic, 63, 2048) / expected(1), 1, 1e-12);
    EXPECT_NEAR(theta_at(dynamic, 63, 8192) / expected(4), 1, 1e-12);
    EXPECT_NEAR(theta_at(scaled, 63, 8192) / expected(13), 1, 1e-12);
    for (const ConfigWarning& warning : dynamic.warnings)
        EXPECT_EQ(warning.english().find("is used as the trained length"), std::string::npos)
            << "a factor of 1 extends nothing";
    warning_with(scaled, "max_position_embeddings 2048 is used as the trained length, extended to 8192");
}

// mosaicml/llm-foundry modeling_mpt.py, gen_rotary_embedding.
TEST(FurtherConfigs, MptsOwnScalingIsRead) {
    const auto mpt = [](const std::string& attention) {
        return parsed(model("mpt", R"("d_model": 4096, "n_heads": 32, "max_seq_len": 8192,
            "attn_config": {"rope": true, "rope_theta": 500000, )" +
                                       attention + "}"));
    };
    const std::string linear = R"("rope_hf_config": {"type": "linear", "factor": 4.0})",
                      xpos = R"("rope_dail_config": {"type": "xpos", "xpos_scale_base": 512})";
    const double last = std::pow(5e5, -126.0 / 128);
    const ModelConfig by_hf = mpt(R"("rope_impl": "hf", )" + linear + ", " + xpos),
                      by_dail = mpt(R"("rope_impl": "dail", )" + linear + ", " + xpos);
    EXPECT_NEAR(theta_at(by_hf, 63) / (last / 4), 1, 1e-12);
    EXPECT_NEAR(theta_at(by_dail, 63) / last, 1, 1e-12);
    EXPECT_TRUE(by_hf.warnings.empty() || by_hf.warnings.front().english().find("dail") == std::string::npos);
    warning_with(by_dail, "attn_config.rope_dail_config.type is ignored, though it may change positions.");
}

// vllm-project/vllm ernie45_vl.py: freq_allocation pairs of time, the others are height and width in turn.
TEST(FurtherConfigs, ErniesOwnFilesOfPictures) {
    const ModelConfig config = parsed(model("ernie4_5_moe_vl", R"("hidden_size": 2560, "head_dim": 128,
        "num_attention_heads": 20, "max_position_embeddings": 131072, "rope_theta": 500000, "rope_3d": true,
        "freq_allocation": 20)"));
    EXPECT_EQ(config.parameters["pairing"], "gpt-j");
    EXPECT_EQ(config.parameters["mrope-sections"], Json::parse("[20, 22, 22]"));
    EXPECT_EQ(config.parameters["mrope-alternating"], true);
    EXPECT_TRUE(config.warnings.empty());
    const ModelConfig listed = parsed(model("ernie4_5_moe_vl", R"("hidden_size": 2560, "head_dim": 128,
        "num_attention_heads": 20, "max_position_embeddings": 131072, "rope_theta": 500000, "rope_3d": true,
        "freq_allocation": 20, "rope_scaling": {"type": "default", "mrope_section": [22, 22, 20]})"));
    EXPECT_EQ(listed.parameters, config.parameters);
    EXPECT_TRUE(listed.warnings.empty());
}

// Megatron-LM arguments.py; NeMo megatron_gpt_config.yaml; Lightning-AI/litgpt config.py; LongChat's
// rope_condense_ratio: positions are divided by the factor.
TEST(FurtherConfigs, SettingsOfTrainingProgramsAreRead) {
    const auto read = [](const std::string& more) {
        return parsed(
            R"({"hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 4096, )" + more +
            "}");
    };
    const ModelConfig megatron =
        read(R"("rotary_base": 500000, "rotary_percent": 0.5, "rotary_interleaved": true,
                "rotary_seq_len_interpolation_factor": 4, "rotary_scaling_factor": 1.0)");
    EXPECT_EQ(megatron.parameters["rotary-fraction"], 0.5);
    EXPECT_EQ(megatron.parameters["pairing"], "gpt-j");
    EXPECT_NEAR(theta_at(megatron, 31) / (std::pow(5e5, -62.0 / 64) / 4), 1, 1e-12);
    const ModelConfig nemo = read(R"("rotary_percentage": 0.25, "rotary_base": 10000,
                                     "seq_len_interpolation_factor": 2.0)");
    EXPECT_NEAR(theta_at(nemo, 15) / (std::pow(1e4, -30.0 / 32) / 2), 1, 1e-12);
    EXPECT_THROW(read(R"("rotary_percentage": 1.0, "rotary_base": 10000,
                         "position_embedding_type": "learned_absolute")"),
                 InputError);
    const ModelConfig litgpt = parsed(R"({"n_embd": 2048, "n_head": 32, "head_size": 128, "rope_base": 500000,
                   "rotary_percentage": 1.0, "rope_condense_ratio": 1})");
    EXPECT_NEAR(theta_at(litgpt, 63) / std::pow(5e5, -126.0 / 128), 1, 1e-12);
    EXPECT_EQ(litgpt.parameters["scaling"], "none");
}

TEST(FurtherConfigs, ConfigsOfDiffusersAreRefused) {
    EXPECT_EQ(refusal(R"({"_class_name": "FluxTransformer2DModel", "attention_head_dim": 128,
                          "num_attention_heads": 24, "axes_dims_rope": [16, 56, 56]})"),
              "is a config of diffusers, whose rotary embeddings have several axes; these are not read");
}

TEST(FurtherConfigs, KeysInsideOtherObjectsAreNamed) {
    const ModelConfig config = parsed(model("minicpm", sizes + R"(, "rope_theta": 10000,
        "sparse_config": {"block_size": 64, "use_nope": true, "window_size": 2048},
        "label2id": {"position": 1})"));
    ASSERT_EQ(config.warnings.size(), 1U);
    EXPECT_EQ(config.warnings.front().english(),
              "sparse_config.use_nope is ignored, though it may change positions.");
}

TEST(FurtherConfigs, ATruncateByLayerTypeIsNotRead) {
    const ModelConfig olmo =
        parsed(model("olmo3", R"("hidden_size": 256, "num_attention_heads": 4, "num_hidden_layers": 4,
        "rope_parameters": {"full_attention": {"rope_type": "yarn", "rope_theta": 1e5, "factor": 8,
        "original_max_position_embeddings": 1024, "truncate": false}, "sliding_attention": {"rope_type": "default"}})"));
    EXPECT_EQ(olmo.parameters["truncate"], true);
    warning_with(olmo, "rope_parameters.full_attention.truncate is ignored");
}

// modeling_olmo3.py: layers with a window use the default frequencies, from the same rope_theta.
TEST(FurtherConfigs, LayersWithoutTheScalingHaveItsBase) {
    const ModelConfig olmo =
        parsed(model("olmo3", R"("hidden_size": 256, "num_attention_heads": 4, "num_hidden_layers": 4,
        "rope_parameters": {"rope_type": "yarn", "rope_theta": 54321, "factor": 8,
        "original_max_position_embeddings": 1024}, "max_position_embeddings": 8192)"),
               "sliding_attention");
    EXPECT_EQ(olmo.parameters["scaling"], "none");
    EXPECT_NEAR(theta_at(olmo, 31) / std::pow(54321, -62.0 / 64), 1, 1e-12);
    for (const ConfigWarning& warning : olmo.warnings)
        EXPECT_EQ(warning.english().find("rope_theta"), std::string::npos) << warning.english();
}

TEST(FurtherConfigs, AShareThatTransformersIgnoresIsReported) {
    const ModelConfig llama = parsed(model("llama", sizes + R"(, "partial_rotary_factor": 0.5)"));
    EXPECT_EQ(llama.parameters["rotary-fraction"], 0.5);
    warning_with(
        llama,
        "partial_rotary_factor 0.5 is used, as in vLLM: Transformers' code for llama does not read it");
}

TEST(FurtherConfigs, LayersAndModelsWithoutRope) {
    EXPECT_EQ(refusal(model("cohere_compass_text", R"("layer_types": ["sliding_attention", "full_attention"],
        "rope_parameters": {"sliding_attention": {"rope_type": "default"}, "full_attention": null})"),
                      "1"),
              "layers of type full_attention have no rotary embedding in these models; layer types are "
              "sliding_attention, full_attention (no rotary embedding)");

    EXPECT_EQ(
        refusal(model("bamba", sizes + R"(, "num_hidden_layers": 4, "attn_layer_indices": [2])"), "mamba"),
        "layers of type mamba have no rotary embedding in these models; layer types are attention, "
        "mamba (no rotary embedding)");
    EXPECT_EQ(refusal(model("mllama_text_model",
                            sizes + R"(, "num_hidden_layers": 5, "cross_attention_layers": [3])"),
                      "3"),
              "layers of type cross_attention have no rotary embedding in these models; layer types are "
              "self_attention, cross_attention (no rotary embedding)");
    EXPECT_EQ(refusal(model("granitemoehybrid", sizes)),
              "model_type \"granitemoehybrid\" has no rotary embedding if position_embedding_type is null; "
              "it has no positions");
    EXPECT_EQ(refusal(model("jamba", sizes)).substr(0, 46),
              "model_type \"jamba\" has no rotary embedding; it");
    EXPECT_EQ(refusal(model("kimi_linear", sizes)).substr(0, 52),
              "model_type \"kimi_linear\" has no rotary embedding; it");
    EXPECT_EQ(refusal(model("lfm2", sizes + R"(, "num_hidden_layers": 3, "full_attn_idxs": [2])"), "conv"),
              "layers of type conv have no rotary embedding in these models; layer types are "
              "full_attention, conv (no rotary embedding)");
}

TEST(FurtherConfigs, LogitsAreScaledByTheirCode) {
    const auto scale = [](const std::string& text) {
        return parse_attention_facts(text, "c").logit_scale.value_or(0);
    };
    EXPECT_EQ(scale(model("granite", sizes + R"(, "attention_multiplier": 0.0078125)")), 0.0078125);
    EXPECT_EQ(scale(model("dia_encoder", "")), 1);
    EXPECT_EQ(scale(model("gemma3n_text", "")), 1);
    EXPECT_EQ(scale(model("gemma2", R"("query_pre_attn_scalar": 144)")), 1 / std::sqrt(144.0));
    EXPECT_EQ(scale(model("llama", sizes + R"(, "query_pre_attn_scalar": 144)")), 0)
        << "Llama's code does not read it";
    EXPECT_NEAR(parse_attention_facts(model("zamba2", sizes), "c").logit_multiplier, std::sqrt(2.0), 1e-15);
    EXPECT_EQ(parse_attention_facts(model("nanochat", ""), "c").direction, -1);
    EXPECT_EQ(parse_attention_facts(model("llama", ""), "c").direction, 1);
    // Qwen-7B: ln(p + 1)/ln(2048) beyond 2048.
    const QueryScaling qwen =
        parse_attention_facts(model("qwen", sizes + R"(, "use_logn_attn": true, "seq_length": 2048)"), "c")
            .query_scaling;
    EXPECT_EQ(qwen.at(2047), 1);
    EXPECT_NEAR(qwen.at(8191), std::log(8192.0) / std::log(2048.0), 1e-15);
}

}  // namespace
}  // namespace poslab::test
