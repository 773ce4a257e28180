#include "core/geometry/plane_encoding.hpp"

#include <cmath>

namespace poslab {

namespace {

/// True if a double equals `exact` up to a few roundings.
bool is_rounded(double value, const DoubleDouble& exact) {
    constexpr double roundings = 4 * 0x1p-53;
    return std::abs(narrow(DoubleDouble(value) - exact)) <= roundings * std::abs(narrow(exact));
}

/// Returns the exact value if there is no value or `value` is its rounding.
DoubleDouble entry(const std::optional<double>& value, const DoubleDouble& exact) {
    return value && !is_rounded(*value, exact) ? DoubleDouble(*value) : exact;
}

Skew<double> only(double Skew<double>::*entry) {
    Skew<double> matrix;
    matrix.*entry = 1;
    return matrix;
}

DoubleDouble speed(const PlaneEncoding& of) {
    return sqrt(DoubleDouble(1) + DoubleDouble(of.b) * of.b + DoubleDouble(of.c) * of.c);
}

/// cos α P + sin α J for J = `unit`, P = −J².
Eigen::Matrix4d turned_plane(const Eigen::Matrix4d& unit, double angle) {
    return std::cos(angle) * (-unit * unit) + std::sin(angle) * unit;
}

Eigen::Matrix4d by_planes(const PlaneEncoding& of, PlanePosition at) {
    const PlaneGenerators b = generators(of);
    const DoubleDouble s = speed(of);
    const Eigen::Matrix4d j1 = skew_matrix(narrow((DoubleDouble(1) / s) * b.x));
    const std::array<DoubleDouble, 2> angles = plane_angles(of, at);
    // B2 rotates the plane that B1 leaves invariant; for f = 0 that plane exists, too, but does not rotate.
    const PlaneEncoding unit{of.construction, of.theta, of.b, of.c, 1};
    const Eigen::Matrix4d j2 = skew_matrix(narrow((DoubleDouble(1) / s) * generators(unit).y));
    return turned_plane(j1, wrapped(angles[0])) + turned_plane(j2, wrapped(angles[1]));
}

/// cos r I + sin r/r M of an imaginary quaternion.
Eigen::Matrix4d by_euler(const Skew<DoubleDouble>& exponent) {
    const DoubleDouble r = sqrt(exponent.a * exponent.a + exponent.b * exponent.b);
    if (!(narrow(r) > 0)) return Eigen::Matrix4d::Identity();
    const double angle = wrapped(r);
    return std::cos(angle) * Eigen::Matrix4d::Identity() +
           std::sin(angle) * skew_matrix(narrow((DoubleDouble(1) / r) * exponent));
}

/// I + sin r N + (1 − cos r) N², N = M/r.
Eigen::Matrix3d by_rodrigues(const Skew<DoubleDouble>& exponent) {
    const DoubleDouble r = sqrt(exponent.a * exponent.a + exponent.b * exponent.b + exponent.c * exponent.c);
    if (!(narrow(r) > 0)) return Eigen::Matrix3d::Identity();
    const double angle = wrapped(r);
    const Eigen::Matrix3d n = skew_matrix(narrow((DoubleDouble(1) / r) * exponent)).topLeftCorner<3, 3>();
    return Eigen::Matrix3d::Identity() + std::sin(angle) * n + 2 * std::pow(std::sin(angle / 2), 2) * n * n;
}

Eigen::Matrix2d plane_rotation(double angle) {
    Eigen::Matrix2d matrix;
    matrix << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    return matrix;
}

/// second − first without rounding.
std::array<DoubleDouble, 2> difference(PlanePosition first, PlanePosition second) {
    return {DoubleDouble(second.x) - first.x, DoubleDouble(second.y) - first.y};
}

Skew<DoubleDouble> exponent_at(const PlaneEncoding& of, const DoubleDouble& x, const DoubleDouble& y) {
    const PlaneGenerators b = generators(of);
    return (DoubleDouble(of.theta) * x) * b.x + (DoubleDouble(of.theta) * y) * b.y;
}

}  // namespace

bool PlaneEncoding::commutes() const {
    if (construction != Construction::matrix_exponential) return false;
    return (!d || is_rounded(*d, DoubleDouble(c) * f)) && (!e || is_rounded(*e, -(DoubleDouble(b) * f)));
}

PlaneGenerators generators(const PlaneEncoding& of) {
    switch (of.construction) {
        case Construction::matrix_exponential:
            return {{1, of.b, of.c, 0, 0, 0},
                    {0, 0, 0, entry(of.d, DoubleDouble(of.c) * of.f),
                     entry(of.e, -(DoubleDouble(of.b) * of.f)), of.f}};
        case Construction::quaternion:
            return {{1, 0, 0, 0, 0, 1}, {0, 1, 0, 0, -1, 0}};
        case Construction::sum:
            return {widen(only(&Skew<double>::a)), widen(only(&Skew<double>::a))};
        case Construction::three_by_three:
            break;
    }
    return {widen(only(&Skew<double>::a)), {0, of.b, of.c, 0, 0, 0}};
}

int size_of(Construction construction) {
    return construction == Construction::sum ? 2 : construction == Construction::three_by_three ? 3 : 4;
}

Skew<DoubleDouble> exponent_at(const PlaneEncoding& of, PlanePosition at) {
    return exponent_at(of, DoubleDouble(at.x), DoubleDouble(at.y));
}

Eigen::MatrixXd rotation_at(const PlaneEncoding& of, PlanePosition at) {
    const int size = size_of(of.construction);
    return rotation_matrix(skew_exponential(exponent_at(of, at))).topLeftCorner(size, size);
}

Eigen::MatrixXd closed_form_at(const PlaneEncoding& of, PlanePosition at) {
    switch (of.construction) {
        case Construction::matrix_exponential:
            return of.commutes() ? Eigen::MatrixXd(by_planes(of, at)) : rotation_at(of, at);
        case Construction::quaternion:
            return by_euler(exponent_at(of, at));
        case Construction::sum:
            return plane_rotation(wrapped((DoubleDouble(at.x) + at.y) * of.theta));
        case Construction::three_by_three:
            break;
    }
    return by_rodrigues(exponent_at(of, at));
}

double relativity_residual(const PlaneEncoding& of, PlanePosition first, PlanePosition second) {
    const std::array<DoubleDouble, 2> between = difference(first, second);
    const Eigen::Matrix4d relative =
        rotation_matrix(skew_exponential(exponent_at(of, between[0], between[1])));
    const int size = size_of(of.construction);
    return (rotation_at(of, first).transpose() * rotation_at(of, second) - relative.topLeftCorner(size, size))
        .norm();
}

double commutator_norm(const PlaneEncoding& of) {
    if (of.commutes()) return 0;
    const PlaneGenerators b = generators(of);
    return commutator_norm(skew_matrix(narrow(b.x)), skew_matrix(narrow(b.y)));
}

double orthogonality_residual(const Eigen::Ref<const Eigen::MatrixXd>& rotation) {
    return (rotation.transpose() * rotation - Eigen::MatrixXd::Identity(rotation.rows(), rotation.cols()))
        .norm();
}

double plane_speed(const PlaneEncoding& of) { return narrow(speed(of)); }

std::array<DoubleDouble, 2> plane_angles(const PlaneEncoding& of, PlanePosition at) {
    const DoubleDouble per_step = DoubleDouble(of.theta) * speed(of);
    return {per_step * at.x, per_step * of.f * at.y};
}

}  // namespace poslab
