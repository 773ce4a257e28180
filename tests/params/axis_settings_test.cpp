#include "core/params/axis_settings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace poslab {
namespace {

using Scale = AxisSetting::Scale;

TEST(AxisSettings, AreWrittenAsTheyAreRead) {
    for (const std::string text :
         {"auto", "x:0:100", "y:log", "x:0:100,y:log:0.1:10", "errors/y2:symlog", "a-b/x3:linear:-1.5:2e+20",
          "x:0:1,x2:0:1,errors/x:0:1", "c:0:0.5", "x:0:1,y:0:1,map/c2:-1:1"}) {
        const ReadAxisSettings read = read_axis_settings(text);
        EXPECT_TRUE(read.good) << text;
        EXPECT_EQ(to_string(read.settings), text);
    }
    const auto read = read_axis_settings("x:1k:4k, y1:-1:1");
    ASSERT_TRUE(read.good) << "numbers as typed elsewhere";
    EXPECT_EQ(to_string(read.settings), "x:1000:4000,y:-1:1");
}

TEST(AxisSettings, NumbersKeepAllOfTheirDigits) {
    const double low = 1.0 / 3, high = std::nextafter(1.0, 2);
    const AxisSettings exact{{{"", true, 1, Scale::as_is, true, low, high}}};
    EXPECT_EQ(read_axis_settings(to_string(exact)).settings, exact);
}

TEST(AxisSettings, WhatIsNoneIsRefused) {
    for (const std::string text : {"",
                                   "x",
                                   "x:",
                                   "z:0:1",
                                   "c:log",
                                   "c:linear:0:1",
                                   "c:1:0",
                                   "x:1:0",
                                   "x:1:1",
                                   "x:0",
                                   "x:0:1:2",
                                   "x:nan:1",
                                   "x:0:inf",
                                   "y:log:0:1",
                                   "y:log:-1:1",
                                   "x0:0:1",
                                   "x100:0:1",
                                   "x-1:0:1",
                                   "X:0:1",
                                   "x:0:1,",
                                   ",x:0:1",
                                   "x:0:1,x:0:2",
                                   "x:0:1,x1:log",
                                   "/x:0:1",
                                   "A b/x:0:1",
                                   "x:logarithmic",
                                   "x=0:1",
                                   "x:-1.7e308:1.7e308",
                                   "x:1:1.0000000000000002",
                                   "x:1e17:1.0000000000000002e17",
                                   "x:0:5e-324",
                                   "auto,x:0:1"})
        EXPECT_FALSE(read_axis_settings(text).good) << text;
    std::string many;
    for (int n = 1; n <= 65; ++n) many += (n > 1 ? ",x" : "x") + std::to_string(n) + ":0:1";
    EXPECT_FALSE(read_axis_settings(many).good);
    EXPECT_FALSE(
        are_possible({{{"", false, 1, Scale::as_is, true, std::numeric_limits<double>::quiet_NaN(), 1}}}));
    EXPECT_FALSE(are_possible({{{"", false, 1}}})) << "says nothing";
}

}  // namespace
}  // namespace poslab
