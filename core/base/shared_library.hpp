#pragma once

namespace poslab {

/// Whether the dynamic linker finds and opens the library: asked before those who print, or end the program, where they miss it.
[[nodiscard]] bool has_library(const char* name);

}  // namespace poslab
