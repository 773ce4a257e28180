#include "core/encoding/positions.hpp"

#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/encoding/plan_shared.hpp"
#include "tests/encoding/scheme_formula.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

// The tolerance is that of EXPECT_DOUBLE_EQ (4 ulp). Every map is one difference of integers, at most one
// rounded quotient or product, and one rounded sum.
namespace poslab {
namespace {

PositionMapSpec spec_of(OneOf<PositionMap> map) {
    PositionMapSpec spec;
    spec.map = map;
    return spec;
}

void expect_rows(const PositionPlan& plan, const std::vector<double>& by_distance) {
    const auto length = static_cast<std::int64_t>(by_distance.size());
    for (std::int64_t i = 0; i < length; ++i) {
        for (std::int64_t j = 0; j <= i; ++j)
            EXPECT_DOUBLE_EQ(position_at(plan, i, j), by_distance[static_cast<std::size_t>(i - j)])
                << i << ' ' << j;
        for (std::int64_t j = i + 1; j < length; ++j) EXPECT_TRUE(is_masked(position_at(plan, i, j)));
    }
}

// The four matrices of spaces.ac.cn/archives/9708 at L = 12, w = 4, k = 3: first columns, top to bottom. They
// are Toeplitz; the article's PI matrix repeats (L-1)/k in its last row where (L-2)/k belongs.
constexpr double third = 1.0 / 3;
constexpr double two_thirds = 2.0 / 3;

PositionMapSpec article(OneOf<PositionMap> map) {
    PositionMapSpec spec = spec_of(map);
    spec.w = 4;
    spec.k = 3;
    return spec;
}

TEST(Positions, Article9708Rope) {
    expect_rows(position_plan(article("rope")), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
}

TEST(Positions, Article9708Interpolation) {
    const PositionPlan plan = position_plan(article("pi"));
    expect_rows(plan,
                {0, third, two_thirds, 1, 4.0 / 3, 5.0 / 3, 2, 7.0 / 3, 8.0 / 3, 3, 10.0 / 3, 11.0 / 3});
    EXPECT_DOUBLE_EQ(position_at(plan, 11, 0), 11.0 / 3);
    EXPECT_DOUBLE_EQ(position_at(plan, 11, 1), 10.0 / 3);
}

TEST(Positions, Article9708LeakyRerope) {
    expect_rows(position_plan(article("leaky-rerope")),
                {0, 1, 2, 3, 4, 4 + third, 4 + two_thirds, 5, 5 + third, 5 + two_thirds, 6, 6 + third});
}

TEST(Positions, Article9708Rerope) {
    expect_rows(position_plan(article("rerope")), {0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4});
}

TEST(Positions, DualChunkByHand) {
    PositionMapSpec spec = spec_of("dual-chunk");  // chunks of 4: keys 0 1 2 3 | 0 1 2 3 | …
    spec.chunk = 6;
    spec.local = 2;
    const PositionPlan plan = position_plan(spec);
    EXPECT_EQ(position_at(plan, 3, 1), 2);
    EXPECT_EQ(position_at(plan, 4, 3), 1);   // just across: neighbours remain neighbours
    EXPECT_EQ(position_at(plan, 7, 0), 6);   // capped at the chunk
    EXPECT_EQ(position_at(plan, 11, 1), 5);  // min(2*4-1, 6) - 1
}

TEST(Positions, SinksByHand) {
    PositionMapSpec spec = spec_of("sinks");
    spec.sinks = 2;
    spec.recent = 3;
    const PositionPlan plan = position_plan(spec);
    EXPECT_EQ(position_at(plan, 4, 0), 4);
    EXPECT_EQ(position_at(plan, 9, 0), 4);
    EXPECT_EQ(position_at(plan, 9, 1), 3);
    EXPECT_TRUE(is_masked(position_at(plan, 9, 2)));
    EXPECT_TRUE(is_masked(position_at(plan, 9, 6)));
    EXPECT_EQ(position_at(plan, 9, 7), 2);
}

TEST(Positions, AllMapsFollowTheirFormulas) {
    std::mt19937_64 random(20230807);
    for (int trial = 0; trial < 400; ++trial) {
        const std::int64_t length = test::draw(random, 1, 40);
        const PositionMapSpec spec = test::random_spec(random, length);
        const PositionPlan plan = position_plan(spec);
        for (std::int64_t i = 0; i < length; ++i) {
            for (std::int64_t j = 0; j < length; ++j) {
                const double got = position_at(plan, i, j);
                const auto expected = test::position(spec, i, j);
                ASSERT_EQ(is_masked(got), !expected) << test::describe(spec) << " at " << i << ' ' << j;
                if (expected) {
                    ASSERT_DOUBLE_EQ(got, expected->value(spec.k)) << test::describe(spec);
                }
            }
        }
    }
}

TEST(Positions, FarTokensFollowTheirFormulas) {
    std::mt19937_64 random(2);
    constexpr std::int64_t last = (1 << 24) - 1;
    for (int trial = 0; trial < 20000; ++trial) {
        const PositionMapSpec spec = test::random_spec(random, trial % 2 == 0 ? 50 : last / 2);
        const std::int64_t i = last - test::draw(random, 0, 100);
        const std::int64_t j = trial % 3 == 0 ? i - test::draw(random, 0, 100) : test::draw(random, 0, last);
        const auto expected = test::position(spec, i, j);
        const double got = position_at(position_plan(spec), i, j);
        ASSERT_EQ(is_masked(got), !expected) << test::describe(spec);
        if (expected) {
            ASSERT_DOUBLE_EQ(got, expected->value(spec.k)) << test::describe(spec);
        }
    }
}

TEST(Positions, LimitsOfLeakyRerope) {
    PositionMapSpec spec = spec_of("leaky-rerope");
    const PositionPlan rope = position_plan(spec_of("rope"));
    const PositionPlan rerope = position_plan(spec_of("rerope"));
    spec.k = 1;
    const PositionPlan same = position_plan(spec);
    spec.k = 1e6;
    const PositionPlan flat = position_plan(spec);
    spec.w = 2000;
    const PositionPlan wide = position_plan(spec);
    for (std::int64_t d = 0; d < 2000; ++d) {
        EXPECT_EQ(position_at(same, 2000, 2000 - d), position_at(rope, 2000, 2000 - d));
        EXPECT_EQ(position_at(wide, 2000, 2000 - d), position_at(rope, 2000, 2000 - d));
        EXPECT_NEAR(position_at(flat, 2000, 2000 - d), position_at(rerope, 2000, 2000 - d), 2000 / 1e6);
    }
}

TEST(Positions, OneToken) {
    for (int map = 0; map < 8; ++map)
        EXPECT_EQ(position_at(position_plan(spec_of(OneOf<PositionMap>::at(map))), 0, 0), 0) << map;
}

TEST(Positions, ProfileIsARowReadBackwards) {
    const PositionPlan plan = position_plan(spec_of("dual-chunk"));
    const std::vector<std::int64_t> distances{0, 1, 700, 999, 1000, 1001};
    const std::vector<double> profile = position_profile(plan, 1000, distances);
    ASSERT_EQ(profile.size(), distances.size());
    for (std::size_t n = 0; n + 1 < distances.size(); ++n)
        EXPECT_EQ(profile[n], position_at(plan, 1000, 1000 - distances[n]));
    EXPECT_TRUE(is_masked(profile.back()));
}

TEST(Positions, RefusesWhatTheFormulaCannotTake) {
    PositionMapSpec spec = spec_of("dual-chunk");
    spec.local = spec.chunk;
    try {
        (void)position_plan(spec);
        FAIL();
    } catch (const UsageError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("--local"), std::string::npos);
        EXPECT_NE(message.find("--chunk"), std::string::npos);
    }
    spec = spec_of("self-extend");
    spec.group = 0;
    EXPECT_THROW((void)position_plan(spec), UsageError);
    spec = spec_of("leaky-rerope");
    spec.k = 0;
    EXPECT_THROW((void)position_plan(spec), UsageError);
    spec = spec_of("rerope");
    spec.w = -1;
    EXPECT_THROW((void)position_plan(spec), UsageError);
}

// LongLM's prefill divides w by G as floats, its decoding as integers: for w = 7, G = 4 they differ by 3/4
// beyond w.
TEST(Positions, SelfExtendsPrefillAndDecoding) {
    PositionMapSpec spec = spec_of("self-extend");
    spec.w = 7;
    spec.group = 4;
    for (const GroupShift shift : {GroupShift::decode, GroupShift::prefill}) {
        spec.group_shift = shift;
        const PositionPlan plan = position_plan(spec);
        for (std::int64_t i = 0; i < 40; ++i)
            for (std::int64_t j = 0; j <= i; ++j) {
                const double beyond =
                    static_cast<double>(i / 4 - j / 4) + 7 - (shift == GroupShift::prefill ? 1.75 : 1);
                EXPECT_EQ(position_at(plan, i, j), i - j < 7 ? static_cast<double>(i - j) : beyond)
                    << i << ", " << j;
            }
        EXPECT_EQ(spec.map->warning(spec)->english().find("differ by 0.75") != std::string::npos, true);
    }
    spec.w = 8;
    EXPECT_FALSE(spec.map->warning(spec)) << "G divides w";
}

TEST(Positions, SharedAndWideAxisFunctionsAgree) {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 20000; ++trial) {
        AxisFunction axis;
        axis.shift = static_cast<std::int32_t>(test::draw(random, -40, 40));
        axis.modulus = static_cast<std::int32_t>(test::draw(random, 0, 9));
        axis.group = static_cast<std::int32_t>(test::draw(random, 1, 5));
        axis.cap = static_cast<std::int32_t>(test::draw(random, -1, 6));
        const int t = static_cast<int>(test::draw(random, 0, 60));
        ASSERT_EQ(axis_integer(axis, t), axis_integer(t, axis.shift, axis.modulus, axis.group, axis.cap));
    }
}

TEST(Masked, IsDistinctFromOtherNotANumbers) {
    EXPECT_TRUE(std::isnan(masked_value()));
    EXPECT_TRUE(is_masked(masked_value()));
    EXPECT_FALSE(is_masked(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_FALSE(is_masked(0));
}

}  // namespace
}  // namespace poslab
