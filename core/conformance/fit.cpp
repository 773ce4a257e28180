#include "core/conformance/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace poslab {

namespace {

constexpr double no_fit = std::numeric_limits<double>::infinity();

/// Appends `count` evenly spaced entries of `from`.
void append_evenly(const std::vector<std::int64_t>& from, std::int64_t count,
                   std::vector<std::int64_t>& rows) {
    const auto size = std::ssize(from);
    if (count >= size) {
        rows.insert(rows.end(), from.begin(), from.end());
        return;
    }
    for (std::int64_t n = 0; n < count; ++n)
        rows.push_back(from[static_cast<std::size_t>(n * (size - 1) / (count - 1))]);
}

std::vector<std::int64_t> deviating_rows(const DumpReading& reading, std::span<const double> deviations) {
    std::vector<std::int64_t> rows;
    const auto columns = static_cast<std::size_t>(reading.columns);
    for (std::size_t row = 0; (row + 1) * columns <= deviations.size(); ++row)
        for (std::size_t n = row * columns; n < (row + 1) * columns; ++n)
            if (deviations[n] > reading.tolerance[n]) {
                rows.push_back(static_cast<std::int64_t>(row));
                break;
            }
    return rows;
}

}  // namespace

std::vector<std::int64_t> all_rows(const DumpReading& reading) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(reading.rows));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

std::vector<std::int64_t> some_rows(const DumpReading& reading, std::span<const double> deviations,
                                    std::int64_t numbers) {
    const std::int64_t count =
        std::max<std::int64_t>(2, numbers / std::max<std::int64_t>(1, reading.columns));
    std::vector<std::int64_t> all = all_rows(reading);
    if (count >= reading.rows) return all;
    std::vector<std::int64_t> rows;
    const std::int64_t half = std::max<std::int64_t>(2, count / 2);
    append_evenly(all, half, rows);
    append_evenly(deviating_rows(reading, deviations), half, rows);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

Fit fit_of(const DumpReading& reading, std::span<const std::int64_t> rows,
           const std::vector<double>& expected, std::vector<double>* deviations) {
    if (expected.size() != rows.size() * static_cast<std::size_t>(reading.columns))
        return {no_fit, no_fit, no_fit, {no_fit, 0, 0, 0}, 0, {no_fit, 0, 0, 0}};
    Fit fit;
    long double squares = 0;  // the square of a number above 1e154 exceeds double
    std::int64_t compared = 0;
    const auto columns = static_cast<std::size_t>(reading.columns);
    for (std::size_t n = 0; n < expected.size(); ++n) {
        const std::int64_t row = rows[n / columns], column = static_cast<std::int64_t>(n % columns);
        const auto index = static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
        const double observed = reading.observed[index];
        const double deviation = std::isnan(observed)         ? observed
                                 : std::isfinite(expected[n]) ? std::abs(observed - expected[n])
                                                              : no_fit;
        if (deviations != nullptr) deviations->push_back(deviation);
        if (std::isnan(observed)) continue;
        squares += static_cast<long double>(deviation) * deviation;
        ++compared;
        const Deviation here{deviation, reading.tolerance[index], 0, 0};
        const auto located = [&](Deviation one) {
            one.row = reading.row_place(row);
            one.column = reading.column_place(column);
            return one;
        };
        if (compared == 1 || deviation > fit.most) {
            fit.most = deviation;
            fit.farthest = located(here);
        }
        const double share = deviation / here.tolerance;
        if (compared > 1 && !(share > fit.share)) continue;
        fit.share = share;
        fit.largest = located(here);
    }
    fit.compared = compared;
    fit.typical = compared > 0 ? static_cast<double>(std::sqrt(squares / compared)) : 0;
    return fit;
}

bool same_numbers(const DumpReading& reading, std::span<const std::int64_t> rows,
                  const std::vector<double>& one, const std::vector<double>& other) {
    if (one.size() != other.size()) return false;
    for (std::size_t n = 0; n < one.size(); ++n) {
        const auto index =
            static_cast<std::size_t>(rows[n / static_cast<std::size_t>(reading.columns)] * reading.columns) +
            n % static_cast<std::size_t>(reading.columns);
        if (!(std::abs(one[n] - other[n]) <= 0.5 * reading.tolerance[index])) return false;
    }
    return true;
}

}  // namespace poslab
