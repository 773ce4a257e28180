#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace poslab {

/// Oⁿ (docs/formulas.md §8.9): for any orthogonal O, R_n = Oⁿ solves R_mᵀ R_n = R_(n−m), the general solution in one dimension
/// (article 8397). With O = U T Uᵀ of the real Schur form, T is made of ±1 and of rotations by φ, whose powers are (±1)ⁿ and
/// rotations by nφ; so Oⁿ is orthogonal and relativity holds within 1e-15 times the size at any n, and Oⁿ is that of the given O
/// within |n| times 1e-16 times the size. Any n, also negative; any determinant. [n, n] as O. Throws UsageError where O is not
/// square, or ‖OᵀO − I‖ > 1e-9.
[[nodiscard]] Eigen::MatrixXd orthogonal_power(const Eigen::Ref<const Eigen::MatrixXd>& orthogonal, std::int64_t n);

/// [size, size], as likely as any other one (Haar): Q of the Householder QR form of independent normals, each column with the sign
/// that makes the diagonal of R positive. Throws UsageError for size < 1.
[[nodiscard]] Eigen::MatrixXd random_orthogonal(int size, std::uint64_t seed);

}  // namespace poslab
