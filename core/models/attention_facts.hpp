#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// A factor on queries that depends on their position p (counted from 0), in tokens.
struct QueryScaling {
    enum class Rule { none, floor_log, log_n };
    Rule rule = Rule::none;
    double strength = 0;  // floor_log: a
    double length = 1;    // floor_log: n; log_n: the trained length
    double offset = 0;    // floor_log: o
    /// floor_log: 1 + a·ln(1 + ⌊(p + o)/n⌋) (Ministral 3, Mistral 4: o = 0; Llama 4: o = 1); log_n: max(1, ln(p + 1)/ln n) (Qwen);
    /// else 1.
    [[nodiscard]] double at(double position) const;
    bool operator==(const QueryScaling&) const = default;
};

/// The facts of a config about its attention, other than the rotary embedding; unset if the file does not name them.
struct AttentionFacts {
    std::optional<std::int64_t> heads, key_heads;
    /// The factor on logits in place of 1/√d, by the code of the model's type (softmax in assets/model_types.json):
    /// query_pre_attn_scalar^(−1/2) (Gemma 2, 3), attention_multiplier (Granite), 1 (Gemma 3n and 4), mup_attn_multiplier/d
    /// (Phi-3-small). Of a type that is not in the table: by the keys that it has. Of a GGUF: by llama.cpp's code for its
    /// architecture (softmax in assets/gguf_architectures.json), attention.scale for Granite.
    std::optional<double> logit_scale;
    double logit_multiplier = 1;    // next to 1/√d: key_multiplier (Falcon-H1), √2 (Zamba2)
    std::optional<double> softcap;  // attn_logit_softcapping: logits x become c tanh(x/c)
    QueryScaling query_scaling{};
    double direction = 1;                  // −1: the code rotates by −angle
    bool reorders_weights = false;         // a GGUF whose converter has reordered the rows of queries and keys
    bool halves_tables = false;            // neighbours are rotated with tables that repeat their frequencies in halves (V-JEPA 2)
    std::optional<double> alibi_bias_max;  // attn_config.alibi_bias_max, attention.max_alibi_bias (GGUF)
    std::optional<std::int64_t> t5_buckets, t5_most_distance;  // relative_attention_num_buckets, relative_attention_max_distance
    bool mrope_alternates = false;  // ERNIE 4.5 VL: height and width by turns, then time; the sections are h, w, t
    bool operator==(const AttentionFacts&) const = default;
};

/// Reads them from the text of a config.json, with or without a rotary embedding; `selector` as in parse_model_config(). Throws
/// InputError naming the key, its value and what is allowed.
[[nodiscard]] AttentionFacts parse_attention_facts(std::string_view text, std::string_view name, std::string_view selector = {});

/// Reads them from FILE or FILE#SELECTOR, a config.json or a GGUF.
[[nodiscard]] AttentionFacts read_attention_facts(const std::string& path);

}  // namespace poslab
