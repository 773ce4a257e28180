#pragma once

// Whether a model finds again what it has read: a needle, '#' and random letters, stands in the text and comes again at its end.

#include "core/views/extrapolation/arrays.hpp"

#include <cstdint>
#include <vector>

namespace poslab::extrapolation {

/// Tokens read, and tokens between the beginnings of the two, that are tried: what doubles, within text and trained length.
[[nodiscard]] std::vector<std::int64_t> recall_lengths(const Asked& asked);
[[nodiscard]] std::vector<std::int64_t> recall_distances(const Asked& asked);

/// A text of `length` tokens that ends with a needle for the second time.
struct RecallPiece {
    std::vector<std::int32_t> tokens;
    std::int64_t asked = 0;  // so many tokens at the end are predicted from its first time alone
};
/// The n-th of a place; deterministic. `distance` is at least its own length.
[[nodiscard]] RecallPiece recall_piece(const OpenedModel& model, std::int64_t length, std::int64_t distance, std::uint64_t n);
/// Tokens of a needle; 0 where there is no tokenizer.
[[nodiscard]] std::int64_t needle_tokens(const OpenedModel& model);

}  // namespace poslab::extrapolation
