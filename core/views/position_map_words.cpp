#include "core/views/position_map_words.hpp"

#include "core/base/number_format.hpp"

#include <fmt/format.h>

namespace poslab {

std::string_view map_label(const PositionMapSpec& map, Language language) {
    return in(language, map.map->label);
}

std::string used_parameters(const PositionMapSpec& map) {
    std::string text;
    for (const ParameterRow& row : rows_of<PositionMapSpec>()) {
        if (!row.used || !row.used(&map)) continue;
        const Value value = row.value(&map);
        if (std::holds_alternative<ChoiceIndex>(value)) continue;
        const auto* whole = std::get_if<std::int64_t>(&value);
        const Descriptor& descriptor = row.descriptor;
        text +=
            fmt::format("{}{} {}", text.empty() ? "" : " · ",
                        descriptor.symbol.empty() ? descriptor.id : descriptor.symbol,
                        whole != nullptr ? format_integer(*whole) : format_number(std::get<double>(value)));
    }
    return text;
}

}  // namespace poslab
