#pragma once

#include "core/base/text.hpp"
#include "core/conformance/practice.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

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

    [[nodiscard]] double row_place(std::int64_t row) const {
        return row_places.empty() ? static_cast<double>(row) : row_places[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] double column_place(std::int64_t column) const {
        return column_places.empty() ? static_cast<double>(column) : column_places[static_cast<std::size_t>(column)];
    }
};

}  // namespace poslab
