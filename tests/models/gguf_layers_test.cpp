// Layer types of GGUF files, by the rules of llama.cpp's load_arch_hparams() and graphs. Frequencies are
// base^(−2p/d).

#include "core/models/gguf_architectures.hpp"
#include "tests/models/gguf_files.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace poslab::test {
namespace {

using GgufLayerKinds = GgufFiles;
using Names = std::vector<std::string>;

double theta(double base, double pair, double dim) { return std::pow(base, -2 * pair / dim); }

// A cohere2 file (Command R7B): sliding layers rotate (2p, 2p + 1) with base 50000, every fourth layer does
// not.
GgufBytes command_r7b() {
    GgufBytes file = gguf_of("cohere2", 4096, 32, 8192, 50000).uint32("cohere2.block_count", 32);
    return file.uint32("cohere2.attention.sliding_window", 4096);
}

TEST_F(GgufLayerKinds, Cohere2RotatesItsWindows) {
    const ModelConfig config = read(command_r7b());
    EXPECT_EQ(config.layer_type, "sliding_attention");
    EXPECT_EQ(config.layer_types, (Names{"sliding_attention", "full_attention"}));
    EXPECT_EQ(rope(command_r7b()).pairing, "gpt-j");
    EXPECT_NEAR(frequencies(command_r7b()).inverse_frequency[1], theta(50000, 1, 128), 1e-12);
    EXPECT_NEAR(frequencies(command_r7b()).inverse_frequency[1], 0.844459, 1e-6);
    EXPECT_EQ(warnings(command_r7b()),
              "The model has several layer types; this is sliding_attention. FILE#TYPE reads another: "
              "full_attention (no rotary embedding).\n");
    EXPECT_EQ(refusal(command_r7b(), "full_attention"),
              "layers of type full_attention have no rotary embedding in these models; layer types are "
              "sliding_attention, full_attention (no rotary embedding)");
}

TEST_F(GgufLayerKinds, ALayersNumberSelectsItsKind) {
    EXPECT_EQ(read(command_r7b(), "6").layer_type, "sliding_attention");
    EXPECT_EQ(refusal(command_r7b(), "7").substr(0, 58),
              "layers of type full_attention have no rotary embedding in ");
    EXPECT_EQ(refusal(command_r7b(), "32").substr(0, 24), "has no layer type \"32\"; ");
}

TEST_F(GgufLayerKinds, TheFileChangesThePattern) {
    GgufBytes period = command_r7b().uint32("cohere2.attention.sliding_window_pattern", 2);
    EXPECT_EQ(refusal(period, "1").substr(0, 31), "layers of type full_attention h");
    EXPECT_EQ(read(period, "2").layer_type, "sliding_attention");
    std::vector<bool> flags(32, true);
    flags[5] = false;
    const GgufBytes list = command_r7b().truths("cohere2.attention.sliding_window_pattern", flags);
    EXPECT_EQ(read(list, "7").layer_type, "sliding_attention");
    EXPECT_NE(refusal(list, "5").find("no rotary embedding"), std::string::npos);
    EXPECT_EQ(refusal(command_r7b().truths("cohere2.attention.sliding_window_pattern", {true, false})),
              "cohere2.attention.sliding_window_pattern has 2 values; it must have 32, one for each layer");
}

// llama.cpp reads the key, but its graph rotates with the main base.
TEST_F(GgufLayerKinds, Cohere2HasOneBase) {
    const GgufBytes file = command_r7b().float32("cohere2.rope.freq_base_swa", 10000);
    EXPECT_EQ(rope(file).base, 50000);
    EXPECT_NE(warnings(file).find(
                  "cohere2.rope.freq_base_swa is ignored: llama.cpp does not use it in these layers."),
              std::string::npos);
}

TEST_F(GgufLayerKinds, Smollm3SkipsEachFourthLayer) {
    const GgufBytes file = gguf_of("smollm3", 2048, 16, 65536, 5e6F).uint32("smollm3.block_count", 36);
    const ModelConfig config = read(file);
    EXPECT_EQ(config.layer_types, (Names{"full_attention", "full_attention_nope"}));

    EXPECT_NEAR(frequencies(file).inverse_frequency[63], theta(5e6, 63, 128), 1e-15);
    EXPECT_EQ(read(file, "34").layer_type, "full_attention");
    for (const char* const layer : {"nope", "full_attention_nope", "3", "35"})
        EXPECT_NE(refusal(file, layer).find("layers of type full_attention_nope have no"), std::string::npos)
            << layer;
}

TEST_F(GgufLayerKinds, Llama4ScalesQueriesOfUnrotatedLayers) {
    const GgufBytes file = gguf_of("llama4", 5120, 40, 10485760, 500000).uint32("llama4.block_count", 48);
    EXPECT_EQ(read(file).layer_types, (Names{"chunked_attention", "full_attention"}));
    EXPECT_EQ(rope(file).pairing, "gpt-j");
    EXPECT_EQ(attention(file).query_scaling, QueryScaling{});
    const QueryScaling scaling = attention(file, "full_attention").query_scaling;
    EXPECT_EQ(scaling.at(8190), 1);
    EXPECT_NEAR(scaling.at(8191), 1 + 0.1 * std::log(2.0), 1e-15);
    EXPECT_NEAR(scaling.at(100000), 1 + 0.1 * std::log(std::floor(100001.0 / 8192) + 1), 1e-15);
}

// MobileLLM: all but the last layer rotate.
TEST_F(GgufLayerKinds, Llama4WithoutChunks) {
    GgufBytes file = gguf_of("llama4", 1280, 20, 2048, 500000).uint32("llama4.block_count", 8);
    file.uint32("llama4.attention.sliding_window", 0);
    EXPECT_EQ(read(file, "3").layer_type, "full_attention");
    EXPECT_NE(refusal(file, "7").find("full_attention_nope have no rotary"), std::string::npos);
    EXPECT_EQ(attention(file, "7").query_scaling, QueryScaling{});
}

GgufBytes gemma3(std::uint32_t blocks, std::uint32_t width, std::uint32_t heads, std::uint32_t head_dim) {
    GgufBytes file = gguf_of("gemma3", width, heads, 131072, 1e6F).uint32("gemma3.block_count", blocks);
    file.uint32("gemma3.attention.key_length", head_dim).uint32("gemma3.attention.sliding_window", 1024);
    return file.text("gemma3.rope.scaling.type", "linear").float32("gemma3.rope.scaling.factor", 8);
}

// The 12B: context_length includes the factor, as max_position_embeddings of its config.json does.
TEST_F(GgufLayerKinds, Gemma3NamesTheExtendedLength) {
    const GgufBytes file = gemma3(48, 3840, 16, 256);
    EXPECT_EQ(rope(file).train_length, 16384);
    EXPECT_EQ(rope(file).length, 131072);
    EXPECT_NEAR(frequencies(file).inverse_frequency[1], theta(1e6, 1, 256) / 8, 1e-12);
    EXPECT_NE(warnings(file).find("131072/8 = 16384 is shown"), std::string::npos);
    const RopeConfig sliding = rope(file, "sliding_attention");
    EXPECT_EQ(sliding.base, 10000);
    EXPECT_EQ(sliding.scaling->id, "none");
    EXPECT_EQ(sliding.length, 131072);
    EXPECT_EQ(read(file, "5").layer_type, "full_attention");
    EXPECT_EQ(read(file, "6").layer_type, "sliding_attention");
}

// The 27B scales by 1/√(5376/32), not 1/√128; the 12B by 1/√256.
TEST_F(GgufLayerKinds, Gemma3ScalesLogitsBySize) {
    EXPECT_NEAR(attention(gemma3(62, 5376, 32, 128)).logit_scale.value(), 1 / std::sqrt(168.0), 1e-15);
    EXPECT_EQ(attention(gemma3(48, 3840, 16, 256)).logit_scale, std::nullopt);
    EXPECT_EQ(attention(gguf_of("gemma3n", 2048, 8, 32768, 1e6F)).logit_scale, 1.0);
}

// YaRN applies to the windowed layers, too: freq_base_swa is a copy of freq_base, and so is the scale.
TEST_F(GgufLayerKinds, GptOssScalesItsWindows) {
    GgufBytes file = gguf_of("gpt-oss", 2880, 64, 131072, 150000).uint32("gpt-oss.block_count", 24);
    file.uint32("gpt-oss.attention.key_length", 64).uint32("gpt-oss.attention.sliding_window", 128);
    file.text("gpt-oss.rope.scaling.type", "yarn").float32("gpt-oss.rope.scaling.factor", 32);
    file.uint32("gpt-oss.rope.scaling.original_context_length", 4096)
        .uint32("gpt-oss.rope.dimension_count", 64);
    EXPECT_EQ(read(file).layer_types, (Names{"full_attention", "sliding_attention"}));
    EXPECT_EQ(warnings(file).find("several layer types"), std::string::npos) << "they rotate in the same way";
    EXPECT_EQ(rope(file, "0").scaling->id, "yarn");
    EXPECT_EQ(frequencies(file, "0").inverse_frequency, frequencies(file, "1").inverse_frequency);
    EXPECT_NEAR(frequencies(file).attention_factor, 1 + 0.1 * std::log(32.0), 1e-12);
    EXPECT_NEAR(attention(file).logit_scale.value(), 1 / std::sqrt(64.0), 1e-15);
}

TEST_F(GgufLayerKinds, Exaone4HasWindowsIn64Layers) {
    const auto file = [](std::uint32_t blocks, std::uint32_t more) {
        GgufBytes bytes = gguf_of("exaone4", 5120, 40, 131072, 1e6F).uint32("exaone4.block_count", blocks);
        return bytes.uint32("exaone4.nextn_predict_layers", more);
    };
    EXPECT_EQ(read(file(64, 0)).layer_type, "sliding_attention");
    EXPECT_EQ(read(file(65, 1)).layer_type, "sliding_attention");
    EXPECT_EQ(read(file(30, 0)).layer_types, Names{});
    EXPECT_EQ(refusal(file(30, 0), "sliding_attention"),
              "has no layer type \"sliding_attention\": all of its layers are of one type");
}

// Every fourth layer rotates, while windows follow the pattern of the file.
TEST_F(GgufLayerKinds, AfmoeRotatesApartFromItsWindows) {
    GgufBytes file = gguf_of("afmoe", 2048, 16, 131072, 10000).uint32("afmoe.block_count", 8);
    EXPECT_EQ(read(file).layer_types, (Names{"full_attention", "full_attention_nope"})) << "no window";
    file.uint32("afmoe.attention.sliding_window", 2048);
    EXPECT_EQ(read(file).layer_types, (Names{"sliding_attention", "full_attention"}));
    file.int32s("afmoe.attention.sliding_window_pattern", {1, 1, 1, 1, 0, 0, 0, 0});
    EXPECT_EQ(read(file).layer_types, (Names{"full_attention", "full_attention_nope", "sliding_attention",
                                             "sliding_attention_nope"}));
    EXPECT_NE(refusal(file, "3").find("type sliding_attention_nope have no"), std::string::npos);
    EXPECT_EQ(read(file, "4").layer_type, "full_attention");
}

TEST_F(GgufLayerKinds, Qwen3NextRotatesEachFourthLayer) {
    GgufBytes file = gguf_of("qwen3next", 2048, 16, 262144, 1e7F).uint32("qwen3next.block_count", 48);
    file.uint32("qwen3next.attention.key_length", 256).uint32("qwen3next.rope.dimension_count", 64);
    EXPECT_EQ(read(file).layer_types, (Names{"full_attention", "linear_attention"}));
    EXPECT_EQ(frequencies(file).rotary_dim, 64);
    EXPECT_EQ(read(file, "3").layer_type, "full_attention");
    for (const char* const layer : {"0", "linear_attention", "recurrent"})
        EXPECT_NE(refusal(file, layer).find("layers of type linear_attention have no"), std::string::npos)
            << layer;
    file.uint32("qwen3next.full_attention_interval", 6);
    EXPECT_EQ(read(file, "5").layer_type, "full_attention");
}

TEST_F(GgufLayerKinds, LayersWithoutKeyHeadsAreRecurrent) {
    GgufBytes file = gguf_of("lfm2", 2048, 32, 128000, 1e6F).uint32("lfm2.block_count", 4);
    file.int32s("lfm2.attention.head_count_kv", {0, 0, 8, 0});
    EXPECT_EQ(read(file).layer_types, (Names{"full_attention", "conv"}));
    EXPECT_EQ(read(file, "2").layer_type, "full_attention");
    EXPECT_NE(refusal(file, "3").find("layers of type conv have no rotary"), std::string::npos);
    EXPECT_EQ(attention(file).key_heads, 8);
    EXPECT_EQ(
        refusal(gguf_of("jamba", 4096, 32, 262144, 10000).int32s("jamba.attention.head_count_kv", {0, 8})),
        "general.architecture \"jamba\" has no rotary embedding in llama.cpp");
}

TEST_F(GgufLayerKinds, GraniteRotatesUnlessFinetunedIsFalse) {
    GgufBytes file =
        gguf_of("granite", 4096, 32, 131072, 1e7F).float32("granite.attention.scale", 0.0078125F);
    EXPECT_EQ(rope(file).base, 1e7);
    EXPECT_EQ(attention(file).logit_scale, 0.0078125);
    file.truth("granite.rope.scaling.finetuned", false);
    EXPECT_EQ(refusal(file),
              "general.architecture \"granite\" has no rotary embedding in llama.cpp if "
              "granite.rope.scaling.finetuned is false");
    EXPECT_EQ(rope(gguf_of("llama", 512, 8, 4096, 1e4F).truth("llama.rope.scaling.finetuned", false)).base,
              1e4);
}

// Olmo 3: YaRN in full layers, plain RoPE in windowed ones.
TEST_F(GgufLayerKinds, Olmo3ScalesFullLayersAlone) {
    GgufBytes file = gguf_of("olmo2", 4096, 32, 65536, 500000).uint32("olmo2.block_count", 32);
    file.text("olmo2.rope.scaling.type", "yarn").float32("olmo2.rope.scaling.factor", 8);
    file.uint32("olmo2.rope.scaling.original_context_length", 8192)
        .float32("olmo2.rope.scaling.attn_factor", 1.25F);
    EXPECT_EQ(read(file).layer_types, Names{}) << "OLMo 2 has no windows";
    file.uint32("olmo2.attention.sliding_window", 4096);
    EXPECT_NEAR(frequencies(file).attention_factor, 1.25 * (1 + 0.1 * std::log(8.0)), 1e-12);
    const RotaryFrequencies sliding = frequencies(file, "sliding_attention");
    EXPECT_EQ(sliding.attention_factor, 1);
    EXPECT_NEAR(sliding.inverse_frequency[63], theta(500000, 63, 128), 1e-18);
    EXPECT_EQ(rope(file, "sliding_attention").train_length, 65536);
}

TEST_F(GgufLayerKinds, Gemma4HasOtherHeadsInItsWindows) {
    GgufBytes file = gguf_of("gemma4", 2560, 8, 131072, 1e6F).uint32("gemma4.block_count", 3);
    file.uint32("gemma4.attention.key_length", 8).uint32("gemma4.attention.key_length_swa", 4);
    file.float32("gemma4.rope.freq_base_swa", 20000)
        .truths("gemma4.attention.sliding_window_pattern", {true, true, false});
    file.tensor("rope_freqs.weight", {1, 1, 1e30F, 1e30F});
    EXPECT_EQ(rope(file).dim, 8);
    EXPECT_NEAR(frequencies(file).inverse_frequency[1], theta(1e6, 1, 8), 1e-12);
    EXPECT_LT(frequencies(file).inverse_frequency[2], 1e-30);
    EXPECT_EQ(rope(file, "0").dim, 4);
    EXPECT_EQ(rope(file, "0").base, 20000);
    EXPECT_NE(warnings(file, "0").find("rope_freqs.weight is ignored"), std::string::npos);
}

// step35: half of rope.dimension_count in full layers, the first divisors of the list.
TEST_F(GgufLayerKinds, Step35RotatesHalfInFullLayers) {
    GgufBytes file = gguf_of("step35", 64, 4, 4096, 10000).uint32("step35.rope.dimension_count", 8);
    file.uint32("step35.block_count", 2).truths("step35.attention.sliding_window_pattern", {true, false});
    file.tensor("rope_freqs.weight", {1, 2, 4, 8});
    EXPECT_EQ(frequencies(file, "1").rotary_dim, 4);
    EXPECT_NEAR(frequencies(file, "1").inverse_frequency[1], theta(10000, 1, 4) / 2, 1e-12);
    EXPECT_EQ(frequencies(file, "0").rotary_dim, 8);
    EXPECT_NEAR(frequencies(file, "0").inverse_frequency[1], theta(10000, 1, 8), 1e-12);
}

TEST(GgufTables, NameTheRowThatIsWrong) {
    const auto message = [](const std::string& architectures) -> std::string {
        try {
            const std::string unknown = R"("unknown": {"name": "*"})";
            static_cast<void>(parse_gguf_architectures(R"({"kinds": [], )" + unknown +
                                                       R"(, "architectures": [)" + architectures + "]}"));
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "was taken";
    };
    EXPECT_EQ(message(R"({"name": "a"}, {"name": "b", "lists": "none"})"), "was taken");
    EXPECT_EQ(message(R"({"name": "a"}, {"name": "a"})"), "a is listed twice");
    EXPECT_EQ(message(R"({"name": "a", "rotary": true})"), "a has the unknown key rotary");
    EXPECT_EQ(message(R"({"name": "a", "rotation": "round"})"), "a has the unknown rotation round");
    EXPECT_EQ(message(R"({"name": "a", "layers": {"kinds": "b"}})"), "a, layers names the unknown kinds b");
}

}  // namespace
}  // namespace poslab::test
