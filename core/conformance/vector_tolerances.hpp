#pragma once

#include "core/conformance/practice.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace poslab {

/// The numbers of test vectors on which tolerances depend: positions [n], before [n, dim], queries and keys [tokens, dim].
struct ToleranceInputs {
    std::span<const double> positions, before, queries, keys;
};

/// How far a right program may be from test vectors: the largest tolerance of any number of an array, absolute.
struct VectorTolerances {
    double cos_sin = 0, after = 0, logits = 0;
};

/// For a program that computes frequencies and angles in float32, and holds vectors and tables in `format` ("float32", "bfloat16"):
/// the rounding of the angle, which grows with the position, and of the operations on rounded inputs (docs/checking.md).
[[nodiscard]] VectorTolerances vector_tolerances(const Practice& right, const ToleranceInputs& inputs, std::string_view format);

}  // namespace poslab
