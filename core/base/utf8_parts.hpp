#pragma once

#include "core/base/utf8.hpp"

#include <cstddef>
#include <string>
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

/// Returns the text, or its first bytes, at most `most`, and "…".
[[nodiscard]] inline std::string utf8_shortened(std::string_view text, std::size_t most) {
    return std::string(utf8_beginning(text, most)) + (text.size() > most ? "…" : "");
}

/// Returns the last bytes, at most `most`, without a part of a character.
[[nodiscard]] constexpr std::string_view utf8_end(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    text.remove_prefix(text.size() - most);
    while (!text.empty() && continues_character(text.front())) text.remove_prefix(1);
    return text;
}

/// Returns the text with each control character replaced by a space; other bytes are unchanged.
[[nodiscard]] inline std::string without_controls(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::string_view rest = text;
        if (is_control(next_code_point(rest)))
            out += ' ';
        else
            out += text.substr(0, text.size() - rest.size());
        text = rest;
    }
    return out;
}

/// Returns the text with each byte that is not UTF-8 replaced by U+FFFD.
[[nodiscard]] inline std::string valid_utf8(std::string_view text) {
    if (!byte_that_is_not_utf8(text)) return std::string(text);
    std::string valid;
    while (!text.empty()) append_utf8(valid, next_code_point(text));
    return valid;
}

}  // namespace poslab
