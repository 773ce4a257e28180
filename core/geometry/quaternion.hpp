#pragma once

#include "core/base/double_double.hpp"

#include <Eigen/Core>

namespace poslab {

/// w + x i + y j + z k with i² = j² = k² = −1, ij = k = −ji (article 8397).
struct Quaternion {
    double w = 0, x = 0, y = 0, z = 0;

    friend Quaternion operator*(const Quaternion& p, const Quaternion& q) {
        return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
    }
    friend Quaternion operator-(const Quaternion& p, const Quaternion& q) {
        return {p.w - q.w, p.x - q.x, p.y - q.y, p.z - q.z};
    }
    [[nodiscard]] Quaternion conjugate() const { return {w, -x, -y, -z}; }
    [[nodiscard]] double squared_norm() const { return w * w + x * x + y * y + z * z; }
};

/// e^(w + xi + yj + zk) = e^w (cos r + (xi + yj + zk)/r sin r), r = √(x² + y² + z²) (8397, Euler's formula).
[[nodiscard]] Quaternion exponential(const Quaternion& exponent);

/// e^(xi + yj + zk), a unit quaternion; `DoubleDouble` keeps the angle accurate for many turns.
template <class Real>
[[nodiscard]] Quaternion unit_exponential(const Real& x, const Real& y, const Real& z);
extern template Quaternion unit_exponential(const double&, const double&, const double&);
extern template Quaternion unit_exponential(const DoubleDouble&, const DoubleDouble&, const DoubleDouble&);

/// The matrix of v -> q v, v = (w, x, y, z): the article's 4×4 form
/// [[a,−b,−c,−d],[b,a,−d,c],[c,d,a,−b],[d,−c,b,a]].
[[nodiscard]] Eigen::Matrix4d left_multiplication(const Quaternion& q);
/// The matrix of v -> v q.
[[nodiscard]] Eigen::Matrix4d right_multiplication(const Quaternion& q);

/// The angle of `r` radians in (−π, π]: whole turns are removed in 106 bits.
[[nodiscard]] double wrapped(const DoubleDouble& r);

}  // namespace poslab
