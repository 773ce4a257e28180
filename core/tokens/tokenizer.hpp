#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"

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
inline constexpr std::size_t max_text_bytes = std::size_t{1} << 26U;
/// Larger vocabularies are refused.
inline constexpr std::int64_t max_vocabulary = std::int64_t{1} << 24U;

/// The tokens of a vocabulary.
struct TokenTable {
    std::vector<std::string> bytes;  // per token; special tokens: their written form; empty: unused
    std::optional<std::int32_t> begin_of_text;  // the token that the model expects before a text
    std::optional<std::int32_t> end_of_text;    // and after it
    bool leading_space = false;                 // encoding prepends a space to a text; decoding removes it
    std::vector<Message> warnings;              // about settings of the file that are ignored
};

/// Splits texts into tokens of a vocabulary. Const, so that several threads may share one.
class Tokenizer {
  public:
    virtual ~Tokenizer() = default;
    Tokenizer(const Tokenizer&) = delete;
    Tokenizer& operator=(const Tokenizer&) = delete;

    /// Encodes a text like the original tokenizer without adding special tokens: begin_of_text() and
    /// end_of_text() are not included. Special tokens of a tokenizer.json that are spelled out in the text
    /// are recognized. Throws InputError if the text is not UTF-8 (with the byte), too long, or has a
    /// character without a token; Cancelled.
    [[nodiscard]] std::vector<std::int32_t> encode(std::string_view utf8, const Job& job = {}) const;
    /// Returns the text given to encode(), if the tokenizer is byte-level and does not normalize. Otherwise
    /// arbitrary bytes, because tokens may end within a character. Throws std::out_of_range for tokens
    /// outside the vocabulary.
    [[nodiscard]] std::string decode(std::span<const std::int32_t> tokens) const;
    /// Returns the bytes of a token, possibly part of a character; see token_label(). Valid for the
    /// tokenizer's lifetime.
    [[nodiscard]] std::string_view bytes_of(std::int32_t token) const;
    /// Tokens are in [0, vocabulary()). A model's vocabulary may be larger because its matrices have padded
    /// sizes.
    [[nodiscard]] std::int64_t vocabulary() const { return static_cast<std::int64_t>(table_.bytes.size()); }
    /// Returns the token that the model expects before a text, if any.
    [[nodiscard]] std::optional<std::int32_t> begin_of_text() const { return table_.begin_of_text; }
    /// Returns the token that the model expects after a text, if any.
    [[nodiscard]] std::optional<std::int32_t> end_of_text() const { return table_.end_of_text; }
    /// Returns warnings about settings of the file that are ignored.
    [[nodiscard]] const std::vector<Message>& warnings() const { return table_.warnings; }

  protected:
    explicit Tokenizer(TokenTable table) : table_(std::move(table)) {}

  private:
    /// `utf8` is valid and not too long.
    [[nodiscard]] virtual std::vector<std::int32_t> tokens_of(std::string_view utf8,
                                                              const Job& job) const = 0;

    TokenTable table_;
};

/// Reads the tokenizer of a model folder: its tokenizer.json (read_json_tokenizer), or else its
/// tokenizer.model (read_sentencepiece_tokenizer). Throws InputError if there is neither or a part is not
/// supported; Cancelled.
[[nodiscard]] std::unique_ptr<const Tokenizer> read_tokenizer(const std::string& folder, const Job& job = {});

}  // namespace poslab
