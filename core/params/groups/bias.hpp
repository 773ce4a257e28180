#pragma once

#include "core/attention/bias.hpp"
#include "core/params/parameters.hpp"

namespace poslab {

/// The parameters of the bias that is added to the logits (docs/formulas.md §4.2).
template <>
const ParameterRows& rows_of<BiasSpec>();

}  // namespace poslab
