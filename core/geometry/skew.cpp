#include "core/geometry/skew.hpp"

namespace poslab {

Eigen::Matrix4d skew_matrix(const Skew<double>& of) {
    Eigen::Matrix4d matrix;
    matrix << 0, -of.a, -of.b, -of.d,  //
        of.a, 0, -of.c, -of.e,         //
        of.b, of.c, 0, -of.f,          //
        of.d, of.e, of.f, 0;
    return matrix;
}

double commutator_norm(const Eigen::Ref<const Eigen::MatrixXd>& a,
                       const Eigen::Ref<const Eigen::MatrixXd>& b) {
    return (a * b - b * a).norm();
}

}  // namespace poslab
