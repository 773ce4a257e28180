#pragma once

#include "core/tokens/tokenizer.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace poslab {

/// A tokenizer.json as the library `tokenizers` of Hugging Face writes it: byte-pair encoding, byte-level (GPT-2, Llama 3, Qwen,
/// SmolLM) or with byte fallback (Llama 2, Mistral, TinyLlama), with the steps that Normalizer and PreTokenizer know. Throws
/// InputError, "FILE: PATH is …", for what is wrong or not understood; what would change the tokens is never left out.
[[nodiscard]] std::unique_ptr<const Tokenizer> read_json_tokenizer(const std::string& path);
/// The same of its text; `name` begins the messages.
[[nodiscard]] std::unique_ptr<const Tokenizer> parse_json_tokenizer(std::string_view text, const std::string& name);

}  // namespace poslab
