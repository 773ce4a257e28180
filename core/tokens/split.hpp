#pragma once

#include "core/base/job.hpp"
#include "core/tokens/pre_tokenizer.hpp"

namespace poslab {

/// The treatment of a separator: a piece of its own, removed, part of the previous or next piece, or one
/// piece with adjacent separators.
enum class Separator { isolated, removed, with_previous, with_next, contiguous };

/// Splits each piece at the matches of the pattern; `invert`: at the text between them.
void split(Pieces& pieces, const Pattern& pattern, Separator separator, bool invert, const Job& job);

}  // namespace poslab
