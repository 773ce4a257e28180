#pragma once

#include "core/base/text.hpp"
#include "core/conformance/practice.hpp"

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// The rotation that a row shows of one pair: after / before as complex numbers, or cos + i sin of a table.
struct PairRotation {
    std::complex<double> value;
    double weight = 1;  // relative to the other pairs
};

/// A dimension of the array that rows run over, other than the one of the positions.
struct RowAxis {
    std::optional<AxisKind> kind;  // empty: unknown
    std::size_t dimension = 0;
    std::int64_t size = 1, stride = 1;  // in rows

    [[nodiscard]] std::int64_t index(std::int64_t row) const { return row / stride % size; }
};

struct PositionSeries;

/// Numbers that were given, [rows, columns], what a practice would have given instead, and how far apart both may lie by rounding.
struct DumpReading {
    std::string name;  // "[positions, pairs]": how the shape is understood
    std::int64_t rows = 0, columns = 0;
    std::vector<double> observed;  // finite; NaN: not compared (a causal mask)
    std::vector<double> tolerance;

    /// Of those rows, [rows.size(), columns]; empty where a practice gives another shape.
    std::function<std::vector<double>(const Practice&, std::span<const std::int64_t> rows)> expected;

    Text row_name = "position"_tr, column_name = "pair"_tr;
    std::vector<double> row_places{}, column_places{};  // positions, pairs …; empty: 0, 1, 2 …

    /// The rotation of every pair [P] that the numbers of a row show, by the pairs of a practice; null where rows show none.
    std::function<std::vector<PairRotation>(const Practice&, std::int64_t row, std::span<const double> numbers)> rotations{};
    /// The positions that logits show under a practice, of queries, of keys and of both; null for other subjects.
    std::function<std::vector<PositionSeries>(const Practice&)> positions_in_logits{};
    std::vector<double> frequencies{};       // [P], where the dump consists of them
    std::optional<RowAxis> position_axis{};  // of vectors
    std::vector<RowAxis> other_axes{};
    std::int64_t rows_per_head = 0;  // of logits, whose rows are queries of one head after the other; 0: rows have no heads
    bool has_positions = false;      // row places are positions
    std::string right_shape{};       // what the definition gives: "64, or 128 repeated"

    [[nodiscard]] std::span<const double> observed_row(std::int64_t row) const {
        return std::span(observed).subspan(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
    }
    [[nodiscard]] double row_place(std::int64_t row) const {
        return row_places.empty() ? static_cast<double>(row) : row_places[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] double column_place(std::int64_t column) const {
        return column_places.empty() ? static_cast<double>(column) : column_places[static_cast<std::size_t>(column)];
    }
    /// The axis of that kind among the others; null where there is none.
    [[nodiscard]] const RowAxis* other_axis(AxisKind kind) const;
    /// The named coordinates of a row and a column, by their places: head 3, query 17, key 4.
    [[nodiscard]] std::vector<std::pair<Text, double>> coordinates(double row, double column) const;
};

}  // namespace poslab
