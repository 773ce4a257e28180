#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

/// The first byte of what is no character of UTF-8, counted from 1; nothing if all is.
[[nodiscard]] std::optional<std::size_t> byte_that_is_not_utf8(std::string_view text);

/// A text of at most most_text_bytes. Throws InputError, "PATH: why", for an empty one, a longer one, and what is not UTF-8 (with
/// the byte, counted from 1).
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace poslab
