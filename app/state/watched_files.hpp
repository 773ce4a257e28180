#pragma once

#include "core/files/open_file.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <vector>

namespace poslab {

/// What the files that `values` name are at this moment, in the order of the parameters; nothing for one that is not there.
/// An answer belongs to them as it does to the values: a file that is replaced or vanishes is read anew.
[[nodiscard]] std::vector<std::optional<FileIdentity>> watched_files(const Values& values);

}  // namespace poslab
