#pragma once

#include "core/models/model_types.hpp"

#include <array>
#include <span>

namespace poslab {

/// The rows of model_types() that have a rotary embedding, always or where their `rotary_if` holds: of Transformers, and of models
/// that bring their own code.
[[nodiscard]] std::span<const ModelTypeFacts> rotary_types();
[[nodiscard]] std::span<const ModelTypeFacts> own_code_types();

/// What rows share.
namespace rotary_facts {
inline constexpr RotaryIf rotary_positions{"position_embedding_type", "rotary", "absolute"};
inline constexpr RotaryIf rope_positions{"position_embedding_type", "rope", "rope"};
inline constexpr RotaryIf without_alibi{"alibi", "false", "false"};
inline constexpr RotaryIf without_nope{"mla_use_nope", "false", "false"};
inline constexpr RotaryIf memory_rope{"use_mem_rope", "true", "false"};
inline constexpr RotaryIf rope_key{"rope", "true", "true"};
inline constexpr RotaryIf attention_rope{"attn_config.rope", "true", "false"};
inline constexpr RotaryIf seven_billion{"hidden_size", "4096", "4096"};  // the models of 13 billion have ALiBi

inline constexpr std::array<LayerSplit, 6> splits{{
    {.key = "rope_local_base_freq",
     .kinds = {{{.name = "full_attention"},
                {.name = "sliding_attention", .base_key = "rope_local_base_freq", .base = 10000, .scaled = false}}},
     .source = "transformers, gemma3/configuration_gemma3.py"},
    {.key = "local_rope_theta",
     .kinds = {{{.name = "full_attention", .base_key = "global_rope_theta", .base = 160000},
                {.name = "sliding_attention", .base_key = "local_rope_theta", .base = 10000, .scaled = false}}},
     .source = "transformers, modernbert/configuration_modernbert.py"},
    {.key = "swa_rope_theta",
     .kinds = {{{.name = "full_attention"},
                {.name = "sliding_attention",
                 .base_key = "swa_rope_theta",
                 .base = 10000,
                 .scaled = false,
                 .head_dim_key = "swa_head_dim"}}},
     .source = "XiaomiMiMo/MiMo-V2-Flash modeling_mimo_v2_flash.py"},
    {.key = "compress_rope_theta",
     .kinds = {{{.name = "main", .scaled = false},
                {.name = "compress", .base_key = "compress_rope_theta", .base = 160000, .attention_factor = 1}}},
     .source = "transformers, deepseek_v4/configuration_deepseek_v4.py"},
    {.key = "partial_rotary_factors",
     .kinds = {{{.name = "full_attention"}, {.name = "sliding_attention", .scaled = false}}},
     .source = "stepfun-ai/Step-3.5-Flash modeling_step3p5.py"},
    {.key = "",
     .kinds = {{{.name = "full_attention"}, {.name = "sliding_attention", .scaled = false}}},
     .source = "transformers, olmo3/modeling_olmo3.py"},
}};
inline constexpr const LayerSplit& gemma_3 = splits[0];
inline constexpr const LayerSplit& modern_bert = splits[1];
inline constexpr const LayerSplit& sliding_base = splits[2];
inline constexpr const LayerSplit& deepseek_v4 = splits[3];
inline constexpr const LayerSplit& by_layer = splits[4];
inline constexpr const LayerSplit& plain_windows = splits[5];
}  // namespace rotary_facts

/// What models have instead of one.
namespace instead_of_rotary {
inline constexpr Text learned = "learned positions"_tr;
inline constexpr Text sinusoids = "sinusoids that are added to the embedding"_tr;
inline constexpr Text learned_or_sinusoids = "learned positions, or sinusoids"_tr;
inline constexpr Text sinusoids_then_learned = "sinusoids in its encoder, learned positions in its decoder"_tr;
inline constexpr Text relative_bias = "a learned bias by distance"_tr;
inline constexpr Text learned_and_relative = "learned positions and a learned bias by distance"_tr;
inline constexpr Text relative_positions = "relative positions in its attention"_tr;
inline constexpr Text alibi = "ALiBi"_tr;
inline constexpr Text axial = "learned axial positions"_tr;
inline constexpr Text by_state = "no positions: the order comes from its state-space layers"_tr;
inline constexpr Text by_recurrence = "no positions: it is recurrent"_tr;
inline constexpr Text no_positions = "no positions"_tr;
}  // namespace instead_of_rotary

}  // namespace poslab
