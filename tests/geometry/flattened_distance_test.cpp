#include "core/geometry/flattened_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

// Integers and their square roots, which IEEE arithmetic computes exactly.
namespace poslab {
namespace {

// Distances of patches 0 … 8 in three rows from the middle one of the upper row.
TEST(FlattenedDistance, MatchesThreeRowsByHand) {
    const double d2 = std::sqrt(2.0), d5 = std::sqrt(5.0);
    EXPECT_EQ(plane_distances(3, 3, 0, 1), (std::vector<double>{1, 0, 1, d2, 1, d2, d5, 2, d5}));
    EXPECT_EQ(flattened_distances(3, 3, 0, 1), (std::vector<double>{1, 0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(flattened_distances(3, 3, 2, 0), (std::vector<double>{6, 5, 4, 3, 2, 1, 0, 1, 2}));
    EXPECT_EQ(plane_distances(3, 3, 2, 0), (std::vector<double>{2, d5, 2 * d2, 1, d2, d5, 0, 1, 2}));
}

// The article: (x + 1, y) and (x, y + 1) are equally far away in the plane, and 1 and h apart along the line.
TEST(FlattenedDistance, NeighboursAreOneAndAWidthAway) {
    EXPECT_EQ(flattened_distances(14, 14, 5, 5)[5 * 14 + 6], 1);
    EXPECT_EQ(flattened_distances(14, 14, 5, 5)[6 * 14 + 5], 14);
    EXPECT_EQ(plane_distances(14, 14, 5, 5)[5 * 14 + 6], plane_distances(14, 14, 5, 5)[6 * 14 + 5]);
}

TEST(DistanceSpread, MatchesThreeRowsByHand) {
    const DistanceSpread spread = distance_spread(3, 3);
    EXPECT_EQ(spread.plane, (std::vector<double>{0, 1, std::sqrt(2.0), 2, std::sqrt(5.0), std::sqrt(8.0)}));
    EXPECT_EQ(spread.least, (std::vector<double>{0, 1, 2, 2, 1, 4})) << "(−2, 1) is 1 along the line";
    EXPECT_EQ(spread.most, (std::vector<double>{0, 3, 4, 6, 7, 8}));
}

TEST(DistanceSpread, IsThatOfAllPairs) {
    for (const int width : {1, 2, 6, 9}) {
        std::map<int, std::pair<int, int>> by_square;
        for (int a = 0; a < width * width; ++a) {
            for (int b = 0; b < width * width; ++b) {
                const int x = a % width - b % width, y = a / width - b / width, line = std::abs(a - b);
                const auto [found, is_new] = by_square.try_emplace(x * x + y * y, line, line);
                found->second = {std::min(found->second.first, line), std::max(found->second.second, line)};
            }
        }
        const DistanceSpread spread = distance_spread(width, width);
        ASSERT_EQ(spread.plane.size(), by_square.size());
        ASSERT_EQ(spread.least.size(), by_square.size());
        ASSERT_EQ(spread.most.size(), by_square.size());
        std::size_t n = 0;
        for (const auto& [square, range] : by_square) {
            EXPECT_EQ(spread.plane[n], std::sqrt(square));
            EXPECT_EQ(spread.least[n], range.first) << square;
            EXPECT_EQ(spread.most[n++], range.second) << square;
        }
    }
}

}  // namespace
}  // namespace poslab
