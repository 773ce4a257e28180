#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// A token to look at, of its bytes: a space is ·, a line's end \n, a tab \t, another control character or a part of a character
/// its bytes as SentencePiece names them, <0xE4>. Never empty: of no bytes it is ∅.
[[nodiscard]] std::string token_label(std::string_view bytes);

}  // namespace poslab
