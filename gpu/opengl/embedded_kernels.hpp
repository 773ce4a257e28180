#pragma once

#include <string_view>

namespace poslab {

/// Returns the text of shaders/NAME.comp in which the lines `#include "…"` are already replaced by the files;
/// empty if unknown.
[[nodiscard]] std::string_view embedded_kernel(std::string_view name);

}  // namespace poslab
