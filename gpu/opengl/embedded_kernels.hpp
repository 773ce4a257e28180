#pragma once

#include <string_view>

namespace poslab {

/// The text of shaders/NAME.comp with the lines `#include "…"` already replaced by the files they name; empty where there is none.
[[nodiscard]] std::string_view embedded_kernel(std::string_view name);

}  // namespace poslab
