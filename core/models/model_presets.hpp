#pragma once

#include "core/models/model_config.hpp"

#include <span>
#include <string>

namespace poslab {

/// A published model: the part of its config.json on which its rotary embedding depends, parsed like a user's
/// own file.
struct ModelPreset {
    std::string id;      // "llama-3.1-8b"
    std::string title;   // "Llama 3.1 8B"
    std::string source;  // where the config was found: a repository and path, or a URL
    std::string date;    // the date on which it was read, YYYY-MM-DD
    std::string text;    // the config.json itself, indented
    ModelConfig config;
};

/// Returns the presets of assets/model_presets.json, parsed at the first call. Thread-safe.
[[nodiscard]] std::span<const ModelPreset> model_presets();

}  // namespace poslab
