#pragma once

#include "core/tokens/byte_pair_model.hpp"
#include "core/tokens/pattern.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace poslab {

/// Most pieces of a text are words that come again: their tokens are kept while a text is encoded.
class PieceCache {
  public:
    explicit PieceCache(const BytePairModel& model) : model_(model) {}

    void append_tokens(std::string_view piece, std::vector<std::int32_t>& tokens);

  private:
    const BytePairModel& model_;
    TextMap<TextRange> known_;  // of the tokens in kept_
    std::vector<std::int32_t> kept_, made_;
};

}  // namespace poslab
