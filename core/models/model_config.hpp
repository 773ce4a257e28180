#pragma once

#include "core/base/sentence.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct ConfigWarning : Sentence {
    bool of_scaling = false;  // rotary_frequencies() says the same of the parameters themselves
    bool operator==(const ConfigWarning&) const = default;
};

/// Rows and columns of patches; 0: unknown.
struct PatchesOfSides {
    std::int64_t rows = 0, columns = 0;
    bool operator==(const PatchesOfSides&) const = default;
};

/// How the pairs of a vision encoder share the axes of a picture (core/encoding/picture_layouts.hpp).
struct PictureFacts {
    std::string layout;       // id of a PictureLayout; empty: the model has a single axis, or M-RoPE
    std::string coordinates;  // id of PictureCoordinates
    PatchesOfSides trained;   // the grid that the file is for
    PatchesOfSides used;      // a larger grid whose positions are interpolated to `trained`; 0: the same grid
    bool operator==(const PictureFacts&) const = default;
};

/// The rotary embedding of one kind of layers of a model, by its Hugging Face config.json or a file of its own program.
struct ModelConfig {
    /// {parameter id: value} of the groups rotary and lengths, with "mrope-sections", "mrope-interleaved" and "mrope-alternating":
    /// all of them, so that nothing of an earlier model stays, but those that the file says nothing of (a length). "mscale",
    /// "mscale-all-dim" null: unset; "attention-factor" null: auto. "train-length" is the length L0 that the scaling starts from,
    /// "length" the one that the model is used at, in tokens.
    nlohmann::json parameters;
    std::string model_type;                // empty: not named
    std::string part;                      // "vision_config": where it is in the file; empty: the whole file
    std::vector<std::string> layer_types;  // kinds of layers, the one that the plain file means first; empty: all are alike
    std::string layer_type;                // the one that is read; empty: all are alike
    PictureFacts picture{};
    std::vector<ConfigWarning> warnings;  // other kinds and parts, what was assumed or ignored, where implementations differ
};

/// A larger text is no config.json.
inline constexpr std::size_t most_config_bytes = std::size_t{16} << 20U;

/// Reads the text of a config.json, NaN and Infinity as Python writes them included: the old schema (rope_theta, rope_scaling, …)
/// and rope_parameters of Transformers v5, flat or nested by layer type; files of models' own programs (params.json). `selector`
/// names a kind of layers ("sliding_attention", or a layer's number), a part ("vision_config", "talker_config.text_config") or a
/// kind in a part; empty: the text model and its first kind that rotates. `name` names the text in messages. Throws InputError
/// naming the key, its value and what is allowed, or what the model has instead of a rotary embedding. Any thread.
[[nodiscard]] ModelConfig parse_model_config(std::string_view text, std::string_view name, std::string_view selector = {});

/// A path as it is typed, FILE or FILE#SELECTOR.
struct ConfigPath {
    std::string file, selector;
};
/// A file whose name has a '#' is found, too.
[[nodiscard]] ConfigPath split_config_path(const std::string& path);

/// A kind of layers that a file has.
struct LayersOfFile {
    std::string name;
    std::string selector;  // FILE#SELECTOR reads it
    bool rotates = true;
    bool has_queries_and_keys = true;
    bool is_read = false;  // it is the one that the given path reads
};

/// Returns the kinds of layers in the part that `selector` names, or the plain file; empty if all layers are equal. Throws
/// InputError for a file without such a part or kind.
[[nodiscard]] std::vector<LayersOfFile> parse_layer_kinds(std::string_view text, std::string_view name,
                                                          std::string_view selector = {});
/// Returns those of FILE or FILE#SELECTOR.
[[nodiscard]] std::vector<LayersOfFile> read_layer_kinds(const std::string& path);

/// Reads FILE or FILE#SELECTOR. A GGUF is read as llama.cpp does.
[[nodiscard]] ModelConfig read_model_config(const std::string& path);

}  // namespace poslab
