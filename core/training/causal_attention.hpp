#pragma once

#include "core/blas/products.hpp"
#include "core/training/training_scheme.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Query rows whose weights are computed together, and the keys that any of them can see.
struct WeightBlock {
    std::int64_t first_row = 0, rows = 0;
    std::int64_t first_key = 0, keys = 0;  // keys up to that of the last row
    std::size_t place = 0;                 // offset of its weights [rows, keys] within a head
};

/// The blocks of one head over `length` tokens. They skip the area above the diagonal and before the window
/// except within blocks.
class WeightBlocks {
  public:
    WeightBlocks(std::int64_t length, std::int64_t window);
    [[nodiscard]] const std::vector<WeightBlock>& blocks() const { return blocks_; }
    /// Number of weights per head.
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    std::vector<WeightBlock> blocks_;
    std::size_t size_ = 0;
};

/// Attention of one head: rotated queries, keys and values [length, head_dim], weights as in WeightBlocks.
template <class Real>
struct HeadAttention {
    const WeightBlocks& blocks;
    std::int64_t window = 0;  // as in LayerAttention
    Real slope = 0;
    const Real* query_scale;  // [length], s_i / sqrt(head_dim)
    MatrixView<const Real> queries, keys, values;
    Real* weights;

    /// Computes the weights and out [length, head_dim].
    void forward(const MatrixView<Real>& out) const;
    /// Computes gradients from the weights of forward() and the gradient of its result; `scratch` has as many
    /// numbers as the weights.
    void backward(const MatrixView<const Real>& d_out, const MatrixView<Real>& d_queries,
                  const MatrixView<Real>& d_keys, const MatrixView<Real>& d_values, Real* scratch) const;
};

extern template struct HeadAttention<float>;
extern template struct HeadAttention<double>;

}  // namespace poslab
