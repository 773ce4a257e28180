#include "core/hippo/legendre.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/memory_order.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

// The values of P_n and P_n − P_{n−1} at x = 1 − 2s.
struct LegendreAt {
    long double value, difference;
};

LegendreAt legendre_at(std::size_t n, long double s) {
    LegendreAt at{1, 0};
    for (std::size_t k = 0; k < n; ++k) {
        const auto degree = static_cast<long double>(k);
        at.difference = (degree * at.difference - 2 * s * (2 * degree + 1) * at.value) / (degree + 1);
        at.value += at.difference;
    }
    return at;
}

// Returns Tricomi's estimate of root i, accurate to 1 in 300: x = cos θ, θ ≈ φ + cot φ / (8 (n+½)²),
// φ = (4i+3)π/(4n+2), s = (1−x)/2 = sin²(θ/2).
long double first_guess(std::size_t n, std::size_t i) {
    const double half = static_cast<double>(n) + 0.5;
    const double angle = (static_cast<double>(i) + 0.75) * std::numbers::pi / half;
    const double sine = std::sin((angle + 1 / (std::tan(angle) * 8 * half * half)) / 2);
    return sine * sine;
}

struct Node {
    long double s, weight;
};

// Returns node i by Newton's method on P_n(1 − 2s), with
// (1 − x²) P_n' = n (P_{n−1} − x P_n) = n (2s P_n − difference), and its weight (1 − x²)/(n P_{n−1})².
Node node_at(std::size_t n, std::size_t i) {
    constexpr int max_steps = 8;  // three suffice from the first guess
    const auto degree = static_cast<long double>(n);
    long double s = first_guess(n, i);
    LegendreAt at = legendre_at(n, s);
    for (int step = 0; step < max_steps; ++step) {
        const long double slope = degree * (2 * s * at.value - at.difference) / (4 * s * (1 - s));
        const long double change = at.value / (2 * slope);
        s += change;
        at = legendre_at(n, s);
        if (std::abs(change) < 1e-12L * s) break;  // this step has squared the error
    }
    const long double previous = degree * (at.value - at.difference);
    return {s, 4 * s * (1 - s) / (previous * previous)};
}

}  // namespace

Quadrature gauss_legendre(std::int64_t order) {
    const std::size_t n = checked_memory_order(order);
    Quadrature rule{std::vector<double>(n), std::vector<double>(n)};
    for (std::size_t i = 0; i < (n + 1) / 2; ++i) {
        const Node node = node_at(n, i);
        rule.nodes[n - 1 - i] = static_cast<double>(1 - node.s);
        rule.nodes[i] = static_cast<double>(node.s);
        rule.weights[i] = rule.weights[n - 1 - i] = static_cast<double>(node.weight);
    }
    return rule;
}

LegendreSweep::LegendreSweep(std::span<const double> s, std::span<const double> rest)
    : twice_distance_(s.size()),
      turn_(s.size()),
      sign_(s.size(), 1),
      legendre_(s.size(), 1),
      difference_(s.size()),
      values_(s.size(), 1) {
    if (s.size() != rest.size())
        throw UsageError(
            fmt::format("Legendre polynomials: {} points, but {} distances from 1", s.size(), rest.size()));
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (!(s[i] >= 0 && rest[i] >= 0 && std::abs(s[i] + rest[i] - 1) < 1e-12))
            throw UsageError(
                fmt::format("Legendre polynomials: point {} at {}, {} below 1, must be between 0 and 1", i,
                            s[i], rest[i]));
        turn_[i] = s[i] < rest[i] ? -1 : 1;
        twice_distance_[i] = 2 * std::min(s[i], rest[i]);
    }
}

void LegendreSweep::advance() {
    const double keep = n_ / (n_ + 1), gain = (2 * n_ + 1) / (n_ + 1);
    const double norm = std::sqrt(2 * n_ + 3);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        difference_[i] = keep * difference_[i] - gain * twice_distance_[i] * legendre_[i];
        legendre_[i] += difference_[i];
        sign_[i] *= turn_[i];
        values_[i] = norm * sign_[i] * legendre_[i];
    }
    n_ += 1;
}

}  // namespace poslab
