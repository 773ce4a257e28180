#include "core/conformance/frequency_estimate.hpp"

#include <algorithm>
#include <cmath>
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

/// The frequency of one pair, unwrapped from its phases at increasing distances from the first position.
struct Unwrapped {
    double theta = 0, information = 0, left = 0, count = 0;

    void take(double distance, double phase) {
        const double residual = std::remainder(phase - distance * theta, whole_turn);
        information += distance * distance;
        theta += distance * residual / information;
        left += residual * residual;
        ++count;
    }
    [[nodiscard]] double deviation() const {
        constexpr double least = 1e-7;
        const double noise = std::max(least, count > 2 ? std::sqrt(left / count) : least);
        return noise / std::sqrt(information);
    }
};

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
    std::vector<Unwrapped> of_pairs(pairs);
    std::vector<std::complex<double>> first;
    std::vector<double> amplitudes;
    for (const std::int64_t row : rows) {
        const std::vector<PairRotation> rotations =
            reading.rotations(implementation, row, reading.observed_row(row));
        if (rotations.size() != pairs) return std::nullopt;
        double size = 0, weights = 0;
        for (const PairRotation& rotation : rotations) {
            size += rotation.weight * std::abs(rotation.value);
            weights += rotation.weight;
        }
        if (weights > 0) amplitudes.push_back(size / weights);
        const bool is_first = first.empty();
        for (std::size_t p = 0; p < pairs; ++p) {
            const std::complex<double> value = rotations[p].value;
            if (is_first)
                first.push_back(reading.row_place(row) == 0 ? std::complex<double>(1) : value);
            else if (value != 0.0 && rotations[p].weight > 0)
                of_pairs[p].take(reading.row_place(row) - reading.row_place(rows.front()),
                                 std::arg(value * std::conj(first[p])));
        }
    }
    if (rows.size() < 2 || amplitudes.empty()) return std::nullopt;
    FrequencyEstimate estimate;
    for (const Unwrapped& pair : of_pairs) {
        if (!(pair.information > 0)) return std::nullopt;
        estimate.theta.push_back(implementation.direction * pair.theta);
        estimate.deviation.push_back(pair.deviation() / std::max(std::abs(pair.theta), 1e-12));
    }
    const auto middle = amplitudes.begin() + std::ssize(amplitudes) / 2;
    std::nth_element(amplitudes.begin(), middle, amplitudes.end());
    estimate.amplitude = *middle;
    return estimate;
}

}  // namespace poslab
