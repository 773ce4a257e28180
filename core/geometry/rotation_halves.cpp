#include "core/geometry/rotation_halves.hpp"

#include <cmath>

namespace poslab {

namespace {

DoubleDouble length(const DoubleDouble& x, const DoubleDouble& y, const DoubleDouble& z) {
    return sqrt(x * x + y * y + z * z);
}

double dot(const Quaternion& p, const Quaternion& q) { return p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z; }

/// Returns |p − sign·q|².
double squared_difference(const Quaternion& p, const Quaternion& q, double sign) {
    return (p - Quaternion{sign * q.w, sign * q.x, sign * q.y, sign * q.z}).squared_norm();
}

}  // namespace

std::array<double, 2> turned_angles(const Skew<DoubleDouble>& exponent) {
    const Skew<DoubleDouble>& s = exponent;
    const DoubleDouble left = length(s.a + s.f, s.b - s.e, s.c + s.d),
                       right = length(s.a - s.f, s.b + s.e, s.d - s.c);
    return {narrow((left + right) * 0.5), narrow((left - right) * 0.5)};
}

Eigen::Matrix4d rotation_matrix(const RotationHalves& of) {
    return left_multiplication(of.left) * right_multiplication(of.right);
}

double distance(const RotationHalves& a, const RotationHalves& b) {
    // Negating both halves gives the same rotation; 1 − αβ loses its digits only if both are near 1 or both
    // near −1.
    const double sign = dot(a.left, b.left) < 0 && dot(a.right, b.right) < 0 ? -1 : 1;
    const double left = squared_difference(a.left, b.left, sign) / 2,
                 right = squared_difference(a.right, b.right, sign) / 2;
    return std::sqrt(8 * std::max(0.0, left + right - left * right));
}

}  // namespace poslab
