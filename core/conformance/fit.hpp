#pragma once

#include "core/base/job.hpp"
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
    /// Numbers that deviate by more than the tolerance and than the slack, if any, and the rows that have
    /// some.
    std::int64_t outside = 0, outside_rows = 0;

    /// Returns the share of the compared numbers that are outside; 1 for a different shape.
    [[nodiscard]] double outside_share() const {
        return compared > 0 ? static_cast<double>(outside) / static_cast<double>(compared) : outside > 0;
    }
};

/// Returns the indices 0 … rows − 1.
[[nodiscard]] std::vector<std::int64_t> all_rows(const DumpReading& reading);

/// Returns rows with about that many numbers, in ascending order: evenly spaced rows including the first and
/// last, and equally many rows in which one of the `deviations` [rows, columns] exceeds its tolerance.
[[nodiscard]] std::vector<std::int64_t> some_rows(const DumpReading& reading,
                                                  std::span<const double> deviations, std::int64_t numbers);

/// Returns how far the expected numbers of those rows are from the observed ones; infinite for a different
/// shape. Appends each deviation to `deviations` unless that is null. `slack`: a deviation that is not
/// outside even if the tolerance is smaller.
[[nodiscard]] Fit fit_of(const DumpReading& reading, std::span<const std::int64_t> rows,
                         const std::vector<double>& expected, std::vector<double>* deviations = nullptr,
                         double slack = 0);

/// The same for all rows, in blocks, so that a long table is not duplicated.
[[nodiscard]] Fit fit_of_all(const DumpReading& reading, const Implementation& implementation, const Job& job,
                             std::vector<double>* deviations = nullptr, double slack = 0);

/// Returns the root mean square of the observed numbers.
[[nodiscard]] double typical_number(const DumpReading& reading);

/// True if both are equal in those rows, within half of the tolerance.
[[nodiscard]] bool same_numbers(const DumpReading& reading, std::span<const std::int64_t> rows,
                                const std::vector<double>& one, const std::vector<double>& other);

}  // namespace poslab
