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

/// Enables lookup by string_view in a map of strings.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// The `model` of a tokenizer.json with byte-pair encoding.
class BytePairModel {
  public:
    /// `byte_level`: the letters of tokens represent bytes. Throws InputError for another model, unsupported
    /// options, and merges that do not fit the vocabulary.
    BytePairModel(const JsonPart& part, bool byte_level);

    /// Cuts a piece into parts that can be encoded separately with the same tokens; long pieces have many
    /// safe cuts.
    void cut(std::string_view piece, std::vector<std::string_view>& parts) const;
    /// Appends the tokens of a piece to `tokens`. Throws InputError for a character without a token.
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
    TextMap<std::int32_t> tokens_;           // keyed by bytes; if not byte-level, by text
    std::array<std::int32_t, 256> bytes_{};  // tokens of single bytes: the letter, or "<0xE4>"; -1: none
    PairMerges merges_;
    Seams seams_;  // safe cut positions
};

}  // namespace poslab
