#pragma once

#include "core/base/language.hpp"

#include <optional>
#include <string_view>

namespace poslab {

/// Returns the title of a lesson's `source`, with its number. Articles are written in Chinese and keep their
/// Chinese titles there. Empty if the source is unknown.
[[nodiscard]] std::optional<Text> title_of_source(std::string_view source);

}  // namespace poslab
