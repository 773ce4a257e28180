#pragma once

#include "core/base/double_double.hpp"

#include <Eigen/Core>

namespace poslab {

/// The skew matrix gen(a, b, c, d, e, f) = [[0,−a,−b,−d],[a,0,−c,−e],[b,c,0,−f],[d,e,f,0]] (article 8397),
/// the form of linear exponents of rotations in four dimensions. In three dimensions d = e = f = 0, in two
/// only a remains.
template <class Real>
struct Skew {
    Real a{0}, b{0}, c{0}, d{0}, e{0}, f{0};

    friend Skew operator+(const Skew& left, const Skew& right) {
        return {left.a + right.a, left.b + right.b, left.c + right.c,
                left.d + right.d, left.e + right.e, left.f + right.f};
    }
    friend Skew operator*(const Real& factor, const Skew& of) {
        return {factor * of.a, factor * of.b, factor * of.c, factor * of.d, factor * of.e, factor * of.f};
    }
};

[[nodiscard]] inline Skew<double> narrow(const Skew<DoubleDouble>& wide) {
    return {narrow(wide.a), narrow(wide.b), narrow(wide.c), narrow(wide.d), narrow(wide.e), narrow(wide.f)};
}
[[nodiscard]] inline Skew<DoubleDouble> widen(const Skew<double>& of) {
    return {of.a, of.b, of.c, of.d, of.e, of.f};
}

[[nodiscard]] Eigen::Matrix4d skew_matrix(const Skew<double>& of);

/// ‖AB − BA‖, Frobenius. [n, n] both.
[[nodiscard]] double commutator_norm(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                     const Eigen::Ref<const Eigen::MatrixXd>& b);

}  // namespace poslab
