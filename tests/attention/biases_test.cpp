#include "core/attention/biases.hpp"
#include "core/base/errors.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace poslab {
namespace {

// Published: 1/2 ... 1/256 for eight heads (arXiv 2108.12409, section 3).
TEST(Alibi, EightHeadsHalveTheSlope) {
    for (std::int64_t head = 1; head <= 8; ++head)
        EXPECT_DOUBLE_EQ(alibi_slope(8, head), std::ldexp(1.0, -static_cast<int>(head)));
    EXPECT_DOUBLE_EQ(alibi_slope(16, 1), std::sqrt(0.5));
    EXPECT_DOUBLE_EQ(alibi_slope(1, 1), 1.0 / 256);
}

// The authors' get_slopes(12): those of 8 heads, then every other one of 16.
TEST(Alibi, TwelveHeadsTakeTheirTailFromSixteen) {
    EXPECT_DOUBLE_EQ(alibi_slope(12, 8), 1.0 / 256);
    const double tail[] = {0.7071, 0.3536, 0.1768, 0.0884};
    for (std::int64_t n = 0; n < 4; ++n) EXPECT_NEAR(alibi_slope(12, 9 + n), tail[n], 5e-5) << n;
}

// T5's buckets, as Transformers computes them.
TEST(T5, BucketsOfCausalAttention) {
    for (std::int64_t distance = 0; distance < 16; ++distance)
        EXPECT_EQ(t5_bucket(distance, 32, false), distance);
    EXPECT_EQ(t5_bucket(16, 32, false), 16);
    EXPECT_EQ(t5_bucket(32, 32, false), 21);
    EXPECT_EQ(t5_bucket(64, 32, false), 26);
    EXPECT_EQ(t5_bucket(112, 32, false), 30);
    EXPECT_EQ(t5_bucket(113, 32, false), 31);
    EXPECT_EQ(t5_bucket(1'000'000, 32, false), 31);
}

TEST(T5, BucketsOfBothSides) {
    EXPECT_EQ(t5_bucket(7, 32, true), 7);
    EXPECT_EQ(t5_bucket(8, 32, true), 8);
    EXPECT_EQ(t5_bucket(127, 32, true), 15);
    EXPECT_EQ(t5_bucket(-1, 32, true), 17);
    EXPECT_EQ(t5_bucket(-500, 32, true), 31);
    for (std::int64_t distance = 1; distance < 300; ++distance)
        EXPECT_EQ(t5_bucket(-distance, 32, true), 16 + t5_bucket(distance, 32, true));
}

TEST(T5, GivenValuesAreLookedUpByBucket) {
    BiasSpec spec;
    spec.bias = "t5";
    for (int n = 0; n < 32; ++n) spec.t5_table.push_back(n * n);
    EXPECT_EQ(spec.bias->at(spec, 64, false), 26 * 26);
    EXPECT_EQ(spec.bias->at(spec, -1, true), 17 * 17);
    spec.t5_table.clear();
    EXPECT_DOUBLE_EQ(spec.bias->at(spec, 64, false), -0.5 * 26)
        << "the substitute: slope of head 1 of 8 times the bucket";
    EXPECT_DOUBLE_EQ(spec.bias->at(spec, -3, true), spec.bias->at(spec, 3, true));
}

TEST(Kerple, LogarithmAndPower) {
    BiasSpec spec;
    spec.r1 = 2;
    spec.r2 = 0.5;
    spec.bias = "kerple-log";
    EXPECT_NEAR(spec.bias->at(spec, 6, false), -2.772588722239781, 1e-15) << "-2 ln 4";
    EXPECT_EQ(spec.bias->at(spec, 0, false), 0);
    spec.bias = "kerple-power";
    EXPECT_NEAR(spec.bias->at(spec, 9, false), -6, 1e-15);
    EXPECT_NEAR(spec.bias->at(spec, -9, true), -6, 1e-15);
}

TEST(Xpos, ZetaRunsFromTwoSeventhsToOne) {
    const auto zeta = xpos_decay(64);
    ASSERT_EQ(zeta.size(), 64U);
    EXPECT_DOUBLE_EQ(zeta.front(), 0.4 / 1.4);
    EXPECT_NEAR(zeta.back(), (2.0 * 63 / 128 + 0.4) / 1.4, 1e-15);
}

std::string refusal(const BiasSpec& spec) {
    try {
        check_bias(spec);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(Biases, RefuseWhatHasNoMeaning) {
    BiasSpec spec;
    EXPECT_EQ(refusal(spec), "");
    spec.bias = "alibi";
    spec.slope_head = 9;
    EXPECT_EQ(refusal(spec), "--slope-head 9: must be in [1, 8], the number of heads");
    spec = {};
    spec.bias = "t5";
    spec.t5_table.assign(7, 0);
    EXPECT_EQ(refusal(spec),
              "--t5-table: 7 values; must be an even number from 4 to 254, one for each bucket");
    spec.t5_table.assign(1, 0);
    EXPECT_EQ(refusal(spec),
              "--t5-table: 1 value; must be an even number from 4 to 254, one for each bucket");
    spec = {};
    spec.bias = "kerple-power";
    spec.r2 = 3;
    EXPECT_EQ(refusal(spec), "--r2 3: must be in (0, 2] for kerple-power");
}

}  // namespace
}  // namespace poslab
