#include "core/decoder/forward.hpp"
#include "core/engine/engine.hpp"
#include "tests/decoder/made_decoder.hpp"
#include "tests/support/python.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace poslab::test {
namespace {

/// Each has 60 tokens and a trained length of 32.
const std::vector<std::pair<std::string, nlohmann::json>> scalings{
    {"none", nullptr},
    {"linear", {{"rope_type", "linear"}, {"factor", 4.0}}},
    {"dynamic", {{"rope_type", "dynamic"}, {"factor", 2.0}}},
    {"yarn", {{"rope_type", "yarn"}, {"factor", 4.0}, {"original_max_position_embeddings", 32}}},
    {"llama3",
     {{"rope_type", "llama3"},
      {"factor", 8.0},
      {"low_freq_factor", 1.0},
      {"high_freq_factor", 4.0},
      {"original_max_position_embeddings", 32}}},
    {"longrope",
     {{"rope_type", "longrope"},
      {"short_factor", {1, 1, 1, 1, 1.1, 1.2, 1.3, 1.4}},
      {"long_factor", {1, 1.2, 1.5, 2, 3, 4, 5, 6}}}}};

nlohmann::json config_of(const std::string& family, const std::string& name, const nlohmann::json& scaling) {
    nlohmann::json config = small_config(family);
    const bool extended = name == "yarn" || name == "llama3" || name == "longrope";
    config["max_position_embeddings"] = extended ? 128 : 32;
    if (name == "longrope") config["original_max_position_embeddings"] = 32;
    config["rope_scaling"] = scaling;
    config["tie_word_embeddings"] = family == "qwen3";
    return config;
}

std::vector<double> doubles_in(const std::string& path) {
    const std::string bytes = read_file(path);
    std::vector<double> numbers(bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
    return numbers;
}

class DecoderTransformers : public testing::TestWithParam<std::string> {};

TEST_P(DecoderTransformers, SameLogitsForEachScaling) {
    const std::string python = python_with("numpy");
    if (python.empty()) GTEST_SKIP() << "no NumPy";
    std::vector<std::int32_t> tokens;
    std::string list;
    for (int n = 0; n < 60; ++n) {
        tokens.push_back(n * n * 5 % 48);
        list += (n == 0 ? "" : ",") + std::to_string(tokens.back());
    }
    for (const auto& [name, scaling] : scalings) {
        const TemporaryFolder folder;
        MadeDecoder made{config_of(GetParam(), name, scaling)};
        made.write(folder.path());
        const std::string out = folder / "logits";
        const Ran ran = run_program({python, POSLAB_TRANSFORMERS_ARITHMETIC, folder.path(), list, out});
        ASSERT_EQ(ran.code, 0) << ran.err;
        const std::vector<double> expected = doubles_in(out);
        const Decoder decoder(folder.path());
        const DecoderScheme scheme{own_attention(decoder.shape(), 60)};
        DecoderPass pass(decoder, tokens, std::span(&scheme, 1), cpu_engine());
        pass.run(decoder.shape().layers);
        const std::vector<float> logits = pass.logits(0);
        ASSERT_EQ(logits.size(), expected.size());
        double largest = 0;
        for (std::size_t n = 0; n < logits.size(); ++n)
            largest = std::max(largest, std::abs(static_cast<double>(logits[n]) - expected[n]));
        EXPECT_LT(largest, 1e-4) << name;  // of float32 products; logits are of the order of 1
    }
}

INSTANTIATE_TEST_SUITE_P(Families, DecoderTransformers, testing::Values("llama", "mistral", "qwen2", "qwen3"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace poslab::test
