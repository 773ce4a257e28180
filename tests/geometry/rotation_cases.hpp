#pragma once

#include "core/geometry/plane_encoding.hpp"
#include "tests/support/seed.hpp"

#include <unsupported/Eigen/MatrixFunctions>

#include <random>

namespace poslab::test {

/// Uniform numbers in [−half, half].
class Uniform {
  public:
    explicit Uniform(std::uint64_t standard_seed = 1) : random_(test_seed(standard_seed)) {}
    double operator()(double half) { return std::uniform_real_distribution<double>(-half, half)(random_); }
    double operator()(double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random_);
    }

  private:
    std::mt19937_64 random_;
};

/// gen(a, b, c, d, e, f) as written in the article.
inline Eigen::Matrix4d gen(double a, double b, double c, double d, double e, double f) {
    Eigen::Matrix4d matrix;
    matrix << 0, -a, -b, -d,  //
        a, 0, -c, -e,         //
        b, c, 0, -f,          //
        d, e, f, 0;
    return matrix;
}

/// Uses Eigen's scaling, Padé approximation and squaring.
inline Eigen::MatrixXd matrix_exponential(const Eigen::MatrixXd& of) { return of.exp(); }

/// A member of the commuting family: b, c, f in [−2, 2], |θ| <= 1.5.
inline PlaneEncoding random_member(Uniform& random) {
    PlaneEncoding of;
    of.theta = random(1.5);
    of.b = random(2);
    of.c = random(2);
    of.f = random(2);
    return of;
}

}  // namespace poslab::test
