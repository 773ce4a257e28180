#include "core/figure/curve_reduction.hpp"

#include <cmath>

namespace poslab {

namespace {

void append_column(const std::vector<Point>& points, std::size_t begin, std::size_t end, std::vector<Point>& out) {
    std::size_t low = begin;
    std::size_t high = begin;
    for (std::size_t i = begin; i < end; ++i) {
        if (points[i].y < points[low].y) low = i;
        if (points[i].y > points[high].y) high = i;
    }
    const std::size_t kept[] = {begin, std::min(low, high), std::max(low, high), end - 1};
    std::size_t previous = end;
    for (const std::size_t i : kept) {
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

}  // namespace poslab
