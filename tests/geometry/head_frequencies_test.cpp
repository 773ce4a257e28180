#include "core/geometry/head_frequencies.hpp"

#include "core/base/errors.hpp"
#include "tests/geometry/rotation_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

// Frequencies are one power each: a relative error of 1e-15. Similarities are means of cosines of phases up
// to 100 rad: 1e-13.
namespace poslab {
namespace {

using std::numbers::pi;

using Pairs = std::vector<std::vector<double>>;

Pairs pairs_of(const HeadFrequencies& head) {
    Pairs pairs;
    for (std::int64_t p = 0; p < head.pairs(); ++p)
        pairs.emplace_back(head.of_pair(p).begin(), head.of_pair(p).end());
    return pairs;
}

void expect_near(const Pairs& actual, const Pairs& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t p = 0; p < actual.size(); ++p) {
        ASSERT_EQ(actual[p].size(), expected[p].size());
        for (std::size_t axis = 0; axis < actual[p].size(); ++axis) {
            EXPECT_NEAR(actual[p][axis], expected[p][axis], 1e-15) << p << ' ' << axis;
        }
    }
}

/// Equal blocks, one per axis: pair m of a block has base^(−2·axes·m/dim) (two axes: base^(−4m/dim); Heo et
/// al. 2024, eq. 9). The axes follow each other: all pairs of axis 0 first.
HeadFrequencies axial_frequencies(std::int64_t axes, std::int64_t dim, double base) {
    HeadFrequencies head{axes, {}};
    for (std::int64_t axis = 0; axis < axes; ++axis)
        for (std::int64_t m = 0; m < dim / (2 * axes); ++m)
            for (std::int64_t other = 0; other < axes; ++other)
                head.components.push_back(
                    other == axis
                        ? std::pow(base, -2.0 * static_cast<double>(axes * m) / static_cast<double>(dim))
                        : 0);
    return head;
}

// Similarity under one-dimensional RoPE, base^(−2p/dim), at a distance.
double line_similarity(std::int64_t dim, double base, double distance) {
    double sum = 0;
    for (std::int64_t p = 0; p < dim / 2; ++p)
        sum += std::cos(distance * std::pow(base, -2.0 * static_cast<double>(p) / static_cast<double>(dim)));
    return 2 * sum / static_cast<double>(dim);
}

// With one axis it is RoPE.
TEST(Similarity, OfOneAxisIsThatOfRope) {
    const std::vector<double> offset{37};
    EXPECT_NEAR(similarity(axial_frequencies(1, 64, 10000), offset), line_similarity(64, 10000, 37), 1e-14);
}

TEST(MixedFrequencies, AtNoAngleAreAxial) {
    expect_near(pairs_of(mixed_frequencies(32, 10, 0)), pairs_of(axial_frequencies(2, 32, 10)));
}

TEST(MixedFrequencies, AtAQuarterOfHalfATurnHaveBothDiagonals) {
    const double r = std::sqrt(0.5);
    expect_near(pairs_of(mixed_frequencies(8, 16, pi / 4)),
                {{r, r}, {r / 4, r / 4}, {-r, r}, {-r / 4, r / 4}});
    test::Uniform random;
    for (int n = 0; n < 50; ++n) {  // a head sees the same when the grid is rotated
        const double angle = random(pi), x = random(10), y = random(10);
        const std::vector<double> turned{std::cos(angle) * x - std::sin(angle) * y,
                                         std::sin(angle) * x + std::cos(angle) * y};
        EXPECT_NEAR(similarity(mixed_frequencies(32, 10, angle), turned),
                    similarity(axial_frequencies(2, 32, 10), std::vector<double>{x, y}), 1e-14);
    }
}

TEST(SumFrequencies, SeeTheSumOnly) {
    const HeadFrequencies head = sum_frequencies(64, 100);
    for (const double x : {-5.0, 0.0, 3.0, 40.0}) {
        EXPECT_NEAR(similarity(head, std::vector<double>{x, 7}), line_similarity(64, 100, x + 7), 1e-14);
        EXPECT_NEAR(similarity(head, std::vector<double>{x, -x}), 1, 1e-15)
            << "indistinguishable from its own position";
    }
}

TEST(FlattenedFrequencies, AreRopeOfTheLine) {
    const HeadFrequencies head = flattened_frequencies(64, 10000, 14);
    for (const double x : {-13.0, 0.0, 1.0, 13.0}) {
        for (const double y : {-13.0, 0.0, 1.0, 13.0}) {
            EXPECT_NEAR(similarity(head, std::vector<double>{x, y}), line_similarity(64, 10000, x + 14 * y),
                        1e-13);
        }
    }
}

TEST(Sections, OfQwen2VlAreBlocks) {
    const std::vector<double> sections{16, 24, 24};
    std::vector<int> expected(16, 0);
    expected.insert(expected.end(), 24, 1);
    expected.insert(expected.end(), 24, 2);
    EXPECT_EQ(axes_of_sections(sections, 64, false), expected);
    EXPECT_EQ(usual_sections(64), sections);
    EXPECT_EQ(usual_sections(32), (std::vector<double>{8, 12, 12}));
    EXPECT_EQ(usual_sections(64, true), (std::vector<double>{24, 20, 20}));
}

// transformers' apply_interleaved_mrope: all time, then every third pair from 1 and from 2, up to three times
// the section.
TEST(Sections, AlternateInQwen3Vl) {
    for (const auto& [sections, pairs] :
         {std::pair(std::vector<double>{24, 20, 20}, 64), std::pair(std::vector<double>{16, 24, 24}, 64),
          std::pair(std::vector<double>{4, 2, 2}, 8)}) {
        std::vector<int> expected(static_cast<std::size_t>(pairs), 0);
        for (const int axis : {1, 2}) {
            for (int p = axis;
                 p < std::min(pairs, 3 * static_cast<int>(sections[static_cast<std::size_t>(axis)])); p += 3)
                expected[static_cast<std::size_t>(p)] = axis;
        }
        EXPECT_EQ(axes_of_sections(sections, pairs, true), expected);
    }
    EXPECT_EQ(axes_of_sections(std::vector<double>{4, 2, 2}, 8, true),
              (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 0}));
}

TEST(Sections, ThatAreNoneGiveNoAxes) {
    for (const std::vector<double>& sections : {std::vector<double>{},
                                                {64},
                                                {32, 32},
                                                {16, 24, 23},
                                                {16, 24, 24, 0},
                                                {-8, 40, 32},
                                                {72, -4, -4},
                                                {15.5, 24.5, 24},
                                                {NAN, 32, 32},
                                                {HUGE_VAL, -HUGE_VAL, 64}}) {
        EXPECT_TRUE(axes_of_sections(sections, 64, false).empty()) << testing::PrintToString(sections);
        EXPECT_TRUE(axes_of_sections(sections, 64, true).empty()) << testing::PrintToString(sections);
    }
    EXPECT_EQ(axes_of_sections(std::vector<double>{64, 0, 0}, 64, false), std::vector<int>(64, 0));
}

TEST(SectionedFrequencies, TurnWithTheirAxis) {
    expect_near(pairs_of(sectioned_frequencies(std::vector<int>{0, 1, 1, 2}, 8, 10000)),
                {{1, 0, 0}, {0, 0.1, 0}, {0, 0.01, 0}, {0, 0, 0.001}});
    // A text token has the same position on all axes, which gives RoPE.
    const std::vector<int> axes = axes_of_sections(usual_sections(64), 64, true);
    EXPECT_NEAR(similarity(sectioned_frequencies(axes, 128, 1e6), std::vector<double>{37, 37, 37}),
                line_similarity(128, 1e6, 37), 1e-14);
}

TEST(SimilarityMap, IsTheSimilarityOfEachPatch) {
    constexpr std::int64_t rows = 5, columns = 14, row = 3, column = 6;
    const std::vector<int> axes = axes_of_sections(usual_sections(16), 16, false);
    double largest = 0;
    for (const HeadFrequencies& head :
         {axial_frequencies(2, 32, 100), mixed_frequencies(32, 10, 0.7), sum_frequencies(32, 100),
          flattened_frequencies(32, 100, columns), sectioned_frequencies(axes, 32, 1e6)}) {
        const std::vector<double> map = similarity_map(head, rows, columns, row, column);
        ASSERT_EQ(map.size(), static_cast<std::size_t>(rows * columns));
        std::size_t cell = 0;
        for (std::int64_t y = 0; y < rows; ++y) {
            for (std::int64_t x = 0; x < columns; ++x) {
                const auto right = static_cast<double>(x - column), down = static_cast<double>(y - row);
                const std::vector<double> offset =
                    head.axes == 2 ? std::vector{right, down} : std::vector{0.0, down, right};
                largest = std::max(largest, std::abs(map[cell++] - similarity(head, offset)));
            }
        }
        EXPECT_NEAR(map[row * columns + column], 1, 1e-15);
    }
    EXPECT_LT(largest, 1e-13);
}

TEST(HeadFrequencies, RefuseDimensionsThatDoNotDivide) {
    for (const std::int64_t dim :
         {std::int64_t{-4}, std::int64_t{0}, std::int64_t{2}, std::int64_t{6}, std::int64_t{63}}) {
        EXPECT_THROW((void)mixed_frequencies(dim, 100, 1), UsageError) << dim;
    }
    EXPECT_THROW((void)sum_frequencies(7, 100), UsageError);
    EXPECT_THROW((void)flattened_frequencies(0, 100, 3), UsageError);
    EXPECT_THROW((void)sectioned_frequencies(std::vector<int>{0, 1, 2}, 8, 100), UsageError);
    EXPECT_NO_THROW((void)sum_frequencies(6, 100));
}

}  // namespace
}  // namespace poslab
