#include "core/geometry/generator_search.hpp"

#include "core/base/random.hpp"

#include <unsupported/Eigen/LevenbergMarquardt>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace poslab {

namespace {

constexpr int pairs = 24;
// maximum rotation angle of the positions, rad: over many turns the residual has many local minima
constexpr double reach = 1.5;

struct PositionPair {
    PlanePosition first, second;
};

/// Pairs of positions uniform in [−half, half]².
std::vector<PositionPair> random_pairs(double half, std::uint64_t seed) {
    std::uint64_t index = 0;
    const auto next = [&] {
        const auto bits = random_bits(seed, static_cast<std::uint64_t>(RandomStream::positions), index++);
        return half * (2 * (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53 - 1);
    };
    std::vector<PositionPair> list;
    for (int n = 0; n < pairs; ++n) {
        const double x1 = next(), y1 = next(), x2 = next(), y2 = next();
        list.push_back({{x1, y1}, {x2, y2}});
    }
    return list;
}

using Encoded = std::function<PlaneEncoding(double first, double second)>;

/// θ(x B1 + y B2) in double precision: positions rotate by at most `reach`.
class PlainExponent {
  public:
    explicit PlainExponent(const PlaneEncoding& of) {
        const PlaneGenerators b = generators(of);
        x_ = of.theta * narrow(b.x);
        y_ = of.theta * narrow(b.y);
    }
    [[nodiscard]] RotationHalves operator()(double x, double y) const {
        return skew_exponential(x * x_ + y * y_);
    }

  private:
    Skew<double> x_, y_;
};

/// Entries of R_1ᵀR_2 − R_(2−1) for each pair. [16 pairs]
Eigen::VectorXd residuals(const PlaneEncoding& of, const std::vector<PositionPair>& at) {
    const PlainExponent rotation(of);
    Eigen::VectorXd entries(16 * std::ssize(at));
    Eigen::Index n = 0;
    for (const auto& [first, second] : at) {
        const Eigen::Matrix4d difference =
            rotation_matrix(relative(rotation(first.x, first.y), rotation(second.x, second.y))) -
            rotation_matrix(rotation(second.x - first.x, second.y - first.y));
        entries.segment<16>(n) = difference.reshaped();
        n += 16;
    }
    return entries;
}

double root_mean_square(const PlaneEncoding& of, const std::vector<PositionPair>& at) {
    return residuals(of, at).norm() / std::sqrt(static_cast<double>(at.size()));
}

struct Residuals : Eigen::DenseFunctor<double> {
    Residuals(Encoded encoded, std::vector<PositionPair> at)
        : DenseFunctor(2, static_cast<int>(16 * at.size())),
          encoded_(std::move(encoded)),
          at_(std::move(at)) {}

    int operator()(const Eigen::VectorXd& of, Eigen::VectorXd& entries) const {
        entries = residuals(encoded_(of[0], of[1]), at_);
        return 0;
    }
    /// Central differences: within 1e-10 of the slopes, so that steps near the minimum still point to it.
    int df(const Eigen::VectorXd& of, Eigen::MatrixXd& slopes) const {
        constexpr double step = 1e-5;
        for (Eigen::Index n = 0; n < 2; ++n) {
            Eigen::VectorXd before = of, after = of;
            before[n] -= step;
            after[n] += step;
            slopes.col(n) = (residuals(encoded_(after[0], after[1]), at_) -
                             residuals(encoded_(before[0], before[1]), at_)) /
                            (2 * step);
        }
        return 0;
    }

  private:
    Encoded encoded_;
    std::vector<PositionPair> at_;
};

GeneratorSearch search(const Encoded& encoded, const std::vector<PositionPair>& at,
                       const Eigen::Vector2d& start) {
    Residuals functor(encoded, at);
    Eigen::LevenbergMarquardt<Residuals> solver(functor);
    solver.setXtol(1e-15);
    solver.setFtol(1e-30);
    solver.setGtol(0);
    solver.setMaxfev(200);
    Eigen::VectorXd best = start;
    solver.minimize(best);
    return {best[0], best[1], root_mean_square(encoded(best[0], best[1]), at),
            solver.nfev() + 4 * solver.njev()};
}

/// Returns the half width of positions that rotate by at most `reach`.
double half_width(double theta, double speed) {
    return theta == 0 ? reach : reach / (std::abs(theta) * std::max(1.0, speed));
}

}  // namespace

GeneratorSearch search_second_generator(const PlaneEncoding& from, std::uint64_t seed) {
    const double speed = plane_speed(from) * std::max(1.0, std::abs(from.f));
    const auto encoded = [&](double d, double e) {
        PlaneEncoding of = from;
        of.d = d;
        of.e = e;
        return of;
    };
    const Eigen::Vector2d start(from.d.value_or(0.4 * speed), from.e.value_or(-0.3 * speed));
    const double widest = std::max({speed, std::abs(start[0]), std::abs(start[1])});
    return search(encoded, random_pairs(half_width(from.theta, widest), seed), start);
}

GeneratorSearch search_three_by_three(const PlaneEncoding& from, std::uint64_t seed) {
    const auto encoded = [&](double b, double c) {
        return PlaneEncoding{Construction::three_by_three, from.theta, b, c};
    };
    Eigen::Vector2d start(from.b, from.c);
    if (start.norm() == 0) start = {0.6, 0.8};
    return search(encoded, random_pairs(half_width(from.theta, start.norm()), seed), start);
}

DirectionSearch search_directions(double theta, double size, int directions, std::uint64_t seed) {
    const std::vector<PositionPair> at = random_pairs(half_width(theta, size), seed);
    DirectionSearch found{1e300, 0, 1e300, 0};
    for (int n = 0; n < directions; ++n) {
        const double angle = 2 * std::numbers::pi * n / directions;
        const PlaneEncoding of{Construction::three_by_three, theta, size * std::cos(angle),
                               size * std::sin(angle)};
        const double commutator = commutator_norm(of);
        const double residual = root_mean_square(of, at);
        found.min_commutator = std::min(found.min_commutator, commutator);
        found.max_commutator = std::max(found.max_commutator, commutator);
        found.min_residual = std::min(found.min_residual, residual);
        found.max_residual = std::max(found.max_residual, residual);
    }
    return found;
}

}  // namespace poslab
