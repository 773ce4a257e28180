#include "core/conformance/evidence.hpp"

#include <algorithm>
#include <utility>

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

/// Returns the position that a row shows; empty if the practice has another number of pairs.
std::optional<RowPosition> decoded_row(const DumpReading& reading, const Implementation& implementation,
                                       std::int64_t row) {
    const std::vector<PairRotation> rotations =
        reading.rotations(implementation, row, reading.observed_row(row));
    if (std::ssize(rotations) != implementation.pairs()) return std::nullopt;
    RowPosition position = decoded_position(rotations, implementation, reading.row_place(row));
    position.row = row;
    return position;
}

/// True unless some of the rows, evenly spaced because the first ones may be wrong, show no positions.
bool show_positions(const DumpReading& reading, const Implementation& implementation,
                    std::span<const std::int64_t> rows) {
    constexpr std::size_t max_looked_at = 48;
    constexpr double readable_error = 0.02;
    if (rows.size() <= max_looked_at) return true;
    std::size_t readable = 0;
    for (std::size_t n = 0; n < max_looked_at; ++n) {
        const std::size_t index = n * (rows.size() - 1) / (max_looked_at - 1);
        const std::optional<RowPosition> found = decoded_row(reading, implementation, rows[index]);
        if (!found) return false;
        if (found->error <= readable_error || found->amplitude == 0) ++readable;
    }
    return 2 * readable >= max_looked_at;
}

std::vector<PositionSeries> decoded_rows(const DumpReading& reading, const Implementation& implementation,
                                         std::span<const std::int64_t> rows) {
    if (!reading.rotations || !reading.has_positions) return {};
    const std::vector<std::int64_t> decodable = rows_to_decode(reading, rows);
    if (!show_positions(reading, implementation, decodable)) return {};
    PositionSeries series;
    series.positions.reserve(decodable.size());
    for (const std::int64_t row : decodable) {
        const std::optional<RowPosition> found = decoded_row(reading, implementation, row);
        if (!found) return {};
        series.positions.push_back(*found);
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

RowPosition Evidence::decoded(std::int64_t row) const {
    const double place = reading.row_place(row);
    return decoded_row(reading, implementation, row).value_or(RowPosition{row, place, place, 2, 1});
}

const std::optional<FrequencyEstimate>& Evidence::frequencies() const {
    if (!frequencies_) frequencies_ = estimated_frequencies(reading, implementation);
    return *frequencies_;
}

}  // namespace poslab
