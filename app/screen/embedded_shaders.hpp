#pragma once

#include <string_view>

namespace poslab {

// Generated at build from shaders/, with the lines `#include "…"` already replaced by the files they name.
extern const std::string_view embedded_heat_map_vertex, embedded_heat_map_fragment;

}  // namespace poslab
