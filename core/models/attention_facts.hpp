#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// A factor on queries that depends on their position p (from 0, in tokens).
struct QueryScaling {
    enum class Rule { none, floor_log, log_n };
    Rule rule = Rule::none;
    double strength = 0;  // floor_log: a
    double length = 1;    // floor_log: n; log_n: the trained length
    double offset = 0;    // floor_log: o
    /// Returns the factor at a position: 1 + a·ln(1 + ⌊(p + o)/n⌋) for floor_log (Ministral 3, Mistral 4: o =
    /// 0; Llama 4: o = 1), max(1, ln(p + 1)/ln n) for log_n (Qwen), and 1 for none.
    [[nodiscard]] double at(double position) const;
    bool operator==(const QueryScaling&) const = default;
};

/// The facts of a config about its attention, without the rotary embedding; unset if not in the file.
struct AttentionFacts {
    std::optional<std::int64_t> heads, key_heads;
    /// The factor on logits in place of 1/√d, as in the code of the model's type (softmax in
    /// assets/model_types.json): query_pre_attn_scalar^(−1/2) (Gemma 2, 3), attention_multiplier (Granite), 1
    /// (Gemma 3n and 4), mup_attn_multiplier/d (Phi-3-small). For a type that is not in the table: by the
    /// keys that the file has. For a GGUF: as in llama.cpp's code for its architecture (softmax in
    /// assets/gguf_architectures.json), attention.scale for Granite.
    std::optional<double> logit_scale;
    double logit_multiplier = 1;    // in addition to 1/√d: key_multiplier (Falcon-H1), √2 (Zamba2)
    std::optional<double> softcap;  // attn_logit_softcapping c: a logit x becomes c tanh(x/c)
    QueryScaling query_scaling{};
    double direction = 1;           // −1: rotates by −angle
    bool reorders_weights = false;  // a GGUF whose converter reordered the rows of the query and key weights
    /// Neighbouring dimensions are pairs, but the tables repeat their frequencies in halves (V-JEPA 2).
    bool halves_tables = false;
    std::optional<double> alibi_bias_max;  // attn_config.alibi_bias_max, attention.max_alibi_bias (GGUF)
    std::optional<std::int64_t> t5_buckets,
        t5_max_distance;  // relative_attention_num_buckets, relative_attention_max_distance
    /// ERNIE 4.5 VL: height and width alternate, then time; the sections are h, w, t.
    bool mrope_alternates = false;
    bool operator==(const AttentionFacts&) const = default;
};

/// Parses the attention facts of a config.json, with or without a rotary embedding; `selector` as in
/// parse_model_config(). Throws InputError with the key, its value and the allowed values.
[[nodiscard]] AttentionFacts parse_attention_facts(std::string_view text, std::string_view name,
                                                   std::string_view selector = {});

/// Reads the attention facts of FILE or FILE#SELECTOR, a config.json or a GGUF.
[[nodiscard]] AttentionFacts read_attention_facts(const std::string& path);

}  // namespace poslab
