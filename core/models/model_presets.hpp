#pragma once

#include "core/models/model_config.hpp"

#include <span>
#include <string>

namespace poslab {

/// A model by its name: the part of its config.json that its rotary embedding depends on, read as a user's own file would be.
struct ModelPreset {
    std::string id;      // "llama-3.1-8b"
    std::string title;   // "Llama 3.1 8B"
    std::string source;  // where the config was read: a repository and path, or an address
    std::string date;    // when, YYYY-MM-DD
    std::string text;    // the config.json itself, indented
    ModelConfig config;
};

/// assets/model_presets.json, parsed at the first call. Any thread.
[[nodiscard]] std::span<const ModelPreset> model_presets();

}  // namespace poslab
