#include "core/conformance/frequency_estimate.hpp"

#include "core/conformance/consensus.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace poslab {

namespace {

constexpr double whole_turn = 2 * std::numbers::pi;
constexpr std::size_t dense_rows = 96, spread_rows = 160;

/// Returns rows of different positions in ascending order: the first ones, and some of the rest.
std::vector<std::int64_t> rows_by_position(const DumpReading& reading) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(reading.rows));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const auto index = [&](std::int64_t row) { return reading.row_place(row); };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::int64_t a, std::int64_t b) { return index(a) < index(b); });
    rows.erase(std::unique(rows.begin(), rows.end(),
                           [&](std::int64_t a, std::int64_t b) { return index(a) == index(b); }),
               rows.end());
    std::vector<std::int64_t> some;
    for (std::size_t n = 0; n < rows.size(); ++n) {
        const bool dense = n < dense_rows || rows.size() <= dense_rows + spread_rows;
        if (dense || (n - dense_rows) % ((rows.size() - dense_rows) / spread_rows + 1) == 0)
            some.push_back(rows[n]);
    }
    return some;
}

/// The phase of a pair at a position.
struct PhaseAt {
    double position = 0, phase = 0;
};

/// The frequency of a pair, and how well it explains the phases.
struct PairFrequency {
    double theta = 0, deviation = 0;
    std::size_t explained = 0;  // phases near those of the frequency; 0: no estimate
};

/// Estimates θ with φ = φ_start + θ (position − that of the start), by unwrapping the phases from the start
/// onwards. Phases far from the estimate so far are wrong and do not change it.
PairFrequency frequency_from(std::span<const PhaseAt> phases, std::size_t start) {
    constexpr double far_off = 1, nearby = 0.5;
    const auto residual = [&](const PhaseAt& at, double theta) {
        const double distance = at.position - phases[start].position;
        return std::remainder(at.phase - phases[start].phase - distance * theta, whole_turn);
    };
    PairFrequency found;
    double information = 0;
    for (const PhaseAt& at : phases.subspan(start + 1)) {
        const double distance = at.position - phases[start].position, left = residual(at, found.theta);
        if (information > 0 && std::abs(left) > far_off) continue;
        information += distance * distance;
        found.theta += distance * left / information;
    }
    if (!(information > 0)) return {};
    std::vector<double> sizes;
    for (const PhaseAt& at : phases) sizes.push_back(std::abs(residual(at, found.theta)));
    found.explained = static_cast<std::size_t>(
        std::count_if(sizes.begin(), sizes.end(), [](double size) { return size <= nearby; }));

    // Least squares without the wrong phases.
    constexpr double least_limit = 0.02, times_median = 6, least_noise = 1e-7;
    const double limit = std::max(least_limit, times_median * upper_median(std::move(sizes)));
    double squares = 0, products = 0, left = 0, count = 0;
    const double theta = found.theta;
    for (const bool is_last : {false, true})
        for (const PhaseAt& at : phases) {
            const double off = residual(at, theta), distance = at.position - phases[start].position;
            if (std::abs(off) > limit || distance == 0) continue;
            if (is_last) {
                const double remaining = off - distance * (found.theta - theta);
                left += remaining * remaining;
                continue;
            }
            squares += distance * distance;
            products += distance * off;
            found.theta = theta + products / squares;
            ++count;
        }
    if (!(squares > 0)) return {};
    const double noise = std::max(least_noise, count > 2 ? std::sqrt(left / count) : least_noise);
    found.deviation = noise / std::sqrt(squares);
    return found;
}

/// Starts at the first phase; if that does not explain all of them, also at others, because the first ones
/// may be wrong.
PairFrequency best_frequency(std::span<const PhaseAt> phases) {
    PairFrequency best;
    const std::size_t count = phases.size();
    for (const std::size_t start : std::array<std::size_t, 6>{0, 1, 2, 3, 6, count / 4}) {
        if (start + 1 >= count) continue;
        const PairFrequency found = frequency_from(phases, start);
        if (found.explained > best.explained) best = found;
        if (best.explained == count) break;
    }
    return best;
}

}  // namespace

std::optional<FrequencyEstimate> estimated_frequencies(const DumpReading& reading,
                                                       const Implementation& implementation) {
    const auto pairs = static_cast<std::size_t>(implementation.pairs());
    if (!reading.frequencies.empty()) {
        if (reading.frequencies.size() != pairs) return std::nullopt;
        return FrequencyEstimate{reading.frequencies, std::vector<double>(pairs, 1e-6),
                                 implementation.attention_factor};
    }
    if (!reading.rotations || !reading.has_positions) return std::nullopt;
    const std::vector<std::int64_t> rows = rows_by_position(reading);
    std::vector<std::vector<PhaseAt>> of_pairs(pairs);
    std::vector<double> amplitudes;
    for (const std::int64_t row : rows) {
        const std::vector<PairRotation> rotations =
            reading.rotations(implementation, row, reading.observed_row(row));
        if (rotations.size() != pairs) return std::nullopt;
        const double position = reading.row_place(row);
        double size = 0, weights = 0;
        for (const PairRotation& rotation : rotations) {
            size += rotation.weight * std::abs(rotation.value);
            weights += rotation.weight;
        }
        if (weights > 0) amplitudes.push_back(size / weights);
        for (std::size_t p = 0; p < pairs; ++p) {
            const std::complex<double> value = rotations[p].value;
            if (position == 0)
                of_pairs[p].push_back({0, 0});
            else if (value != 0.0 && rotations[p].weight > 0)
                of_pairs[p].push_back({position, std::arg(value)});
        }
    }
    if (rows.size() < 2 || amplitudes.empty()) return std::nullopt;
    FrequencyEstimate estimate;
    for (const std::vector<PhaseAt>& phases : of_pairs) {
        const PairFrequency found = best_frequency(phases);
        if (found.explained == 0) return std::nullopt;
        constexpr double least_deviation = 1e-5, least_theta = 1e-12;
        const bool is_common = 2 * found.explained > phases.size();
        estimate.theta.push_back(implementation.direction * found.theta);
        estimate.deviation.push_back(
            is_common
                ? std::max(least_deviation, found.deviation / std::max(std::abs(found.theta), least_theta))
                : std::numeric_limits<double>::infinity());
    }
    estimate.amplitude = upper_median(std::move(amplitudes));
    return estimate;
}

}  // namespace poslab
