#pragma once

#include "core/blas/products.hpp"
#include "core/training/training_scheme.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Rows of queries whose weights are computed together, and the keys that any of them sees.
struct WeightBlock {
    std::int64_t first_row = 0, rows = 0;
    std::int64_t first_key = 0, keys = 0;  // keys up to the last row's own
    std::size_t place = 0;                 // of its weights [rows, keys] among those of a head
};

/// The blocks of one head over `length` tokens: nothing above the diagonal and before the window but what shares a block with it.
class WeightBlocks {
  public:
    WeightBlocks(std::int64_t length, std::int64_t window);
    [[nodiscard]] const std::vector<WeightBlock>& blocks() const { return blocks_; }
    /// Numbers of the weights of a head.
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    std::vector<WeightBlock> blocks_;
    std::size_t size_ = 0;
};

/// Attention of one head: rotated queries, keys and values [length, head_dim], weights as WeightBlocks has them.
template <class Real>
struct HeadAttention {
    const WeightBlocks& blocks;
    std::int64_t window = 0;  // as in LayerAttention
    Real slope = 0;
    const Real* query_scale;  // [length], s_i / sqrt(head_dim)
    MatrixView<const Real> queries, keys, values;
    Real* weights;

    /// Fills the weights; out [length, head_dim].
    void forward(const MatrixView<Real>& out) const;
    /// From weights that forward() has left, and the gradient by its result; `scratch` has as many numbers as the weights.
    void backward(const MatrixView<const Real>& d_out, const MatrixView<Real>& d_queries, const MatrixView<Real>& d_keys,
                  const MatrixView<Real>& d_values, Real* scratch) const;
};

extern template struct HeadAttention<float>;
extern template struct HeadAttention<double>;

}  // namespace poslab
