#include "core/figure/curve_reduction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

void append_column(const std::vector<Point>& points, std::size_t begin, std::size_t end,
                   std::vector<Point>& out) {
    std::size_t low = begin;
    std::size_t high = begin;
    for (std::size_t i = begin; i < end; ++i) {
        if (points[i].y < points[low].y) low = i;
        if (points[i].y > points[high].y) high = i;
    }
    const std::size_t retained[] = {begin, std::min(low, high), std::max(low, high), end - 1};
    std::size_t previous = end;
    for (const std::size_t i : retained) {
        if (i != previous) out.push_back(points[i]);
        previous = i;
    }
}

}  // namespace

std::vector<Point> reduce_to_columns(const std::vector<Point>& points) {
    std::vector<Point> out;
    for (std::size_t begin = 0; begin < points.size();) {
        const double column = std::floor(points[begin].x);
        std::size_t end = begin + 1;
        while (end < points.size() && std::floor(points[end].x) == column) ++end;
        append_column(points, begin, end, out);
        begin = end;
    }
    return out;
}

std::vector<Point> without_collinear(const std::vector<Point>& points, double tolerance) {
    if (points.size() < 3) return points;
    std::vector<Point> out{points.front()};
    // Slopes of the lines from the last retained point that pass all later points within the tolerance.
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double run = points[i].x - out.back().x;
        const double rise = points[i].y - out.back().y;
        const bool reached = run > 0 && rise / run >= least && rise / run <= most;
        if (!reached) {
            if (i > 1 && !(points[i - 1] == out.back())) out.push_back(points[i - 1]);
            least = -std::numeric_limits<double>::infinity();
            most = std::numeric_limits<double>::infinity();
        }
        const double new_run = points[i].x - out.back().x;
        if (new_run <= 0) {
            out.push_back(points[i]);
            continue;
        }
        least = std::max(least, (points[i].y - tolerance - out.back().y) / new_run);
        most = std::min(most, (points[i].y + tolerance - out.back().y) / new_run);
    }
    if (!(out.back() == points.back())) out.push_back(points.back());
    return out;
}

}  // namespace poslab
