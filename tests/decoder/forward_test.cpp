#include "core/decoder/forward.hpp"
#include "core/engine/engine.hpp"
#include "tests/decoder/made_decoder.hpp"
#include "tests/decoder/plain_decoder.hpp"
#include "tests/encoding/scheme_formula.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace poslab::test {
namespace {

std::vector<std::int32_t> some_tokens(std::int64_t count, std::int64_t vocabulary) {
    std::vector<std::int32_t> tokens;
    for (std::int64_t n = 0; n < count; ++n)
        tokens.push_back(static_cast<std::int32_t>(n * n * 7 % vocabulary));
    return tokens;
}

/// A decoder written to disk and opened, and the plain decoder for the same weights.
struct Opened {
    explicit Opened(MadeDecoder files) : made(std::move(files)) {
        made.write(folder.path());
        decoder.emplace(folder.path());
        plain.emplace(decoder->shape(), made.tensors);
    }
    TemporaryFolder folder;
    MadeDecoder made;
    std::optional<Decoder> decoder;
    std::optional<PlainDecoder> plain;
};

PlainScheme plain_scheme(const PositionMapSpec& map) {
    return {plain_frequencies(16, 10000), [map](std::int64_t i, std::int64_t j) -> std::optional<double> {
                const std::optional<Position> p = position(map, i, j);
                return p ? std::optional(p->value(map.k)) : std::nullopt;
            }};
}

/// Logits are of the order of 1; the tolerance is for float32 weights.
constexpr double tolerance = 1e-4;

void expect_same(const std::vector<float>& logits, const std::vector<std::vector<double>>& expected,
                 const std::string& what) {
    double largest = 0, size = 0;
    for (std::size_t row = 0; row < expected.size(); ++row)
        for (std::size_t n = 0; n < expected[row].size(); ++n) {
            largest = std::max(largest, std::abs(static_cast<double>(logits[row * expected[row].size() + n]) -
                                                 expected[row][n]));
            size = std::max(size, std::abs(expected[row][n]));
        }
    EXPECT_LT(largest, tolerance) << what;
    EXPECT_GT(size, 0.5) << what << ": logits of nothing";
}

std::vector<float> logits_of(const Opened& opened, const std::vector<std::int32_t>& tokens,
                             const DecoderScheme& scheme, const Engine& engine) {
    DecoderPass pass(*opened.decoder, tokens, std::span(&scheme, 1), engine);
    pass.run(opened.decoder->shape().layers);
    return pass.logits(0);
}

void expect_scheme(const Opened& opened, const DecoderScheme& scheme, const PlainScheme& plain,
                   const std::string& what) {
    const std::vector<std::int32_t> tokens = some_tokens(60, opened.decoder->shape().vocabulary);
    const auto expected = opened.plain->logits(tokens, plain);
    for (const Engine* engine : {&cpu_engine(), &reference_engine()})
        expect_same(logits_of(opened, tokens, scheme, *engine), expected,
                    what + " on " + std::string(engine->name()));
}

PositionMapSpec small_map(const PositionMap& map) {
    PositionMapSpec spec;
    spec.map = map.id;
    spec.w = 12;
    spec.k = 3;
    spec.group = 4;
    spec.chunk = 24;
    spec.local = 8;
    spec.sinks = 2;
    spec.recent = 20;
    return spec;
}

TEST(DecoderForward, EveryPositionMapInEveryFamily) {
    for (const std::string family : {"llama", "mistral", "qwen2", "qwen3"}) {
        const Opened opened({small_config(family)});
        for (const PositionMap* map : PositionMap::all()) {
            DecoderScheme scheme{own_attention(opened.decoder->shape(), 60)};
            scheme.attention.map = small_map(*map);
            expect_scheme(opened, scheme, plain_scheme(scheme.attention.map),
                          family + " " + std::string(map->id));
        }
    }
}

TEST(DecoderForward, NumberTypesShardsHeadsAndTiedTables) {
    for (const NumberType type : {NumberType::float32, NumberType::float16, NumberType::bfloat16})
        for (const bool shards : {false, true})
            for (const int key_heads : {1, 4}) {
                MadeDecoder made{small_config("llama"), type, shards, 3};
                made.config["num_key_value_heads"] = key_heads;
                made.config["tie_word_embeddings"] = shards;
                made.config["attention_bias"] = key_heads == 1;
                made.config["mlp_bias"] = key_heads == 4;
                const Opened opened(made);
                const DecoderScheme scheme{own_attention(opened.decoder->shape(), 60)};
                expect_scheme(opened, scheme, plain_scheme(scheme.attention.map),
                              std::string(number_type_name(type)) + (shards ? " shards" : ""));
            }
}

TEST(DecoderForward, WindowOfTheModelItself) {
    MadeDecoder made{small_config("mistral")};
    made.config["sliding_window"] = 9;
    const Opened opened(made);
    PlainScheme plain = plain_scheme(small_map(*OneOf<PositionMap>("rope")));
    plain.position = [](std::int64_t i, std::int64_t j) -> std::optional<double> {
        if (i - j >= 9) return std::nullopt;
        return static_cast<double>(i - j);
    };
    expect_scheme(opened, {own_attention(opened.decoder->shape(), 60)}, plain, "window");
}

// LlamaConfig has no such key.
TEST(DecoderForward, WindowThatLlamaIgnores) {
    MadeDecoder made{small_config("llama")};
    made.config["sliding_window"] = 9;
    const Opened opened(made);
    ASSERT_EQ(opened.decoder->shape().warnings.size(), 1U);
    EXPECT_EQ(opened.decoder->shape().warnings[0].english(),
              "sliding_window is ignored: Transformers' code for llama does not read it.");
    EXPECT_EQ(opened.decoder->shape().windowed, std::vector<bool>(2, false));
    expect_scheme(opened, {own_attention(opened.decoder->shape(), 60)},
                  plain_scheme(small_map(*OneOf<PositionMap>("rope"))), "no window");
}

TEST(DecoderForward, SlopesOfEachHeadAndLogN) {
    const Opened opened({small_config("llama")});
    DecoderScheme scheme{own_attention(opened.decoder->shape(), 60)};
    scheme.attention.bias.bias = "alibi";
    scheme.attention.log_n = true;
    scheme.attention.rotary.train_length = 16;
    PlainScheme plain = plain_scheme(scheme.attention.map);
    // ALiBi in addition to rotation, 4 heads: slopes 1/4, 1/16, 1/64, 1/256 (Press et al. 2022).
    plain.bias = [](std::int64_t head, std::int64_t i, std::int64_t j) {
        return -std::pow(0.25, static_cast<double>(head + 1)) * static_cast<double>(i - j);
    };
    plain.query_scale = [](std::int64_t i) {
        return std::max(1.0, std::log(static_cast<double>(i + 1)) / std::log(16.0));
    };
    expect_scheme(opened, scheme, plain, "alibi with log n");
}

TEST(DecoderForward, LossesAreThoseOfTheLogits) {
    const Opened opened({small_config("qwen3")});
    const std::vector<std::int32_t> tokens = some_tokens(50, 48);
    DecoderScheme rope{own_attention(opened.decoder->shape(), 50)}, rerope = rope;
    rerope.attention.map = small_map(*OneOf<PositionMap>("rerope"));
    const std::vector<DecoderScheme> schemes{rope, rerope};
    const auto losses = token_predictions(*opened.decoder, tokens, schemes, cpu_engine());
    ASSERT_EQ(losses.size(), 2U);
    for (std::size_t scheme = 0; scheme < 2; ++scheme) {
        const auto logits = opened.plain->logits(tokens, plain_scheme(schemes[scheme].attention.map));
        const std::vector<double> expected = plain_losses(logits, std::span(tokens).subspan(1));
        ASSERT_EQ(losses[scheme].losses.size(), 49U);
        for (std::size_t t = 0; t + 1 < tokens.size(); ++t) {
            const double own = logits[t][static_cast<std::size_t>(tokens[t + 1])];
            EXPECT_NEAR(losses[scheme].losses[t], expected[t], tolerance);
            const double most = *std::max_element(logits[t].begin(), logits[t].end());
            if (most - own > tolerance || most == own) {
                EXPECT_EQ(losses[scheme].right[t], most == own ? 1 : 0) << t;
            }
        }
    }
}

TEST(DecoderForward, WithinTheWindowOfReRopeItIsRope) {
    const Opened opened({small_config("llama")});
    const std::vector<std::int32_t> tokens = some_tokens(50, 48);
    DecoderScheme rope{own_attention(opened.decoder->shape(), 50)}, rerope = rope;
    rerope.attention.map = small_map(*OneOf<PositionMap>("rerope"));
    const auto losses =
        token_predictions(*opened.decoder, tokens, std::vector<DecoderScheme>{rope, rerope}, cpu_engine());
    for (std::size_t t = 0; t < 12; ++t) EXPECT_NEAR(losses[0].losses[t], losses[1].losses[t], 1e-5);
    EXPECT_NE(losses[0].losses[40], losses[1].losses[40]);
}

TEST(DecoderForward, FullLastLayerHasNoPositions) {
    // With one layer that sees all keys without rotation, the order of earlier tokens does not matter.
    MadeDecoder made{small_config("llama")};
    made.config["num_hidden_layers"] = 1;
    const Opened opened(made);
    std::vector<std::int32_t> tokens = some_tokens(20, 48);
    const DecoderScheme scheme{own_attention(opened.decoder->shape(), 20), true};
    const std::vector<float> before = logits_of(opened, tokens, scheme, cpu_engine());
    std::reverse(tokens.begin(), tokens.begin() + 15);
    const std::vector<float> after = logits_of(opened, tokens, scheme, cpu_engine());
    for (std::size_t n = 19 * 48; n < 20 * 48; ++n) EXPECT_NEAR(before[n], after[n], 1e-5);
}

TEST(DecoderWork, CountsEveryWeightAndEveryVisibleKey) {
    DecoderShape shape;
    shape.vocabulary = 100;
    shape.width = 24;
    shape.layers = 3;
    shape.heads = 4;
    shape.key_value_heads = 2;
    shape.head_dim = 8;
    shape.intermediate = 40;
    shape.tied = true;
    shape.window = 7;
    shape.windowed = {true, false, true};
    constexpr std::int64_t tokens = 50;
    double weights = static_cast<double>(shape.width * shape.vocabulary), products = 0;
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        for (const TensorSpec& tensor : layer_tensors(shape, layer))
            if (tensor.shape.size() == 2) weights += static_cast<double>(tensor.shape[0] * tensor.shape[1]);
        for (std::int64_t query = 0; query < tokens; ++query)
            for (std::int64_t key = 0; key <= query; ++key)
                if (!shape.windowed[static_cast<std::size_t>(layer)] || query - key < shape.window)
                    products += static_cast<double>(2 * shape.heads * shape.head_dim);
    }
    const DecoderWork work = decoder_work(shape, tokens);
    EXPECT_EQ(work.matrices, tokens * weights);
    EXPECT_EQ(work.attention, products);
}

}  // namespace
}  // namespace poslab::test
