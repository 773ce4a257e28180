#pragma once

#include "core/base/message.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct ConfigWarning : Message {
    bool of_scaling = false;  // rotary_frequencies() gives the same warning for the parameters
    bool operator==(const ConfigWarning&) const = default;
};

/// Rows and columns of patches; 0: unknown.
struct PatchesOfSides {
    std::int64_t rows = 0, columns = 0;
    bool operator==(const PatchesOfSides&) const = default;
};

/// Assignment of a vision encoder's pairs to the axes of a picture (core/encoding/picture_layouts.hpp).
struct PictureFacts {
    std::string layout;       // id of a PictureLayout; empty: the model has a single axis, or M-RoPE
    std::string coordinates;  // id of PictureCoordinates
    PatchesOfSides trained;   // the grid of the trained resolution
    PatchesOfSides used;      // a larger grid whose positions are interpolated to `trained`; 0: the same grid
    bool operator==(const PictureFacts&) const = default;
};

/// The rotary embedding of one kind of layers of a model, from its Hugging Face config.json or another
/// program's file.
struct ModelConfig {
    /// {parameter id: value} of the groups rotary and lengths, with "mrope-sections", "mrope-interleaved" and
    /// "mrope-alternating". It has all of them, so that no value of an earlier model remains, except those
    /// that the file lacks (a length). "mscale", "mscale-all-dim" null: unset; "attention-factor" null: auto.
    ///
    /// "train-length" is the length L0 from which the scaling starts, "length" the one at which the model is
    /// used, in tokens.
    nlohmann::json parameters;
    std::string model_type;  // empty: not in the file
    std::string part;        // path in the file, "vision_config"; empty: the whole file
    /// Kinds of layers, the default one first; empty: all layers are equal.
    std::vector<std::string> layer_types;
    std::string layer_type;  // the one that is read; empty: all layers are equal
    PictureFacts picture{};
    /// Other kinds and parts, assumed or ignored keys, differences between implementations.
    std::vector<ConfigWarning> warnings;
};

/// The maximum size of a config.json in bytes; larger files are refused.
inline constexpr std::size_t max_config_bytes = std::size_t{16} << 20U;

/// Parses the text of a config.json, including NaN and Infinity as Python writes them. It may have the old
/// schema (rope_theta, rope_scaling, …), rope_parameters of Transformers v5, flat or nested by layer type, or
/// be the file of a model's own program (params.json).
///
/// `selector` names a kind of layers ("sliding_attention", or a layer's index), a part ("vision_config",
/// "talker_config.text_config") or a kind in a part; empty: the text model and its first kind that rotates.
/// `name` identifies the text in messages.
///
/// Throws InputError with the key, its value and the allowed values, or with the encoding that the model has
/// instead of a rotary embedding. Thread-safe.
[[nodiscard]] ModelConfig parse_model_config(std::string_view text, std::string_view name,
                                             std::string_view selector = {});

/// A path typed by a user, FILE or FILE#SELECTOR.
struct ConfigPath {
    std::string file, selector;
};
/// Splits a path at its '#', unless a file with the whole name exists.
[[nodiscard]] ConfigPath split_config_path(const std::string& path);

/// A kind of layers in a file.
struct LayersOfFile {
    std::string name;
    std::string selector;  // FILE#SELECTOR reads this kind
    bool rotates = true;
    bool has_queries_and_keys = true;
    bool is_read = false;  // the kind that the given path reads
};

/// Returns the kinds of layers in the part that `selector` names, or in the plain file; empty if all layers
/// are equal. Throws InputError if the file has no such part or kind.
[[nodiscard]] std::vector<LayersOfFile> parse_layer_kinds(std::string_view text, std::string_view name,
                                                          std::string_view selector = {});
/// Returns the kinds of layers of FILE or FILE#SELECTOR.
[[nodiscard]] std::vector<LayersOfFile> read_layer_kinds(const std::string& path);

/// Reads FILE or FILE#SELECTOR. A GGUF is read as llama.cpp does.
[[nodiscard]] ModelConfig read_model_config(const std::string& path);

}  // namespace poslab
