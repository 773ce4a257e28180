#include "core/figure/axis_place.hpp"
#include "core/figure/ticks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace poslab {
namespace {

Axis axis_of(double low, double high, bool logarithmic = false, double linear_within = 0) {
    Axis axis;
    axis.low = low;
    axis.high = high;
    axis.logarithmic = logarithmic;
    axis.linear_within = linear_within;
    return axis;
}

TEST(AxisAddress, ValuesAndPlacesAreInverse) {
    for (const Axis& axis :
         {axis_of(-3, 5), axis_of(0.01, 1e6, true), axis_of(-1000, 10, false, 0.1),
          axis_of(-0.05, 20, false, 0.1), axis_of(2, 2000, false, 0.5), axis_of(-1.7e308, 1.7e308),
          axis_of(1e-307, 1.7e308, true), axis_of(-1.7e308, 1.7e308, false, 1e-300)}) {
        EXPECT_NEAR(axis_place(axis, axis.low), 0, 1e-12);
        EXPECT_NEAR(axis_place(axis, axis.high), 1, 1e-12);
        double before = -1;
        for (int n = 0; n <= 50; ++n) {
            const double value = axis_value(axis, n / 50.0);
            EXPECT_NEAR(axis_place(axis, value), n / 50.0, 1e-9);
            EXPECT_TRUE(n == 0 || value > before) << "rises";
            before = value;
        }
    }
}

// A decade beyond the linear part is as long as one side of that part, matplotlib's linscale 1.
TEST(AxisAddress, SymmetricDecadesAreEquallyLong) {
    const Axis axis = axis_of(-1000, 1000, false, 1);
    const double unit = axis_place(axis, 1) - axis_place(axis, 0);
    EXPECT_NEAR(axis_place(axis, 10) - axis_place(axis, 1), unit, 1e-12);
    EXPECT_NEAR(axis_place(axis, 1000) - axis_place(axis, 100), unit, 1e-12);
    EXPECT_NEAR(axis_place(axis, 0.5) - axis_place(axis, 0), unit / 2, 1e-12);
    EXPECT_NEAR(axis_place(axis, 0), 0.5, 1e-12);
    EXPECT_NEAR(axis_place(axis, -7) + axis_place(axis, 7), 1, 1e-12);
}

TEST(SymmetricTicks, AreDecadesOfBothSignsAndZero) {
    const auto ticks = symmetric_ticks(-100, 1000, 1, 12);
    std::set<std::string> labels;
    for (const Tick& tick : ticks) labels.insert(tick.label);
    for (const char* label : {"−100", "−10", "−1", "0", "1", "10", "100", "1000"})
        EXPECT_TRUE(labels.contains(label)) << label;
    EXPECT_TRUE(std::is_sorted(ticks.begin(), ticks.end(),
                               [](const Tick& a, const Tick& b) { return a.value < b.value; }));
    std::size_t written = 0;
    for (const Tick& tick : symmetric_ticks(-1e12, 1e12, 1e-6, 6)) written += tick.label.empty() ? 0 : 1;
    EXPECT_LE(written, 8U);
    EXPECT_GE(written, 3U);
    for (const Tick& tick : symmetric_ticks(5, 500, 1, 6)) EXPECT_GE(tick.value, 5) << "inside the limits";
}

}  // namespace
}  // namespace poslab
