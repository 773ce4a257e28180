#pragma once

#include "core/files/open_file.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <vector>

namespace poslab {

/// Returns the current identity of the files in `values`, in the order of the parameters; nullopt for a
/// missing file. Results depend on them as on the values: a file that is replaced or removed is read again.
[[nodiscard]] std::vector<std::optional<FileIdentity>> watched_files(const Values& values);

}  // namespace poslab
