#pragma once

#include "core/conformance/implementation.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct TestVector {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<double> values;
};

/// Results of a right implementation, for tests of any project (docs/checking.md): positions [n],
/// inverse_frequency [P], cos and sin [n, P] with the attention factor, before and after [n, dim], queries,
/// keys [16, dim] and their logits [16, 16] (causal: −∞), attention_factor [1]. Also the tolerances of cos
/// and sin, after and logits in float32 and bfloat16, one number each. Inputs are random float32 numbers;
/// everything else is computed in float64.
[[nodiscard]] std::vector<TestVector> test_vectors(const Implementation& right);

/// The origin of vectors, for the comment at the top of the file.
struct VectorsOrigin {
    std::string made_by{};         // "poslab 0.1.0 vectors of preset=llama-3-8b"
    bool assumes_pairing = false;  // neither an option nor the config specifies which dimensions form a pair
    std::string name = "rope";     // prefix of the include guard and of the identifiers: NAME_cos
};

/// Writes the vectors as a C header: a static const double array each, with its sizes in a comment.
[[nodiscard]] std::string test_vectors_header(const std::vector<TestVector>& vectors,
                                              const Implementation& right, const VectorsOrigin& origin);

/// "(2p, 2p + 1), as in GPT-J"
[[nodiscard]] std::string pairing_text(Pairing pairing);

/// Derives a C identifier from a file name: "llama-3.h" gives "llama_3".
[[nodiscard]] std::string identifier_of_file(const std::string& path);
/// True for letters, digits and underscores that begin with a letter.
[[nodiscard]] bool is_identifier(std::string_view name);

}  // namespace poslab
