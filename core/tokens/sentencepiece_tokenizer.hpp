#pragma once

#include "core/tokens/tokenizer.hpp"

#include <memory>
#include <string>

namespace poslab {

/// A tokenizer.model of SentencePiece, byte-pair encoding or unigram, by its own library. begin_of_text() is its BOS, unless the
/// tokenizer_config.json beside it says that none is added. Throws InputError.
[[nodiscard]] std::unique_ptr<const Tokenizer> read_sentencepiece_tokenizer(const std::string& path);

}  // namespace poslab
