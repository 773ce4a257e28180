#pragma once

#include "core/base/job.hpp"
#include "core/tokens/bounded_map.hpp"
#include "core/tokens/byte_pair_model.hpp"
#include "core/tokens/pattern.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace poslab {

/// Caches the tokens of pieces while a text is encoded: most pieces are words that recur.
class PieceCache {
  public:
    /// `text_bytes`: the size of the text, which limits the number of pieces.
    PieceCache(const BytePairModel& model, std::size_t text_bytes);

    void append_tokens(std::string_view piece, std::vector<std::int32_t>& tokens, const Job& job);

  private:
    void append_part(std::string_view part, std::vector<std::int32_t>& tokens, const Job& job);

    const BytePairModel& model_;
    std::size_t max_pieces_;
    TextMap<TextRange> known_;  // ranges of tokens_
    std::vector<std::int32_t> tokens_, made_;
    std::vector<std::string_view> parts_;
    std::size_t looks_ = 0;
};

}  // namespace poslab
