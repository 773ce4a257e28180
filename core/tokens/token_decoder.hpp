#pragma once

#include "core/tokens/json_part.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// What the tokens of a tokenizer.json stand for: its `decoder`.
class TokenDecoder {
  public:
    /// Sequence, ByteLevel, Replace, ByteFallback, Fuse, Strip and Metaspace. Throws InputError for others, and where it has byte
    /// letters and the pre-tokenizer has not.
    TokenDecoder(const std::optional<JsonPart>& part, bool byte_level);

    [[nodiscard]] std::string bytes_of(const std::string& name) const;
    /// Whether a space at the beginning of a text is not of the text.
    [[nodiscard]] bool leading_space() const { return leading_space_; }

  private:
    void add(const JsonPart& part);
    void add_strip(const JsonPart& part);

    std::vector<std::pair<std::string, std::string>> replacements_;
    bool byte_level_, byte_fallback_ = false, leading_space_ = false;
};

/// The byte that "<0xE4>" stands for; nothing of another name.
[[nodiscard]] std::optional<char> byte_of_name(const std::string& name);
/// With `by` wherever `what`, which is not empty, is.
[[nodiscard]] std::string with_replaced(std::string text, const std::string& what, const std::string& by);

/// What `post_processor` puts before a text. Throws InputError where that is more than one token, or not understood.
[[nodiscard]] std::optional<std::int32_t> begin_of_text(const JsonPart& post_processor);

}  // namespace poslab
