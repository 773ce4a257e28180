#pragma once

#include "core/attention/file_vectors.hpp"
#include "core/engine/attention.hpp"

namespace poslab {

/// A matrix of weights or logits read from a file, one head of [L, L], [H, L, L] or [N, H, L, L].
struct ExternalMatrix {
    HeadTensor tensor;  // square: see check_square
    std::int64_t layer = 0;
    std::int64_t head = 0;
    std::int64_t tokens = 0;  // its first rows and columns
    bool logits = false;      // values before the softmax; otherwise weights, used unchanged
    bool causal = true;       // keys after the query are masked
    double temperature = 1;
};

/// Throws InputError unless the matrix is square.
void check_square(const HeadTensor& tensor);

/// Returns the result of Engine::attention for this matrix. Logits of a matrix of weights are their
/// logarithms, correct up to a constant per row; log_sum_exp is then masked_value(), and warnings report
/// weights in request.rows that are negative, masked, or do not sum to 1. Rows are read on demand.
/// Throws InputError, Cancelled.
[[nodiscard]] AttentionResult attention_of_matrix(const ExternalMatrix& matrix,
                                                  const AttentionRequest& request, const Job& job);

}  // namespace poslab
