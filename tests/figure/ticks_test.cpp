#include "core/figure/ticks.hpp"

#include "core/figure/layout_parts.hpp"
#include "tests/support/read_number.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace poslab {
namespace {

std::vector<std::string> labels_of(const std::vector<Tick>& ticks) {
    std::vector<std::string> labels;
    for (const Tick& tick : ticks) labels.push_back(tick.label);
    return labels;
}

/// Properties of any ticks: rising, within the range, with labels that equal the tick's value and are unique.
void expect_sound(const std::vector<Tick>& ticks, double low, double high, std::size_t most) {
    const double slack = 1e-9 * (high - low);
    std::set<std::string> labels;
    std::size_t labelled = 0;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        EXPECT_GE(ticks[i].value, low - slack);
        EXPECT_LE(ticks[i].value, high + slack);
        if (i > 0) {
            EXPECT_GT(ticks[i].value, ticks[i - 1].value);
        }
        if (ticks[i].label.empty()) continue;
        ++labelled;
        EXPECT_TRUE(labels.insert(ticks[i].label).second) << "twice: " << ticks[i].label;
        // Labels are exact to twelve decimals; the rest is the rounding of n * step in binary.
        const double read = test::read_number(ticks[i].label);
        EXPECT_NEAR(read, ticks[i].value,
                    1e-12 * std::max(std::abs(low), std::abs(high)) + 1e-9 * (high - low) + 0.5e-12)
            << ticks[i].label;
    }
    EXPECT_LE(labelled, most + 1);  // n intervals have n + 1 ends
}

TEST(LinearTicks, AreSoundAtEveryZoom) {
    std::mt19937_64 random(test::test_seed());
    const auto uniform = [&](double a, double b) {
        return std::uniform_real_distribution<double>(a, b)(random);
    };
    for (int n = 0; n < 20'000; ++n) {
        const double width = std::pow(10.0, uniform(-4, 13));  // labels have twelve decimals at most
        // With a common prefix of more than six digits an axis would be unreadable, and zooming stops before
        // that.
        double low = n % 3 == 0 ? 0.0 : uniform(-1, 1) * width * std::pow(10.0, uniform(-3, 6));
        low = std::clamp(low, -1e14, 1e14);  // positions are not larger; from 10^15 on labels are shortened
        double high = low + width;
        const bool whole = n % 2 == 0;
        if (whole) {
            low = std::floor(low);
            high = std::ceil(std::max(high, low + 1));
        }
        const int most = 1 + n % 12;
        const TickSteps steps = n % 5 == 0 ? TickSteps::binary : TickSteps::decimal;
        SCOPED_TRACE(testing::Message() << low << " ... " << high << " most " << most
                                        << (whole ? " whole" : "") << (n % 5 == 0 ? " binary" : ""));
        const auto ticks = linear_ticks(low, high, most, steps, whole);
        expect_sound(ticks, low, high, static_cast<std::size_t>(most));
        for (const Tick& tick : ticks)
            if (whole) {
                EXPECT_EQ(tick.value, std::floor(tick.value)) << "cells have no halves";
            }
        if (most >= 3 && (!whole || high - low >= 3)) {
            EXPECT_GE(ticks.size(), 1U);
        }
        for (std::size_t i = 2; i < ticks.size(); ++i)
            EXPECT_NEAR(ticks[i].value - ticks[i - 1].value, ticks[1].value - ticks[0].value,
                        1e-6 * (high - low))
                << "even";
        if (HasFailure()) return;
    }
}

TEST(LinearTicks, ReadAsPeopleWriteThem) {
    EXPECT_EQ(labels_of(linear_ticks(0, 4096, 4, TickSteps::binary, true)),
              (std::vector<std::string>{"0", "1024", "2048", "3072", "4096"}));
    EXPECT_EQ(labels_of(linear_ticks(0, 65'536, 2, TickSteps::binary, true)),
              (std::vector<std::string>{"0", "32,768", "65,536"}));
    EXPECT_EQ(labels_of(linear_ticks(0, 1e6, 5, TickSteps::decimal, true)),
              (std::vector<std::string>{"0", "200k", "400k", "600k", "800k", "1M"}));
    EXPECT_EQ(labels_of(linear_ticks(0, 3e6, 3, TickSteps::decimal, true)),
              (std::vector<std::string>{"0", "1M", "2M", "3M"}));
    EXPECT_EQ(labels_of(linear_ticks(-1, 1, 4, TickSteps::decimal, false)),
              (std::vector<std::string>{"−1", "−0.5", "0", "0.5", "1"}));
    EXPECT_EQ(labels_of(linear_ticks(0, 2, 12, TickSteps::decimal, true)),
              (std::vector<std::string>{"0", "1", "2"}))
        << "not finer than cells";
    EXPECT_EQ(labels_of(linear_ticks(0, 1, 4, TickSteps::binary, false)),
              (std::vector<std::string>{"0", "0.25", "0.5", "0.75", "1"}));
}

TEST(LinearTicks, AnEmptyRangeHasOneTick) {
    EXPECT_EQ(labels_of(linear_ticks(5, 5, 4, TickSteps::decimal, true)), (std::vector<std::string>{"5"}));
    EXPECT_EQ(linear_ticks(0, 10, 0, TickSteps::decimal, true).size(), 2U) << "at least one interval";
}

// Zero has no decade: the search for the first one began at the smallest integer.
TEST(LogarithmicTicks, ARangeWithoutDecadesHasNone) {
    for (const double low : {0.0, -1.0, -HUGE_VAL, std::nan("")}) {
        EXPECT_TRUE(logarithmic_ticks(low, 10, 5).empty()) << low;
        EXPECT_TRUE(fraction_ticks(low, 10, 5).empty()) << low;
    }
    EXPECT_TRUE(logarithmic_ticks(1, HUGE_VAL, 5).empty());
    EXPECT_EQ(symmetric_ticks(-HUGE_VAL, HUGE_VAL, 1, 5).size(), 1U);
    EXPECT_EQ(symmetric_ticks(-1, 1, 0, 5).size(), 1U);
}

// 10^17 + 5 is no number: steps of 5 from there on would never end.
TEST(LinearTicks, ARangeOfFewNumbersHasOneTick) {
    for (const double low : {1e17, -1e17, 1e250, -1e250})
        for (const bool whole : {false, true}) {
            const double high = std::nextafter(low, INFINITY);
            EXPECT_EQ(linear_ticks(low, high, 5, TickSteps::decimal, whole).size(), 1U) << low;
            EXPECT_EQ(linear_ticks(low, high, 5, TickSteps::binary, whole).size(), 1U) << low;
        }
}

TEST(LogarithmicTicks, AreSoundOverAnyDecades) {
    std::mt19937_64 random(test::test_seed());
    const auto uniform = [&](double a, double b) {
        return std::uniform_real_distribution<double>(a, b)(random);
    };
    for (int n = 0; n < 5000; ++n) {
        const double low = std::pow(10.0, uniform(-8, 8));
        const double high = low * std::pow(10.0, uniform(1, 14));
        const int most = 3 + n % 10;
        SCOPED_TRACE(testing::Message() << low << " ... " << high << " most " << most);
        const auto ticks = logarithmic_ticks(low, high, most);
        double previous = 0;
        int labelled = 0;
        for (const Tick& tick : ticks) {
            EXPECT_GT(tick.value, previous);
            previous = tick.value;
            EXPECT_GE(tick.value, low * (1 - 1e-9));
            EXPECT_LE(tick.value, high * (1 + 1e-9));
            if (tick.label.empty()) continue;
            ++labelled;
            EXPECT_NEAR(test::read_number(tick.label), tick.value, 1e-9 * tick.value) << tick.label;
        }
        EXPECT_GE(labelled, 1);
        EXPECT_LE(labelled, most);
        if (HasFailure()) return;
    }
}

TEST(LogarithmicTicks, ReadAsPeopleWriteThem) {
    std::vector<std::string> decades;
    for (const Tick& tick : logarithmic_ticks(1, 1e7, 20))
        if (!tick.label.empty()) decades.push_back(tick.label);
    EXPECT_EQ(decades, (std::vector<std::string>{"1", "10", "100", "1000", "10⁴", "10⁵", "10⁶", "10⁷"}));
    std::vector<std::string> dense;
    for (const Tick& tick : logarithmic_ticks(1, 100, 9))
        if (!tick.label.empty()) dense.push_back(tick.label);
    EXPECT_EQ(dense, (std::vector<std::string>{"1", "2", "5", "10", "20", "50", "100"}));
}

/// The labels of an axis of `count` whole numbers over that many pixels, at 7 pixels per digit.
std::vector<std::string> of_indices(int count, double pixels, double low = 0) {
    Axis axis;
    axis.low = low;
    axis.high = count;
    return labels_of(layout_parts::index_ticks(axis, count - 1, pixels, 68, [](const std::string& text) {
        return 7.0 * static_cast<double>(text.size());
    }));
}

TEST(IndexTicks, AreEven) {
    using Labels = std::vector<std::string>;
    EXPECT_EQ(of_indices(4, 250, -0.2), (Labels{"0", "1", "2", "3"}));
    EXPECT_EQ(of_indices(13, 250), (Labels{"0", "2", "4", "6", "8", "10", "12"}));
    EXPECT_EQ(of_indices(64, 300), (Labels{"0", "16", "32", "48", "63"}));
    EXPECT_EQ(of_indices(4096, 200), (Labels{"0", "2048", "4095"}));
}

/// For any count and width, no step is more than a third longer or shorter than the first.
TEST(IndexTicks, AreEvenForAnyCount) {
    for (int count = 2; count < 3000; count += count < 150 ? 1 : 37)
        for (const double pixels : {90.0, 140.0, 260.0, 420.0, 900.0}) {
            Axis axis;
            axis.high = count;
            const auto ticks = layout_parts::index_ticks(
                axis, count - 1, pixels, 68,
                [](const std::string& text) { return 7.0 * static_cast<double>(text.size()); });
            ASSERT_FALSE(ticks.empty());
            for (std::size_t n = 2; n < ticks.size(); ++n) {
                const double first = ticks[1].value - ticks[0].value,
                             step = ticks[n].value - ticks[n - 1].value;
                EXPECT_LT(std::abs(step - first), first / 3)
                    << count << " on " << pixels << ": " << ticks[n - 1].label << " " << ticks[n].label;
            }
        }
}

/// Axes with few counted things have evenly spaced ticks at any width: never 0, 2, 3.
TEST(IndexTicks, AreEvenWhereFewAreCounted) {
    // apart: when labels are added; clear: when they are legible
    constexpr double pitch = 68, digit = 6.6, apart = 16, clear = 8;
    const auto width = [](const std::string& label) { return digit * static_cast<double>(label.size()); };
    for (int count = 2; count <= 16; ++count)
        for (double pixels = 40; pixels < 1200; pixels += 7) {
            Axis axis{"pair", 0, static_cast<double>(count), false};
            axis.whole = axis.cells = true;
            const std::vector<Tick> ticks = layout_parts::index_ticks(axis, count - 1, pixels, pitch, width);
            SCOPED_TRACE(testing::Message() << count << " in " << pixels << " px");
            ASSERT_FALSE(ticks.empty());
            for (std::size_t n = 0; n < ticks.size(); ++n) {
                EXPECT_EQ(ticks[n].value, std::round(ticks[n].value));
                if (n > 1) {
                    EXPECT_EQ(ticks[n].value - ticks[n - 1].value, ticks[1].value - ticks[0].value);
                }
            }
            const double index = pixels / count;
            EXPECT_GT(ticks.size(), 1U);
            if (ticks.size() > 2) {
                EXPECT_GE((ticks[1].value - ticks[0].value) * index, digit + clear);
            }
            if (count <= 4 && index >= digit + apart) {
                EXPECT_EQ(ticks.size(), static_cast<std::size_t>(count));
            }
        }
}

/// A small plot of part of a matrix labels another index in addition to its last one.
TEST(IndexTicks, NameMoreThanTheEndOfAPart) {
    for (const double pixels : {60.0, 67.0, 80.0, 140.0}) {
        Axis axis;
        axis.binary = true;  // contains no multiple of 32
        axis.low = 200;
        axis.high = 224;
        const auto ticks = layout_parts::index_ticks(axis, 223, pixels, 68, [](const std::string& text) {
            return 6.6 * static_cast<double>(text.size());
        });
        ASSERT_GE(ticks.size(), 2U) << pixels;
        EXPECT_GE(ticks.front().value, 200);
        EXPECT_EQ(ticks.back().label, "223");
    }
}

}  // namespace
}  // namespace poslab
