#pragma once

#include "core/geometry/quaternion.hpp"
#include "core/geometry/skew.hpp"

#include <array>

namespace poslab {

/// A rotation of four dimensions as v -> left · v · right with unit quaternions, v = (w, x, y, z). Every
/// rotation has this form, and the exponential of every skew matrix is exp of its two halves, which always
/// commute.
struct RotationHalves {
    Quaternion left{1, 0, 0, 0}, right{1, 0, 0, 0};
};

/// exp of a skew matrix in closed form (docs/formulas.md §8.2): S = L(p) + R(q) with p = ((a+f)/2, (b−e)/2,
/// (c+d)/2), q = ((a−f)/2, (b+e)/2, (d−c)/2), so exp S is multiplication by e^p from the left and e^q from
/// the right. It requires neither invariant planes nor commuting generators.
template <class Real>
[[nodiscard]] RotationHalves skew_exponential(const Skew<Real>& exponent) {
    const Real half(0.5);
    const Skew<Real>& s = exponent;
    return {unit_exponential<Real>(half * (s.a + s.f), half * (s.b - s.e), half * (s.c + s.d)),
            unit_exponential<Real>(half * (s.a - s.f), half * (s.b + s.e), half * (s.d - s.c))};
}

/// The angles by which exp of the matrix rotates its two planes, rad, unwrapped: |p| + |q| and |p| − |q|.
[[nodiscard]] std::array<double, 2> turned_angles(const Skew<DoubleDouble>& exponent);

[[nodiscard]] Eigen::Matrix4d rotation_matrix(const RotationHalves& of);

/// firstᵀ · second.
[[nodiscard]] inline RotationHalves relative(const RotationHalves& first, const RotationHalves& second) {
    return {first.left.conjugate() * second.left, second.right * first.right.conjugate()};
}

/// ‖R_a − R_b‖, Frobenius, with an absolute error of 1e-15 even if it is that small: with the halves' real
/// parts α and β of R_aᵀR_b it is √(8 (1 − αβ)), where 1 − α = |left difference|²/2.
[[nodiscard]] double distance(const RotationHalves& a, const RotationHalves& b);

}  // namespace poslab
