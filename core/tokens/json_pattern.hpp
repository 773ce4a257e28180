#pragma once

#include "core/tokens/json_part.hpp"
#include "core/tokens/pattern.hpp"

namespace poslab {

/// {"Regex": "…"} or {"String": "…"}. Throws InputError for others, an empty one, and an expression that is not understood.
[[nodiscard]] Pattern pattern_of(const JsonPart& part);

}  // namespace poslab
