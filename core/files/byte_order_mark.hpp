#pragma once

#include <string_view>

namespace poslab {

/// Returns the text of a file without UTF-8's byte order mark, which editors of Windows write.
[[nodiscard]] constexpr std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

}  // namespace poslab
