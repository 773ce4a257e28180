// fuzz_model_config [SEED [COUNT]]: config.json files, whole, damaged and made up. Reading any bytes either
// throws InputError or gives all parameters, each finite, in range and of its type, with a message for each
// difference.
#include "core/base/errors.hpp"
#include "core/models/model_config_look.hpp"
#include "core/models/model_presets.hpp"
#include "core/models/rope_export.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace {

using namespace poslab;
using Json = nlohmann::json;

constexpr std::array keys{"rope_theta",
                          "rope_scaling",
                          "rope_parameters",
                          "rope_type",
                          "type",
                          "factor",
                          "partial_rotary_factor",
                          "rotary_pct",
                          "rotary_emb_base",
                          "rotary_dim",
                          "rope_embedding_base",
                          "global_rope_theta",
                          "local_rope_theta",
                          "swa_rope_theta",
                          "compress_rope_theta",
                          "partial_rotary_factors",
                          "layer_types",
                          "attn_config",
                          "alibi",
                          "short_mscale",
                          "long_mscale",
                          "rope_local_base_freq",
                          "text_config",
                          "llm_config",
                          "language_config",
                          "thinker_config",
                          "head_dim",
                          "global_head_dim",
                          "hidden_size",
                          "num_attention_heads",
                          "n_embd",
                          "n_head",
                          "n_positions",
                          "qk_rope_head_dim",
                          "qk_nope_head_dim",
                          "max_position_embeddings",
                          "original_max_position_embeddings",
                          "alpha",
                          "mixed_b",
                          "mrope_section",
                          "mrope_interleaved",
                          "beta_fast",
                          "beta_slow",
                          "truncate",
                          "mscale",
                          "mscale_all_dim",
                          "attention_factor",
                          "low_freq_factor",
                          "high_freq_factor",
                          "short_factor",
                          "long_factor",
                          "rope_interleave",
                          "rope_ratio",
                          "model_type",
                          "full_attention",
                          "sliding_attention"};
constexpr std::array values{"1",
                            "2",
                            "4",
                            "16",
                            "64",
                            "0.25",
                            "4096",
                            "131072",
                            "1e4",
                            "1e400",
                            "-1",
                            "0",
                            "63",
                            "1e308",
                            "null",
                            "true",
                            "\"10000\"",
                            "NaN",
                            "[]",
                            "{}",
                            "[1,1]",
                            "[1,\"2\"]",
                            "[16,24,24]",
                            "99999999999999999999",
                            "1.5",
                            "\"linear\"",
                            "\"dynamic\"",
                            "\"ntk\"",
                            "\"yarn\"",
                            "\"llama3\"",
                            "\"longrope\"",
                            "\"su\"",
                            "\"proportional\"",
                            "\"mrope\"",
                            "\"default\"",
                            "\"gemma3_text\"",
                            "\"gptj\"",
                            "\"llama\"",
                            "\"deepseek_v3\"",
                            "[[[[[[[[",
                            "\"\\u0000\""};

std::vector<std::string> vocabulary() {
    std::vector<std::string> words{"{", "}", "[", "]", ":", ",", "\"a\":{"};
    for (const char* key : keys) words.push_back("\"" + std::string(key) + "\":");
    words.insert(words.end(), values.begin(), values.end());
    return words;
}

/// An object of keys and values that the reader knows, sometimes nested.
std::string random_object(test::RandomText& random, int depth) {
    std::string text = "{";
    std::set<std::string> used;
    for (std::uint64_t more = 2 + random.below(8); more > 0; --more) {
        const std::string key = keys[random.below(keys.size())];
        if (!used.insert(key).second) continue;
        text += (text.size() > 1 ? ",\"" : "\"") + key + "\":";
        text += depth > 0 && random.below(4) == 0 ? random_object(random, depth - 1)
                                                  : values[random.below(values.size())];
    }
    return text + "}";
}

/// A scaling that is likely to be valid.
Json random_scaling(test::RandomText& random) {
    static constexpr std::array types{"linear", "dynamic",  "ntk",          "yarn",
                                      "llama3", "longrope", "proportional", "default"};
    static constexpr std::array numbers{"factor",          "original_max_position_embeddings",
                                        "alpha",           "mixed_b",
                                        "low_freq_factor", "high_freq_factor",
                                        "beta_fast",       "beta_slow",
                                        "mscale",          "mscale_all_dim",
                                        "attention_factor"};
    static constexpr std::array good{1.0, 1.5, 2.0, 4.0, 8.0, 64.0, 4096.0};
    Json scaling = {{"rope_type", types[random.below(types.size())]}};
    for (const char* key : numbers) {
        if (random.below(3) > 0) scaling[key] = good[random.below(good.size())];
    }
    return scaling;
}

/// A preset's config with some values replaced.
std::string changed_config(test::RandomText& random) {
    Json config = Json::parse(model_presets()[random.below(model_presets().size())].text);
    if (random.below(3) == 0) config["rope_scaling"] = random_scaling(random);
    for (std::uint64_t more = random.below(4); more > 0; --more) {
        Json* object = &config;
        for (const char* inner : {"text_config", "rope_scaling", "rope_parameters", "full_attention"}) {
            if (object->contains(inner) && (*object)[inner].is_object() && random.below(2) == 0)
                object = &(*object)[inner];
        }
        const Json value = Json::parse(values[random.below(values.size())], nullptr, false);
        if (!value.is_discarded()) (*object)[keys[random.below(keys.size())]] = value;
    }
    return config.dump();
}

std::string random_file(test::RandomText& random) {
    std::string text = random.below(4) > 0 ? changed_config(random) : random_object(random, 3);
    if (random.below(3) == 0) random.damage(text);
    if (random.below(50) == 0) text = random.text() + random.text();
    return text;
}

bool within(double v, double from, double to) { return std::isfinite(v) && v >= from && v <= to; }

bool list_within(const std::vector<double>& list, std::size_t size) {
    return (list.empty() || list.size() == size) && std::all_of(list.begin(), list.end(), [](double v) {
               return within(v, min_divisor, max_divisor);
           });
}

std::string problem_of(const ModelConfig& config) {
    static const Json all = rope_parameters_of({});
    for (const auto& [id, value] : all.items())
        if (!config.parameters.contains(id) && id != "dim" && id != "train-length" && id != "length")
            return "not all parameters";
    if (config.parameters.size() > all.size()) return "more than all parameters";
    for (const auto& [id, value] : config.parameters.items()) {
        if (!all.contains(id)) return "unknown id " + id;
    }
    const RopeConfig v = rope_config_of(config.parameters);
    Json survived = rope_parameters_of(v);
    for (const char* const id : {"dim", "train-length", "length"})
        if (!config.parameters.contains(id)) survived.erase(id);
    if (survived != config.parameters) return "values of a wrong kind";
    if (!within(v.base, 1, 1e12) || v.base == 1 || v.dim < 2 || v.dim > 4096 || v.dim % 2 != 0)
        return "base or dim out of range";
    if (!within(v.rotary_fraction, 1e-9, 1) || rotary_dim(v) < 2) return "nothing rotates";
    if (!within(v.factor, min_factor, max_factor) || !within(v.mixed_exponent, 0, 16))
        return "factor out of range";
    for (const double turns : {v.beta_slow, v.beta_fast, v.low_freq_factor, v.high_freq_factor})
        if (!within(turns, 1e-300, 1e6)) return "turns out of range";
    for (const auto& magnitude : {v.short_mscale, v.long_mscale})
        if (magnitude && !within(*magnitude, 1e-300, 1e3)) return "mscale out of range";
    if (v.max_positions && !within(*v.max_positions, 2, 1 << 24)) return "positions out of range";
    if (v.rope_dims != "first" && v.rope_dims != "last") return "rotary dimensions lie nowhere";
    const auto pairs = static_cast<std::size_t>(rotary_dim(v) / 2);
    if (!list_within(v.short_factors, pairs) || !list_within(v.long_factors, pairs)) return "factor lists";
    if (v.train_length < 2 || v.train_length > 1 << 24 || v.length < 1 || v.length > 1 << 24)
        return "length out of range";
    if ((v.scaling == "ntk" || v.scaling == "dynamic") && rotary_dim(v) <= 2)
        return "no exponent for one pair";
    for (const ConfigWarning& warning : config.warnings) {
        if (!warning.english().ends_with(".") || !warning.in(test::chinese()).ends_with("。") ||
            warning.english().size() > 700)
            return "not a sentence: " + warning.english();
    }
    return "";
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 100'000;
    std::printf("seed %llu, %d texts\n", static_cast<unsigned long long>(seed), count);
    test::RandomText random(seed, vocabulary());
    int read = 0;
    std::set<std::string> scalings, refusals;
    for (int n = 0; n < count; ++n) {
        const std::string text = random_file(random);
        std::string problem;
        static_cast<void>(looks_like_model_config(text));
        try {
            const ModelConfig config =
                parse_model_config(text, "f", random.below(4) == 0 ? "sliding_attention" : "");
            ++read;
            scalings.insert(config.parameters["scaling"]);
            problem = problem_of(config);
        } catch (const InputError& error) {
            const std::string message = error.what();
            if (message.size() > 700 || message.find('\n') != std::string::npos)
                problem = "not a sentence: " + message;
            refusals.insert(message.substr(0, 30));
        } catch (const std::exception& error) {
            problem = error.what();
        }
        if (problem.empty()) continue;
        std::printf("text %d: %s\n  %s\n", n, problem.c_str(), test::printable(text).c_str());
        return 1;
    }
    std::printf("%d read with %zu scalings, refused with %zu kinds of sentences\n", read, scalings.size(),
                refusals.size());
    // none, linear, ntk, ntk-fixed, ntk-mixed, dynamic, yarn, llama3, longrope, proportional
    return scalings.size() < 10 || refusals.size() < 30 ? 1 : 0;  // else the texts do not reach the reader
}
