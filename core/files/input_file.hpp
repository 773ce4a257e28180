#pragma once

#include "core/base/sentence.hpp"

#include <cstddef>
#include <string>

namespace poslab {

/// The first `most_bytes` of a regular file, or all of a smaller one. Throws InputError, `PATH: why`, for what is missing, a
/// folder, no regular file (a pipe is not opened) or unreadable.
[[nodiscard]] std::string read_beginning(const std::string& path, std::size_t most_bytes);

/// Throws InputError, `PATH: why`, for what is missing, a folder or no regular file.
void expect_regular_file(const std::string& path);

/// Whether there is something of this name, of whatever kind.
[[nodiscard]] bool file_exists(const std::string& path);

/// Throws InputError "PATH: why", in Chinese "PATH：why。".
[[noreturn]] void refuse_file(const std::string& path, const Sentence& why);

}  // namespace poslab
