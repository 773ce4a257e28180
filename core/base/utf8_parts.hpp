#pragma once

#include <cstddef>
#include <string_view>

namespace poslab {

[[nodiscard]] constexpr bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Returns the first bytes of UTF-8 text, at most `most`, without a part of a character.
[[nodiscard]] constexpr std::string_view utf8_beginning(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && continues_character(text[most])) --most;
    return text.substr(0, most);
}

/// Returns the last bytes, at most `most`, without a part of a character.
[[nodiscard]] constexpr std::string_view utf8_end(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    text.remove_prefix(text.size() - most);
    while (!text.empty() && continues_character(text.front())) text.remove_prefix(1);
    return text;
}

}  // namespace poslab
