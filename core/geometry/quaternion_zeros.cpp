#include "core/geometry/quaternion_zeros.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace poslab {

namespace {

constexpr double nearness = 1e-6;
constexpr double farthest = 1000;  // half turns across the plane: beyond this there are too many

struct HalfTurns {
    double k, m, n;  // of p1, p2, p2 − p1
};

/// The two points at m/k and n/k of |p1| from the origin and from p1.
void add_crossings(PlanePosition p1, const HalfTurns& turns, double extent,
                   std::vector<PlanePosition>& zeros) {
    const auto [k, m, n] = turns;
    const double along = (k * k + m * m - n * n) / (2 * k * k), square = m * m / (k * k) - along * along;
    if (!(square > 1e-12)) return;  // on the line itself
    const double across = std::sqrt(square);
    for (const double side : {across, -across}) {
        const PlanePosition at{along * p1.x - side * p1.y, along * p1.y + side * p1.x};
        if (std::abs(at.x) <= extent && std::abs(at.y) <= extent) zeros.push_back(at);
    }
}

}  // namespace

std::vector<PlanePosition> isolated_quaternion_zeros(double theta, PlanePosition first, double extent,
                                                     std::size_t most) {
    const double half_turns = std::abs(theta) / std::numbers::pi, radius = std::hypot(first.x, first.y);
    const double k = std::round(half_turns * radius), reach = half_turns * std::numbers::sqrt2 * extent;
    std::vector<PlanePosition> zeros;
    if (!(k >= 1) || !(std::abs(half_turns * radius - k) < nearness) || !(k < farthest) ||
        !(reach < farthest))
        return zeros;
    for (int m = 1; m <= static_cast<int>(reach); ++m)
        for (int n = std::abs(static_cast<int>(k) - m); n <= static_cast<int>(k) + m; n += 2) {
            add_crossings(first, {k, static_cast<double>(m), static_cast<double>(n)}, extent, zeros);
            if (zeros.size() > most) return {};
        }
    return zeros;
}

}  // namespace poslab
