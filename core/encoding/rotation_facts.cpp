#include "core/encoding/rotation_facts.hpp"

#include "core/base/random.hpp"
#include "core/encoding/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace poslab {

namespace {

constexpr double whole_turn = 2 * std::numbers::pi;

/// Returns the largest angle by which a pair differs after `distance`; stops early above `enough`.
double farthest_angle(std::span<const double> theta, double distance, double enough) {
    double farthest = 0;
    for (const double w : theta) {
        farthest = std::max(farthest, std::abs(std::remainder(distance * w, whole_turn)));
        if (farthest >= enough) break;
    }
    return farthest;
}

}  // namespace

NearestRotation nearest_rotation(std::span<const double> theta, std::int64_t most) {
    NearestRotation nearest{1, std::numeric_limits<double>::infinity()};
    for (std::int64_t distance = 1; distance <= most; ++distance) {
        const double angle = farthest_angle(theta, static_cast<double>(distance), nearest.angle);
        if (angle < nearest.angle) nearest = {distance, angle};
    }
    return nearest;
}

PairingGap pairing_gap(std::span<const double> theta, double position) {
    std::vector<double> x(2 * theta.size()), permuted(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<double>(random_bits(1, 0, i) >> 11U) * 0x1p-52 - 1;
    const auto order = neox_order(std::ssize(x));
    for (std::size_t i = 0; i < x.size(); ++i) permuted[static_cast<std::size_t>(order[i])] = x[i];
    const auto gptj = rotated(x, position, theta, Pairing::gpt_j),
               neox = rotated(x, position, theta, Pairing::gpt_neox);
    const auto neox_permuted = rotated(permuted, position, theta, Pairing::gpt_neox);
    PairingGap gap;
    for (std::size_t i = 0; i < x.size(); ++i) {
        gap.as_they_come = std::max(gap.as_they_come, std::abs(gptj[i] - neox[i]));
        gap.permuted =
            std::max(gap.permuted, std::abs(gptj[i] - neox_permuted[static_cast<std::size_t>(order[i])]));
    }
    return gap;
}

std::size_t pairs_without_turn(std::span<const double> theta, double tokens) {
    return static_cast<std::size_t>(
        std::count_if(theta.begin(), theta.end(), [&](double each) { return tokens * each < whole_turn; }));
}

double unseen_share(double seen, double used) {
    seen = std::min(seen, 1.0);
    used = std::min(used, 1.0);
    // Interpolation by exactly L/T uses exactly the trained angles, up to rounding.
    return used > seen * (1 + 1e-9) ? (used - seen) / used : 0;
}

double sinusoidal_product(std::span<const double> theta, double position, double distance) {
    double sum = 0;
    for (const double frequency : theta)
        sum += std::sin(position * frequency) * std::sin((position + distance) * frequency) +
               std::cos(position * frequency) * std::cos((position + distance) * frequency);
    return theta.empty() ? 0 : sum / static_cast<double>(theta.size());
}

double plane_gap(double a, double b) {
    return std::sqrt(2 * (std::pow(std::cos(a) - std::cos(b), 2) + std::pow(std::sin(a) - std::sin(b), 2)));
}

}  // namespace poslab
