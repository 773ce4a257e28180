#pragma once

#include "core/tokens/json_part.hpp"
#include "core/tokens/pattern.hpp"

namespace poslab {

/// Parses {"Regex": "…"} or {"String": "…"}. Throws InputError for other values, an empty one, and an
/// unsupported expression.
[[nodiscard]] Pattern pattern_of(const JsonPart& part);

}  // namespace poslab
