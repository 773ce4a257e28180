#pragma once

#include "core/files/open_file.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

// Both wait for files until the deadline of this thread (core/files/file_deadline.hpp), if it has one.

/// Returns FILE of "FILE#NAME" or "FILE", as split_tensor_name().
[[nodiscard]] std::string prompt_file_name(const std::string& path);
/// Returns the current identity of the files in `values`, in the order of the parameters; nullopt for a
/// missing file. Results depend on them as on the values: a file that is replaced or removed is read again.
[[nodiscard]] std::vector<std::optional<FileIdentity>> watched_files(const Values& values);

}  // namespace poslab
