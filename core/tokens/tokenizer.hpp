#pragma once

#include "core/base/job.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Longer texts are refused.
inline constexpr std::size_t most_text_bytes = std::size_t{1} << 26U;
/// Larger vocabularies are refused.
inline constexpr std::int64_t most_vocabulary = std::int64_t{1} << 24U;

/// The tokens of a vocabulary.
struct TokenTable {
    std::vector<std::string> bytes;             // that a token stands for; of a special token what it is written as; none: unused
    std::optional<std::int32_t> begin_of_text;  // what the model wants before a text
    bool leading_space = false;                 // encoding puts a space before a text; decoding takes it off again
};

/// Cuts texts into the tokens of a vocabulary. Const, so that several threads may use one at once.
class Tokenizer {
  public:
    virtual ~Tokenizer() = default;
    Tokenizer(const Tokenizer&) = delete;
    Tokenizer& operator=(const Tokenizer&) = delete;

    /// As the original does without special tokens of its own: begin_of_text() is not among them. A special token of a
    /// tokenizer.json that the text spells out is that token. Throws InputError for what is not UTF-8 (with the byte), too long, or
    /// has a character without a token; Cancelled.
    [[nodiscard]] std::vector<std::int32_t> encode(std::string_view utf8, const Job& job = {}) const;
    /// What encode() was given, if the tokenizer works on bytes and changes nothing (normal forms do). Any bytes otherwise: tokens
    /// may end within a character. Tokens must lie within the vocabulary (std::out_of_range).
    [[nodiscard]] std::string decode(std::span<const std::int32_t> tokens) const;
    /// The bytes that a token stands for, at times a part of a character; see token_label(). Lives as long as the tokenizer.
    [[nodiscard]] std::string_view bytes_of(std::int32_t token) const;
    /// Tokens are in [0, vocabulary()). A model's vocabulary may be larger, for its matrices have round sizes.
    [[nodiscard]] std::int64_t vocabulary() const { return static_cast<std::int64_t>(table_.bytes.size()); }
    /// What the model expects before a text, if anything.
    [[nodiscard]] std::optional<std::int32_t> begin_of_text() const { return table_.begin_of_text; }

  protected:
    explicit Tokenizer(TokenTable table) : table_(std::move(table)) {}

  private:
    /// `utf8` is, and is not too long.
    [[nodiscard]] virtual std::vector<std::int32_t> tokens_of(std::string_view utf8, const Job& job) const = 0;

    TokenTable table_;
};

/// That of a folder as models are released: its tokenizer.json (read_json_tokenizer), or else its tokenizer.model
/// (read_sentencepiece_tokenizer). Throws InputError where there is neither or a part of it is not understood.
[[nodiscard]] std::unique_ptr<const Tokenizer> read_tokenizer(const std::string& folder);

}  // namespace poslab
