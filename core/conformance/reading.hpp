#pragma once

#include "core/base/text.hpp"
#include "core/conformance/implementation.hpp"

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// The rotation of a pair decoded from a row: after / before as complex numbers, or cos + i sin of a table.
struct PairRotation {
    std::complex<double> value;
    double weight = 1;  // relative to the other pairs
};

/// A dimension of the array that rows run over, other than that of the positions.
struct RowAxis {
    std::optional<AxisKind> kind;  // empty: unknown
    std::size_t dimension = 0;
    std::int64_t size = 1, stride = 1;  // in rows

    [[nodiscard]] std::int64_t index(std::int64_t row) const { return row / stride % size; }
};

struct PositionSeries;

/// The observed numbers, [rows, columns], the numbers that a practice yields, and the tolerance due to
/// rounding.
struct DumpReading {
    std::string name;  // "[positions, pairs]": the interpretation of the shape
    std::int64_t rows = 0, columns = 0;
    std::vector<double> observed;  // finite; NaN: not compared (a causal mask)
    std::vector<double> tolerance;

    /// Returns the numbers of those rows, [rows.size(), columns]; empty if a practice yields another shape.
    std::function<std::vector<double>(const Implementation&, std::span<const std::int64_t> rows)> expected;

    /// Returns the approximate time of expected() for a practice, in seconds; null: short.
    std::function<double(const Implementation&)> seconds{};

    /// True if two practices yield the same numbers, known without computing them; null if never known.
    std::function<bool(const Implementation&, const Implementation&)> same_numbers{};

    Text row_name = "position"_tr, column_name = "pair"_tr;
    std::vector<double> row_places{}, column_places{};  // positions, pairs …; empty: 0, 1, 2 …

    /// Returns the rotation of every pair [P] in the numbers of a row, in the pairs of a practice; null if
    /// rows show none.
    std::function<std::vector<PairRotation>(const Implementation&, std::int64_t row,
                                            std::span<const double> numbers)>
        rotations{};
    /// Returns the positions that logits show under a practice, of queries, keys and both; null for other
    /// subjects.
    std::function<std::vector<PositionSeries>(const Implementation&)> positions_in_logits{};
    std::vector<double> frequencies{};       // [P], if the dump consists of them
    std::optional<RowAxis> position_axis{};  // of vectors
    std::vector<RowAxis> other_axes{};
    /// logits: rows are the queries of one head after the other; 0: rows have no heads.
    std::int64_t rows_per_head = 0;
    std::vector<double> query_positions{};  // of the queries of a head; empty: 0, 1, 2 …
    /// Columns are the entries of a matrix of this order, row by row, then those of a vector; 0: they are
    /// not.
    std::int64_t matrix_order = 0;
    bool has_positions = false;  // row labels are positions
    std::string right_shape{};   // shape of the definition: "64, or 128 repeated"

    [[nodiscard]] std::span<const double> observed_row(std::int64_t row) const {
        return std::span(observed).subspan(static_cast<std::size_t>(row * columns),
                                           static_cast<std::size_t>(columns));
    }
    [[nodiscard]] double row_place(std::int64_t row) const {
        return row_places.empty() ? static_cast<double>(row) : row_places[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] double column_place(std::int64_t column) const {
        return column_places.empty() ? static_cast<double>(column)
                                     : column_places[static_cast<std::size_t>(column)];
    }
    /// Returns the other axis of that kind; null if there is none.
    [[nodiscard]] const RowAxis* other_axis(AxisKind kind) const;
    /// Returns the named coordinates of a row and a column from their labels: head 3, query 17, key 4.
    [[nodiscard]] std::vector<std::pair<Text, double>> coordinates(double row, double column) const;
};

}  // namespace poslab
