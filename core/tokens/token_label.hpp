#pragma once

#include "core/base/job.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Returns a printable label of a token's bytes: a space is ·, a line end
/// , a tab \t; other control characters and partial characters are shown as bytes in SentencePiece's
/// notation, <0xE4>. A token without bytes is ∅.
[[nodiscard]] std::string token_label(std::string_view bytes);

/// Returns labels of consecutive tokens. If several tokens share one character, they show it with their
/// index: é 1/2, é 2/2. Throws Cancelled.
[[nodiscard]] std::vector<std::string> labels_of_text(std::span<const std::string_view> tokens,
                                                      const Job& job = {});

}  // namespace poslab
