#pragma once

#include "core/attention/file_vectors.hpp"
#include "core/engine/attention.hpp"

namespace poslab {

/// A matrix of weights or logits that was computed elsewhere, one head of [L, L], [H, L, L] or [N, H, L, L].
struct GivenMatrix {
    HeadTensor tensor;  // square: see check_square
    std::int64_t layer = 0;
    std::int64_t head = 0;
    std::int64_t tokens = 0;  // the first rows and columns of it
    bool logits = false;      // before the softmax; weights are taken as they are
    bool causal = true;       // keys after the query are masked
    double temperature = 1;
};

/// Throws InputError unless rows and columns are as many.
void check_square(const HeadTensor& tensor);

/// What Engine::attention answers, of that matrix. Logits of weights are their logarithms, right up to a constant of each row,
/// whose log_sum_exp is then masked_value(). Rows are read as they are needed. Throws InputError, Cancelled.
[[nodiscard]] AttentionResult attention_of_matrix(const GivenMatrix& matrix, const AttentionRequest& request, const Job& job);

}  // namespace poslab
