#pragma once

#include <string>

namespace poslab {

/// Returns the folder for temporary files: TMPDIR, or /tmp if that is not set. Throws OutputError that names
/// it if it is not a folder.
[[nodiscard]] std::string temporary_folder();

}  // namespace poslab
