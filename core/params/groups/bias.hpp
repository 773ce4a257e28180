#pragma once

#include "core/attention/bias.hpp"
#include "core/params/parameters.hpp"

namespace poslab {

/// What is added to the logits beside the rotation (docs/formulas.md §4.2).
template <>
const ParameterRows& rows_of<BiasSpec>();

}  // namespace poslab
