#pragma once

#include "core/tokens/tokenizer.hpp"

#include <memory>
#include <string>

namespace poslab {

/// Returns a tokenizer whose tokens are single bytes, for byte-level models.
[[nodiscard]] std::unique_ptr<const Tokenizer> byte_tokenizer();

/// Returns it as a tokenizer.json that other programs can read (byte-level, 256 tokens, no merges).
[[nodiscard]] std::string byte_tokenizer_json();
/// Returns the matching tokenizer_config.json: without one, `transformers` uses that of the model type, which
/// has special tokens. `length`: of the longest text that the model supports.
[[nodiscard]] std::string byte_tokenizer_config_json(std::int64_t length);

}  // namespace poslab
