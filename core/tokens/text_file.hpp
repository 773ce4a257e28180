#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace poslab {

/// A text of at most most_text_bytes. Throws InputError, "PATH: why", for an empty one, a longer one, and what is not UTF-8 (with
/// the byte, counted from 1).
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace poslab
