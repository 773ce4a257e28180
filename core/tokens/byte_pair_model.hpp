#pragma once

#include "core/base/job.hpp"
#include "core/tokens/json_part.hpp"
#include "core/tokens/pair_merges.hpp"
#include "core/tokens/seams.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace poslab {

/// So that a map of texts can be asked for a view.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// The `model` of a tokenizer.json, if it is byte-pair encoding.
class BytePairModel {
  public:
    /// `byte_level`: the letters of tokens stand for bytes. Throws InputError for another model, a part that is not understood, and
    /// merges that do not fit the vocabulary.
    BytePairModel(const JsonPart& part, bool byte_level);

    /// Parts of a piece that can be encoded one by one, with the same tokens: of a long one many, where that is known to be so.
    void cut(std::string_view piece, std::vector<std::string_view>& parts) const;
    /// Puts the tokens of a piece into `tokens`. Throws InputError for a character without a token.
    void encode(std::string_view piece, std::vector<std::int32_t>& tokens) const;

  private:
    void check_options(const JsonPart& part) const;
    void read_vocabulary(const JsonPart& part);
    void read_merges(const JsonPart& part, const JsonPart& vocabulary);
    void read_bytes(const JsonPart& vocabulary);
    [[nodiscard]] bool can_cut(char32_t left, std::string_view left_character, std::string_view rest) const;
    void append_character(std::string_view character, std::vector<std::int32_t>& tokens) const;
    bool append_bytes(std::string_view character, std::vector<std::int32_t>& tokens) const;

    bool byte_level_, ignore_merges_, byte_fallback_, fuse_unknown_, cuts_;
    std::optional<std::int32_t> unknown_;
    TextMap<std::int32_t> tokens_;           // by their bytes, of vocabularies that are not byte-level by their letters
    std::array<std::int32_t, 256> bytes_{};  // the token of a byte alone: its letter, or "<0xE4>"; -1: there is none
    PairMerges merges_;
    Seams seams_;  // where the model cuts_
};

}  // namespace poslab
