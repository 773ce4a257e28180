// fuzz_gguf [SEED [COUNT]]: GGUF headers, whole, damaged and made up. Reading any bytes either throws
// InputError with a message in both languages, or gives valid values of a rotary embedding.
#include "core/base/errors.hpp"
#include "core/models/attention_facts.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/rope_export.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/models/gguf_bytes.hpp"
#include "tests/support/languages.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace {

using namespace poslab;
using test::GgufBytes;

std::vector<std::string> vocabulary() {
    std::vector<std::string> words;
    for (const char* const text : {"general.architecture", "general.alignment", "llama.rope.freq_base",
                                   "rope_freqs.weight", "yarn", "x"})
        words.push_back(GgufBytes::text_of(text));
    for (std::uint64_t kind = 0; kind < 14; ++kind) words.push_back(GgufBytes::little(kind, 4));
    for (const std::uint64_t n :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{64}, std::uint64_t{1} << 32U, UINT64_MAX})
        words.push_back(GgufBytes::little(n, 8));
    for (const float value : {0.0F, 1.0F, -1.0F, 1e4F, INFINITY, NAN})
        words.push_back(GgufBytes::float_of(value));
    return words;
}

std::string made(test::RandomText& random) {
    constexpr std::array architectures{"llama",   "qwen2", "deepseek2",  "gemma3",  "qwen2vl", "gpt-oss",
                                       "phi3",    "bloom", "unheard-of", "cohere2", "llama4",  "qwen3next",
                                       "smollm3", "afmoe", "mistral3",   "gemma4",  "lfm2",    "deepseek4"};
    constexpr std::array types{"none", "linear", "yarn", "longrope", "other"};
    const std::string name = architectures.at(random.below(architectures.size()));
    const auto rarely = [&] { return random.below(6) == 0; };
    GgufBytes file(rarely() ? 2 : 3);
    file.text("general.architecture", name)
        .uint32(name + ".embedding_length", 64)
        .uint32(name + ".context_length", 4096);
    if (rarely())
        file.int32s(name + ".attention.head_count", {0, 4, 8});
    else
        file.uint32(name + ".attention.head_count", 4);
    if (!rarely()) file.float32(name + ".rope.freq_base", 1e4F);
    if (rarely()) file.uint32(name + ".rope.dimension_count", 8);
    if (rarely()) file.uint32("general.alignment", 64);
    if (rarely()) file.int32s(name + ".rope.dimension_sections", {4, 2, 2, 0});
    if (random.below(2) == 0) file.text(name + ".rope.scaling.type", types.at(random.below(types.size())));
    if (random.below(2) == 0) file.float32(name + ".rope.scaling.factor", 4);
    if (rarely()) file.uint32(name + ".rope.scaling.original_context_length", 1024);
    if (rarely()) file.float32(name + ".rope.scaling.attn_factor", 1.2F);
    if (rarely()) file.float32(name + ".rope.scaling.yarn_log_multiplier", 0.1F);
    if (random.below(2) == 0)
        file.uint32(name + ".block_count", static_cast<std::uint32_t>(random.below(66)));
    if (random.below(2) == 0)
        file.uint32(name + ".attention.sliding_window", static_cast<std::uint32_t>(random.below(2)) * 512);
    if (rarely())
        file.uint32(name + ".attention.sliding_window_pattern", static_cast<std::uint32_t>(random.below(9)));
    if (rarely()) file.int32s(name + ".attention.head_count_kv", {0, 4, 0});
    if (rarely()) file.int32s(name + ".attention.compress_ratios", {0, 4, 128});
    if (rarely()) file.float32(name + ".rope.freq_base_swa", 500);
    if (rarely()) file.uint32(name + ".attention.key_length_swa", 8);
    if (rarely()) file.float32(name + ".attention.temperature_scale", 0.1F);
    if (rarely()) file.texts("tokenizer.ggml.tokens", {"a", "b"});
    if (rarely()) file.tensor("rope_freqs.weight", std::vector<float>(8, 2.0F));
    if (rarely()) file.tensor("rope_factors_long.weight", std::vector<float>(8, 3.0F));
    if (rarely())
        file.tensor("rope_factors_short.weight", std::vector<float>(random.below(2) == 0 ? 8 : 4, 1.0F));
    return file.bytes();
}

struct Counts {
    int read = 0, refused = 0;
    std::set<std::string, std::less<>> scalings, refusals;
};

std::string problem_of(const std::string& path, std::string_view layer, Counts& counts) {
    try {
        static_cast<void>(read_attention_facts(layer.empty() ? path : path + "#" + std::string(layer)));
        const ModelConfig config = read_gguf_config(path, layer);
        const RopeConfig rope = rope_config_of(config.parameters);
        for (const double theta : rotary_frequencies(rope).inverse_frequency)
            if (!std::isfinite(theta)) return "a frequency that is not finite";
        for (const ConfigWarning& warning : config.warnings)
            if (!warning.in(test::chinese()).ends_with("。"))
                return "a warning that is no sentence: " + warning.english();
        ++counts.read;
        counts.scalings.emplace(rope.scaling->id);
    } catch (const InputError& error) {
        const std::string text = error.what();
        if (!text.starts_with(path) || text.size() > 600 ||
            !error.message().in(test::chinese()).ends_with("。"))
            return "no sentence: " + text;
        ++counts.refused;
        counts.refusals.insert(text.substr(path.size(), 16));
    } catch (const std::exception& error) {
        return std::string("not an InputError: ") + error.what();
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 60'000;
    std::printf("seed %llu, %d files\n", static_cast<unsigned long long>(seed), count);
    constexpr std::array<std::string_view, 8> layers{"",  "", "", "", "sliding_attention", "full_attention",
                                                     "1", "7"};
    test::RandomText random(seed, vocabulary());
    const test::MemoryFile file;
    Counts counts;
    for (int n = 0; n < count; ++n) {
        std::string bytes = made(random);
        const std::uint64_t how = random.below(8);
        if (how < 3) random.overwrite(bytes);
        if (how == 3 || how == 4) random.damage(bytes);
        if (how == 5) bytes.resize(random.below(bytes.size()));
        file.write(bytes);
        const std::string problem = problem_of(file.path(), layers.at(random.below(layers.size())), counts);
        if (problem.empty()) continue;
        std::printf("file %d: %s\n  %s\n", n, problem.c_str(), test::printable(bytes).c_str());
        return 1;
    }
    std::printf("%d read with %zu scalings, %d refused with %zu kinds of sentences\n", counts.read,
                counts.scalings.size(), counts.refused, counts.refusals.size());
    return counts.scalings.size() < 4 || counts.refusals.size() < 12 ? 1 : 0;  // none, linear, yarn, longrope
}
