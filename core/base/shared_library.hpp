#pragma once

namespace poslab {

/// True if the dynamic linker finds and opens the library: check before calling code that prints or exits if
/// it is missing.
[[nodiscard]] bool has_library(const char* name);

}  // namespace poslab
