#include "core/conformance/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

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
           const std::vector<double>& expected, std::vector<double>* deviations, double slack) {
    if (expected.size() != rows.size() * static_cast<std::size_t>(reading.columns))
        return {no_fit,
                no_fit,
                no_fit,
                {no_fit, 0, 0, 0},
                0,
                {no_fit, 0, 0, 0},
                std::ssize(rows) * reading.columns,
                std::ssize(rows)};
    Fit fit;
    long double squares = 0;  // the square of a number above 1e154 exceeds double
    std::int64_t compared = 0, last_outside = -1;
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
        if (deviation > std::max(reading.tolerance[index], slack)) {
            ++fit.outside;
            fit.outside_rows += row != std::exchange(last_outside, row);
        }
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

Fit fit_of_all(const DumpReading& reading, const Implementation& implementation, const Job& job,
               std::vector<double>* deviations, double slack) {
    constexpr std::int64_t block_numbers = 1 << 15;
    const std::vector<std::int64_t> rows = all_rows(reading);
    const auto block = static_cast<std::size_t>(
        std::max<std::int64_t>(1, block_numbers / std::max<std::int64_t>(1, reading.columns)));
    if (deviations != nullptr) deviations->reserve(reading.observed.size());
    Fit all;
    long double squares = 0;
    for (std::size_t begin = 0; begin < rows.size(); begin += block) {
        job.check();
        const auto some = std::span(rows).subspan(begin, std::min(block, rows.size() - begin));
        const std::vector<double> expected = reading.expected(implementation, some);
        const Fit fit = fit_of(reading, some, expected, deviations, slack);
        if (expected.empty()) return fit_of(reading, rows, expected, nullptr, slack);
        squares += static_cast<long double>(fit.typical) * fit.typical * fit.compared;
        if (begin == 0 || fit.share > all.share) {
            all.share = fit.share;
            all.largest = fit.largest;
        }
        if (begin == 0 || fit.most > all.most) {
            all.most = fit.most;
            all.farthest = fit.farthest;
        }
        all.compared += fit.compared;
        all.outside += fit.outside;
        all.outside_rows += fit.outside_rows;
    }
    all.typical = all.compared > 0 ? static_cast<double>(std::sqrt(squares / all.compared)) : 0;
    return all;
}

double typical_number(const DumpReading& reading) {
    long double squares = 0;
    for (const double number : reading.observed)
        squares += std::isnan(number) ? 0 : static_cast<long double>(number) * number;
    return static_cast<double>(std::sqrt(squares / std::max<std::size_t>(1, reading.observed.size())));
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
