#include "core/views/position_map_words.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>

namespace poslab {

std::string_view map_label(const PositionMapGroup& map, Language language) {
    return in(language, PositionMapGroup::maps[static_cast<std::size_t>(map.map)].label);
}

std::string used_parameters(const PositionMapGroup& map) {
    std::string text;
    const auto add = [&](std::string_view name, const std::string& value) {
        if (!text.empty()) text += " · ";
        text += fmt::format("{} {}", name, value);
    };
    if (PositionMapGroup::uses_w(map.map)) add("w", format_integer(map.w));
    if (PositionMapGroup::uses_k(map.map)) add("k", format_number(map.k));
    if (map.map == PositionMap::self_extend) add("G", format_integer(map.group));
    if (map.map == PositionMap::dual_chunk) {
        add("C", format_integer(map.chunk));
        add("local", format_integer(map.local));
    }
    if (map.map == PositionMap::sinks) {
        add("sinks", format_integer(map.sinks));
        add("recent", format_integer(map.recent));
    }
    return text;
}

}  // namespace poslab
