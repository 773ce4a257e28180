#include "core/training/causal_attention.hpp"

#include "core/training/cpu_kernels.hpp"
#include "core/training/operand.hpp"

#include <algorithm>

namespace poslab {

namespace {

/// The keys visible to a row of a block, counted from the block's first key.
struct Seen {
    std::int64_t first, count;
};

Seen seen_in(const WeightBlock& block, std::int64_t row, std::int64_t window) {
    const std::int64_t query = block.first_row + row;
    const std::int64_t first = window == 0 ? 0 : std::max<std::int64_t>(query - window + 1, 0);
    return {std::max(first, block.first_key) - block.first_key, query + 1 - std::max(first, block.first_key)};
}

template <class Real>
MatrixView<Real> in_block(Real* numbers, const WeightBlock& block) {
    return {numbers + block.place, block.rows, block.keys, block.keys};
}

template <class Real>
void clear_rows(const MatrixView<Real>& matrix) {
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        std::fill_n(matrix.row(row), matrix.columns, Real{0});
}

/// Zeroes the weights of keys that a row cannot see.
template <class Real>
void clear_unseen(const MatrixView<Real>& block, std::int64_t row, Seen seen) {
    std::fill_n(block.row(row), seen.first, Real{0});
    std::fill(block.row(row) + seen.first + seen.count, block.row(row) + block.columns, Real{0});
}

}  // namespace

WeightBlocks::WeightBlocks(std::int64_t length, std::int64_t window) {
    constexpr std::int64_t max_rows = 64;
    for (std::int64_t first = 0; first < length; first += max_rows) {
        WeightBlock block{first, std::min(max_rows, length - first), 0, 0, size_};
        block.first_key = window == 0 ? 0 : std::max<std::int64_t>(first - window + 1, 0);
        block.keys = block.first_row + block.rows - block.first_key;
        size_ += static_cast<std::size_t>(block.rows * block.keys);
        blocks_.push_back(block);
    }
}

template <class Real>
void HeadAttention<Real>::forward(const MatrixView<Real>& out) const {
    for (const WeightBlock& block : blocks.blocks()) {
        const MatrixView<Real> here = in_block(weights, block);
        product(straight(queries.rows_from(block.first_row, block.rows)),
                turned(keys.rows_from(block.first_key, block.keys)), here);
        for (std::int64_t row = 0; row < block.rows; ++row) {
            const Seen seen = seen_in(block, row, window);
            clear_unseen(here, row, seen);
            cpu_kernels<Real>().softmax(here.row(row) + seen.first, seen.count,
                                        query_scale[block.first_row + row], slope);
        }
        product(straight(here), straight(values.rows_from(block.first_key, block.keys)),
                out.rows_from(block.first_row, block.rows));
    }
}

template <class Real>
void HeadAttention<Real>::backward(const MatrixView<const Real>& d_out, const MatrixView<Real>& d_queries,
                                   const MatrixView<Real>& d_keys, const MatrixView<Real>& d_values,
                                   Real* scratch) const {
    clear_rows(d_keys);
    clear_rows(d_values);
    for (const WeightBlock& block : blocks.blocks()) {
        const MatrixView<Real> here = in_block(weights, block), d = in_block(scratch, block);
        const MatrixView<const Real> d_rows = d_out.rows_from(block.first_row, block.rows);
        product(turned(here), straight(d_rows), d_values.rows_from(block.first_key, block.keys), 1, 1);
        product(straight(d_rows), turned(values.rows_from(block.first_key, block.keys)), d);
        for (std::int64_t row = 0; row < block.rows; ++row) {
            const Seen seen = seen_in(block, row, window);
            clear_unseen(d, row, seen);
            cpu_kernels<Real>().softmax_gradient(here.row(row) + seen.first, seen.count,
                                                 query_scale[block.first_row + row], d.row(row) + seen.first);
        }
        product(straight(d), straight(keys.rows_from(block.first_key, block.keys)),
                d_queries.rows_from(block.first_row, block.rows));
        product(turned(d), straight(queries.rows_from(block.first_row, block.rows)),
                d_keys.rows_from(block.first_key, block.keys), 1, 1);
    }
}

template struct HeadAttention<float>;
template struct HeadAttention<double>;

}  // namespace poslab
