#pragma once

#include "core/base/text.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace poslab {

/// Whose reading of a config holds where releases of transformers and other programs differ (docs/formulas.md §3.3).
enum class Convention { transformers_5, transformers_4_57, transformers_4_55, transformers_4_51, transformers_first, vllm };

/// What one of them does; the initialisers are what version 5 of transformers does. "Positions" is max_position_embeddings.
struct ConventionRules {
    Convention convention = Convention::transformers_5;
    std::string_view id{};
    Text label{};
    std::string_view alias{};          // another name that is understood
    bool ramp_from_trained = true;     // yarn: the ramp is computed from the trained length, else from the positions
    bool own_factor = true;            // yarn: s is the config's factor, else positions / trained length
    bool reads_mscale = true;          // yarn
    bool reads_truncate = true;        // yarn: else lo and hi are always rounded
    bool factor_of_lengths = false;    // longrope: the attention factor is that of positions / trained length
    bool own_attention_factor = true;  // longrope: attention_factor is read
    bool reads_apply_yarn_scaling = false;  // yarn: the attention factor is left out where apply_yarn_scaling is false
    bool divides_proportional = true;  // proportional: factor is read
    bool fixed_when_loaded = false;    // dynamic, longrope: by the longest text that is served, not by the present one
    bool operator==(const ConventionRules&) const = default;
};

/// A row a release from which on something changed, by huggingface/transformers src/transformers/modeling_rope_utils.py of that
/// release (4.43 had YaRN first) and vllm-project/vllm vllm/model_executor/layers/rotary_embedding.
inline constexpr std::array<ConventionRules, 6> conventions{{
    {.convention = Convention::transformers_5, .id = "transformers-5", .label = "Transformers 5"_tr},
    {.convention = Convention::transformers_4_57,
     .id = "transformers-4.57",
     .label = "Transformers 4.56, 4.57"_tr,
     .alias = "transformers-4.56",
     .factor_of_lengths = true},
    {.convention = Convention::transformers_4_55,
     .id = "transformers-4.55",
     .label = "Transformers 4.55"_tr,
     .alias = "transformers-4",
     .own_factor = false,
     .factor_of_lengths = true},
    {.convention = Convention::transformers_4_51,
     .id = "transformers-4.51",
     .label = "Transformers 4.51 to 4.54"_tr,
     .own_factor = false,
     .reads_truncate = false,
     .factor_of_lengths = true},
    {.convention = Convention::transformers_first,
     .id = "transformers-first",
     .label = "Transformers, first release"_tr,
     .alias = "transformers-4.43",
     .ramp_from_trained = false,
     .reads_mscale = false,
     .reads_truncate = false,
     .factor_of_lengths = true},
    {.convention = Convention::vllm,
     .id = "vllm",
     .label = "vLLM"_tr,
     .factor_of_lengths = true,
     .own_attention_factor = false,
     .reads_apply_yarn_scaling = true,
     .divides_proportional = false,
     .fixed_when_loaded = true},
}};

[[nodiscard]] constexpr const ConventionRules& rules_of(Convention convention) {
    return conventions.at(static_cast<std::size_t>(convention));
}

}  // namespace poslab
