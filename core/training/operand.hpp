#pragma once

#include "core/blas/products.hpp"

#include <type_traits>

namespace poslab {

/// A factor of a product, in either precision.
template <class Real>
struct Operand {
    MatrixView<const Real> matrix;
    bool transposed = false;

    [[nodiscard]] std::int64_t rows() const { return transposed ? matrix.columns : matrix.rows; }
    [[nodiscard]] std::int64_t columns() const { return transposed ? matrix.rows : matrix.columns; }
    [[nodiscard]] Real at(std::int64_t row, std::int64_t column) const {
        return transposed ? matrix.row(column)[row] : matrix.row(row)[column];
    }
};

template <class Real>
[[nodiscard]] MatrixView<const Real> seen(const MatrixView<Real>& matrix) {
    return {matrix.numbers, matrix.rows, matrix.columns, matrix.stride};
}
template <class Real>
[[nodiscard]] MatrixView<const Real> seen(const MatrixView<const Real>& matrix) {
    return matrix;
}
/// The matrix itself, and its transpose.
template <class Real>
[[nodiscard]] Operand<std::remove_const_t<Real>> straight(const MatrixView<Real>& matrix) {
    return {seen(matrix), false};
}
template <class Real>
[[nodiscard]] Operand<std::remove_const_t<Real>> turned(const MatrixView<Real>& matrix) {
    return {seen(matrix), true};
}

/// out = alpha a b + beta out: `multiply` in float32; a plain loop in float64, which only tests use.
inline void product(const Operand<float>& a, const Operand<float>& b, const MatrixView<float>& out,
                    float alpha = 1, float beta = 0) {
    multiply({a.matrix, a.transposed}, {b.matrix, b.transposed}, out, alpha, beta);
}
inline void product(const Operand<double>& a, const Operand<double>& b, const MatrixView<double>& out,
                    double alpha = 1, double beta = 0) {
    for (std::int64_t row = 0; row < out.rows; ++row)
        for (std::int64_t column = 0; column < out.columns; ++column) {
            double sum = 0;
            for (std::int64_t n = 0; n < a.columns(); ++n) sum += a.at(row, n) * b.at(n, column);
            double& result = out.row(row)[column];
            result = alpha * sum + (beta == 0 ? 0 : beta * result);
        }
}

}  // namespace poslab
