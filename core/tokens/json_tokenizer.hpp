#pragma once

#include "core/tokens/tokenizer.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace poslab {

/// Reads a tokenizer.json of Hugging Face's library `tokenizers`: byte-pair encoding, byte-level (GPT-2,
/// Llama 3, Qwen, SmolLM) or with byte fallback (Llama 2, Mistral, TinyLlama), with the steps that Normalizer
/// and PreTokenizer support. Throws InputError, "FILE: PATH is …", for invalid and unsupported parts; a part
/// that affects the tokens is never ignored. Throws Cancelled.
[[nodiscard]] std::unique_ptr<const Tokenizer> read_json_tokenizer(const std::string& path,
                                                                   const Job& job = {});
/// Parses its text; messages begin with `name`.
[[nodiscard]] std::unique_ptr<const Tokenizer> parse_json_tokenizer(std::string_view text,
                                                                    const std::string& name,
                                                                    const Job& job = {});

}  // namespace poslab
