// Matrix products of the language models, by Eigen instead of OpenBLAS.

#include "core/blas/open_blas.hpp"

#include <Eigen/Core>

namespace poslab {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Strided = Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>>;
using StridedOut = Eigen::Map<RowMajor, 0, Eigen::OuterStride<>>;

Eigen::Index index(std::int64_t n) { return static_cast<Eigen::Index>(n); }

Strided matrix(const float* numbers, std::int64_t rows, std::int64_t columns, std::int64_t stride) {
    return {numbers, index(rows), index(columns), Eigen::OuterStride<>(index(stride))};
}

Eigen::Map<const Eigen::MatrixXd> square(std::int64_t size, const double* numbers) {
    return {numbers, index(size), index(size)};
}

}  // namespace

struct OpenBlas::Functions {};

OpenBlas::OpenBlas() : functions_(nullptr) {}

const OpenBlas& OpenBlas::loaded() {
    static const OpenBlas only;
    return only;
}

std::string OpenBlas::name() const { return "Eigen"; }

void OpenBlas::multiply(const Product& product) const {
    StridedOut out(product.out, index(product.rows), index(product.columns),
                   Eigen::OuterStride<>(index(product.out_stride)));
    if (product.beta == 0)
        out.setZero();  // out may be uninitialised
    else if (product.beta != 1)
        out *= product.beta;
    const Strided a = product.a_transposed ? matrix(product.a, product.dim, product.rows, product.a_stride)
                                           : matrix(product.a, product.rows, product.dim, product.a_stride);
    const Strided b = product.b_transposed
                          ? matrix(product.b, product.columns, product.dim, product.b_stride)
                          : matrix(product.b, product.dim, product.columns, product.b_stride);
    if (product.a_transposed && product.b_transposed)
        out.noalias() += product.alpha * (a.transpose() * b.transpose());
    else if (product.a_transposed)
        out.noalias() += product.alpha * (a.transpose() * b);
    else if (product.b_transposed)
        out.noalias() += product.alpha * (a * b.transpose());
    else
        out.noalias() += product.alpha * (a * b);
}

void OpenBlas::product(std::int64_t rows, std::int64_t columns, std::int64_t dim, const float* a,
                       const float* b, float* out) const {
    multiply({rows, columns, dim, a, dim, false, b, dim, true, out, columns});
}

void OpenBlas::product_on(int /*threads*/, std::int64_t rows, std::int64_t columns, std::int64_t dim,
                          const float* a, const float* b, float* out) const {
    product(rows, columns, dim, a, b, out);
}

void OpenBlas::multiply_lower(std::int64_t size, const double* matrix, double* x) const {
    Eigen::Map<Eigen::VectorXd> vector(x, index(size));
    vector = square(size, matrix).triangularView<Eigen::UnitLower>() * Eigen::VectorXd(vector);
}

void OpenBlas::solve_lower(std::int64_t size, const double* matrix, double* x) const {
    Eigen::Map<Eigen::VectorXd> vector(x, index(size));
    square(size, matrix).triangularView<Eigen::Lower>().solveInPlace(vector);
}

}  // namespace poslab
