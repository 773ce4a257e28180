#pragma once

#include "core/base/message.hpp"

#include <cstddef>
#include <string>

namespace poslab {

/// Returns the first `max_bytes` of a regular file, or all of a smaller one. Throws InputError, `PATH: why`,
/// if the path is missing, a folder, not a regular file (a pipe is not opened) or unreadable.
[[nodiscard]] std::string read_beginning(const std::string& path, std::size_t max_bytes);

/// Returns a regular file. Throws InputError as read_beginning(), and for a file of more than `max_bytes`.
[[nodiscard]] std::string read_whole_file(const std::string& path, std::size_t max_bytes);

/// Throws InputError, `PATH: why`, if the path is missing, a folder or not a regular file.
void expect_regular_file(const std::string& path);

/// True if anything of this name exists.
[[nodiscard]] bool file_exists(const std::string& path);

/// Throws InputError "PATH: why", in Chinese "PATH：why。".
[[noreturn]] void refuse_file(const std::string& path, const Message& why);

}  // namespace poslab
