#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace poslab {

// Estimates that a minority of wrong values does not change: they agree with most of the values, and not with
// all of them on average.

/// One of the values that a line is drawn through.
struct LinePoint {
    double x = 0, y = 0;
};

/// y = offset + slope · x.
struct StraightLine {
    double slope = 0, offset = 0;

    [[nodiscard]] double at(double x) const { return offset + slope * x; }
};

/// Returns the line through two points of different x.
[[nodiscard]] StraightLine line_between(const LinePoint& low, const LinePoint& high);

/// Returns the median; of an even number of values the upper one, of none 0.
[[nodiscard]] double upper_median(std::vector<double> values);

/// Returns the value that has half of the weight at it or below it; 0 if there is no weight. `values`: pairs
/// of a value and its weight.
[[nodiscard]] double weighted_median(std::vector<std::pair<double, double>> values);

/// Returns two of the points, in ascending order of x, whose line is near most of the points: of equally good
/// ones those farthest apart; empty if no two differ in x. `points`: in ascending order of x.
/// `is_near(line, n)`: true if point n belongs to the line. Tries at most 136 lines.
template <class IsNear>
[[nodiscard]] std::optional<std::pair<LinePoint, LinePoint>> ends_of_common_line(
    std::span<const LinePoint> points, const IsNear& is_near) {
    constexpr std::ptrdiff_t max_ends = 17;
    const std::ptrdiff_t size = std::ssize(points), ends = std::min(max_ends, size);
    std::optional<std::pair<LinePoint, LinePoint>> best;
    std::ptrdiff_t most = -1;
    for (std::ptrdiff_t apart = ends - 1; apart > 0 && most < size; --apart)
        for (std::ptrdiff_t first = 0; first + apart < ends && most < size; ++first) {
            const LinePoint low = points[static_cast<std::size_t>(first * (size - 1) / (ends - 1))],
                            high =
                                points[static_cast<std::size_t>((first + apart) * (size - 1) / (ends - 1))];
            if (!(high.x > low.x)) continue;
            const StraightLine line = line_between(low, high);
            std::ptrdiff_t near = 0;
            for (std::size_t n = 0; n < points.size(); ++n) near += is_near(line, n) ? 1 : 0;
            if (near <= most) continue;
            most = near;
            best = {low, high};
        }
    return best;
}

}  // namespace poslab
