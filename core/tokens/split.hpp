#pragma once

#include "core/base/job.hpp"
#include "core/tokens/pre_tokenizer.hpp"

namespace poslab {

/// What becomes of that at which a text is cut: a piece of its own, nothing, a part of the piece before or after it, or one piece
/// with its like beside it.
enum class Separator { isolated, removed, with_previous, with_next, contiguous };

/// Cuts each piece at the matches of the pattern; `invert`: at what lies between them.
void split(Pieces& pieces, const Pattern& pattern, Separator separator, bool invert, const Job& job);

}  // namespace poslab
