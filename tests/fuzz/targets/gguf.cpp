// Headers of GGUF: valid values of a rotary embedding, or a refusal.
#include "core/models/gguf_config.hpp"
#include "core/models/rope_export.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/models/gguf_bytes.hpp"

#include <cmath>

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const std::string name : {"llama", "qwen2", "deepseek2", "gemma3", "qwen2vl", "gpt-oss", "phi3",
                                   "bloom", "cohere2", "llama4", "qwen3next", "smollm3"}) {
        GgufBytes file(name == "phi3" ? 2 : 3);
        file.text("general.architecture", name)
            .uint32(name + ".embedding_length", 64)
            .uint32(name + ".context_length", 4096);
        file.uint32(name + ".attention.head_count", 4).float32(name + ".rope.freq_base", 1e4F);
        if (name == "cohere2" || name == "llama4")
            file.uint32(name + ".block_count", 8)
                .int32s(name + ".attention.sliding_window_pattern", {1, 1, 1, 0, 1, 1, 1, 0});
        if (name == "qwen2vl") file.int32s(name + ".rope.dimension_sections", {4, 2, 2, 0});
        if (name == "deepseek2")
            file.text(name + ".rope.scaling.type", "yarn")
                .float32(name + ".rope.scaling.factor", 4)
                .uint32(name + ".rope.scaling.original_context_length", 1024)
                .float32(name + ".rope.scaling.yarn_log_multiplier", 0.1F);
        if (name == "llama")
            file.tensor("rope_freqs.weight", std::vector<float>(8, 2.0F))
                .texts("tokenizer.ggml.tokens", {"a"});
        if (name == "phi3")
            file.tensor("rope_factors_long.weight", std::vector<float>(8, 3.0F))
                .tensor("rope_factors_short.weight", std::vector<float>(8, 1.0F));
        seeds.push_back(file.bytes());
    }
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words;
    for (const char* text :
         {"general.architecture", "general.alignment", ".rope.freq_base", ".rope.dimension_count",
          ".rope.scaling.type", ".rope.scaling.factor", "rope_freqs.weight", "yarn", "linear", "longrope",
          ".block_count", ".attention.sliding_window", ".attention.sliding_window_pattern",
          ".rope.freq_base_swa"})
        words.push_back(GgufBytes::text_of(text));
    for (std::uint64_t kind = 0; kind < 14; ++kind) words.push_back(GgufBytes::little(kind, 4));
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{1} << 32U, UINT64_MAX})
        words.push_back(GgufBytes::little(n, 8));
    for (const float value : {0.0F, -1.0F, INFINITY, NAN}) words.push_back(GgufBytes::float_of(value));
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string path = test::written(test::input_text(data, size));
    for (const std::string_view layer : {"", "sliding_attention", "3"})
        test::accepts([&] {
            const ModelConfig config = read_gguf_config(path, layer);
            for (const double theta : rotary_frequencies(rope_config_of(config.parameters)).inverse_frequency)
                test::require(std::isfinite(theta), "a frequency that is not finite");
        });
    return 0;
}
