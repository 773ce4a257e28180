#pragma once

#include "core/params/groups/position_map.hpp"

#include <string>
#include <string_view>

namespace poslab {

[[nodiscard]] std::string_view map_label(const PositionMapSpec& map, Language language);
/// "w 4 · k 3": the parameters used by the map.
[[nodiscard]] std::string used_parameters(const PositionMapSpec& map);

}  // namespace poslab
