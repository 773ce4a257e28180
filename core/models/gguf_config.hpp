#pragma once

#include "core/models/model_config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// True if the file begins as a GGUF; false if it cannot be read.
[[nodiscard]] bool is_gguf_file(const std::string& path);

/// Reads the rotary embedding of a GGUF's model as llama.cpp does: general.architecture, ARCHITECTURE.rope.*
/// and the lists rope_freqs.weight, rope_factors_short.weight and rope_factors_long.weight
/// (docs/model-types.md). `layer_type` is the selector of a config.json. Throws InputError with the key, its
/// value and the allowed values.
[[nodiscard]] ModelConfig read_gguf_config(const std::string& path, std::string_view layer_type = {});

/// Returns the kinds of layers of a GGUF (read_layer_kinds()).
[[nodiscard]] std::vector<LayersOfFile> read_gguf_layer_kinds(const std::string& path,
                                                              std::string_view layer_type);

}  // namespace poslab
