#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// What a config says of its attention beside the rotary embedding; what is not said is not there.
struct AttentionFacts {
    std::optional<std::int64_t> heads;
    /// What logits are multiplied by instead of 1/√d: query_pre_attn_scalar^(−1/2) (Gemma 2, 3; 256 where it is missing),
    /// attention_multiplier (Granite), attn_config.softmax_scale (MPT), mup_attn_multiplier/d (Phi-3-small), 1 in the code of Gemma
    /// 3n and 4 and where scale_attn_weights is false (GPT-2), attention.scale (GGUF).
    std::optional<double> logit_scale;
    std::optional<double> alibi_bias_max;                      // attn_config.alibi_bias_max, attention.max_alibi_bias (GGUF)
    std::optional<std::int64_t> t5_buckets, t5_most_distance;  // relative_attention_num_buckets, relative_attention_max_distance
    bool mrope_alternates = false;  // ERNIE 4.5 VL: height and width by turns, then time; the sections are h, w, t
    bool operator==(const AttentionFacts&) const = default;
};

/// Of a text of a config.json, whatever its positions are. Throws InputError naming the key, its value and what is allowed.
[[nodiscard]] AttentionFacts parse_attention_facts(std::string_view text, std::string_view name);

/// The same of FILE or FILE#LAYER_TYPE, a config.json or a GGUF.
[[nodiscard]] AttentionFacts read_attention_facts(const std::string& path);

}  // namespace poslab
