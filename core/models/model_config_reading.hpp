#pragma once

#include "core/models/config_values.hpp"
#include "core/models/layer_kinds.hpp"
#include "core/models/model_config.hpp"
#include "core/models/model_types.hpp"
#include "core/models/rope_export.hpp"

#include <fmt/format.h>
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
inline constexpr std::array<std::string_view, 5> width_keys{"hidden_size", "n_embd", "d_model", "model_dim", "dim"};
inline constexpr std::array<std::string_view, 5> heads_keys{"num_attention_heads", "n_head", "n_heads", "num_heads",
                                                            "encoder_num_attention_heads"};

inline constexpr std::array<std::string_view, 3> layer_count_keys{"num_hidden_layers", "n_layers", "n_layer"};

/// The state of reading one kind of layers of one part of a file.
struct ConfigReading {
    ConfigValues model;  // the object of the part
    ConfigValues rope;   // its rope_scaling or rope_parameters, or the object of one kind of layers in it; empty if there is none
    const ModelTypeFacts& facts;
    std::string model_type{};
    bool v5 = false;  // rope is rope_parameters
    FoundKind kind{};
    RopeExport values{};
    PictureFacts picture{};
    std::string type = "default";  // of the scaling, its present name
    std::optional<std::int64_t> max_positions{}, original_positions{};
    std::string length_key = "max_position_embeddings", original_key{};
    std::vector<ConfigWarning> warnings{};
    std::vector<std::string> assumed{};  // "head_dim 256": not in the file
    std::vector<std::string> missing{};  // parameters that the file says nothing of, by their flags

    void warn(const Sentence& sentence) { warnings.push_back({sentence, false}); }
    void warn_of_scaling(const Sentence& sentence) { warnings.push_back({sentence, true}); }
    /// This type's name of a usual key.
    [[nodiscard]] std::string_view key(std::string_view usual) const { return facts.key_of(usual); }
    /// Takes the default of the type's configuration class.
    template <class T>
    T assume(std::string_view key, T value);
};

/// The scaling that a file says by keys of its own, as rope_scaling would; null if it has none. `facts`: of its type.
[[nodiscard]] nlohmann::json native_scaling(ConfigValues& model, const ModelTypeFacts& facts);
/// The row of the table for a file that names no model_type, by keys that only files of one program have; empty for any other.
[[nodiscard]] std::string_view native_type(const nlohmann::json& root);

/// Base, head dimension, rotary fraction, pairing, M-RoPE sections.
void read_shape(ConfigReading& reading);
/// The frequencies of a vision encoder with several axes, in place of a ladder over all pairs.
void read_grid(ConfigReading& reading);
/// max_position_embeddings and the original length, as far as they are there.
void read_lengths(ConfigReading& reading);
/// The type of the scaling by its present name; "default" without one.
[[nodiscard]] std::string read_rope_type(ConfigReading& reading);
/// The scaling of that type with its own keys, and train-length and length, which depend on it.
void read_scaling(ConfigReading& reading);

/// The kinds of layers of a file; a selector is `begin` and the name.
[[nodiscard]] std::vector<LayersOfFile> layers_of_file(const std::vector<FoundKind>& kinds, const FoundKind& read,
                                                       const std::string& begin);

// Warnings where implementations differ.
void warn_about_yarn_factor(ConfigReading& reading);
void warn_about_softmax_scale(ConfigReading& reading);
void warn_about_longrope_list(ConfigReading& reading);
void warn_about_dynamic_cache(ConfigReading& reading);
void warn_about_max_positions(ConfigReading& reading);
void warn_about_assumed(ConfigReading& reading);
void warn_about_missing(ConfigReading& reading);
void warn_about_type(ConfigReading& reading);
void warn_about_kinds(ConfigReading& reading, const std::vector<FoundKind>& kinds, const std::vector<std::string>& parts);
void warn_about_unused(ConfigReading& reading);
/// Qwen2.5-1M's dual_chunk_attention_config.
void warn_about_dual_chunks(ConfigReading& reading);
/// One sentence for every key that speaks of positions and was not read.
void warn_about_positions(ConfigReading& reading, const nlohmann::json& root);

template <class T>
T ConfigReading::assume(std::string_view key, T value) {
    assumed.push_back(fmt::format("{} {}", key, number_text(static_cast<double>(value))));
    return value;
}

}  // namespace poslab
