#include "core/conformance/evidence.hpp"

#include <algorithm>

namespace poslab {

namespace {

constexpr std::int64_t max_decoded = 2048;

/// Returns the rows of the evidence, and further ones up to a limit.
std::vector<std::int64_t> rows_to_decode(const DumpReading& reading, std::span<const std::int64_t> rows) {
    std::vector<std::int64_t> all(rows.begin(), rows.end());
    const std::int64_t step = (reading.rows + max_decoded - 1) / max_decoded;
    for (std::int64_t row = 0; row < reading.rows; row += step) all.push_back(row);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::vector<PositionSeries> decoded_rows(const DumpReading& reading, const Implementation& implementation,
                                         std::span<const std::int64_t> rows) {
    if (!reading.rotations || !reading.has_positions) return {};
    constexpr std::ptrdiff_t first_rows = 48;  // if these show no positions, the rest does not either
    constexpr double readable_error = 0.02;
    std::ptrdiff_t readable = 0;
    PositionSeries series;
    for (const std::int64_t row : rows_to_decode(reading, rows)) {
        const std::vector<PairRotation> rotations =
            reading.rotations(implementation, row, reading.observed_row(row));
        if (std::ssize(rotations) != implementation.pairs()) return {};
        series.positions.push_back(decoded_position(rotations, implementation, reading.row_place(row)));
        series.positions.back().row = row;
        const RowPosition& found = series.positions.back();
        if (found.error <= readable_error || found.amplitude == 0) ++readable;
        if (std::ssize(series.positions) == first_rows && 2 * readable < first_rows) return {};
    }
    return {std::move(series)};
}

}  // namespace

const std::vector<PositionSeries>& Evidence::series() const {
    if (!series_)
        series_ = reading.positions_in_logits ? reading.positions_in_logits(implementation)
                                              : decoded_rows(reading, implementation, rows);
    return *series_;
}

const std::optional<FrequencyEstimate>& Evidence::frequencies() const {
    if (!frequencies_) frequencies_ = estimated_frequencies(reading, implementation);
    return *frequencies_;
}

}  // namespace poslab
