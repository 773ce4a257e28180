#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace poslab {

/// Returns Oⁿ (docs/formulas.md §8.9): for any orthogonal O, R_n = Oⁿ solves R_mᵀ R_n = R_(n−m), the general
/// solution in one dimension (article 8397). In the real Schur form O = U T Uᵀ, T consists of ±1 and
/// rotations by φ, whose powers are (±1)ⁿ and rotations by nφ.
/// Oⁿ is orthogonal and relativity holds within 1e-15 times the size at any n; the error of Oⁿ for the given
/// O is |n| times 1e-16 times the size. Any n, including negative; any determinant. [n, n] like O. Throws
/// UsageError if O is not square, or ‖OᵀO − I‖ > 1e-9.
[[nodiscard]] Eigen::MatrixXd orthogonal_power(const Eigen::Ref<const Eigen::MatrixXd>& orthogonal,
                                               std::int64_t n);

/// Returns a random orthogonal matrix [size, size] with Haar distribution: Q of the Householder QR form of
/// independent normals, each column with the sign that makes the diagonal of R positive. Throws UsageError
/// for size < 1.
[[nodiscard]] Eigen::MatrixXd random_orthogonal(int size, std::uint64_t seed);

}  // namespace poslab
