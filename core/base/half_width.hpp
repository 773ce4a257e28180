#pragma once

#include "core/base/utf8.hpp"

#include <string>
#include <string_view>

namespace poslab {

/// Returns the ASCII character that Chinese and Japanese input methods write as `c`: U+FF01 to U+FF5E are the
/// printable ones, U+3000 a space, U+3002 a full stop. Others are returned unchanged.
[[nodiscard]] constexpr char32_t half_width(char32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFEE0;
    return c == 0x3000 ? U' ' : c == 0x3002 ? U'.' : c;
}

[[nodiscard]] inline std::string half_width(std::string_view text) {
    std::string half;
    while (!text.empty()) append_utf8(half, half_width(next_code_point(text)));
    return half;
}

}  // namespace poslab
