#pragma once

#include <string>

namespace poslab {

/// The tokenizer.json of Hugging Face's tokenizers whose tokens are the 256 bytes, token b being byte b: byte-level BPE without
/// merges, whose table names a byte by the character that GPT-2 writes for it.
[[nodiscard]] std::string byte_tokenizer();

}  // namespace poslab
