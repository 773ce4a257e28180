#pragma once

#include "core/tokens/json_part.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// The text of the tokens in a tokenizer.json: its `decoder`.
class TokenDecoder {
  public:
    /// Supports Sequence, ByteLevel, Replace, ByteFallback, Fuse, Strip and Metaspace. Throws InputError for
    /// others, and if it uses byte letters but the pre-tokenizer does not.
    TokenDecoder(const std::optional<JsonPart>& part, bool byte_level);

    [[nodiscard]] std::string bytes_of(const std::string& name) const;
    /// True if a space at the beginning of a text was added by the tokenizer.
    [[nodiscard]] bool leading_space() const { return leading_space_; }

  private:
    void add(const JsonPart& part);
    void add_strip(const JsonPart& part);

    std::vector<std::pair<std::string, std::string>> replacements_;
    bool byte_level_, byte_fallback_ = false, leading_space_ = false;
};

/// Returns the byte of a name such as "<0xE4>"; empty for other names.
[[nodiscard]] std::optional<char> byte_of_name(const std::string& name);
/// Replaces every occurrence of `what`, which must not be empty, with `by`.
[[nodiscard]] std::string with_replaced(std::string text, const std::string& what, const std::string& by);

/// Returns the token that `post_processor` prepends to a text. Throws InputError if there are several or it
/// is not supported.
[[nodiscard]] std::optional<std::int32_t> begin_of_text(const JsonPart& post_processor);

}  // namespace poslab
