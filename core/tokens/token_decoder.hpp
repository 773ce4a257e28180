#pragma once

#include "core/base/job.hpp"
#include "core/tokens/json_part.hpp"
#include "core/tokens/text_search.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The text of the tokens in a tokenizer.json: its `decoder`.
class TokenDecoder {
  public:
    /// Supports Sequence, ByteLevel, Replace, ByteFallback, Fuse, Strip and Metaspace. Throws InputError for
    /// others, and if it uses byte letters but the pre-tokenizer does not; Cancelled.
    TokenDecoder(const std::optional<JsonPart>& part, bool byte_level, const Job& job = {});

    /// Throws Cancelled.
    [[nodiscard]] std::string bytes_of(const std::string& name, const Job& job = {}) const;
    /// True if a space at the beginning of a text was added by the tokenizer.
    [[nodiscard]] bool leading_space() const { return leading_space_; }

  private:
    struct Replacement {
        TextSearch search;
        std::string by;
    };
    void add(const JsonPart& part, const Job& job);
    void add_strip(const JsonPart& part);

    std::vector<Replacement> replacements_;
    bool byte_level_, byte_fallback_ = false, leading_space_ = false;
};

/// Returns the byte of a name such as "<0xE4>"; empty for other names.
[[nodiscard]] std::optional<char> byte_of_name(const std::string& name);
/// Returns the text with every occurrence of a searched text replaced, in linear time. Throws Cancelled.
[[nodiscard]] std::string with_replaced(std::string text, const TextSearch& search, const std::string& by,
                                        const Job& job = {});

/// The tokens that a tokenizer puts before and after a text.
struct OuterTokens {
    std::optional<std::int32_t> begin, end;
};

/// Returns the tokens that `post_processor` puts around a text. Throws InputError if there are several on one
/// side or it is not supported.
[[nodiscard]] OuterTokens outer_tokens(const JsonPart& post_processor);

}  // namespace poslab
