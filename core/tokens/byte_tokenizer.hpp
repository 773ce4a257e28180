#pragma once

#include "core/tokens/tokenizer.hpp"

#include <memory>
#include <string>

namespace poslab {

/// Each byte is a token, of its own number: what models of bytes have.
[[nodiscard]] std::unique_ptr<const Tokenizer> byte_tokenizer();

/// The same as a tokenizer.json, which other programs read, too (byte-level, 256 tokens, no merges).
[[nodiscard]] std::string byte_tokenizer_json();
/// The tokenizer_config.json that belongs to it: without one `transformers` takes that of the model's type, with special tokens of
/// its own. `length`: of the longest text that the model was made for.
[[nodiscard]] std::string byte_tokenizer_config_json(std::int64_t length);

}  // namespace poslab
