#pragma once

#include "core/params/parameters.hpp"

namespace poslab {

/// The parameters of a RotarySpec.
[[nodiscard]] ParameterRows rotary_spec_rows();

}  // namespace poslab
