#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Whether a text, or only its beginning, is meant as a config.json: an object with keys of a model and neither this program's
/// "view" with "parameters" nor a session. It need not be readable. Throws nothing.
[[nodiscard]] bool looks_like_model_config(std::string_view bytes);

/// The same of the beginning of a file, FILE or FILE#LAYER_TYPE, and of a GGUF; false for what cannot be read.
[[nodiscard]] bool model_config_file(const std::string& path);

}  // namespace poslab
