#pragma once

#include "core/base/language.hpp"

#include <optional>
#include <string_view>

namespace poslab {

/// What a lesson's `source` is called, with its number: articles are written in Chinese, where they have their own titles. None: it
/// is not known.
[[nodiscard]] std::optional<Text> title_of_source(std::string_view source);

}  // namespace poslab
