#pragma once

#include "core/base/job.hpp"
#include "core/tokens/json_part.hpp"
#include "core/tokens/pattern.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// A text split into pieces: no token crosses the end of a piece.
struct Pieces {
    std::string text;
    std::vector<TextRange> ranges;  // in order, none empty
    bool begins_text = true;        // not preceded by a special token

    [[nodiscard]] std::string_view at(const TextRange& range) const {
        return std::string_view(text).substr(range.begin, range.end - range.begin);
    }
};

/// Splits a text into pieces: the steps of `pre_tokenizer` in a tokenizer.json.
class PreTokenizer {
  public:
    PreTokenizer() = default;
    /// Supports Sequence, Split, Digits, Metaspace and, as the last step, ByteLevel. Throws InputError for
    /// others; Cancelled.
    explicit PreTokenizer(const JsonPart& part, const Job& job = {});

    [[nodiscard]] Pieces operator()(std::string text, bool begins_text, const Job& job) const;
    /// True if the letters of tokens represent bytes (byte_letters.hpp). Pieces still consist of bytes.
    [[nodiscard]] bool byte_level() const { return byte_level_; }

  private:
    using Step = std::function<void(Pieces&, const Job&)>;
    void add(const JsonPart& part, const Job& job);

    std::vector<Step> steps_;
    bool byte_level_ = false;
};

}  // namespace poslab
