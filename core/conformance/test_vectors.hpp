#pragma once

#include "core/conformance/practice.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

struct TestVector {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<double> values;
};

/// What a right implementation computes, for tests of any project (docs/checking.md): positions [n], inverse_frequency [P], cos and
/// sin [n, P] with the attention factor, before and after [n, dim], queries, keys [16, dim] and their logits [16, 16] (causal: −∞),
/// attention_factor [1]. Inputs are float32 numbers, drawn; all else is computed in float64.
[[nodiscard]] std::vector<TestVector> test_vectors(const Practice& right);

/// The same as a header of C: a static const array each, in double, its sizes in a comment.
[[nodiscard]] std::string test_vectors_header(const std::vector<TestVector>& vectors, const std::string& made_by);

}  // namespace poslab
