// Configs from practice, with the numbers of the model's own code: computed from each source's formula (named
// above the test), not by PosLab.

#include "tests/models/model_config_cases.hpp"

#include "core/encoding/convention.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/models/attention_facts.hpp"
#include "core/models/rope_export.hpp"

#include <cmath>
#include <map>

namespace poslab::test {
namespace {

RotaryFrequencies frequencies_by(const ModelConfig& config, std::string_view convention = "transformers-5",
                                 std::int64_t length = 0) {
    RopeConfig values = rope_config_of(config.parameters);
    values.convention = *convention_of_release(convention);
    if (length > 0) values.length = length;
    return rotary_frequencies(values);
}

/// θ_p = base^(−2p/d).
double plain_theta(double base, double dim, double pair) { return std::pow(base, -2 * pair / dim); }

/// Compares to the six digits of the sources.
void expect_pair(const RotaryFrequencies& found, std::size_t pair, double theta) {
    EXPECT_NEAR(found.inverse_frequency.at(pair) / theta, 1, 5e-6) << "pair " << pair;
}

std::string no_rotary_in(const std::string& kind, const std::string& kinds) {
    return "layers of type " + kind + " have no rotary embedding in these models; layer types are " + kinds;
}

const std::string cohere2 = R"({"model_type": "cohere2", "hidden_size": 4096, "num_attention_heads": 32,
    "max_position_embeddings": 8192, "rope_theta": 50000,
    "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention", "full_attention"]})";

// huggingface/transformers models/cohere2: a layer rotates if it has a sliding window (trl#6963,
// llama.cpp#10900).
TEST(FieldConfigs, CohereRotatesInSlidingLayersAlone) {
    for (const char* const kind : {"", "sliding_attention", "0", "2"}) {
        const ModelConfig config = parsed(cohere2, kind);
        EXPECT_EQ(config.layer_type, "sliding_attention");
        EXPECT_EQ(config.parameters["pairing"], "gpt-j");
        expect_pair(frequencies_by(config), 1, 0.844459);
    }
    EXPECT_EQ(warning_with(parsed(cohere2), "several layer types").english(),
              "The model has several layer types; this is sliding_attention. FILE#TYPE reads another: "
              "full_attention (no rotary embedding).");
    const std::string refused =
        no_rotary_in("full_attention", "sliding_attention, full_attention (no rotary embedding)");
    EXPECT_EQ(refusal(cohere2, "full_attention"), refused);
    EXPECT_EQ(refusal(cohere2, "3"), refused);
    EXPECT_EQ(refusal(cohere2, "chunked_attention"),
              "has no layer type \"chunked_attention\"; layer types are sliding_attention, full_attention "
              "(no rotary embedding)");
}

TEST(FieldConfigs, CoherePatternWithoutAList) {
    const std::string text =
        R"({"model_type": "cohere2", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 8,
        "max_position_embeddings": 8192, "rope_theta": 50000, "sliding_window_pattern": 2})";
    EXPECT_EQ(parsed(text, "6").layer_type, "sliding_attention");
    EXPECT_EQ(refusal(text, "7"),
              no_rotary_in("full_attention", "sliding_attention, full_attention (no rotary embedding)"));
}

// models/smollm3: no_rope_layers[i] is 1 if the layer has RoPE; if null, every no_rope_layer_interval-th has
// none (litert-torch#1087).
TEST(FieldConfigs, SmolLM3HasLayersWithoutRope) {
    const std::string begin =
        R"({"model_type": "smollm3", "hidden_size": 2048, "num_attention_heads": 16, "num_hidden_layers": 8,
        "max_position_embeddings": 65536, "rope_theta": 5000000)";
    for (const char* const list :
         {R"(, "no_rope_layers": [1, 1, 1, 0, 1, 1, 1, 0]})", R"(, "no_rope_layers": null})",
          R"(, "no_rope_layer_interval": 4})", "}"}) {
        const ModelConfig config = parsed(begin + list);
        EXPECT_EQ(config.layer_type, "rope");
        expect_pair(frequencies_by(config), 1, plain_theta(5e6, 128, 1));
        warning_with(config, "no_rope (no rotary embedding)");
        for (const char* const kind : {"no_rope", "nope", "3", "7"})
            EXPECT_EQ(refusal(begin + list, kind),
                      no_rotary_in("no_rope", "rope, no_rope (no rotary embedding)"))
                << list;
    }
    // The key has the same meaning in any model.
    EXPECT_EQ(refusal(llama_with(R"("rope_theta": 10000, "no_rope_layers": [1, 0])"), "no_rope"),
              no_rotary_in("no_rope", "rope, no_rope (no rotary embedding)"));
}

// models/afmoe, models/exaone_moe: global layers have no RoPE; models/exaone4: only if there is a window.
TEST(FieldConfigs, GlobalLayersWithoutRope) {
    const auto with = [](const std::string& type, const std::string& more) {
        return R"({"model_type": ")" + type +
               R"(", "hidden_size": 4096, "num_attention_heads": 32, "head_dim": 128,
            "max_position_embeddings": 8192, "rope_theta": 10000, "layer_types": ["sliding_attention", "full_attention"])" +
               more + "}";
    };
    for (const char* const type : {"afmoe", "exaone_moe", "exaone4"}) {
        EXPECT_EQ(refusal(with(type, R"(, "sliding_window": 2048)"), "full_attention"),
                  no_rotary_in("full_attention", "sliding_attention, full_attention (no rotary embedding)"));
        EXPECT_EQ(parsed(with(type, R"(, "sliding_window": 2048)")).parameters["pairing"], "gpt-neox");
    }
    EXPECT_EQ(parsed(with("exaone4", R"(, "sliding_window": null)"), "full_attention").parameters["base"],
              10000);
}

// models/llama4: chunked layers rotate, every fourth does not.
TEST(FieldConfigs, Llama4ChunksAloneRotate) {
    const std::string text =
        R"({"model_type": "llama4_text", "hidden_size": 5120, "num_attention_heads": 40, "head_dim": 128,
        "max_position_embeddings": 8192, "rope_theta": 500000, "no_rope_layers": [1, 1, 1, 0]})";
    EXPECT_EQ(parsed(text).layer_type, "chunked_attention");
    EXPECT_EQ(refusal(text, "full_attention"),
              no_rotary_in("full_attention", "chunked_attention, full_attention (no rotary embedding)"));
}

// models/qwen3_next: linear attention has no positions.
TEST(FieldConfigs, LinearAttentionHasNoRope) {
    const std::string text =
        R"({"model_type": "qwen3_next", "hidden_size": 2048, "num_attention_heads": 16, "head_dim": 256,
        "num_hidden_layers": 8, "partial_rotary_factor": 0.25, "max_position_embeddings": 262144, "rope_theta": 10000000})";
    const ModelConfig config = parsed(text);
    EXPECT_EQ(config.layer_type, "full_attention");
    expect_pair(frequencies_by(config), 1, plain_theta(1e7, 64, 1));
    EXPECT_EQ(refusal(text, "linear_attention"),
              no_rotary_in("linear_attention", "full_attention, linear_attention (no rotary embedding)"));
}

// Layer types that differ only in their mask cause no warning, but can be requested.
TEST(FieldConfigs, KindsThatRotateAlike) {
    const std::string text =
        llama_with(R"("rope_theta": 10000, "layer_types": ["sliding_attention", "full_attention"])");
    EXPECT_TRUE(parsed(text).warnings.empty());
    EXPECT_EQ(parsed(text, "sliding_attention").parameters, llama_2());
}

// models/ministral3 (vllm#48621): the softmax scale is head_dim^(−1/2), mscale² is DeepSeek's; the factor is
// m(1)/m(1) = 1.
TEST(FieldConfigs, Ministral3HasNoScaleOfDeepSeek) {
    const std::string text =
        R"({"model_type": "ministral3", "head_dim": 128, "hidden_size": 4096, "num_attention_heads": 32,
        "max_position_embeddings": 262144, "rope_parameters": {"rope_type": "yarn", "rope_theta": 1000000, "factor": 16,
        "original_max_position_embeddings": 16384, "mscale": 1, "mscale_all_dim": 1, "llama_4_scaling_beta": 0.1}})";
    const RotaryFrequencies found = frequencies_by(parsed(text));
    EXPECT_EQ(found.softmax_scale, 1);
    EXPECT_EQ(found.attention_factor, 1);
    EXPECT_FALSE(parse_attention_facts(text, "c").logit_scale.has_value());
    // vLLM 0.25 ignores mscale: 0.1 ln 16 + 1.
    EXPECT_NEAR(frequencies_by(parsed(text), "vllm-0.25").attention_factor, 0.1 * std::log(16.0) + 1, 1e-12);
    EXPECT_EQ(frequencies_by(parsed(text), "vllm").attention_factor, 1);
    // Queries: 1 + 0.1 ln(1 + ⌊p/16384⌋).
    const QueryScaling scaling = parse_attention_facts(text, "c").query_scaling;
    EXPECT_EQ(scaling.at(16383), 1);
    EXPECT_NEAR(scaling.at(16384), 1 + 0.1 * std::log(2.0), 1e-15);
    EXPECT_NEAR(scaling.at(65535), 1 + 0.1 * std::log(4.0), 1e-15);
}

// models/deepseek_v3, models/mistral4: m(mscale_all_dim)².
TEST(FieldConfigs, DeepSeeksFamilyScalesItsLogits) {
    const double m = 0.1 * std::log(40.0) + 1;
    for (const char* const type : {"deepseek_v3", "deepseek_v2", "kimi_k2", "mistral4", "glm4_moe_lite"}) {
        const std::string text =
            R"({"model_type": ")" + std::string(type) + R"(", "hidden_size": 7168, "num_attention_heads": 128,
            "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "max_position_embeddings": 163840, "rope_theta": 10000,
            "rope_scaling": {"type": "yarn", "factor": 40, "original_max_position_embeddings": 4096, "mscale": 1.0,
            "mscale_all_dim": 1.0}})";
        EXPECT_NEAR(frequencies_by(parsed(text)).softmax_scale, m * m, 1e-12) << type;
    }
}

// Mistral's own params.json (llama.cpp#22612): ramp from pair 20 to 37, cos and sin × 1, interleaved pairs.
TEST(FieldConfigs, MistralsParams) {
    const ModelConfig config =
        parsed(R"({"dim": 5120, "n_layers": 40, "n_heads": 32, "head_dim": 128, "rope_theta": 1000000,
        "max_position_embeddings": 262144,
        "yarn": {"original_max_position_embeddings": 16384, "factor": 16, "apply_scale": false, "beta": 32, "alpha": 1}})");
    const RotaryFrequencies found = frequencies_by(config);
    EXPECT_EQ(config.parameters["pairing"], "gpt-j");
    EXPECT_EQ(found.ramp->first, 20);
    EXPECT_EQ(found.ramp->second, 37);
    EXPECT_EQ(found.attention_factor, 1);
    expect_pair(found, 30, 6.90702e-4);
    expect_pair(found, 40, 1.11142e-5);
    expect_pair(found, 63, 7.75586e-8);
}

TEST(FieldConfigs, MistralsParamsAsTheNotesHaveThem) {
    const ModelConfig config = parsed(R"({"dim": 5120, "n_heads": 32, "head_dim": 128, "rope_theta": 1000000,
        "max_position_embeddings": 262144,
        "yarn": {"original_max_position_embeddings": 16384, "factor": 16, "apply_scale": false, "beta": 32, "alpha": 1}})");
    EXPECT_EQ(config.parameters["pairing"], "gpt-j");
    expect_pair(frequencies_by(config), 40, 1.11142e-5);
    EXPECT_EQ(frequencies_by(config).attention_factor, 1);
}

// Meta's params.json (llama-models): use_scaled_rope means 8, 1, 4, 8192. θ_p by its apply_scaling.
TEST(FieldConfigs, MetasParams) {
    const ModelConfig config = parsed(
        R"({"dim": 4096, "ffn_dim_multiplier": 1.3, "multiple_of": 1024, "n_heads": 32, "n_kv_heads": 8,
        "n_layers": 32, "norm_eps": 1e-05, "rope_theta": 500000.0, "use_scaled_rope": true, "vocab_size": 128256})");
    const RotaryFrequencies found = frequencies_by(config);
    EXPECT_EQ(config.parameters["pairing"], "gpt-j");
    EXPECT_EQ(config.parameters["dim"], 128);
    for (const std::size_t pair : {0, 20, 29, 32, 35, 63}) {
        const double theta = plain_theta(5e5, 128, static_cast<double>(pair)),
                     wavelength = 2 * 3.14159265358979323846 / theta;
        const double smooth = (8192 / wavelength - 1) / (4 - 1);
        const double expected = wavelength < 8192.0 / 4   ? theta
                                : wavelength > 8192.0 / 1 ? theta / 8
                                                          : (1 - smooth) * theta / 8 + smooth * theta;
        EXPECT_NEAR(found.inverse_frequency.at(pair) / expected, 1, 1e-12) << pair;
    }
    EXPECT_EQ(
        frequencies_by(
            parsed(
                R"({"dim": 4096, "multiple_of": 256, "n_heads": 32, "n_layers": 32, "rope_theta": 10000})"))
            .inverse_frequency.at(1),
        plain_theta(1e4, 128, 1));
}

// nomic-ai/nomic-bert-2048, vllm#41277: dynamic NTK from max_trained_positions on; θ₃₁ at 8192: base
// 1000·7^(64/62).
TEST(FieldConfigs, NomicExtendsFromItsTrainedLength) {
    const std::string text = R"({"model_type": "nomic_bert", "n_embd": 768, "n_head": 12, "n_positions": 8192,
        "max_trained_positions": 2048, "rotary_emb_base": 1000, "rotary_scaling_factor": 2})";
    const ModelConfig config = parsed(text);
    const double base = 1000 * std::pow(7.0, 64.0 / 62);
    EXPECT_NEAR(base, 7453.48, 0.01);
    for (const char* const convention : {"transformers-5", "vllm"}) {
        const RotaryFrequencies found = frequencies_by(config, convention, 8192);
        EXPECT_NEAR(*found.effective_base / base, 1, 1e-12) << convention;
        expect_pair(found, 31, 1.77277e-4);
    }
    EXPECT_EQ(config.parameters["length"], 8192);
    EXPECT_EQ(config.parameters["train-length"], 2048);
    EXPECT_NEAR(*frequencies_by(config, "transformers-5", 2048).effective_base, 1000, 1e-9);
}

TEST(FieldConfigs, NomicsPairingAndShare) {
    const ModelConfig config =
        parsed(R"({"model_type": "nomic_bert", "n_embd": 768, "n_head": 12, "n_positions": 2048,
        "rotary_emb_base": 1000, "rotary_emb_fraction": 0.5, "rotary_emb_interleaved": true})");
    EXPECT_EQ(config.parameters["pairing"], "gpt-j");
    EXPECT_EQ(config.parameters["rotary-fraction"], 0.5);
}

// models/moonshine: 416/8 = 52 per head, of which ⌊52·0.62⌋ = 32 rotate.
TEST(FieldConfigs, MoonshinesHeads) {
    const ModelConfig config =
        parsed(R"({"model_type": "moonshine", "hidden_size": 416, "encoder_num_attention_heads": 8,
        "decoder_num_attention_heads": 8, "max_position_embeddings": 194, "partial_rotary_factor": 0.62})");
    EXPECT_EQ(config.parameters["dim"], 52);
    const RotaryFrequencies found = frequencies_by(config);
    EXPECT_EQ(found.rotary_dim, 32);
    EXPECT_EQ(config.parameters["pairing"], "gpt-j");
    expect_pair(found, 1, 0.562341);
}

// models/t5gemma: sizes only in `encoder` and `decoder`.
TEST(FieldConfigs, PartsOfT5Gemma) {
    const std::string part =
        R"({"model_type": "t5_gemma_module", "hidden_size": 2304, "num_attention_heads": 8, "head_dim": 256})";
    const std::string text =
        R"({"model_type": "t5gemma", "encoder": )" + part + R"(, "decoder": )" + part + "}";
    for (const char* const name : {"", "encoder", "decoder"}) {
        const ModelConfig config = parsed(text, name);
        EXPECT_EQ(config.parameters["dim"], 256) << name;
        EXPECT_EQ(config.parameters["base"], 10000) << name;
        EXPECT_EQ(config.part, *name == 0 ? "encoder" : name);
    }
    EXPECT_EQ(refusal(text, "vision"), "has no part \"vision\"; parts are decoder, encoder");
}

// models/csm: the depth decoder has its own sizes and scaling.
TEST(FieldConfigs, DepthDecoderOfCsm) {
    const std::string text =
        R"({"model_type": "csm", "hidden_size": 2048, "num_attention_heads": 32, "head_dim": 64,
        "max_position_embeddings": 2048, "rope_theta": 500000, "rope_scaling": {"rope_type": "llama3", "factor": 32,
        "low_freq_factor": 0.125, "high_freq_factor": 0.5, "original_max_position_embeddings": 1024},
        "depth_decoder_config": {"model_type": "csm_depth_decoder_model", "hidden_size": 1024, "num_attention_heads": 8,
        "head_dim": 128, "max_position_embeddings": 33, "rope_theta": 500000, "rope_scaling": {"rope_type": "llama3", "factor": 32,
        "low_freq_factor": 0.001953125, "high_freq_factor": 0.0078125, "original_max_position_embeddings": 16}}})";
    EXPECT_EQ(parsed(text).parameters["dim"], 64);
    warning_with(parsed(text), "other parts, which FILE#PART reads: depth_decoder_config");
    for (const char* const name : {"depth_decoder_config", "depth_decoder"}) {
        const ModelConfig config = parsed(text, name);
        EXPECT_EQ(config.parameters["dim"], 128);
        EXPECT_EQ(config.parameters["low-freq-factor"], 0.001953125);
        EXPECT_EQ(config.parameters["train-length"], 16);
    }
}

// models/ernie4_5_vl_moe: height and width alternate over the first 44 pairs, time has the last 20.
TEST(FieldConfigs, SectionsOfErnie) {
    const ModelConfig config =
        parsed(R"({"model_type": "ernie4_5_vl_moe", "text_config": {"model_type": "ernie4_5_vl_moe_text",
        "hidden_size": 2560, "num_attention_heads": 20, "head_dim": 128, "max_position_embeddings": 131072,
        "rope_parameters": {"rope_type": "default", "rope_theta": 500000, "mrope_section": [22, 22, 20]}}})");
    EXPECT_EQ(config.parameters["pairing"], "gpt-j");
    EXPECT_EQ(config.parameters["mrope-sections"], Json::parse("[20, 22, 22]")) << "time, height, width";
    EXPECT_EQ(config.parameters["mrope-alternating"], true);
}

TEST(FieldConfigs, NothingSpeaksOfARotation) {
    EXPECT_EQ(refusal(R"({"model_type": "parakeet_encoder", "hidden_size": 1024, "num_attention_heads": 8,
                          "max_position_embeddings": 5000})"),
              "model_type \"parakeet_encoder\" has no rotary embedding; it has relative positions in its "
              "attention");
    EXPECT_EQ(refusal(R"({"model_type": "never_heard_of", "hidden_size": 1024, "num_attention_heads": 8})"),
              "model_type \"never_heard_of\" is unknown, and the file has no key of a rotary embedding "
              "(rope_theta, rope_scaling, rotary_pct …)");
    EXPECT_EQ(
        refusal(R"({"hidden_size": 1024, "num_attention_heads": 8})"),
        "has neither a model_type nor a key of a rotary embedding (rope_theta, rope_scaling, rotary_pct …)");
    EXPECT_EQ(
        refusal(
            R"({"model_type": "bert", "position_embedding_type": "alibi", "hidden_size": 768, "num_attention_heads": 12})"),
        "model_type \"bert\" has no rotary embedding here; it has ALiBi");
}

// Frequencies do not depend on a length: chandar-lab/NeoBERT, models/wav2vec2_conformer.
TEST(FieldConfigs, NoLengthIsNeeded) {
    const ModelConfig neobert =
        parsed(R"({"model_type": "neobert", "hidden_size": 768, "num_attention_heads": 12, "rope": true})");
    expect_pair(frequencies_by(neobert), 1, plain_theta(1e4, 64, 1));
    const ModelConfig conformer =
        parsed(R"({"model_type": "wav2vec2-conformer", "hidden_size": 1024, "num_attention_heads": 16,
        "position_embeddings_type": "rotary", "rotary_embedding_base": 5000})");
    expect_pair(frequencies_by(conformer), 1, plain_theta(5e3, 64, 1));
    const ModelConfig plain = parsed(R"({"model_type": "orion", "head_dim": 64, "rope_theta": 20000})");
    EXPECT_FALSE(plain.parameters.contains("length"));
    EXPECT_FALSE(plain.parameters.contains("train-length"));
    EXPECT_EQ(warning_with(plain, "no length").english(),
              "The file has no length; --train-length and --length set it.");
    EXPECT_FALSE(parsed(R"({"model_type": "orion", "rope_theta": 20000, "max_position_embeddings": 64})")
                     .parameters.contains("dim"));
}

// vllm#41277 and earlier: s²·M/M − (s − 1) = 3, later s·M/M − (s − 1) = 1.
TEST(FieldConfigs, DynamicByReleaseOfVllm) {
    const ModelConfig config =
        parsed(R"({"model_type": "llama", "head_dim": 64, "rope_theta": 1000, "max_position_embeddings": 2048,
        "rope_scaling": {"rope_type": "dynamic", "factor": 2}})");
    expect_pair(frequencies_by(config, "vllm-0.19"), 1, 0.777784);
    for (const char* const release : {"vllm-0.25", "vllm-0.26", "vllm"})
        expect_pair(frequencies_by(config, release), 1, 0.805842);
}

TEST(FieldConfigs, ReleasesAreNamedByTheirVersion) {
    EXPECT_EQ(convention_of_release("vllm"), Convention::vllm_31);
    EXPECT_EQ(convention_of_release("vllm-0.99"), Convention::vllm_31);
    EXPECT_EQ(convention_of_release("vllm-0.30.1"), Convention::vllm_22);
    EXPECT_EQ(convention_of_release("transformers"), Convention::transformers_5);
    EXPECT_EQ(convention_of_release("transformers-5.16.0"), Convention::transformers_5);
    EXPECT_EQ(convention_of_release("transformers-4.53"), Convention::transformers_4_51);
    EXPECT_EQ(convention_of_release("llama.cpp"), Convention::llama_cpp);
    for (const char* const name :
         {"", "vllm-", "vllm-0.25x", "vllm-x", "transformers-4.30", "sglang-0.5", "vllm-0.2.1-rc"})
        EXPECT_FALSE(convention_of_release(name).has_value()) << name;
}

TEST(FieldConfigs, KeysThatWereReadAreNotNamed) {
    const auto named = [](const std::string& text) {
        std::string all;
        for (const ConfigWarning& warning : parsed(text).warnings)
            if (warning.english().find("though it may change") != std::string::npos)
                all += warning.english() + "\n";
        return all;
    };
    EXPECT_EQ(
        named(R"({"dim": 5120, "n_heads": 32, "head_dim": 128, "rope_theta": 1000000, "yarn": {"factor": 16,
        "original_max_position_embeddings": 16384, "apply_scale": false, "beta": 32, "alpha": 1}})"),
        "");
    EXPECT_EQ(
        named(
            R"({"dim": 4096, "n_heads": 32, "n_layers": 32, "rope_theta": 500000, "use_scaled_rope": true})"),
        "");
    EXPECT_EQ(named(R"({"model_type": "smollm3", "no_rope_layers": [1, 0]})"), "");
    EXPECT_EQ(named(R"({"model_type": "wav2vec2-conformer", "position_embeddings_type": "rotary"})"), "");
    EXPECT_EQ(named(R"({"model_type": "nomic_bert", "n_embd": 768, "n_head": 12, "n_positions": 8192,
        "max_trained_positions": 2048, "rotary_emb_base": 1000, "rotary_scaling_factor": 2})"),
              "");
}

TEST(FieldConfigs, NothingIsSaidOfLayersThatAreNotKnown) {
    EXPECT_EQ(
        refusal(R"({"model_type": "never_heard_of", "head_dim": 64, "rope_theta": 1e4})", "full_attention"),
        "has no layer type \"full_attention\": the file has neither layer types nor parts");
}

TEST(FieldConfigs, ApplyYarnScalingOfVllm) {
    const ModelConfig config = parsed(R"({"model_type": "llama", "head_dim": 128, "rope_theta": 1000000,
        "max_position_embeddings": 1048576, "rope_scaling": {"rope_type": "yarn", "factor": 128,
        "original_max_position_embeddings": 8192, "apply_yarn_scaling": false}})");
    EXPECT_EQ(frequencies_by(config, "vllm").attention_factor, 1);
    EXPECT_NEAR(frequencies_by(config).attention_factor, 0.1 * std::log(128.0) + 1, 1e-12);
}

TEST(FieldConfigs, KeysThatAreNotReadAreNamed) {
    const auto named = [](const std::string& key, const std::string& value) {
        const std::string text = llama_with(R"("rope_theta": 10000, ")" + key + "\": " + value);
        EXPECT_EQ(warning_with(parsed(text), key).english(),
                  key + " is ignored, though it may change positions.");
    };
    named("rope_something_new", "3");
    named("rotary_compress_ratio", "2.5");
    named("position_shift", "7");
    named("alibi_slopes", "[1, 2]");
    named("nope_every", "4");
    EXPECT_TRUE(
        parsed(
            llama_with(
                R"("rope_theta": 10000, "rope_something": null, "sliding_window": 4096, "use_alibi": false)"))
            .warnings.empty());
    const ModelConfig dual = parsed(llama_with(
        R"("rope_theta": 10000, "dual_chunk_attention_config": {"chunk_size": 262144, "local_size": 8192, "original_max_position_embeddings": 262144})"));
    warning_with(dual, "dual_chunk_attention_config");
}

// models/dinov3_vit (vggt-omega#35): coordinates in [−1, 1], angle 2π·coordinate/100^(4k/64); 592/16 = 37
// patches per side.
TEST(FieldConfigs, Dinov3HasCoordinatesOfItsOwn) {
    const ModelConfig config =
        parsed(R"({"model_type": "dinov3_vit", "hidden_size": 384, "num_attention_heads": 6,
        "image_size": 592, "patch_size": 16, "rope_theta": 100})");
    const RotaryFrequencies found = frequencies_by(config);
    ASSERT_EQ(found.inverse_frequency.size(), 32U);
    const double turn = 2 * 3.14159265358979323846;
    for (std::size_t k = 0; k < 16; ++k)
        for (const std::size_t pair : {k, k + 16})
            EXPECT_NEAR(found.inverse_frequency[pair] /
                            (turn * 2 / 37 / std::pow(100.0, 4.0 * static_cast<double>(k) / 64)),
                        1, 1e-12);
    EXPECT_NEAR(found.inverse_frequency[0], 0.3396, 5e-5);
    EXPECT_NEAR(found.inverse_frequency[15], 0.00453, 5e-6);
    EXPECT_EQ(config.parameters["mrope-sections"], Json::parse("[0, 16, 16]"));
}

// The same with another number of patches: 224/16 = 14 by the defaults of the class, then 37.
TEST(FieldConfigs, Dinov3sFrequenciesGoByTheNumberOfPatches) {
    const ModelConfig config = parsed(
        R"({"model_type": "dinov3_vit", "hidden_size": 384, "num_attention_heads": 6, "rope_theta": 100})");
    RopeConfig values = rope_config_of(config.parameters);
    constexpr double half_turn = 3.14159265358979323846;
    EXPECT_NEAR(rotary_frequencies(values).inverse_frequency[0], 4 * half_turn / 14, 1e-12);
    values.length = 37;
    EXPECT_NEAR(rotary_frequencies(values).inverse_frequency[0], 4 * half_turn / 37, 1e-12);
    EXPECT_NEAR(rotary_frequencies(values).inverse_frequency[15],
                4 * half_turn / 37 / std::pow(100.0, 60.0 / 64), 1e-12);
}

// models/pixtral: rows use the even and columns the odd frequencies of 10000^(−2k/64).
TEST(FieldConfigs, PixtralSplitsALadder) {
    const RotaryFrequencies found = frequencies_by(parsed(R"({"model_type": "pixtral", "hidden_size": 1024,
        "num_attention_heads": 16, "image_size": 1024, "patch_size": 16, "rope_theta": 10000})"));
    for (std::size_t k = 0; k < 16; ++k) {
        EXPECT_NEAR(found.inverse_frequency.at(k), plain_theta(1e4, 64, 2.0 * static_cast<double>(k)), 1e-15);
        EXPECT_NEAR(found.inverse_frequency.at(16 + k),
                    plain_theta(1e4, 64, 2.0 * static_cast<double>(k) + 1), 1e-15);
    }
}

// models/sam3: columns first, the same 10000^(−4k/64) for both axes. models/vjepa2: 30 of 32 pairs, 10 for
// each of three axes.
TEST(FieldConfigs, VisionEncodersWithoutALength) {
    const RotaryFrequencies sam =
        frequencies_by(parsed(R"({"model_type": "sam3_vit_model", "hidden_size": 1024,
        "num_attention_heads": 16})"));
    EXPECT_NEAR(sam.inverse_frequency.at(17), plain_theta(1e4, 32, 1), 1e-15);
    const RotaryFrequencies jepa = frequencies_by(parsed(R"({"model_type": "vjepa2", "hidden_size": 1024,
        "num_attention_heads": 16})"));
    ASSERT_EQ(jepa.inverse_frequency.size(), 30U);
    EXPECT_NEAR(jepa.inverse_frequency[11], plain_theta(1e4, 20, 1), 1e-15);
}

}  // namespace
}  // namespace poslab::test
