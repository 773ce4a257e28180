#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// True if a text, or only its beginning, looks like a config.json: an object with keys of a model that is
/// neither PosLab's own "view" with "parameters" nor a session. The text need not be valid. Does not throw.
[[nodiscard]] bool looks_like_model_config(std::string_view bytes);

/// The same for the beginning of a file, FILE or FILE#LAYER_TYPE, and for a GGUF; false if it cannot be read.
[[nodiscard]] bool model_config_file(const std::string& path);

}  // namespace poslab
