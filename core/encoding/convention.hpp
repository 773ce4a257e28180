#pragma once

#include "core/base/text.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace poslab {

/// The program whose reading of a config applies if programs and their releases differ (docs/formulas.md
/// §3.3).
enum class Convention {
    transformers_5,
    transformers_4_57,
    transformers_4_55,
    transformers_4_51,
    transformers_first,
    vllm_31,
    vllm_22,
    vllm_12,
    vllm_11,
    llama_cpp
};

/// How a program reads `dynamic`: the base follows the text length; is fixed at load time for factor ·
/// trained tokens; is fixed for the served length (the trained one unless the file gives both); or the type
/// is ignored.
enum class DynamicRule { by_text, for_extended_length, for_served_length, ignored };

/// The rules of one release; the defaults are those of Transformers 5. "Positions" is
/// max_position_embeddings.
struct ConventionRules {
    Convention convention = Convention::transformers_5;
    std::string_view id{};
    Text label{};
    std::string_view alias{};               // another accepted name
    int major = 0, minor = 0;               // the first release with these rules
    bool ramp_from_trained = true;          // yarn: the ramp uses the trained length, else the positions
    bool own_factor = true;                 // yarn: s is the config's factor, else positions / trained length
    bool reads_mscale = true;               // yarn: mscale and mscale_all_dim
    bool reads_mscale_of_deepseek = true;   // the same for models of DeepSeek's family
    bool reads_truncate = true;             // yarn: if false, lo and hi are always rounded
    bool reads_attention_factor = true;     // yarn
    bool reads_apply_yarn_scaling = false;  // yarn: apply_yarn_scaling = false disables the attention factor
    bool factor_of_lengths = false;         // longrope: the attention factor uses positions / trained length
    bool own_attention_factor = true;       // longrope: attention_factor is read
    bool divides_proportional = true;       // proportional: factor is read
    bool fixed_when_loaded = false;         // longrope: the served length, not the text, selects the list
    DynamicRule dynamic = DynamicRule::by_text;
    bool operator==(const ConventionRules&) const = default;
};

/// One row per release that changed something; the first of each program is its newest. Sources:
/// huggingface/transformers src/transformers/modeling_rope_utils.py (4.43 introduced YaRN; pull requests
/// 35926, 39923, 40320, 42255); vllm-project/vllm vllm/model_executor/layers/rotary_embedding (28145 and
/// 28244: 0.12; 41277: 0.22; 56446: merged 2026-09-11, in 0.31); ggml-org/llama.cpp src/llama-context.cpp
/// (17945, 18006). Releases of vLLM are inferred from the dates of these merges.
inline constexpr std::array<ConventionRules, 10> conventions{{
    {.convention = Convention::transformers_5,
     .id = "transformers-5",
     .label = "Transformers 5"_tr,
     .alias = "transformers",
     .major = 5},
    {.convention = Convention::transformers_4_57,
     .id = "transformers-4.57",
     .label = "Transformers 4.56, 4.57"_tr,
     .major = 4,
     .minor = 56,
     .factor_of_lengths = true},
    {.convention = Convention::transformers_4_55,
     .id = "transformers-4.55",
     .label = "Transformers 4.55"_tr,
     .alias = "transformers-4",
     .major = 4,
     .minor = 55,
     .own_factor = false,
     .factor_of_lengths = true},
    {.convention = Convention::transformers_4_51,
     .id = "transformers-4.51",
     .label = "Transformers 4.51 to 4.54"_tr,
     .major = 4,
     .minor = 51,
     .own_factor = false,
     .reads_truncate = false,
     .factor_of_lengths = true},
    {.convention = Convention::transformers_first,
     .id = "transformers-first",
     .label = "Transformers, first release"_tr,
     .major = 4,
     .minor = 43,
     .ramp_from_trained = false,
     .reads_mscale = false,
     .reads_mscale_of_deepseek = false,
     .reads_truncate = false,
     .factor_of_lengths = true},
    {.convention = Convention::vllm_31,
     .id = "vllm-0.31",
     .label = "vLLM 0.31"_tr,
     .alias = "vllm",
     .minor = 31,
     // its reader of params.json writes equal mscale and mscale_all_dim instead
     .reads_apply_yarn_scaling = true,
     .factor_of_lengths = true,
     .own_attention_factor = false,
     .divides_proportional = false,
     .fixed_when_loaded = true,
     .dynamic = DynamicRule::for_served_length},
    {.convention = Convention::vllm_22,
     .id = "vllm-0.22",
     .label = "vLLM 0.22 to 0.30"_tr,
     .minor = 22,
     .reads_mscale = false,
     .reads_attention_factor = false,
     .reads_apply_yarn_scaling = true,
     .factor_of_lengths = true,
     .own_attention_factor = false,
     .divides_proportional = false,
     .fixed_when_loaded = true,
     .dynamic = DynamicRule::for_served_length},
    {.convention = Convention::vllm_12,
     .id = "vllm-0.12",
     .label = "vLLM 0.12 to 0.21"_tr,
     .minor = 12,
     .reads_mscale = false,
     .reads_attention_factor = false,
     .reads_apply_yarn_scaling = true,
     .factor_of_lengths = true,
     .own_attention_factor = false,
     .divides_proportional = false,
     .fixed_when_loaded = true,
     .dynamic = DynamicRule::for_extended_length},
    {.convention = Convention::vllm_11,
     .id = "vllm-0.11",
     .label = "vLLM 0.11"_tr,
     .minor = 11,
     .reads_mscale = false,
     .reads_truncate = false,
     .reads_attention_factor = false,
     .factor_of_lengths = true,
     .own_attention_factor = false,
     .divides_proportional = false,
     .fixed_when_loaded = true,
     .dynamic = DynamicRule::for_extended_length},
    {.convention = Convention::llama_cpp,
     .id = "llama.cpp",
     .label = "llama.cpp"_tr,
     .reads_mscale = false,
     .reads_truncate = false,
     .reads_attention_factor = false,
     .factor_of_lengths = true,
     .own_attention_factor = false,
     .fixed_when_loaded = true,
     .dynamic = DynamicRule::ignored},
}};

[[nodiscard]] constexpr const ConventionRules& rules_of(Convention convention) {
    return conventions.at(static_cast<std::size_t>(convention));
}

/// Returns the convention of a release such as "vllm-0.25" or "transformers-4.53.2"; "vllm" is the newest
/// known one. Empty if unknown.
[[nodiscard]] std::optional<Convention> convention_of_release(std::string_view name);

}  // namespace poslab
