#include "core/blas/products.hpp"

#include "core/base/errors.hpp"
#include "core/base/in_parallel.hpp"
#include "core/blas/open_blas.hpp"

#include <algorithm>

namespace poslab {

namespace {

// Large enough that repacking the other factor for each block costs little compared with the block's
// products.
constexpr std::int64_t block_rows = 256, block_columns = 512;

void check_shapes(const Factor& a, const Factor& b, const Matrix& out) {
    if (a.columns() == b.rows() && a.rows() == out.rows && b.columns() == out.columns) return;
    throw UsageError(tr("cannot multiply matrices [{}, {}] and [{}, {}] into [{}, {}]", a.rows(), a.columns(),
                        b.rows(), b.columns(), out.rows, out.columns));
}

const float* rows_of(const Factor& factor, std::int64_t first) {
    return factor.matrix.numbers + (factor.transposed ? first : first * factor.matrix.stride);
}

const float* columns_of(const Factor& factor, std::int64_t first) {
    return factor.matrix.numbers + (factor.transposed ? first * factor.matrix.stride : first);
}

}  // namespace

void multiply(const Factor& a, const Factor& b, const Matrix& out, float alpha, float beta) {
    check_shapes(a, b, out);
    const OpenBlas& blas = OpenBlas::loaded();
    const std::int64_t down = (out.rows + block_rows - 1) / block_rows;
    const std::int64_t across = (out.columns + block_columns - 1) / block_columns;
    const auto steps = static_cast<std::size_t>(out.rows * out.columns * a.columns() / 16);
    in_parallel(static_cast<std::size_t>(down * across), steps, [&](std::size_t block) {
        const std::int64_t row = static_cast<std::int64_t>(block) / across * block_rows;
        const std::int64_t column = static_cast<std::int64_t>(block) % across * block_columns;
        blas.multiply({std::min(block_rows, out.rows - row), std::min(block_columns, out.columns - column),
                       a.columns(), rows_of(a, row), a.matrix.stride, a.transposed, columns_of(b, column),
                       b.matrix.stride, b.transposed, out.row(row) + column, out.stride, alpha, beta});
    });
}

}  // namespace poslab
