#include "core/geometry/flattened_distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

namespace poslab {

namespace {

template <class Distance>
std::vector<double> distances(std::int64_t rows, std::int64_t columns, std::int64_t row, std::int64_t column,
                              Distance distance) {
    std::vector<double> list;
    list.reserve(static_cast<std::size_t>(rows * columns));
    for (std::int64_t y = 0; y < rows; ++y)
        for (std::int64_t x = 0; x < columns; ++x) list.push_back(distance(x - column, y - row));
    return list;
}

}  // namespace

std::vector<double> plane_distances(std::int64_t rows, std::int64_t columns, std::int64_t row,
                                    std::int64_t column) {
    return distances(rows, columns, row, column, [](std::int64_t x, std::int64_t y) {
        return std::sqrt(static_cast<double>(x * x + y * y));
    });
}

std::vector<double> flattened_distances(std::int64_t rows, std::int64_t columns, std::int64_t row,
                                        std::int64_t column) {
    return distances(rows, columns, row, column, [&](std::int64_t x, std::int64_t y) {
        return static_cast<double>(std::abs(x + columns * y));
    });
}

DistanceSpread distance_spread(std::int64_t rows, std::int64_t columns) {
    struct Range {
        std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
    };
    std::map<std::int64_t, Range> by_square;
    for (std::int64_t y = 0; y < rows; ++y)
        for (std::int64_t x = 1 - columns; x < columns; ++x) {
            Range& range = by_square[x * x + y * y];
            range.least = std::min(range.least, std::abs(x + columns * y));
            range.most = std::max(range.most, std::abs(x + columns * y));
        }
    DistanceSpread spread;
    for (const auto& [square, range] : by_square) {
        spread.plane.push_back(std::sqrt(static_cast<double>(square)));
        spread.least.push_back(static_cast<double>(range.least));
        spread.most.push_back(static_cast<double>(range.most));
    }
    return spread;
}

}  // namespace poslab
