#include "core/figure/curve_reduction.hpp"

#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace poslab {
namespace {

std::map<std::int64_t, std::vector<Point>> by_column(const std::vector<Point>& points) {
    std::map<std::int64_t, std::vector<Point>> columns;
    for (const Point& point : points)
        columns[static_cast<std::int64_t>(std::floor(point.x))].push_back(point);
    return columns;
}

std::pair<double, double> range_of(const std::vector<Point>& points) {
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; });
    return {low->y, high->y};
}

void expect_same_picture(const std::vector<Point>& points, const std::vector<Point>& reduced) {
    const auto before = by_column(points);
    const auto after = by_column(reduced);
    ASSERT_EQ(before.size(), after.size());
    for (const auto& [column, all] : before) {
        const auto& remaining = after.at(column);
        EXPECT_LE(remaining.size(), 4U);
        EXPECT_EQ(range_of(all), range_of(remaining)) << column;
        EXPECT_EQ(all.front(), remaining.front()) << column;
        EXPECT_EQ(all.back(), remaining.back()) << column;
    }
    // The reduced points follow the order of the curve.
    std::size_t at = 0;
    for (const Point& point : reduced) {
        while (at < points.size() && !(points[at] == point)) ++at;
        ASSERT_LT(at, points.size());
        ++at;
    }
}

TEST(CurveReduction, KeepsEndsAndExtremesOfEveryColumn) {
    std::mt19937_64 random(test::test_seed());
    std::normal_distribution<double> normal;
    std::vector<Point> points;
    for (int n = 0; n < 1'000'000; ++n) points.push_back({n * 1e-3 - 17.25, 100 * normal(random)});
    const auto reduced = reduce_to_columns(points);
    EXPECT_LE(reduced.size(), 4U * 1001);
    expect_same_picture(points, reduced);
}

TEST(CurveReduction, UnevenColumnsAndTies) {
    std::mt19937_64 random(test::test_seed());
    for (int curve = 0; curve < 200; ++curve) {
        std::vector<Point> points;
        double x = -3;
        for (int n = 0; n < 300; ++n) {
            x += std::uniform_real_distribution<double>(0, curve % 4)(random);
            points.push_back({x, static_cast<double>(random() % 3)});
        }
        expect_same_picture(points, reduce_to_columns(points));
    }
}

TEST(CurveReduction, FewPointsStayAsTheyAre) {
    EXPECT_TRUE(reduce_to_columns({}).empty());
    const std::vector<Point> sparse{{0, 1}, {1, 5}, {2, -1}, {7, 0}};
    EXPECT_EQ(reduce_to_columns(sparse), sparse);
    const std::vector<Point> one_column{{0.1, 1}, {0.2, 5}, {0.3, -1}, {0.9, 0}};
    EXPECT_EQ(reduce_to_columns(one_column), one_column);
}

}  // namespace
}  // namespace poslab
