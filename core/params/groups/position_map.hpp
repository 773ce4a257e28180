#pragma once

#include "core/encoding/positions.hpp"
#include "core/params/parameters.hpp"

namespace poslab {

/// The parameters of the position map: the relative position that a pair of tokens receives (docs/formulas.md
/// §2.1).
template <>
const ParameterRows& rows_of<PositionMapSpec>();

[[nodiscard]] inline PositionMapSpec position_map_spec(PositionMapSpec spec, bool causal) {
    spec.causal = causal;
    return spec;
}

}  // namespace poslab
