#include "core/geometry/orthogonal_power.hpp"

#include "core/base/errors.hpp"
#include "core/base/random.hpp"
#include "core/geometry/plane_encoding.hpp"

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <cmath>

namespace poslab {

namespace {

constexpr double largest_deviation = 1e-9;

/// Converts n without rounding.
DoubleDouble widen(std::int64_t n) {
    constexpr std::int64_t share = std::int64_t{1} << 20;
    return DoubleDouble(static_cast<double>(n / share * share)) + static_cast<double>(n % share);
}

/// Returns the n-th power of the rotation nearest to a block of the Schur form.
Eigen::Matrix2d block_power(const Eigen::Matrix2d& block, std::int64_t n) {
    const double once = std::atan2(block(1, 0) - block(0, 1), block(0, 0) + block(1, 1)),
                 angle = wrapped(widen(n) * once);
    Eigen::Matrix2d power;
    power << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    return power;
}

void check_orthogonal(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
    if (matrix.rows() != matrix.cols() || matrix.rows() < 1)
        throw UsageError(fmt::format("a matrix of {} x {} has no powers: it must be square", matrix.rows(),
                                     matrix.cols()));
    const double deviation = orthogonality_residual(matrix);
    if (!(deviation <= largest_deviation))
        throw UsageError(
            fmt::format("the matrix is not orthogonal: |OᵀO − I| is {:.3g}; at most {:g} is allowed",
                        deviation, largest_deviation));
}

}  // namespace

Eigen::MatrixXd orthogonal_power(const Eigen::Ref<const Eigen::MatrixXd>& orthogonal, std::int64_t n) {
    check_orthogonal(orthogonal);
    const Eigen::RealSchur<Eigen::MatrixXd> schur(orthogonal);
    const Eigen::MatrixXd& form = schur.matrixT();
    Eigen::MatrixXd power = Eigen::MatrixXd::Zero(form.rows(), form.cols());
    for (Eigen::Index at = 0; at < form.rows(); ++at) {
        if (at + 1 < form.rows() && form(at + 1, at) != 0) {
            power.block<2, 2>(at, at) = block_power(form.block<2, 2>(at, at), n);
            ++at;
        } else {
            power(at, at) = form(at, at) < 0 && n % 2 != 0 ? -1 : 1;
        }
    }
    return schur.matrixU() * power * schur.matrixU().transpose();
}

Eigen::MatrixXd random_orthogonal(int size, std::uint64_t seed) {
    if (size < 1)
        throw UsageError(fmt::format("a random orthogonal matrix of {} rows: at least one is needed", size));
    Eigen::MatrixXd normals(size, size);
    for (Eigen::Index n = 0; n < normals.size(); ++n)
        normals.data()[n] = random_normal(seed, RandomStream::matrices, static_cast<std::uint64_t>(n));
    const Eigen::HouseholderQR<Eigen::MatrixXd> form(normals);
    Eigen::MatrixXd q = form.householderQ();
    for (Eigen::Index column = 0; column < size; ++column)
        if (form.matrixQR()(column, column) < 0) q.col(column) = -q.col(column);
    return q;
}

}  // namespace poslab
