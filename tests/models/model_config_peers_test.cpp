// How other software reads configs that are easily misread. The numbers were computed with that software's
// own functions: huggingface/transformers src/transformers/modeling_rope_utils.py of the named releases (5;
// 4.57; 4.55; 4.51; 4.43, which had YaRN first), and vllm-project/vllm
// vllm/model_executor/layers/rotary_embedding.

#include "tests/models/model_config_cases.hpp"

#include "core/encoding/frequencies.hpp"
#include "core/models/model_types.hpp"
#include "core/models/rope_export.hpp"

#include <cmath>
#include <map>

namespace poslab::test {
namespace {

using Thetas = std::map<std::size_t, double>;

RotaryFrequencies frequencies_of(const ModelConfig& config,
                                 Convention convention = Convention::transformers_5) {
    RopeConfig values = rope_config_of(config.parameters);
    values.convention = convention;
    return rotary_frequencies(values);
}

/// Compares to six digits, the precision of the given numbers.
void expect_thetas(const RotaryFrequencies& found, const Thetas& expected) {
    for (const auto& [pair, theta] : expected)
        EXPECT_NEAR(found.inverse_frequency.at(pair) / theta, 1, 2e-5) << "pair " << pair;
}

std::string config_with(const std::string& keys) { return "{" + keys + "}"; }

std::string kimi_k2(const std::string& betas) {
    return config_with(
        R"("model_type": "kimi_k2", "hidden_size": 7168, "num_attention_heads": 64, "max_position_embeddings": 131072,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "rope_theta": 50000.0, "rope_scaling": {"type": "yarn", "factor": 32.0,
        "mscale": 1.0, "mscale_all_dim": 1.0, "original_max_position_embeddings": 4096, )" +
        betas + "}");
}

TEST(ModelConfigPeers, KimiK2HasAStepForARamp) {
    const RotaryFrequencies found = frequencies_of(parsed(kimi_k2(R"("beta_fast": 1.0, "beta_slow": 1.0)")));
    EXPECT_EQ(found.inverse_frequency.size(), 32U);
    EXPECT_EQ(found.attention_factor, 1);
    expect_thetas(found, {{18, 2.2742e-3}, {19, 1.62176e-3}, {20, 3.61405e-5}, {31, 8.7644e-7}});
}

TEST(ModelConfigPeers, RampThatRunsBackwards) {
    const RotaryFrequencies found = frequencies_of(parsed(kimi_k2(R"("beta_fast": 1.0, "beta_slow": 4.0)")));
    expect_thetas(found, {{14, 2.7482146e-4}, {17, 1.12948344e-3}, {19, 1.62175991e-3}, {25, 2.13269958e-4}});
}

TEST(ModelConfigPeers, Llama4ScoutHasNoBandBetween) {
    const ModelConfig config = parsed(config_with(
        R"("model_type": "llama4_text", "hidden_size": 5120, "num_attention_heads": 40, "head_dim": 128,
           "max_position_embeddings": 10485760, "rope_theta": 500000.0, "rope_scaling": {"factor": 16.0, "low_freq_factor": 1.0,
           "high_freq_factor": 1.0, "original_max_position_embeddings": 8192, "rope_type": "llama3"})"));
    expect_thetas(frequencies_of(config), {{34, 9.38474e-4}, {35, 4.77811e-5}, {63, 1.53446e-7}});
}

TEST(ModelConfigPeers, ConstantsThatPythonWrites) {
    const ModelConfig config = parsed(config_with(
        R"("model_type": "bamba", "head_dim": 128, "max_position_embeddings": 262144, "rope_theta": 10000.0,
           "time_step_limit": [0.0, Infinity], "time_step_floor": -Infinity, "loss": NaN, "note": "NaN, \"Infinity\"")"));
    EXPECT_EQ(config.parameters["length"], 262144);
    EXPECT_EQ(config.parameters["dim"], 128);
}

TEST(ModelConfigPeers, FalconWithoutALength) {
    const ModelConfig config = parsed(
        config_with(R"("model_type": "RefinedWeb", "alibi": false, "hidden_size": 8192, "n_head": 128)"));
    EXPECT_EQ(config.parameters["dim"], 64);
    EXPECT_EQ(config.parameters["train-length"], 2048);
    EXPECT_EQ(
        refusal(config_with(
            R"("model_type": "falcon", "alibi": true, "hidden_size": 4544, "num_attention_heads": 71)")),
        "model_type \"falcon\" has no rotary embedding here; it has ALiBi");
}

TEST(ModelConfigPeers, LargeFiles) {
    std::string words;
    for (int n = 0; words.size() < 3'100'000; ++n)
        words += (n > 0 ? ", " : "") + std::string("\"layer ") + std::to_string(n) + "\"";
    EXPECT_EQ(parsed(llama_with(R"("rope_theta": 10000.0, "quantized": [)" + words + "]")).parameters,
              llama_2());
}

TEST(ModelConfigPeers, SizesOfTheClass) {
    const Json audio =
        parsed(
            R"({"model_type": "qwen2_audio", "text_config": {"model_type": "qwen2", "intermediate_size": 11008,
        "max_position_embeddings": 8192, "rope_theta": 10000, "vocab_size": 156032}})")
            .parameters;
    EXPECT_EQ(audio, changed(llama_2(), {{"train-length", 8192}, {"length", 8192}}));
}

TEST(ModelConfigPeers, OtherNamesOfTheSizes) {
    const Json dbrx = parsed(R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "max_seq_len": 32768,
        "attn_config": {"kv_n_heads": 8, "rope_theta": 500000}})")
                          .parameters;
    EXPECT_EQ(dbrx, changed(llama_2(), {{"base", 5e5}, {"train-length", 32768}, {"length", 32768}}));
    const std::string mpt =
        R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "max_seq_len": 2048, "attn_config": )";
    EXPECT_EQ(refusal(mpt + R"({"alibi": true}})"),
              "model_type \"mpt\" has no rotary embedding if attn_config.rope is false; it has ALiBi");
    EXPECT_EQ(parsed(mpt + R"({"alibi": false, "rope": true, "rope_theta": 500000}})").parameters,
              changed(llama_2(), {{"base", 5e5}, {"train-length", 2048}, {"length", 2048}}));
    EXPECT_EQ(
        parsed(
            R"({"model_type": "hf_olmo", "d_model": 4096, "n_heads": 32, "max_sequence_length": 2048, "rope": true})")
            .parameters,
        changed(llama_2(), {{"train-length", 2048}, {"length", 2048}}));
    EXPECT_EQ(
        refusal(
            R"({"model_type": "whisper", "d_model": 1280, "encoder_attention_heads": 20, "max_source_positions": 1500})"),
        "model_type \"whisper\" has no rotary embedding; it has sinusoids in its encoder, learned positions "
        "in its decoder");
}

TEST(ModelConfigPeers, Llama3WithoutTheLengthBefore) {
    const ModelConfig config = parsed(config_with(
        R"("model_type": "llama", "head_dim": 128, "max_position_embeddings": 4096, "rope_theta": 500000.0, "rope_scaling":
           {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0})"));
    expect_thetas(frequencies_of(config), {{28, 1.42571624e-3}, {31, 2.83705148e-4}, {63, 3.06892599e-7}});
    warning_with(config, "original_max_position_embeddings is missing; max_position_embeddings 4096 is used");
}

TEST(ModelConfigPeers, FactorBelowOne) {
    const ModelConfig config =
        parsed(llama_with(R"("rope_theta": 10000, "rope_scaling": {"type": "linear", "factor": 0.5})"));
    EXPECT_NEAR(frequencies_of(config).inverse_frequency[0], 2, 1e-15);
}

TEST(ModelConfigPeers, Qwen25sRecipeByRelease) {
    const ModelConfig config = parsed(config_with(
        R"("model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28, "max_position_embeddings": 32768,
           "rope_theta": 1000000.0, "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768})"));
    for (const Convention convention : {Convention::transformers_4_55, Convention::transformers_4_51}) {
        const RotaryFrequencies unscaled =
            frequencies_of(config, convention);  // huggingface/transformers#38224
        EXPECT_EQ(unscaled.factor, 1);
        EXPECT_EQ(unscaled.attention_factor, 1);
        expect_thetas(unscaled, {{35, 5.2329911e-4}, {63, 1.2409378e-6}});
    }
    for (const Convention convention :
         {Convention::transformers_5, Convention::transformers_4_57, Convention::transformers_first}) {
        const RotaryFrequencies scaled = frequencies_of(config, convention);
        expect_thetas(scaled, {{35, 2.4626e-4}, {63, 3.1023444e-7}});
        EXPECT_NEAR(scaled.attention_factor, 1.138629436, 1e-9);
    }
}

TEST(ModelConfigPeers, NoteWhatTheFirstReleaseLacked) {
    const ModelConfig deepseek = parsed(config_with(
        R"("model_type": "deepseek_v3", "max_position_embeddings": 163840, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
           "rope_theta": 10000, "rope_scaling": {"type": "yarn", "factor": 40, "beta_fast": 32, "beta_slow": 1, "mscale": 1.0,
           "mscale_all_dim": 1.0, "original_max_position_embeddings": 4096})"));
    EXPECT_NEAR(frequencies_of(deepseek, Convention::transformers_first).attention_factor, 1.3688879454,
                1e-9);
    EXPECT_EQ(frequencies_of(deepseek, Convention::transformers_4_51).attention_factor, 1);
    const ModelConfig oss = parsed(config_with(
        R"("model_type": "gpt_oss", "head_dim": 64, "max_position_embeddings": 131072, "rope_theta": 150000, "rope_scaling":
           {"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": false,
            "original_max_position_embeddings": 4096})"));
    expect_thetas(frequencies_of(oss), {{10, 0.0193350011}, {12, 0.00679495949}});
    expect_thetas(frequencies_of(oss, Convention::transformers_4_55),
                  {{10, 0.0193350011}, {12, 0.00679495949}});
    expect_thetas(frequencies_of(oss, Convention::transformers_4_51),
                  {{10, 0.0194509675}, {12, 0.00701571391}});
}

TEST(ModelConfigPeers, ModernBertsTwoBases) {
    const std::string text = config_with(
        R"("model_type": "modernbert", "hidden_size": 768, "num_attention_heads": 12, "max_position_embeddings": 8192,
           "global_rope_theta": 160000.0, "local_rope_theta": 10000.0, "global_attn_every_n_layers": 3)");
    EXPECT_EQ(parsed(text).layer_types, (std::vector<std::string>{"full_attention", "sliding_attention"}));
    EXPECT_EQ(parsed(text).parameters["base"], 160000);
    EXPECT_EQ(parsed(text, "sliding_attention").parameters["base"], 10000);
}

std::string longrope(const std::string& more) {
    return config_with(
        R"("model_type": "phimoe", "head_dim": 4, "max_position_embeddings": 131072, "rope_theta": 10000.0,
        "rope_scaling": {"type": "longrope", "short_factor": [1, 1], "long_factor": [2, 4],
        "original_max_position_embeddings": 4096)" +
        more + "}");
}

TEST(ModelConfigPeers, LongRopesOwnMagnitudes) {
    const ModelConfig config = parsed(longrope(R"(, "short_mscale": 1.1, "long_mscale": 1.243163121016122)"));
    EXPECT_NEAR(frequencies_of(config).attention_factor, 1.243163, 1e-6);
    RopeConfig brief = rope_config_of(config.parameters);
    brief.length = 4096;
    EXPECT_NEAR(rotary_frequencies(brief).attention_factor, 1.1, 1e-15);
}

TEST(ModelConfigPeers, ReadTheLengthsForVllm) {
    // √(1 + ln 32/ln 4096), from the lengths, whatever factor and attention_factor are.
    const double by_lengths = std::sqrt(1 + std::log(32.0) / std::log(4096.0));
    const ModelConfig config = parsed(longrope(R"(, "factor": 16, "attention_factor": 1.5)"));
    EXPECT_EQ(frequencies_of(config).attention_factor, 1.5);
    EXPECT_EQ(frequencies_of(config, Convention::transformers_4_57).attention_factor, 1.5);
    EXPECT_NEAR(frequencies_of(config, Convention::vllm_31).attention_factor, by_lengths, 1e-15);
    const ModelConfig by_factor = parsed(longrope(R"(, "factor": 16)"));
    EXPECT_NEAR(frequencies_of(by_factor).attention_factor, std::sqrt(1 + std::log(16.0) / std::log(4096.0)),
                1e-15);
    EXPECT_NEAR(frequencies_of(by_factor, Convention::transformers_4_57).attention_factor, by_lengths, 1e-15);
    const ModelConfig gemma = parsed(config_with(
        R"("model_type": "gemma4_text", "head_dim": 256, "global_head_dim": 512, "max_position_embeddings": 131072,
           "rope_parameters": {"full_attention": {"rope_type": "proportional", "rope_theta": 1e6, "partial_rotary_factor": 0.25,
           "factor": 8}})"));
    EXPECT_NEAR(frequencies_of(gemma).inverse_frequency[0], 0.125, 1e-15);
    EXPECT_NEAR(frequencies_of(gemma, Convention::vllm_31).inverse_frequency[0], 1, 1e-15);
}

TEST(ModelConfigPeers, TwoLengthsBefore) {
    const std::string both = R"("rope_theta": 10000, "original_max_position_embeddings": 1024, "rope_scaling":
        {"type": "yarn", "factor": 4, "original_max_position_embeddings": 2048})";
    const ModelConfig config = parsed(llama_with(both));
    EXPECT_EQ(config.parameters["train-length"], 1024);
    EXPECT_EQ(
        warning_with(config, "v5.").english(),
        "rope_scaling.original_max_position_embeddings is 2048, but original_max_position_embeddings is "
        "1024; 1024 is used, as in Transformers v5.");
}

TEST(ModelConfigPeers, DynamicStartsFromMaxPositions) {
    const ModelConfig config = parsed(llama_with(
        R"("rope_theta": 10000, "rope_scaling": {"type": "dynamic", "factor": 2, "original_max_position_embeddings": 1024})"));
    EXPECT_EQ(config.parameters["train-length"], 4096);
}

TEST(ModelConfigPeers, TruncateNullIsNo) {
    const auto read = [](const std::string& truncate) {
        return parsed(llama_with(
            R"("rope_theta": 10000, "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings":
            4096)" +
            truncate + "}"));
    };
    EXPECT_EQ(read(R"(, "truncate": null)").parameters["truncate"], false);
    EXPECT_EQ(read("").parameters["truncate"], true);
    expect_thetas(frequencies_of(read(R"(, "truncate": null)")), {{30, 9.57446124e-3}, {40, 1.28563203e-3}});
}

TEST(ModelConfigPeers, PairingsAndKeysOfSingleTypes) {
    const auto read = [](const std::string& type, const std::string& more) {
        return parsed(R"({"model_type": ")" + type + R"(", "max_position_embeddings": 4096)" + more + "}")
            .parameters;
    };
    EXPECT_EQ(read("glm4v_text", R"(, "head_dim": 128, "rope_theta": 1e4)")["pairing"], "gpt-j");
    EXPECT_EQ(read("helium", R"(, "head_dim": 128)")["pairing"], "gpt-j");
    EXPECT_EQ(read("helium", "")["base"], 100000);
    EXPECT_EQ(
        read(
            "zamba2",
            R"(, "hidden_size": 2560, "num_attention_heads": 32, "attention_head_dim": 160, "use_mem_rope": true)")
            ["dim"],
        160);
    EXPECT_EQ(
        read("phi3small",
             R"(, "hidden_size": 4096, "num_attention_heads": 32, "rope_embedding_base": 1000000)")["base"],
        1e6);
}

TEST(ModelConfigPeers, ModelsWithoutRopeSayWhatTheyHave) {
    int count = 0;
    for (const ModelTypeFacts& facts : model_types()) {
        if (facts.instead.empty() || facts.rotary_if) continue;
        ++count;
        const std::string type(facts.model_type);
        EXPECT_EQ(
            refusal(R"({"model_type": ")" + type +
                    R"(", "hidden_size": 768, "num_attention_heads": 12, "max_position_embeddings": 512})"),
            "model_type \"" + type + "\" has no rotary embedding; it has " + std::string(facts.instead.en));
    }
    EXPECT_GE(count, 62);
    EXPECT_EQ(
        refusal(
            R"({"model_type": "zamba2", "hidden_size": 2560, "num_attention_heads": 32, "max_position_embeddings": 4096})"),
        "model_type \"zamba2\" has no rotary embedding if use_mem_rope is false; it has no positions: "
        "the order comes from its state-space layers");
}

TEST(ModelConfigPeers, UnknownTypesAreReadWithAWarning) {
    const ModelConfig config = parsed(
        R"({"model_type": "never_heard_of", "head_dim": 64, "max_position_embeddings": 4096, "rope_theta": 1e4})");
    EXPECT_EQ(warning_with(config, "is unknown").english(),
              "model_type \"never_heard_of\" is unknown; it is read like most Transformers models, with "
              "pairs (p, p + d/2).");
}

}  // namespace
}  // namespace poslab::test
