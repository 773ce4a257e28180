#include "core/geometry/recovered_position.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {

namespace {

constexpr double turn = 2 * std::numbers::pi;

/// The angle by which `rotation` rotates the plane of J = `unit`: tr(Jᵀ R) = 2 sin α, tr(Pᵀ R) = 2 cos α with
/// P = −J².
double angle_in(const Eigen::Matrix4d& unit, const Eigen::Matrix4d& rotation) {
    return std::atan2((unit.transpose() * rotation).trace(), (-unit * unit * rotation).trace());
}

/// Returns a position in (−P/2, P/2] for an angle in [−π, π].
double position_of(double angle, double per_step) {
    const double position = angle / per_step, half = std::numbers::pi / std::abs(per_step);
    return position <= -half ? half : position;
}

PlanePosition by_planes(const PlaneEncoding& of, const Eigen::Matrix4d& rotation) {
    const PlaneGenerators b = generators(of);
    const double s = plane_speed(of);
    const Eigen::Matrix4d j1 = skew_matrix(narrow(b.x)) / s, j2 = skew_matrix(narrow(b.y)) / (of.f * s);
    return {position_of(angle_in(j1, rotation), of.theta * s),
            position_of(angle_in(j2, rotation), of.theta * of.f * s)};
}

/// x and y of the matrix nearest to θ(x B1 + y B2).
std::optional<PlanePosition> by_generators(const PlaneEncoding& of, const Eigen::Matrix4d& logarithm) {
    const PlaneGenerators b = generators(of);
    const Eigen::Matrix4d x = skew_matrix(narrow(b.x)), y = skew_matrix(narrow(b.y));
    const auto product = [](const Eigen::Matrix4d& m, const Eigen::Matrix4d& n) {
        return m.cwiseProduct(n).sum();
    };
    Eigen::Matrix2d gram;
    gram << product(x, x), product(x, y), product(x, y), product(y, y);
    const Eigen::FullPivLU<Eigen::Matrix2d> solver(gram);
    if (!solver.isInvertible()) return std::nullopt;
    const Eigen::Vector2d at =
        solver.solve(Eigen::Vector2d(product(x, logarithm), product(y, logarithm))) / of.theta;
    return PlanePosition{at[0], at[1]};
}

/// Returns the unit quaternions of v -> left · v · right: R = Σ l_m r_n L(e_m) R(e_n), sixteen mutually
/// orthogonal matrices.
RotationHalves halves_of(const Eigen::Matrix4d& rotation) {
    Eigen::Matrix4d outer;  // l_m r_n
    const auto unit = [](int n) {
        return Quaternion{n == 0 ? 1.0 : 0.0, n == 1 ? 1.0 : 0.0, n == 2 ? 1.0 : 0.0, n == 3 ? 1.0 : 0.0};
    };
    for (int m = 0; m < 4; ++m)
        for (int n = 0; n < 4; ++n)
            outer(m, n) =
                (left_multiplication(unit(m)) * right_multiplication(unit(n))).cwiseProduct(rotation).sum() /
                4;
    Eigen::Index row = 0, column = 0;
    outer.cwiseAbs().maxCoeff(&row, &column);
    const Eigen::Vector4d left = outer.col(column).normalized(), right = outer.transpose() * left;
    return {{left[0], left[1], left[2], left[3]}, {right[0], right[1], right[2], right[3]}};
}

/// Returns p with e^p = q, |p| <= π; for −1 one of many.
Eigen::Vector3d logarithm(const Quaternion& q) {
    const Eigen::Vector3d imaginary(q.x, q.y, q.z);
    const double sine = imaginary.norm();
    if (!(sine > 0)) return {q.w < 0 ? std::numbers::pi : 0, 0, 0};
    return std::atan2(sine, q.w) / sine * imaginary;
}

Eigen::Matrix4d skew_of(const Eigen::Vector3d& p, const Eigen::Vector3d& q) {
    return left_multiplication({0, p[0], p[1], p[2]}) + right_multiplication({0, q[0], q[1], q[2]});
}

/// Returns the logarithm with angles up to π; of the two pairs of halves that represent a rotation one has
/// it.
Eigen::Matrix4d logarithm(const Eigen::Matrix4d& rotation) {
    const RotationHalves halves = halves_of(rotation);
    const auto negated = [](const Quaternion& q) { return Quaternion{-q.w, -q.x, -q.y, -q.z}; };
    const Eigen::Vector3d p = logarithm(halves.left), q = logarithm(halves.right);
    if (p.norm() + q.norm() <= std::numbers::pi) return skew_of(p, q);
    return skew_of(logarithm(negated(halves.left)), logarithm(negated(halves.right)));
}

bool plane_is_turned(const PlaneEncoding& of) {
    if (of.theta == 0) return false;
    return !of.commutes() || of.f != 0;
}

bool has_inverse(const PlaneEncoding& of) {
    return of.construction == Construction::matrix_exponential || of.construction == Construction::quaternion;
}

}  // namespace

PlanePeriods periods(const PlaneEncoding& of) {
    PlanePeriods periods;
    const double s = plane_speed(of);
    if (!of.commutes() || of.theta == 0) return periods;
    periods.x = turn / (std::abs(of.theta) * s);
    if (of.f != 0) periods.y = turn / (std::abs(of.theta * of.f) * s);
    return periods;
}

bool recoverable(const PlaneEncoding& of, PlanePosition at) {
    if (!has_inverse(of) || !plane_is_turned(of)) return false;
    if (of.commutes()) return true;
    if (of.construction == Construction::quaternion)
        return narrow(DoubleDouble(of.theta) * of.theta *
                          (DoubleDouble(at.x) * at.x + DoubleDouble(at.y) * at.y) -
                      DoubleDouble::_pi * DoubleDouble::_pi) < 0;
    const std::array<double, 2> angles = turned_angles(exponent_at(of, at));
    return std::max(std::abs(angles[0]), std::abs(angles[1])) < std::numbers::pi &&
           by_generators(of, Eigen::Matrix4d::Zero()).has_value();
}

std::optional<PlanePosition> recovered(const PlaneEncoding& of,
                                       const Eigen::Ref<const Eigen::MatrixXd>& rotation) {
    if (!has_inverse(of) || !plane_is_turned(of)) return std::nullopt;
    const Eigen::Matrix4d matrix = rotation;
    return of.commutes() ? by_planes(of, matrix) : by_generators(of, logarithm(matrix));
}

}  // namespace poslab
