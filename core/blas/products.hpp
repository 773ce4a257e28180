#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poslab {

/// A view of numbers [rows, columns], row-major, whose rows begin `stride` numbers apart. It does not own
/// them.
template <class Number>
struct MatrixView {
    Number* numbers = nullptr;
    std::int64_t rows = 0, columns = 0, stride = 0;

    MatrixView() = default;
    MatrixView(Number* first, std::int64_t height, std::int64_t width, std::int64_t between)
        : numbers(first), rows(height), columns(width), stride(between) {}
    /// Views all of `whole`, which has height * width numbers.
    MatrixView(std::span<Number> whole, std::int64_t height, std::int64_t width)
        : MatrixView(whole.data(), height, width, width) {}

    [[nodiscard]] Number* row(std::int64_t at) const { return numbers + at * stride; }
    [[nodiscard]] std::span<Number> row_span(std::int64_t at) const {
        return {row(at), static_cast<std::size_t>(columns)};
    }
    /// Returns `count` columns from `first` on, such as those of one head.
    [[nodiscard]] MatrixView columns_from(std::int64_t first, std::int64_t count) const {
        return {numbers + first, rows, count, stride};
    }
    [[nodiscard]] MatrixView rows_from(std::int64_t first, std::int64_t count) const {
        return {row(first), count, columns, stride};
    }
};
using ConstMatrix = MatrixView<const float>;
using Matrix = MatrixView<float>;

[[nodiscard]] inline ConstMatrix as_const(const Matrix& matrix) {
    return {matrix.numbers, matrix.rows, matrix.columns, matrix.stride};
}

/// A factor of a product: the matrix, or its transpose.
struct Factor {
    ConstMatrix matrix;
    bool transposed = false;

    [[nodiscard]] std::int64_t rows() const { return transposed ? matrix.columns : matrix.rows; }
    [[nodiscard]] std::int64_t columns() const { return transposed ? matrix.rows : matrix.columns; }
};
[[nodiscard]] inline Factor plain(const ConstMatrix& matrix) { return {matrix, false}; }
[[nodiscard]] inline Factor transposed(const ConstMatrix& matrix) { return {matrix, true}; }

/// out = alpha a b + beta out, where `out` shares no number with a and b. Computed by OpenBLAS in blocks of a
/// fixed size, on all threads if the size justifies it, so the result does not depend on the number of
/// threads. Throws Unavailable if OpenBLAS is missing, UsageError if the shapes do not match.
void multiply(const Factor& a, const Factor& b, const Matrix& out, float alpha = 1, float beta = 0);

}  // namespace poslab
