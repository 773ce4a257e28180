#pragma once

// Tests if a model recalls text that it has read: a needle of '#' and random letters occurs in the text and
// again at its end.

#include "core/views/extrapolation/arrays.hpp"

#include <cstdint>

namespace poslab::extrapolation {

/// Return the text lengths, and the distances between the beginnings of the two occurrences, in tokens. Both
/// double from one value to the next; the length limits are four times the trained length and half the text.
[[nodiscard]] std::vector<std::int64_t> recall_lengths(const SampleContext& context);
[[nodiscard]] std::vector<std::int64_t> recall_distances(const SampleContext& context);

/// A text of `length` tokens that ends with the second occurrence of a needle.
struct RecallPiece {
    std::vector<std::int32_t> tokens;
    // number of tokens at the end that can be predicted only from the first occurrence
    std::int64_t recall_tokens = 0;
};
/// Returns the n-th piece for this length and distance; deterministic. `distance` is at least the needle's
/// length.
[[nodiscard]] RecallPiece recall_piece(const OpenedModel& model, std::int64_t length, std::int64_t distance,
                                       std::uint64_t n);
/// Returns the number of tokens of a needle; 0 if there is no tokenizer.
[[nodiscard]] std::int64_t needle_tokens(const OpenedModel& model);

}  // namespace poslab::extrapolation
