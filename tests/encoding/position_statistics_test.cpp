#include "core/encoding/position_statistics.hpp"

#include "tests/encoding/scheme_formula.hpp"

#include <gtest/gtest.h>

#include <cmath>

// Counts are exact integers on both sides and are divided once, so fractions are compared exactly.
namespace poslab {
namespace {

struct Counted {
    double largest = 0;
    double cells = 0;
    double out = 0;
    double near = 0;

    [[nodiscard]] double share(double part) const { return cells == 0 ? 0 : part / cells; }
};

Counted count(const PositionMapSpec& spec, std::int64_t length, std::int64_t train, std::int64_t w) {
    Counted counted;
    for (std::int64_t i = 0; i < length; ++i) {
        for (std::int64_t j = 0; j < length; ++j) {
            const auto p = test::position(spec, i, j);
            if (!p) continue;
            const double size = std::abs(p->value(spec.k));
            counted.largest = std::max(counted.largest, size);
            ++counted.cells;
            counted.out += size > static_cast<double>(train - 1) ? 1 : 0;
            counted.near += std::abs(i - j) < w ? 1 : 0;
        }
    }
    return counted;
}

TEST(PositionStatistics, AgreeWithCounting) {
    std::mt19937_64 random(9708);
    for (int trial = 0; trial < 3000; ++trial) {
        const std::int64_t length = test::draw(random, 1, 60);
        const PositionMapSpec spec = test::random_spec(random, length);
        const PositionPlan plan = position_plan(spec);
        const std::int64_t train = test::draw(random, 1, length);
        const std::int64_t w = test::draw(random, 0, length + 2);
        const Counted expected = count(spec, length, train, w);
        SCOPED_TRACE(test::describe(spec) + " L " + std::to_string(length) + " train " +
                     std::to_string(train));
        ASSERT_DOUBLE_EQ(max_position(plan, length), expected.largest);
        ASSERT_EQ(out_of_range_fraction(plan, length, train), expected.share(expected.out));
        ASSERT_EQ(near_fraction(plan, length, w), expected.share(expected.near));
    }
}

TEST(PositionStatistics, FirstOutOfRangeLengthAgreesWithCounting) {
    std::mt19937_64 random(12);
    for (int trial = 0; trial < 200; ++trial) {
        const PositionMapSpec spec = test::random_spec(random, 40);
        const std::int64_t train = test::draw(random, 1, 40);
        const auto first = first_out_of_range_length(position_plan(spec), train);
        SCOPED_TRACE(test::describe(spec) + " train " + std::to_string(train));
        std::int64_t expected = 1;
        while (expected < 120 && count(spec, expected, train, 0).out == 0) ++expected;
        if (expected < 120)
            ASSERT_EQ(first, std::optional<double>(static_cast<double>(expected)));
        else
            ASSERT_TRUE(!first || *first >= 120) << *first;
    }
}

PositionPlan plan_of(OneOf<PositionMap> map, double k = 16) {
    PositionMapSpec spec;
    spec.map = map;
    spec.k = k;
    return position_plan(spec);
}

TEST(PositionStatistics, FirstOutOfRangeLengthInClosedForm) {
    EXPECT_EQ(first_out_of_range_length(plan_of("rope"), 512), 513.0);
    EXPECT_EQ(first_out_of_range_length(plan_of("pi"), 512), 16 * 511 + 2.0);
    EXPECT_EQ(first_out_of_range_length(plan_of("pi", 1e6), 512), 511e6 + 2);
    EXPECT_EQ(first_out_of_range_length(plan_of("leaky-rerope"), 512), 256 + 16 * (511 - 256) + 2.0);
    EXPECT_EQ(first_out_of_range_length(plan_of("leaky-rerope", 1e6), 1 << 24),
              256 + 1e6 * ((1 << 24) - 257) + 2);
    EXPECT_EQ(first_out_of_range_length(plan_of("rerope"), 512), std::nullopt);
    EXPECT_EQ(first_out_of_range_length(plan_of("dual-chunk"), 512), std::nullopt);
    EXPECT_EQ(first_out_of_range_length(plan_of("rerope"), 256), 257.0);
}

// At L = 2^24: cells with distance d in [a, L) number (L - a)(L - a + 1) / 2, out of L (L + 1) / 2.
TEST(PositionStatistics, LongMatricesInClosedForm) {
    constexpr std::int64_t length = 1 << 24;
    const auto beyond = [](double a) {
        constexpr double n = length;
        return (n - a) * (n - a + 1) / (n * (n + 1));
    };
    EXPECT_EQ(max_position(plan_of("rope"), length), length - 1);
    EXPECT_EQ(max_position(plan_of("dual-chunk"), length), 384);
    // Tolerance 5e-16: the closed form here rounds three times, and 1 - it once more.
    EXPECT_NEAR(out_of_range_fraction(plan_of("rope"), length, 512), beyond(512), 5e-16);
    EXPECT_NEAR(out_of_range_fraction(plan_of("leaky-rerope"), length, 512), beyond(256 + 16 * 255 + 1),
                5e-16);
    for (const char* const map : {"rope", "self-extend", "dual-chunk"})
        EXPECT_NEAR(near_fraction(plan_of(map), length, 1000), 1 - beyond(1000), 5e-16);
    EXPECT_EQ(near_fraction(plan_of("rope"), length, length), 1);
}

// Self-Extend at L = 2^24 row by row: floor(i/G) - floor(j/G) > limit - shift is j < G * (floor(i/G) - s +
// 1).
TEST(PositionStatistics, LongSelfExtendRowByRow) {
    constexpr std::int64_t length = 1 << 24;
    for (const std::int64_t group : {8, 7, 65536}) {
        PositionMapSpec spec;
        spec.map = "self-extend";
        spec.group = group;
        const std::int64_t steps = 511 - (256 - 256 / group) + 1;
        std::int64_t out = 0;
        for (std::int64_t i = 0; i < length; ++i)
            out += std::clamp<std::int64_t>(group * (i / group - steps + 1), 0,
                                            std::max<std::int64_t>(0, i - 255));
        const double cells = static_cast<double>(length) * (length + 1) / 2;
        EXPECT_DOUBLE_EQ(out_of_range_fraction(position_plan(spec), length, 512),
                         static_cast<double>(out) / cells);
    }
}

// Dual Chunk, two chunks of trained length: a key is out of range if its index in the chunk is below a bound.
TEST(PositionStatistics, LongDualChunkRowByRow) {
    constexpr std::int64_t length = 1 << 24;
    PositionMapSpec spec;
    spec.map = "dual-chunk";
    constexpr std::int64_t c = 320;
    constexpr std::int64_t limit = 300;
    std::int64_t out = 0;
    for (std::int64_t i = 0; i < length; ++i) {
        const std::int64_t here = std::max<std::int64_t>(0, i % c - limit);
        const std::int64_t before =
            std::clamp<std::int64_t>(std::min<std::int64_t>(i % c + c, 384) - limit, 0, c);
        out += here + (i >= c ? before : 0) + std::max<std::int64_t>(0, i / c - 1) * (384 - limit);
    }
    const double cells = static_cast<double>(length) * (length + 1) / 2;
    EXPECT_DOUBLE_EQ(out_of_range_fraction(position_plan(spec), length, limit + 1),
                     static_cast<double>(out) / cells);
}

// Random plans that no scheme makes, compared cell by cell.
TEST(PositionStatistics, AnyPlanAgreesWithCounting) {
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 5000; ++trial) {
        const PositionPlan plan{{test::random_branch(random)}, trial % 2 == 0};
        const std::int64_t length = test::draw(random, 1, 70);
        const std::int64_t train = test::draw(random, 1, 20);
        const std::int64_t w = test::draw(random, 0, length);
        Counted expected;
        for (std::int64_t i = 0; i < length; ++i) {
            for (std::int64_t j = 0; j < length; ++j) {
                const double p = position_at(plan, i, j);
                if (std::isnan(p)) continue;
                expected.largest = std::max(expected.largest, std::abs(p));
                ++expected.cells;
                expected.out += std::abs(p) > static_cast<double>(train - 1) ? 1 : 0;
                expected.near += std::abs(i - j) < w ? 1 : 0;
            }
        }
        ASSERT_EQ(max_position(plan, length), expected.largest) << trial;
        ASSERT_EQ(out_of_range_fraction(plan, length, train), expected.share(expected.out)) << trial;
        ASSERT_EQ(near_fraction(plan, length, w), expected.share(expected.near)) << trial;
    }
}

}  // namespace
}  // namespace poslab
