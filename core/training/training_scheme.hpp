#pragma once

#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

struct ModelSettings;

/// Positions in the attention of one layer: query i and key j <= i have the logit s_i q_i k_j /
/// sqrt(head_dim) - m_h (i - j).
struct LayerAttention {
    bool rotates = true;           // queries and keys are rotated by their positions (RoPE)
    bool log_n = false;            // s_i = max(1, ln(i + 1) / ln train_length), else 1
    std::int64_t window = 0;       // only keys with i - j < window; 0: all
    std::vector<double> slopes{};  // m of each head; empty: 0
};

/// A position encoding that a small model can be trained with.
struct TrainingScheme {
    std::string_view id;
    Text label{};
    std::string_view help{};    // English, for the command line
    bool takes_window = false;  // true if ModelSettings::window applies
    /// 0 <= layer < model.layers. attention_of() adds ModelSettings::log_n.
    LayerAttention (*of_layer)(const ModelSettings& model, std::int64_t layer) = nullptr;

    [[nodiscard]] static std::span<const TrainingScheme* const> all();
};

/// Returns the scheme's attention in a layer, including the model's log n.
[[nodiscard]] LayerAttention attention_of(const ModelSettings& model, std::int64_t layer);

}  // namespace poslab
