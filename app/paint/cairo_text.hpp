#pragma once

#include "core/base/utf8.hpp"

#include <string>
#include <string_view>

namespace poslab {

/// Returns U+FFFD for a noncharacter of Unicode, which Cairo refuses as it does bytes that are not UTF-8.
[[nodiscard]] constexpr char32_t cairo_character(char32_t c) {
    const bool is_noncharacter = (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFEU) == 0xFFFE;
    return is_noncharacter ? replacement_character : c;
}

/// Returns the text with bytes that are not UTF-8, and noncharacters, replaced by U+FFFD.
[[nodiscard]] inline std::string cairo_text(std::string_view text) {
    std::string accepted;
    while (!text.empty()) append_utf8(accepted, cairo_character(next_code_point(text)));
    return accepted;
}

}  // namespace poslab
