// Compares frequencies with those of the formulas in modeling_rope_utils.py and llama.cpp
// (ggml_rope_yarn_corr_dims, llama-context.cpp), computed with NumPy.

#include "core/models/gguf_config.hpp"
#include "core/base/errors.hpp"
#include "core/files/gguf_header.hpp"
#include "core/models/gguf_architectures.hpp"
#include "core/models/model_config_look.hpp"
#include "core/models/rope_export.hpp"
#include "tests/models/gguf_files.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace poslab::test {
namespace {

using Gguf = GgufFiles;

TEST_F(Gguf, LlamaTurnsNeighbours) {
    for (const std::uint32_t version : {2U, 3U}) {
        GgufBytes file(version);
        file.text("general.architecture", "llama")
            .uint32("llama.context_length", 4096)
            .uint32("llama.embedding_length", 4096);
        file.uint32("llama.attention.head_count", 32).uint32("llama.rope.dimension_count", 128);
        const ModelConfig config = read(file);
        const RopeConfig rope = rope_config_of(config.parameters);
        EXPECT_EQ(rope.base, 10000);
        EXPECT_EQ(rope.dim, 128);
        EXPECT_EQ(rope.pairing, "gpt-j");
        EXPECT_EQ(rope.scaling->id, "none");
        EXPECT_EQ(rope.length, 4096);
        ASSERT_EQ(config.warnings.size(), 1U);
        EXPECT_NE(config.warnings[0].english().find("The same model's config.json means (p, p + d/2)"),
                  std::string::npos);
    }
    EXPECT_TRUE(model_config_file(path_));
}

// 0.0707 and 0.1 appear in the values as short as written, although float32 stores other numbers.
TEST_F(Gguf, NumbersOfFloat32AreShort) {
    const GgufBytes file =
        gguf_of("qwen2", 896, 14, 32768, 1e6F).float32("a", 0.0707F).raw("b", 12, GgufBytes::little(0, 8));
    const GgufHeader header = read_gguf_header(OpenFile(write(file.bytes())));
    EXPECT_EQ(header.values["a"], 0.0707);
    EXPECT_EQ(header.values["qwen2.rope.freq_base"], 1e6);
    EXPECT_TRUE(header.values["tokenizer.ggml.tokens"].is_null());
    const RopeConfig rope = rope_config_of(read(file).parameters);
    EXPECT_EQ(rope.dim, 64);
    EXPECT_EQ(rope.pairing, "gpt-neox");
}

// NumPy: lo 23 and hi 40 for Qwen2.5's YaRN, both rounded.
TEST_F(Gguf, YarnOfQwen) {
    GgufBytes file = gguf_of("qwen2", 3584, 28, 131072, 1e6F);
    file.text("qwen2.rope.scaling.type", "yarn").float32("qwen2.rope.scaling.factor", 4);
    file.uint32("qwen2.rope.scaling.original_context_length", 32768);
    const RotaryFrequencies f = frequencies(file);
    EXPECT_EQ(f.ramp, std::make_pair(23.0, 40.0));
    EXPECT_NEAR(f.inverse_frequency[30], 0.0010643609812470017, 1e-12);
    EXPECT_NEAR(f.inverse_frequency[40], 4.4456985250973074e-05, 1e-13);
    EXPECT_NEAR(f.attention_factor, 1.138629436, 1e-9);
    EXPECT_EQ(rope_config_of(read(file).parameters).length, 131072);
    // The factor on cos and sin is multiplied by attn_factor (llama-context.cpp).
    EXPECT_NEAR(frequencies(file.float32("qwen2.rope.scaling.attn_factor", 0.5F)).attention_factor,
                0.569314718, 1e-9);
}

// From the same divisors (λ > 8192: 8; λ < 2048: 1), base 500,000; computed with NumPy in float64, while the
// file stores divisors in float32.
TEST_F(Gguf, DivisorsOfLlama3) {
    std::vector<float> divisors;
    for (int p = 0; p < 64; ++p) {
        const double wavelength = 2 * std::numbers::pi * std::pow(500000.0, p / 64.0),
                     smooth = (8192 / wavelength - 1) / 3;
        divisors.push_back(static_cast<float>(wavelength < 2048   ? 1
                                              : wavelength > 8192 ? 8
                                                                  : 1 / ((1 - smooth) / 8 + smooth)));
    }
    const GgufBytes file = gguf_of("llama", 4096, 32, 131072, 500000)
                               .tensor("token_embd.weight", {1, 2, 3}, 2)
                               .tensor("rope_freqs.weight", divisors);
    const RotaryFrequencies f = frequencies(file);
    EXPECT_NEAR(f.inverse_frequency[0], 1, 1e-12);
    EXPECT_NEAR(f.inverse_frequency[30], 0.0013718935677611381, 1e-7 * 0.00138);
    EXPECT_NEAR(f.inverse_frequency[35], 9.556212353964682e-05, 1e-7 * 1e-4);
    EXPECT_NEAR(f.inverse_frequency[63], 3.068925988914511e-07, 1e-15);
    EXPECT_EQ(f.attention_factor, 1);
    EXPECT_NE(refusal(gguf_of("llama", 4096, 32, 131072, 1e4F).tensor("rope_freqs.weight", {1, 2}).bytes())
                  .find("it must have 64"),
              std::string::npos);
    EXPECT_EQ(refusal(gguf_of("llama", 512, 128, 4096, 1e4F).tensor("rope_freqs.weight", {1, 0}).bytes()),
              "rope_freqs.weight[1] is 0; it must be a number from 1e-06 to 1e+31");
    for (const float divisor : {1e-7F, 1e-25F, 1e32F})
        EXPECT_NE(
            refusal(gguf_of("llama", 512, 128, 4096, 1e4F).tensor("rope_freqs.weight", {1, divisor}).bytes())
                .find("rope_freqs.weight[1] is "),
            std::string::npos);
    const GgufBytes unrotated =
        gguf_of("llama", 512, 128, 4096, 1e4F).tensor("rope_freqs.weight", {1, 1e30F});
    EXPECT_LT(frequencies(unrotated).inverse_frequency[1], 1e-30);
    EXPECT_EQ(refusal(gguf_of("llama", 512, 128, 4096, 1e4F).tensor("rope_freqs.weight", {1, 1}, 1).bytes()),
              "#rope_freqs.weight: has ggml type 1; must be float32 (0)");
}

TEST_F(Gguf, NumbersThatAreNotFinite) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(refusal(gguf_of("llama", 512, 128, 4096, nan)),
              "llama.rope.freq_base is nan; it must be a number above 1, at most 1000000000000");
}

TEST_F(Gguf, LongropeTakesItsListsByLength) {
    GgufBytes file = gguf_of("phi3", 32, 4, 131072, 10000);
    file.text("phi3.rope.scaling.type", "longrope").uint32("phi3.rope.scaling.original_context_length", 4096);
    file.float32("phi3.rope.scaling.attn_factor", 1.19024F);
    file.tensor("rope_factors_long.weight", {1, 2, 4, 8}).tensor("rope_factors_short.weight", {1, 1, 1, 2});
    RopeConfig rope = rope_config_of(read(file).parameters);
    EXPECT_NEAR(rotary_frequencies(rope).inverse_frequency[2], 0.01 / 4, 1e-12);
    EXPECT_NEAR(rotary_frequencies(rope).attention_factor, 1.19024, 1e-9);
    rope.length = 4096;
    EXPECT_NEAR(rotary_frequencies(rope).inverse_frequency[3], 0.001 / 2, 1e-12);
    EXPECT_NEAR(rotary_frequencies(rope).attention_factor, 1.19024, 1e-9);
    EXPECT_EQ(
        refusal(gguf_of("phi3", 32, 4, 131072, 1e4F).text("phi3.rope.scaling.type", "longrope").bytes()),
        "names longrope, but has neither rope_factors_short.weight nor rope_factors_long.weight");
}

// DeepSeek-V2 (mscale_all_dim 0.707): 1 on cos and sin, 1.58963 on the logits; the last 64 of 192 dimensions
// rotate.
TEST_F(Gguf, DeepseekTurnsItsLastDimensions) {
    GgufBytes file = gguf_of("deepseek2", 5120, 128, 163840, 10000);
    file.uint32("deepseek2.attention.key_length", 576).uint32("deepseek2.attention.key_length_mla", 192);
    file.uint32("deepseek2.rope.dimension_count", 64).text("deepseek2.rope.scaling.type", "yarn");
    file.float32("deepseek2.rope.scaling.factor", 40)
        .uint32("deepseek2.rope.scaling.original_context_length", 4096);
    file.float32("deepseek2.rope.scaling.yarn_log_multiplier", 0.0707F);
    const RopeConfig rope = rope_config_of(read(file).parameters);
    EXPECT_EQ(rope.dim, 192);
    EXPECT_EQ(rope.rope_dims, "last");
    EXPECT_EQ(rope.pairing, "gpt-j");
    const RotaryFrequencies f = rotary_frequencies(rope);
    EXPECT_EQ(f.rotary_dim, 64);
    EXPECT_NEAR(f.attention_factor, 1, 1e-9);
    EXPECT_NEAR(f.softmax_scale, 1.589626, 1e-6);
    EXPECT_NEAR(f.inverse_frequency[12], 0.026879360111431223, 1e-12);
    EXPECT_NEAR(f.inverse_frequency[20], 0.0007905694150420946, 1e-12);
}

TEST_F(Gguf, LinearByItsOldKeyOrWithoutAType) {
    for (const char* const type : {"none", "linear", "yarn"})
        for (const char* const key : {"llama.rope.scaling.factor", "llama.rope.scale_linear"}) {
            GgufBytes unscaled = gguf_of("llama", 4096, 32, 2048, 10000).float32(key, 0);
            if (type != std::string("linear")) unscaled.text("llama.rope.scaling.type", type);
            EXPECT_NEAR(frequencies(unscaled).inverse_frequency[1], std::pow(1e4, -2.0 / 128), 1e-12) << type;
            EXPECT_EQ(frequencies(unscaled).attention_factor, 1) << type;
        }
    EXPECT_NEAR(frequencies(gguf_of("llama", 4096, 32, 2048, 10000).float32("llama.rope.scale_linear", 4))
                    .inverse_frequency[0],
                0.25, 1e-12);
    EXPECT_NEAR(frequencies(gguf_of("llama", 4096, 32, 2048, 10000).float32("llama.rope.scaling.factor", 4))
                    .inverse_frequency[0],
                0.25, 1e-12);
    const GgufBytes none = gguf_of("llama", 4096, 32, 2048, 10000)
                               .float32("llama.rope.scaling.factor", 4)
                               .text("llama.rope.scaling.type", "none");
    EXPECT_EQ(frequencies(none).inverse_frequency[0], 1);
    EXPECT_EQ(rope_config_of(read(none).parameters).length, 2048);
}

TEST_F(Gguf, LayersWithAWindow) {
    GgufBytes file = gguf_of("gemma3", 2560, 8, 131072, 1e6F).uint32("gemma3.attention.key_length", 256);
    file.float32("gemma3.rope.scaling.factor", 8).text("gemma3.rope.scaling.type", "linear");
    EXPECT_EQ(read(file).layer_types, (std::vector<std::string>{"full_attention", "sliding_attention"}));
    EXPECT_NEAR(frequencies(file).inverse_frequency[0], 0.125, 1e-12);
    EXPECT_NEAR(frequencies(file, "sliding_attention").inverse_frequency[64], 0.01, 1e-12)
        << "base 10,000, not scaled";
    EXPECT_EQ(refusal(file.bytes(), "other"),
              "has no layer type \"other\"; layer types are full_attention, sliding_attention");
}

TEST_F(Gguf, SectionsOfQwenVl) {
    const auto with = [](const std::vector<std::int32_t>& sections) {
        return gguf_of("qwen2vl", 1536, 12, 32768, 1e6F).int32s("qwen2vl.rope.dimension_sections", sections);
    };
    EXPECT_EQ(rope_config_of(read(with({16, 24, 24, 0})).parameters).mrope_sections,
              (std::vector<std::int64_t>{16, 24, 24}));
    EXPECT_EQ(rope_config_of(read(with({32, 32, 0, 0})).parameters).mrope_sections,
              (std::vector<std::int64_t>{32, 32, 0}));
    EXPECT_TRUE(rope_config_of(read(with({0, 0, 0, 0})).parameters).mrope_sections.empty());
    EXPECT_EQ(refusal(with({16, 16, 16, 16}).bytes()),
              "qwen2vl.rope.dimension_sections must have three numbers, of time, height and width; it has 4");
}

TEST_F(Gguf, WhatIsRefused) {
    const std::string whole = gguf_of("llama", 4096, 32, 2048, 10000).bytes();
    std::string big = whole;
    std::swap(big[4], big[7]);
    EXPECT_EQ(refusal(big), "a big-endian GGUF; only little-endian is supported");
    EXPECT_EQ(refusal(GgufBytes(1).bytes()), "a GGUF of version 1; versions 2 and 3 are supported");
    EXPECT_EQ(refusal("GGUF"), "ends before byte 8");
    EXPECT_EQ(refusal(GgufBytes().bytes()), "has no general.architecture");
    EXPECT_EQ(refusal(gguf_of("l\nama", 4096, 32, 2048, 10000).bytes()),
              "general.architecture \"l\\nama\" is not a valid name");
    EXPECT_EQ(refusal(gguf_of("bloom", 4096, 32, 2048, 10000).bytes()),
              "general.architecture \"bloom\" has no rotary embedding in llama.cpp");
    EXPECT_EQ(refusal(gguf_of("llama", 4096, 32, 2048, -1).bytes()),
              "llama.rope.freq_base is -1.0; it must be a number above 1, at most 1000000000000");
    EXPECT_EQ(refusal(GgufBytes().uint32("a", 1).uint32("a", 2).bytes()), "has the key 'a' twice");
    EXPECT_EQ(refusal(gguf_of("llama", 4096, 32, 2048, 10000).raw("x", 13, "").bytes()).substr(0, 30),
              "has a value of unknown type 13");
    std::string counts =
        "GGUF" + GgufBytes::little(3, 4) + GgufBytes::little(0, 8) + GgufBytes::little(UINT64_MAX, 8);
    EXPECT_EQ(refusal(counts),
              "declares 18446744073709551615 values at byte 16, more than a GGUF of 24 bytes can hold");
    std::string lists;
    for (int n = 0; n < 10; ++n) lists += GgufBytes::little(9, 4) + GgufBytes::little(1, 8);
    EXPECT_EQ(refusal(GgufBytes().raw("a", 9, lists).bytes()).substr(0, 30),
              "has lists nested deeper than 4");
    for (std::size_t size = 4; size < whole.size() - 32; ++size)
        EXPECT_NE(refusal(whole.substr(0, size)), "was taken") << size;
}

TEST(GgufArchitectures, AreEachThereOnce) {
    std::set<std::string_view> names;
    for (const GgufArchitecture& architecture : gguf_architectures())
        EXPECT_TRUE(names.insert(architecture.name).second) << architecture.name;
    EXPECT_GT(names.size(), 120U);
    EXPECT_EQ(gguf_architecture("qwen3")->rotation, GgufRotation::halves);
    EXPECT_EQ(gguf_architecture("command-r")->rotation, GgufRotation::adjacent);
    EXPECT_EQ(gguf_architecture("nothing"), nullptr);
}

}  // namespace
}  // namespace poslab::test
