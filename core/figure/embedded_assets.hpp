#pragma once

#include <string_view>

namespace poslab {

/// The text of assets/color_maps.txt; the build generates the definition.
extern const std::string_view embedded_color_maps;

}  // namespace poslab
