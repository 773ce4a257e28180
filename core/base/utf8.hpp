#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

inline constexpr char32_t replacement_character = U'\uFFFD';

namespace utf8_detail {

struct Lead {
    std::size_t length;
    char32_t bits, least;
};

/// Length 0: not a first byte.
[[nodiscard]] constexpr Lead lead_of(unsigned char byte) {
    if (byte < 0x80U) return {1, byte, 0};
    if (byte >= 0xC2U && byte < 0xE0U) return {2, byte & 0x1FU, 0x80};
    if (byte >= 0xE0U && byte < 0xF0U) return {3, byte & 0x0FU, 0x800};
    if (byte >= 0xF0U && byte < 0xF5U) return {4, byte & 0x07U, 0x10000};
    return {0, 0, 0};
}

}  // namespace utf8_detail

/// Removes the first character of `rest`, which must not be empty. A byte that is not part of a valid
/// character gives U+FFFD (overlong forms, surrogates and values over U+10FFFF are invalid).
[[nodiscard]] constexpr char32_t next_code_point(std::string_view& rest) {
    const auto lead = utf8_detail::lead_of(static_cast<unsigned char>(rest.front()));
    char32_t value = lead.bits;
    bool valid = lead.length > 0 && lead.length <= rest.size();
    for (std::size_t i = 1; valid && i < lead.length; ++i) {
        const auto byte = static_cast<unsigned char>(rest[i]);
        valid = (byte & 0xC0U) == 0x80U;
        value = (value << 6U) | (byte & 0x3FU);
    }
    valid = valid && value >= lead.least && value <= 0x10FFFF && !(value >= 0xD800 && value < 0xE000);
    rest.remove_prefix(valid ? lead.length : 1);
    return valid ? value : replacement_character;
}

/// Returns the position of the first byte that is not valid UTF-8, counted from 1; empty if all are valid.
[[nodiscard]] constexpr std::optional<std::size_t> byte_that_is_not_utf8(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t before = rest.size();
        // U+FFFD itself takes three bytes.
        if (next_code_point(rest) == replacement_character && before - rest.size() == 1)
            return text.size() - before + 1;
    }
    return std::nullopt;
}

/// `code_point` must be valid.
inline void append_utf8(std::string& to, char32_t code_point) {
    const auto put = [&to](char32_t byte) {
        to.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
    };
    if (code_point < 0x80) return put(code_point);
    if (code_point < 0x800) {
        put(0xC0U | (code_point >> 6U));
    } else if (code_point < 0x10000) {
        put(0xE0U | (code_point >> 12U));
        put(0x80U | ((code_point >> 6U) & 0x3FU));
    } else {
        put(0xF0U | (code_point >> 18U));
        put(0x80U | ((code_point >> 12U) & 0x3FU));
        put(0x80U | ((code_point >> 6U) & 0x3FU));
    }
    put(0x80U | (code_point & 0x3FU));
}

/// True for characters that fill a square: Chinese, Japanese, Korean and their punctuation.
[[nodiscard]] constexpr bool is_wide(char32_t c) {
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x20000 && c <= 0x3FFFD);
}

/// True for characters that have neither glyph nor width and are not allowed in XML.
[[nodiscard]] constexpr bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFE || c == 0xFFFF;
}

}  // namespace poslab
