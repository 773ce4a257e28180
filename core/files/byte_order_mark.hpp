#pragma once

#include <string_view>

namespace poslab {

/// Returns the text of a file without UTF-8's byte order mark, which editors of Windows write.
[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

/// True for the beginning of a text in UTF-16 or UTF-32, with a byte order mark or by the zeros of its first
/// two characters, which are ASCII.
[[nodiscard]] constexpr bool is_utf_16_or_32(std::string_view text) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
    if (text.size() < 4) return false;
    const bool little = text[0] != 0 && text[1] == 0 && text[3] == 0,
               big = text[0] == 0 && text[2] == 0 && (text[1] == 0 || text[3] != 0);
    return little || big;
}

}  // namespace poslab
