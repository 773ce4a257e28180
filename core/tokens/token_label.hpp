#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A token to look at, of its bytes: a space is ·, a line's end \n, a tab \t, another control character or a part of a character
/// its bytes as SentencePiece names them, <0xE4>. Never empty: of no bytes it is ∅.
[[nodiscard]] std::string token_label(std::string_view bytes);

/// Of tokens that follow each other: the same, but where several have the bytes of one character between them, that character and
/// which of its tokens it is: é 1/2, é 2/2.
[[nodiscard]] std::vector<std::string> labels_of_text(std::span<const std::string_view> tokens);

}  // namespace poslab
