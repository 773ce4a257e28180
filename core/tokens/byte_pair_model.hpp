#pragma once

#include "core/base/job.hpp"
#include "core/tokens/bounded_map.hpp"
#include "core/tokens/json_part.hpp"
#include "core/tokens/pair_merges.hpp"
#include "core/tokens/seams.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The `model` of a tokenizer.json with byte-pair encoding.
class BytePairModel {
  public:
    /// `byte_level`: the letters of tokens represent bytes. Throws InputError for another model, unsupported
    /// options, and merges that do not fit the vocabulary; Cancelled.
    BytePairModel(const JsonPart& part, bool byte_level, const Job& job = {});

    /// Cuts a piece into parts that can be encoded separately with the same tokens; long pieces have many
    /// safe cuts. Throws Cancelled.
    void cut(std::string_view piece, std::vector<std::string_view>& parts, const Job& job = {}) const;
    /// Sets `tokens` to those of a piece. Throws InputError for a character without a token, and for a piece
    /// of 2³¹ bytes or more; Cancelled.
    void encode(std::string_view piece, std::vector<std::int32_t>& tokens, const Job& job = {}) const;

  private:
    void check_options(const JsonPart& part) const;
    void read_vocabulary(const JsonPart& part, const Job& job);
    void read_merges(const JsonPart& part, const JsonPart& vocabulary, const Job& job);
    void read_bytes(const JsonPart& vocabulary);
    [[nodiscard]] bool can_cut(char32_t left, std::string_view left_character, std::string_view rest) const;
    void append_character(std::string_view character, std::vector<std::int32_t>& tokens) const;
    bool append_bytes(std::string_view character, std::vector<std::int32_t>& tokens) const;

    std::string file_;  // named by refusals
    bool byte_level_, ignore_merges_, byte_fallback_, fuse_unknown_, cuts_;
    std::optional<std::int32_t> unknown_;
    TextMap<std::int32_t> tokens_;           // keyed by bytes; if not byte-level, by text
    std::array<std::int32_t, 256> bytes_{};  // tokens of single bytes: the letter, or "<0xE4>"; -1: none
    PairMerges merges_;
    Seams seams_;  // safe cut positions
};

}  // namespace poslab
