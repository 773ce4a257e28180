#include "core/conformance/decoded_position.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace poslab {

namespace {

constexpr double turn = 2 * std::numbers::pi;

struct PhaseOfPair {
    double theta = 0, phase = 0, weight = 0;
};

/// Returns the phases of the rotating pairs, the slowest first.
std::vector<PhaseOfPair> phases_of(std::span<const PairRotation> rotations,
                                   const Implementation& implementation) {
    std::vector<PhaseOfPair> phases;
    for (std::size_t p = 0; p < rotations.size(); ++p) {
        const double theta = implementation.direction * implementation.inverse_frequency[p];
        const double weight = rotations[p].weight;
        if (theta != 0 && weight > 0 && rotations[p].value != 0.0)
            phases.push_back({theta, std::arg(rotations[p].value), weight});
    }
    std::sort(phases.begin(), phases.end(), [](const PhaseOfPair& a, const PhaseOfPair& b) {
        return std::abs(a.theta) < std::abs(b.theta);
    });
    return phases;
}

/// Least squares, one pair after the other: each phase is unwrapped to the value nearest to the current
/// estimate.
double refined(std::span<const PhaseOfPair> phases, double position) {
    double information = 0;
    for (const PhaseOfPair& phase : phases) {
        const double left = std::remainder(phase.phase - position * phase.theta, turn);
        const double squared = phase.weight * phase.theta * phase.theta;
        information += squared;
        position += squared / phase.theta * left / information;
    }
    return position;
}

double error_at(std::span<const PhaseOfPair> phases, double position) {
    double error = 0, weights = 0;
    for (const PhaseOfPair& phase : phases) {
        error += phase.weight * (1 - std::cos(phase.phase - position * phase.theta));
        weights += phase.weight;
    }
    return weights > 0 ? error / weights : 0;
}

/// Refines a position by three quarters of the pairs, those that contradict it least: a few wrong numbers in
/// a row change the phases of some pairs only.
void refine_without_outliers(std::vector<PhaseOfPair> phases, RowPosition& found) {
    constexpr std::size_t min_pairs = 8;
    constexpr int steps = 6;
    constexpr double small_error = 1e-3;  // of the pairs that count
    if (phases.size() < min_pairs) return;
    double position = found.decoded;
    const std::size_t count = phases.size() * 3 / 4;
    const auto kept = phases.begin() + static_cast<std::ptrdiff_t>(count);
    const std::span<const PhaseOfPair> nearest(phases.data(), count);
    const auto residual = [&](const PhaseOfPair& phase) {
        return std::remainder(phase.phase - position * phase.theta, turn);
    };
    for (int step = 0; step < steps; ++step) {
        std::nth_element(phases.begin(), kept, phases.end(), [&](const PhaseOfPair& a, const PhaseOfPair& b) {
            return std::abs(residual(a)) < std::abs(residual(b));
        });
        double products = 0, squares = 0;
        for (const PhaseOfPair& phase : nearest) {
            products += phase.weight * phase.theta * residual(phase);
            squares += phase.weight * phase.theta * phase.theta;
        }
        if (!(squares > 0)) return;
        position += products / squares;
    }
    const double error = error_at(nearest, position);
    if (error > small_error || error >= found.error) return;
    found.decoded = position;
    found.error = error;
}

/// Returns `nearest`, then all others from −turns to turns.
std::vector<double> turns_from(double nearest, double turns) {
    std::vector<double> all{nearest};
    const auto most = static_cast<std::int64_t>(turns);
    for (std::int64_t k = -most; k <= most; ++k)
        if (static_cast<double>(k) != nearest) all.push_back(static_cast<double>(k));
    return all;
}

double amplitude_of(std::span<const PairRotation> rotations) {
    double sum = 0, weights = 0;
    for (const PairRotation& rotation : rotations) {
        sum += rotation.weight * std::abs(rotation.value);
        weights += rotation.weight;
    }
    return weights > 0 ? sum / weights : 0;
}

}  // namespace

double snapped_position(double position) {
    constexpr double near_whole = 0.05, near_eighth = 0.01;
    // Adding 0 avoids a negative zero.
    if (std::abs(position - std::round(position)) <= near_whole) return std::round(position) + 0.0;
    const double eighth = std::round(position * 8) / 8;
    return std::abs(position - eighth) <= near_eighth ? eighth : position;
}

RowPosition decoded_position(std::span<const PairRotation> rotations, const Implementation& implementation,
                             double right) {
    constexpr double equal_errors = 1e-9, max_turns = 64, small_error = 1e-3;
    RowPosition best{0, right, right, 2, amplitude_of(rotations)};
    const std::vector<PhaseOfPair> phases = phases_of(rotations, implementation);
    if (phases.empty()) return best;
    // The slowest pair determines the position up to whole turns.
    const double period = turn / std::abs(phases.front().theta);
    const double turns = std::min(max_turns, std::ceil((2 * std::abs(right) + 4096) / period));
    const double first = phases.front().phase / phases.front().theta;
    // The turn nearest to the right position is tried first; if it leaves no residual, no other is tried.
    constexpr double nothing_left = 1e-6;
    const double nearest = std::clamp(std::round((right - first) / period), -turns, turns);
    for (const double k : turns_from(nearest, turns)) {
        const double position = refined(phases, first + k * period);
        const double error = error_at(phases, position);
        const bool nearer = std::abs(position - right) < std::abs(best.decoded - right) - 1e-6;
        if (error < best.error - equal_errors || (error < best.error + equal_errors && nearer)) {
            best.decoded = position;
            best.error = error;
        }
        if (best.error < nothing_left && std::abs(best.decoded - right) <= period / 2) break;
    }
    if (best.error > small_error) refine_without_outliers(phases, best);
    best.decoded = snapped_position(best.decoded);
    return best;
}

}  // namespace poslab
