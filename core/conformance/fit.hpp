#pragma once

#include "core/conformance/reading.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// The place of a number, and its distance from the expected one.
struct Deviation {
    double deviation = 0;  // in the unit of the numbers
    double tolerance = 0;
    double row = 0, column = 0;  // places: position, pair …
};

/// How a dump fits a practice.
struct Fit {
    double share = 0;           // the largest deviation / tolerance: at most 1 where it fits
    double typical = 0;         // root of the mean square of the deviations
    double most = 0;            // the largest deviation, whatever its tolerance
    Deviation largest;          // where `share` is
    std::int64_t compared = 0;  // numbers that are no mask
    Deviation farthest{};       // where `most` is
};

/// Returns the indices 0 … rows − 1.
[[nodiscard]] std::vector<std::int64_t> all_rows(const DumpReading& reading);

/// Returns rows of about that many numbers in ascending order: evenly chosen ones with the first and the last, and as many of those
/// in which one of the `deviations` [rows, columns] exceeds its tolerance.
[[nodiscard]] std::vector<std::int64_t> some_rows(const DumpReading& reading, std::span<const double> deviations,
                                                  std::int64_t numbers);

/// Returns how far expected numbers of those rows are from the observed ones; infinite for another shape. Appends each to
/// `deviations`, unless that is null.
[[nodiscard]] Fit fit_of(const DumpReading& reading, std::span<const std::int64_t> rows, const std::vector<double>& expected,
                         std::vector<double>* deviations = nullptr);

/// True if both are equal in those rows, within half of the tolerance.
[[nodiscard]] bool same_numbers(const DumpReading& reading, std::span<const std::int64_t> rows, const std::vector<double>& one,
                                const std::vector<double>& other);

}  // namespace poslab
