#pragma once

#include "core/conformance/implementation.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace poslab {

/// The test vectors on which tolerances depend: positions [n], before [n, dim], queries and keys [tokens,
/// dim].
struct ToleranceInputs {
    std::span<const double> positions, before, queries, keys;
};

/// The permitted error of a right program: the largest absolute tolerance in each array.
struct VectorTolerances {
    double cos_sin = 0, after = 0, logits = 0;
};

/// Returns the tolerances for a program that computes frequencies and angles in float32 and stores vectors
/// and tables in `format` ("float32", "bfloat16"): rounding of the angle, which increases with the position,
/// and of the operations on rounded inputs (docs/checking.md).
[[nodiscard]] VectorTolerances vector_tolerances(const Implementation& right, const ToleranceInputs& inputs,
                                                 std::string_view format);

}  // namespace poslab
