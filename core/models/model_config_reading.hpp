#pragma once

#include "core/models/config_values.hpp"
#include "core/models/model_config.hpp"
#include "core/models/model_types.hpp"
#include "core/models/rope_export.hpp"

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// Inside of model_config: the steps from a JSON object to the values, each in a file of its own.

inline constexpr std::int64_t most_positions = std::int64_t{1} << 24U;
inline constexpr std::array<std::string_view, 4> nested_models{"text_config", "llm_config", "language_config", "thinker_config"};
/// Names of the length in the order of trust.
inline constexpr std::array<std::string_view, 8> length_keys{"max_position_embeddings", "n_positions",   "seq_length",
                                                             "max_sequence_length",     "max_seq_len",   "max_context_length",
                                                             "model_max_length",        "max_seq_length"};
/// Names of the width and of the number of heads.
inline constexpr std::array<std::string_view, 4> width_keys{"hidden_size", "n_embd", "d_model", "model_dim"};
inline constexpr std::array<std::string_view, 4> heads_keys{"num_attention_heads", "n_head", "n_heads", "num_heads"};

/// What is known half-way.
struct ConfigReading {
    ConfigValues model;  // the (text) model's object
    ConfigValues rope;   // rope_scaling or rope_parameters, or a part of it by layer type; empty where there is none
    bool v5 = false;     // rope is rope_parameters
    std::string layer_type{};
    LayerKind kind{};     // what is known of layers of that type
    bool nested = false;  // rope is one of several, by layer type
    ModelTypeFacts facts{};
    RopeExport values{};
    std::string type = "default";  // of the scaling, its present name
    std::optional<std::int64_t> max_positions{}, original_positions{};
    std::string length_key = "max_position_embeddings", original_key{};
    std::vector<ConfigWarning> warnings{};
    std::vector<std::string> assumed{};  // "head_dim 256": not in the file

    void warn(const Sentence& sentence) { warnings.push_back({sentence, false}); }
    void warn_of_scaling(const Sentence& sentence) { warnings.push_back({sentence, true}); }
};

/// Base, head dimension, rotary fraction, pairing, M-RoPE sections.
void read_shape(ConfigReading& reading);
/// max_position_embeddings and the original length, as far as they are there.
void read_lengths(ConfigReading& reading);
/// The type of the scaling by its present name; "default" without one.
[[nodiscard]] std::string read_rope_type(ConfigReading& reading);
/// The scaling of that type with its own keys, and train-length and length, which depend on it.
void read_scaling(ConfigReading& reading);

// Warnings where implementations differ.
void warn_about_yarn_factor(ConfigReading& reading);
void warn_about_softmax_scale(ConfigReading& reading);
void warn_about_longrope_list(ConfigReading& reading);
void warn_about_dynamic_cache(ConfigReading& reading);
void warn_about_max_positions(ConfigReading& reading);
void warn_about_assumed(ConfigReading& reading, std::string_view model_type);
void warn_about_unknown_type(ConfigReading& reading, std::string_view model_type);
void warn_about_unused(ConfigReading& reading);

}  // namespace poslab
