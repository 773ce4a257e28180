#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"
#include "core/params/groups/decoder_source.hpp"
#include "core/tokens/tokenizer.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace poslab {

/// The text that a language model reads, as tokens.
struct ModelText {
    std::vector<std::int32_t> tokens;              // with the token that the model expects after a text
    std::optional<std::int32_t> begin{};           // put before each piece
    std::shared_ptr<const Tokenizer> tokenizer{};  // null: token ids were given
    std::vector<Message> warnings{};               // the tokenizer's
};

/// Returns `tokens`, or `text` split by the model's own tokenizer. Without either, it is the held-out text of
/// a built-in model; for a model from a folder, that of the first built-in
/// model. Throws InputError.
[[nodiscard]] ModelText read_model_text(const DecoderSourceGroup& source, std::int64_t vocabulary,
                                        const Job& job);

/// Returns the tokenizer of a built-in model, or of the folder. Throws InputError; Cancelled.
[[nodiscard]] std::shared_ptr<const Tokenizer> tokenizer_of(const DecoderSourceGroup& source, const Job& job);

}  // namespace poslab
