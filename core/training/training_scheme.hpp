#pragma once

#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

struct ModelSettings;

/// How the attention of one layer knows positions: query i and key j <= i with the logit s_i q_i k_j / sqrt(head_dim) - m_h (i -
/// j).
struct LayerAttention {
    bool rotates = true;           // queries and keys are rotated by their positions (RoPE)
    bool log_n = false;            // s_i = max(1, ln(i + 1) / ln train_length), else 1
    std::int64_t window = 0;       // only keys with i - j < window; 0: all
    std::vector<double> slopes{};  // m of each head; empty: 0
};

/// What a small model can be trained with.
struct TrainingScheme {
    std::string_view id;
    Text label{};
    std::string_view help{};    // in English, of the command line
    bool takes_window = false;  // whether ModelSettings::window says something
    /// 0 <= layer < model.layers. ModelSettings::log_n is added by who asks (attention_of).
    LayerAttention (*of_layer)(const ModelSettings& model, std::int64_t layer) = nullptr;

    [[nodiscard]] static std::span<const TrainingScheme* const> all();
};

/// Of the scheme of the model, and its log n.
[[nodiscard]] LayerAttention attention_of(const ModelSettings& model, std::int64_t layer);

}  // namespace poslab
