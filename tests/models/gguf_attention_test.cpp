// YaRN and the softmax scale in GGUF files, according to llama-context.cpp, deepseek2.cpp and mistral3.cpp of
// llama.cpp.

#include "tests/models/gguf_files.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

using GgufAttention = GgufFiles;

double mscale(double factor, double m) { return 1 + 0.1 * m * std::log(factor); }

GgufBytes yarn(const std::string& architecture, float factor, std::uint32_t original) {
    GgufBytes file =
        gguf_of(architecture, 4096, 32, 262144, 1e6F).text(architecture + ".rope.scaling.type", "yarn");
    file.float32(architecture + ".rope.scaling.factor", factor);
    return file.uint32(architecture + ".rope.scaling.original_context_length", original);
}

TEST_F(GgufAttention, TurnsAreReadInSomeArchitectures) {
    GgufBytes ministral = yarn("mistral3", 16, 16384), qwen = yarn("qwen3", 16, 16384);
    EXPECT_EQ(rope(ministral.float32("mistral3.rope.scaling.yarn_beta_fast", 8)).beta_fast, 8);
    EXPECT_EQ(rope(qwen.float32("qwen3.rope.scaling.yarn_beta_fast", 8)).beta_fast, 32);
    EXPECT_EQ(warnings(qwen),
              "qwen3.rope.scaling.yarn_beta_fast is ignored: llama.cpp does not use it in these layers.\n");
    EXPECT_EQ(rope(yarn("grok", 16, 8192)).beta_fast, 8);
}

// Ministral 3: mscale 1 and mscale_all_dim 1 cancel on cos and sin; logits are scaled by 1/√d; queries grow
// with the position.
TEST_F(GgufAttention, Ministral3ScalesQueries) {
    GgufBytes file = yarn("mistral3", 16, 16384).float32("mistral3.rope.scaling.yarn_log_multiplier", 1);
    file.float32("mistral3.attention.temperature_scale", 0.1F);
    EXPECT_NEAR(frequencies(file).attention_factor, 1, 1e-12);
    EXPECT_EQ(frequencies(file).softmax_scale, 1);
    EXPECT_EQ(attention(file).logit_scale, std::nullopt);
    EXPECT_NEAR(attention(file).query_scaling.at(16383), 1, 1e-12);
    EXPECT_NEAR(attention(file).query_scaling.at(40000), 1 + 0.1 * std::log(3.0), 1e-12);
    GgufBytes without = yarn("mistral3", 16, 16384);
    EXPECT_NEAR(frequencies(without).attention_factor, mscale(16, 1), 1e-12);
    EXPECT_EQ(attention(without).query_scaling, QueryScaling{});
}

/// Total factors on the logits of the rotary dimensions and of the others.
struct Scales {
    double rotary, others;
};

class GgufDeepseek : public GgufFiles {
  protected:
    Scales scales(const GgufBytes& file) {
        const RotaryFrequencies f = frequencies(file);
        const double usual = 1 / std::sqrt(static_cast<double>(rope(file).dim));
        const double others = f.softmax_scale * attention(file).logit_scale.value_or(usual);
        return {others * f.attention_factor * f.attention_factor, others};
    }
    /// kq_scale and the factor on cosine and sine in deepseek2.cpp and llama-context.cpp.
    static Scales expected(double factor, double all_dim, double factor_in_file, bool own, double d) {
        double cosines =
            (all_dim == 0 ? mscale(factor, 1)
                          : mscale(factor, own && all_dim != 1 ? all_dim : 1) / mscale(factor, all_dim));
        cosines *= factor_in_file;
        const double m = cosines * mscale(factor, all_dim);
        return {m * m / std::sqrt(d) * cosines * cosines, m * m / std::sqrt(d)};
    }
    static GgufBytes file(const std::string& name, float multiplier, float factor_in_file) {
        GgufBytes bytes = yarn(name, 40, 4096).uint32(name + ".attention.key_length_mla", 192);
        bytes.uint32(name + ".rope.dimension_count", 64)
            .float32(name + ".rope.scaling.attn_factor", factor_in_file);
        return multiplier > 0 ? bytes.float32(name + ".rope.scaling.yarn_log_multiplier", multiplier) : bytes;
    }
};

TEST_F(GgufDeepseek, LogitsHaveItsScale) {
    for (const std::string name : {"deepseek2", "mistral4", "deepseek32"})
        for (const double all_dim : {0.0, 0.707, 1.0})
            for (const double factor_in_file : {1.0, 0.5}) {
                const Scales is =
                    scales(file(name, static_cast<float>(all_dim / 10), static_cast<float>(factor_in_file)));
                const Scales must = expected(40, all_dim, factor_in_file, name == "deepseek2", 192);
                EXPECT_NEAR(is.others, must.others, 1e-7 * must.others)
                    << name << " " << all_dim << " " << factor_in_file;
                EXPECT_NEAR(is.rotary, must.rotary, 1e-7 * must.rotary)
                    << name << " " << all_dim << " " << factor_in_file;
            }
}

// Without YaRN the graph still removes a factor that was never applied.
TEST_F(GgufDeepseek, LinearScalingChangesLogits) {
    GgufBytes bytes = gguf_of("deepseek2", 5120, 32, 4096, 10000).float32("deepseek2.rope.scaling.factor", 4);
    bytes.uint32("deepseek2.attention.key_length_mla", 192).uint32("deepseek2.rope.dimension_count", 64);
    EXPECT_NEAR(scales(bytes).others, std::pow(mscale(4, 1), 2) / std::sqrt(192.0), 1e-12);
}

TEST_F(GgufAttention, AttentionFactorWithoutYarn) {
    GgufBytes file = gguf_of("llama", 4096, 32, 4096, 10000).float32("llama.rope.scaling.attn_factor", 1.5F);
    EXPECT_EQ(frequencies(file).attention_factor, 1.5);
    EXPECT_EQ(frequencies(file).inverse_frequency[0], 1);
    file.float32("llama.rope.scaling.factor", 4);
    EXPECT_EQ(frequencies(file).attention_factor, 1.5);
    EXPECT_EQ(frequencies(file).inverse_frequency[0], 0.25);
}

// Divisors apply before YaRN, which mixes the divided frequency with its quotient by the factor.
TEST_F(GgufAttention, YarnAndDivisorsMultiply) {
    const GgufBytes plain = yarn("qwen3", 4, 32768);
    GgufBytes file = plain;
    std::vector<float> divisors(64);
    for (std::size_t p = 0; p < 64; ++p) divisors[p] = 1 + static_cast<float>(p) / 4;
    file.tensor("rope_freqs.weight", divisors);
    const RotaryFrequencies without = frequencies(plain), with = frequencies(file);
    EXPECT_NEAR(with.attention_factor, mscale(4, 1), 1e-12);
    for (std::size_t p = 0; p < 64; ++p)
        EXPECT_NEAR(with.inverse_frequency[p], without.inverse_frequency[p] / divisors[p],
                    1e-14 * without.inverse_frequency[p]);
    GgufBytes ignored = yarn("olmo2", 4, 32768);
    ignored.uint32("olmo2.block_count", 32).tensor("rope_freqs.weight", divisors);
    EXPECT_EQ(rope(ignored).scaling->id, "yarn");
    EXPECT_EQ(warnings(ignored),
              "rope_freqs.weight is ignored: llama.cpp does not use it in these layers.\n");
}

TEST_F(GgufAttention, HunyuanMultipliesItsBase) {
    GgufBytes file =
        gguf_of("hunyuan-dense", 4096, 32, 262144, 10000).float32("hunyuan-dense.rope.scaling.alpha", 1000);
    EXPECT_NEAR(rope(file).base, 10000 * std::pow(1000.0, 128.0 / 126), 1e-3);
    EXPECT_EQ(rope(gguf_of("qwen3", 4096, 32, 4096, 10000).float32("qwen3.rope.scaling.alpha", 1000)).base,
              10000);
}

TEST_F(GgufAttention, DeepseekOcrRotatesWholeHeads) {
    GgufBytes file =
        gguf_of("deepseek2-ocr", 1280, 10, 8192, 10000).uint32("deepseek2-ocr.rope.dimension_count", 64);
    file.uint32("deepseek2-ocr.attention.key_length_mla", 192)
        .float32("deepseek2-ocr.rope.scaling.factor", 40);
    EXPECT_EQ(rope(file).dim, 128);
    EXPECT_EQ(rope(file).pairing, "gpt-neox");
    EXPECT_EQ(rope(file).rotary_fraction, 1);
    EXPECT_EQ(rope(file).scaling->id, "none");
}

TEST_F(GgufAttention, BaichuansLargeModelHasAlibi) {
    EXPECT_EQ(refusal(gguf_of("baichuan", 5120, 40, 4096, 10000).uint32("baichuan.block_count", 40)),
              "general.architecture \"baichuan\" has no rotary embedding in llama.cpp if "
              "baichuan.block_count is 40; it has ALiBi");
    EXPECT_EQ(rope(gguf_of("baichuan", 4096, 32, 4096, 10000).uint32("baichuan.block_count", 32)).dim, 128);
    EXPECT_EQ(attention(gguf_of("bloom", 4096, 32, 2048, 10000)).alibi_bias_max, 8.0);
}

TEST_F(GgufAttention, GrokScalesByItsOwnKey) {
    EXPECT_NEAR(attention(gguf_of("grok", 6144, 48, 8192, 10000)).logit_scale.value(), 0.08838834764831845,
                1e-15);
    EXPECT_EQ(attention(gguf_of("grok", 6144, 48, 8192, 10000).float32("grok.attention.output_scale", 0.25F))
                  .logit_scale,
              0.25);
    EXPECT_EQ(
        attention(gguf_of("qwen3", 4096, 32, 4096, 10000).float32("qwen3.attention.scale", 0.5F)).logit_scale,
        std::nullopt);
}

TEST_F(GgufAttention, UnreadKeysThatSpeakOfPositionsAreNamed) {
    GgufBytes file = gguf_of("qwen3", 4096, 32, 4096, 10000).float32("qwen3.rope.new_factor", 2);
    file.float32("qwen3.attention.temperature_scale", 0.1F).uint32("qwen3.attention.sliding_window", 512);
    file.uint32("qwen3.rope.scaling.alpha", 0).uint32("qwen3.expert_count", 8);
    EXPECT_EQ(warnings(file),
              "qwen3.attention.sliding_window is ignored: llama.cpp does not use it in these layers.\n"
              "qwen3.attention.temperature_scale is ignored: llama.cpp does not use it in these layers.\n"
              "qwen3.rope.new_factor is ignored, though it may change positions.\n");
}

}  // namespace
}  // namespace poslab::test
