#pragma once

#include "core/tokens/tokenizer.hpp"

#include <memory>
#include <string>

namespace poslab {

/// Reads a tokenizer.model of SentencePiece, byte-pair encoding or unigram, with the original library.
/// begin_of_text() is its BOS, unless the tokenizer_config.json next to it disables it, and end_of_text() its
/// EOS if that file enables it. Throws InputError, and Cancelled before and after the work of the library,
/// which cannot be stopped.
[[nodiscard]] std::unique_ptr<const Tokenizer> read_sentencepiece_tokenizer(const std::string& path,
                                                                            const Job& job = {});

}  // namespace poslab
