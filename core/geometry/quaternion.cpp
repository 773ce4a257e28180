#include "core/geometry/quaternion.hpp"

#include <cmath>

namespace poslab {

namespace {

/// e^(r·axis) from the angle and the exponent, for r > 0.
Quaternion from_angle(double angle, double x, double y, double z, double r) {
    const double share = std::sin(angle) / r;
    return {std::cos(angle), x * share, y * share, z * share};
}

}  // namespace

double wrapped(const DoubleDouble& r) {
    const auto without_turns = [](const DoubleDouble& angle) {
        return angle - DoubleDouble::_2pi * std::nearbyint(narrow(angle) / narrow(DoubleDouble::_2pi));
    };
    // The number of turns is itself rounded: after 1e15 rad, a hundredth of a turn may remain.
    return narrow(without_turns(without_turns(r)));
}

template <class Real>
Quaternion unit_exponential(const Real& x, const Real& y, const Real& z) {
    using std::sqrt;
    const Real r = sqrt(x * x + y * y + z * z);
    if (!(narrow(r) > 0)) return {1, 0, 0, 0};
    if constexpr (std::is_same_v<Real, double>)
        return from_angle(r, x, y, z, r);
    else
        return from_angle(wrapped(r), narrow(x), narrow(y), narrow(z), narrow(r));
}

template Quaternion unit_exponential(const double&, const double&, const double&);
template Quaternion unit_exponential(const DoubleDouble&, const DoubleDouble&, const DoubleDouble&);

Quaternion exponential(const Quaternion& exponent) {
    const double scale = std::exp(exponent.w);
    const Quaternion unit = unit_exponential(exponent.x, exponent.y, exponent.z);
    return {scale * unit.w, scale * unit.x, scale * unit.y, scale * unit.z};
}

Eigen::Matrix4d left_multiplication(const Quaternion& q) {
    Eigen::Matrix4d matrix;
    matrix << q.w, -q.x, -q.y, -q.z,  //
        q.x, q.w, -q.z, q.y,          //
        q.y, q.z, q.w, -q.x,          //
        q.z, -q.y, q.x, q.w;
    return matrix;
}

Eigen::Matrix4d right_multiplication(const Quaternion& q) {
    Eigen::Matrix4d matrix;
    matrix << q.w, -q.x, -q.y, -q.z,  //
        q.x, q.w, q.z, -q.y,          //
        q.y, -q.z, q.w, q.x,          //
        q.z, q.y, -q.x, q.w;
    return matrix;
}

}  // namespace poslab
