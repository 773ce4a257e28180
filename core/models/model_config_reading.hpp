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

// Internals of model_config: the steps from a JSON object to the values, one file each.

inline constexpr std::int64_t most_positions = std::int64_t{1} << 24U;
inline constexpr std::array<std::string_view, 4> nested_models{"text_config", "llm_config", "language_config",
                                                               "thinker_config"};
/// Keys of the length, the most reliable first.
inline constexpr std::array<std::string_view, 8> length_keys{
    "max_position_embeddings", "n_positions",      "seq_length",    "max_sequence_length", "max_seq_len",
    "max_context_length",      "model_max_length", "max_seq_length"};
/// Keys of the width and of the number of heads.
inline constexpr std::array<std::string_view, 5> width_keys{"hidden_size", "n_embd", "d_model", "model_dim",
                                                            "dim"};
inline constexpr std::array<std::string_view, 5> heads_keys{"num_attention_heads", "n_head", "n_heads",
                                                            "num_heads", "encoder_num_attention_heads"};

inline constexpr std::array<std::string_view, 3> layer_count_keys{"num_hidden_layers", "n_layers", "n_layer"};

/// The state of reading one kind of layers of one part of a file.
struct ConfigReading {
    ConfigValues model;  // the object of the part
    /// Its rope_scaling or rope_parameters, or the object of one kind of layers in it; empty if there is
    /// none.
    ConfigValues rope;
    const ModelTypeFacts& facts;
    std::string model_type{};
    bool v5 = false;  // rope is rope_parameters
    FoundKind kind{};
    RopeConfig values{};
    PictureFacts picture{};
    std::string type = "default";  // of the scaling, under its current name
    std::optional<std::int64_t> max_positions{}, original_positions{};
    std::string length_key = "max_position_embeddings", original_key{};
    std::vector<ConfigWarning> warnings{};
    std::vector<std::string> assumed{};  // "head_dim 256": not in the file
    std::vector<std::string> missing{};  // ids of the parameters that the file lacks

    void warn(const Message& message) { warnings.push_back({message, false}); }
    void warn_of_scaling(const Message& message) { warnings.push_back({message, true}); }
    /// Returns this type's name of a usual key.
    [[nodiscard]] std::string_view key(std::string_view usual) const { return facts.key_of(usual); }
    /// Returns the default of the type's configuration class and records that it was assumed.
    template <class T>
    T assume(std::string_view key, T value);
};

/// Returns the scaling that a file gives by keys of its own, in the form of rope_scaling; null if it has
/// none. `facts`: of its type.
[[nodiscard]] nlohmann::json native_scaling(ConfigValues& model, const ModelTypeFacts& facts);
/// Returns the row of the table for a file without a model_type, by keys that only one program's files have;
/// empty for any other file.
[[nodiscard]] std::string_view native_type(const nlohmann::json& root);

/// Reads base, head dimension, rotary fraction, pairing and M-RoPE sections.
void read_shape(ConfigReading& reading);
/// Replaces the frequencies by those of a vision encoder with several axes.
void read_grid(ConfigReading& reading);
/// Reads max_position_embeddings and the original length, if present.
void read_lengths(ConfigReading& reading);
/// Returns the type of the scaling under its current name; "default" if there is none.
[[nodiscard]] std::string read_rope_type(ConfigReading& reading);
/// Reads the keys of that type of scaling, and train-length and length, which depend on it.
void read_scaling(ConfigReading& reading);

/// Returns the kinds of layers of a file; a selector is `begin` and the name.
[[nodiscard]] std::vector<LayersOfFile> layers_of_file(const std::vector<FoundKind>& kinds,
                                                       const FoundKind& read, const std::string& begin);

// Warnings about differences between implementations.
void warn_about_yarn_factor(ConfigReading& reading);
void warn_about_softmax_scale(ConfigReading& reading);
void warn_about_longrope_list(ConfigReading& reading);
void warn_about_dynamic_cache(ConfigReading& reading);
void warn_about_max_positions(ConfigReading& reading);
/// Adds a warning if the scaling does not start from the original length.
void warn_about_original(ConfigReading& reading);
void warn_about_assumed(ConfigReading& reading);
void warn_about_missing(ConfigReading& reading);
void warn_about_type(ConfigReading& reading);
void warn_about_kinds(ConfigReading& reading, const std::vector<FoundKind>& kinds,
                      const std::vector<std::string>& parts);
void warn_about_unused(ConfigReading& reading);
/// Adds a warning for keys of `scaling` next to the objects of layer types.
void warn_about_keys_next_to_kinds(ConfigReading& reading, const nlohmann::json* scaling);
/// Qwen2.5-1M's dual_chunk_attention_config.
void warn_about_dual_chunks(ConfigReading& reading);
/// Adds a warning for every key about positions that was not read.
void warn_about_positions(ConfigReading& reading, const nlohmann::json& root);

template <class T>
T ConfigReading::assume(std::string_view key, T value) {
    assumed.push_back(fmt::format("{} {}", key, number_text(static_cast<double>(value))));
    return value;
}

}  // namespace poslab
