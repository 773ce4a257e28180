#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace poslab {

/// Reads a text of at most most_text_bytes. Throws InputError, "PATH: why", if it is empty, longer or not
/// UTF-8 (with the byte, counted from 1).
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace poslab
