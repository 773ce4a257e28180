#pragma once

#include "core/base/job.hpp"
#include "core/params/groups/decoder_source.hpp"
#include "core/tokens/tokenizer.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace poslab {

/// What a language model is given to read.
struct ModelText {
    std::vector<std::int32_t> tokens;
    std::optional<std::int32_t> begin{};           // stands before each piece
    std::shared_ptr<const Tokenizer> tokenizer{};  // null: tokens were given
};

/// `tokens`, or `text` cut by the model's own tokenizer; without either the text that a built-in model has not seen, of a model
/// from a folder the first one's. Throws InputError.
[[nodiscard]] ModelText read_model_text(const DecoderSourceGroup& source, std::int64_t vocabulary, const Job& job);

/// That of a built-in model, or of its folder.
[[nodiscard]] std::shared_ptr<const Tokenizer> tokenizer_of(const DecoderSourceGroup& source);

}  // namespace poslab
