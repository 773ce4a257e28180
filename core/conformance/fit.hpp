#pragma once

#include "core/conformance/reading.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The position of a number in the array, and its deviation from the expected one.
struct Deviation {
    double deviation = 0;  // in the unit of the numbers
    double tolerance = 0;
    double row = 0, column = 0;  // labels of row and column: position, pair …
};

/// The fit of a dump to a practice.
struct Fit {
    double share = 0;           // maximum of deviation / tolerance: at most 1 if it fits
    double typical = 0;         // root mean square deviation
    double most = 0;            // maximum deviation, regardless of tolerance
    Deviation largest;          // location of `share`
    std::int64_t compared = 0;  // numbers that are not masked
    Deviation farthest{};       // location of `most`
};

/// Returns the indices 0 … rows − 1.
[[nodiscard]] std::vector<std::int64_t> all_rows(const DumpReading& reading);

/// Returns rows with about that many numbers, in ascending order: evenly spaced rows including the first and
/// last, and equally many rows in which one of the `deviations` [rows, columns] exceeds its tolerance.
[[nodiscard]] std::vector<std::int64_t> some_rows(const DumpReading& reading,
                                                  std::span<const double> deviations, std::int64_t numbers);

/// Returns how far the expected numbers of those rows are from the observed ones; infinite for a different
/// shape. Appends each deviation to `deviations` unless that is null.
[[nodiscard]] Fit fit_of(const DumpReading& reading, std::span<const std::int64_t> rows,
                         const std::vector<double>& expected, std::vector<double>* deviations = nullptr);

/// True if both are equal in those rows, within half of the tolerance.
[[nodiscard]] bool same_numbers(const DumpReading& reading, std::span<const std::int64_t> rows,
                                const std::vector<double>& one, const std::vector<double>& other);

}  // namespace poslab
