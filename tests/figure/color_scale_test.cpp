#include "core/figure/color_scale.hpp"
#include "core/base/utf8.hpp"
#include "core/figure/text_metrics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace poslab {
namespace {

void expect_color(Color got, Color expected, int tolerance = 0) {
    EXPECT_NEAR(got.r, expected.r, tolerance);
    EXPECT_NEAR(got.g, expected.g, tolerance);
    EXPECT_NEAR(got.b, expected.b, tolerance);
    EXPECT_EQ(got.a, 255);
}

TEST(ColorTable, CyclicEndsWhereItBegins) {
    const ColorTable& cyclic = color_table(ColorMap::cyclic);
    EXPECT_EQ(cyclic[0], cyclic[255]);
}

/// Values of matplotlib 3.6.3 at these positions of its tables of 256.
TEST(ColorTable, OfMatplotlibsMapsIsMatplotlibs) {
    struct Known {
        ColorMap map;
        std::size_t place;
        std::uint32_t color;
    };
    for (const Known& known :
         {Known{ColorMap::viridis, 128, 0x21918C}, Known{ColorMap::magma, 0, 0x000004},
          Known{ColorMap::magma, 64, 0x51127C}, Known{ColorMap::magma, 128, 0xB73779},
          Known{ColorMap::magma, 192, 0xFC8961}, Known{ColorMap::magma, 255, 0xFCFDBF},
          Known{ColorMap::cividis, 0, 0x00224E}, Known{ColorMap::cividis, 64, 0x434E6C},
          Known{ColorMap::cividis, 128, 0x7D7C78}, Known{ColorMap::cividis, 192, 0xBCAE6C},
          Known{ColorMap::cividis, 255, 0xFEE838}})
        EXPECT_EQ(color_table(known.map)[known.place], rgb(known.color))
            << static_cast<int>(known.map) << " " << known.place;
}

TEST(ColorTable, ViridisIsMatplotlibs) {
    const ColorTable& table = color_table(ColorMap::viridis);
    expect_color(table[0], rgb(0x440154));
    expect_color(table[1], rgb(0x440256));
    expect_color(table[127], rgb(0x21908D), 1);
    expect_color(table[255], rgb(0xFDE725));
}

class MonotoneScale : public testing::TestWithParam<ScaleKind> {};

TEST_P(MonotoneScale, RisesFromLowToHighAndStaysInRange) {
    const bool both_signs = GetParam() == ScaleKind::symmetric || GetParam() == ScaleKind::symmetric_log;
    const ColorScale scale{ColorMap::viridis, GetParam(), 0.01, 1, 100};
    double before = -1;
    for (int i = -1000; i <= 1000; ++i) {
        const double value = both_signs ? i * 0.2 : (i + 1000) * 0.1;
        const double position = scale_position(scale, value);
        EXPECT_GE(position, before) << value;
        EXPECT_LE(position, 1);
        before = position;
    }
    EXPECT_EQ(before, 1);
}

INSTANTIATE_TEST_SUITE_P(All, MonotoneScale,
                         testing::Values(ScaleKind::linear, ScaleKind::logarithmic, ScaleKind::symmetric,
                                         ScaleKind::symmetric_log, ScaleKind::window));

TEST(ScalePosition, SymmetricScalesHaveZeroInTheMiddle) {
    for (const ScaleKind kind : {ScaleKind::symmetric, ScaleKind::symmetric_log}) {
        const ColorScale scale{ColorMap::signed_diverging, kind, 0, 0.1, 10};
        EXPECT_EQ(scale_position(scale, 0), 0.5);
        EXPECT_DOUBLE_EQ(scale_position(scale, 3) - 0.5, 0.5 - scale_position(scale, -3));
        EXPECT_EQ(scale_position(scale, -10), 0);
    }
}

TEST(ScalePosition, LogarithmicHalfWayIsTheGeometricMean) {
    EXPECT_DOUBLE_EQ(scale_position({ColorMap::viridis, ScaleKind::logarithmic, 1e-4, 0, 1}, 1e-2), 0.5);
}

TEST(ScalePosition, ZeroAndLessAreAtTheFloorOfALogarithmicScale) {
    const ColorScale scale{ColorMap::viridis, ScaleKind::logarithmic, 1e-4, 0, 1};
    for (const double value : {1e-4, 1e-9, 0.0, -1.0})
        EXPECT_EQ(color_of(scale, value), color_table(ColorMap::viridis)[0]) << value;
    EXPECT_FALSE(color_of(scale, 2e-4) == color_table(ColorMap::viridis)[0]);
    EXPECT_EQ(color_of(scale, 7), color_table(ColorMap::viridis)[255]);
}

TEST(ScaleValue, IsTheInverse) {
    for (const ScaleKind kind :
         {ScaleKind::linear, ScaleKind::logarithmic, ScaleKind::symmetric, ScaleKind::symmetric_log}) {
        const ColorScale scale{ColorMap::viridis, kind, 1e-3, 0.1, 20};
        for (int i = 0; i <= 50; ++i) {
            const double position = i / 50.0;
            EXPECT_NEAR(scale_position(scale, scale_value(scale, position)), position, 1e-12)
                << static_cast<int>(kind);
        }
    }
    EXPECT_NEAR(scale_value({ColorMap::viridis, ScaleKind::logarithmic, 1e-4, 0, 1}, 0.25), 1e-3, 1e-15);
}

TEST(ScalePosition, WindowJumpsAtW) {
    const ColorScale scale{ColorMap::window, ScaleKind::window, 0, 256, 4096};
    expect_color(color_of(scale, 0), rgb(0xFBE3BC));
    expect_color(color_of(scale, std::nextafter(256.0, 0.0)), rgb(0xE8942F));
    expect_color(color_of(scale, 256), rgb(0x4876A4));
    expect_color(color_of(scale, -256), rgb(0x4876A4));
    expect_color(color_of(scale, 4096), rgb(0x112B4A));
    expect_color(color_of(scale, 1e9), rgb(0x112B4A));
}

TEST(ScalePosition, CyclicWrapsRound) {
    const ColorScale scale{ColorMap::cyclic, ScaleKind::cyclic, 0, 0, 2};
    EXPECT_DOUBLE_EQ(scale_position(scale, 2.5), 0.25);
    EXPECT_DOUBLE_EQ(scale_position(scale, -0.5), 0.75);
}

TEST(ColorOf, SurvivesScalesWithoutExtent) {
    for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic, ScaleKind::symmetric,
                                 ScaleKind::symmetric_log, ScaleKind::window, ScaleKind::cyclic}) {
        EXPECT_EQ(color_of({ColorMap::viridis, kind, 0, 0, 0}, 0).a, 255);
        EXPECT_EQ(color_of({ColorMap::viridis, kind, 0, 0, 0}, 3).a, 255);
    }
}

TEST(ReadableOn, TakesTheHigherContrast) {
    expect_color(readable_on(rgb(0xFFFFFF)), rgb(0x101216));
    expect_color(readable_on(rgb(0x000000)), rgb(0xFFFFFF));
    expect_color(readable_on(rgb(0xFBE3BC)), rgb(0x101216));
    expect_color(readable_on(rgb(0xE8942F)), rgb(0x101216));
    expect_color(readable_on(rgb(0x112B4A)), rgb(0xFFFFFF));
    expect_color(readable_on(rgb(0x335F8E)), rgb(0xFFFFFF));
}

TEST(FixedWidthMetrics, CountsCharactersNotBytes) {
    EXPECT_DOUBLE_EQ(fixed_width_metrics().width("abc", Font::regular, 10), 18);
    EXPECT_DOUBLE_EQ(fixed_width_metrics().width("10⁶", Font::math, 10), 18);
    EXPECT_DOUBLE_EQ(fixed_width_metrics().width("位置", Font::mono, 10), 20);
    EXPECT_DOUBLE_EQ(fixed_width_metrics().width("", Font::mono, 10), 0);
}

std::vector<char32_t> decoded(std::string_view text) {
    std::vector<char32_t> out;
    while (!text.empty()) out.push_back(next_code_point(text));
    return out;
}

TEST(Utf8, DecodesAndReplacesByteByByte) {
    using V = std::vector<char32_t>;
    EXPECT_EQ(decoded("a\xC3\xA9\xE4\xBD\x8D\xF0\x9F\x98\x80"), (V{U'a', U'é', U'位', U'😀'}));
    EXPECT_EQ(decoded("\xFF"), (V{0xFFFD}));
    EXPECT_EQ(decoded("\xC3"), (V{0xFFFD}));
    EXPECT_EQ(decoded("\xC0\x80"), (V{0xFFFD, 0xFFFD}));
    EXPECT_EQ(decoded("\xED\xA0\x80"), (V{0xFFFD, 0xFFFD, 0xFFFD}));
    EXPECT_EQ(decoded("\xF4\x90\x80\x80").size(), 4U);
    EXPECT_EQ(decoded("\xE4\xBD"
                      "a"),
              (V{0xFFFD, 0xFFFD, U'a'}));
}

TEST(Utf8, EncodesWhatItDecodes) {
    for (const char32_t c : {U'a', U'é', U'位', U'😀', char32_t{0x10FFFF}}) {
        std::string text;
        append_utf8(text, c);
        EXPECT_EQ(decoded(text), std::vector<char32_t>{c});
    }
}

double light_of(std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double luminance_of(Color c) {
    return 0.2126 * light_of(c.r) + 0.7152 * light_of(c.g) + 0.0722 * light_of(c.b);
}

// One step of a channel is at most 0.9 % of full light.
TEST(Proof, GreyKeepsTheLuminance) {
    for (const std::uint32_t color : {0x0B4F8AU, 0xD9803AU, 0x1B7044U, 0xFFFFFFU, 0x000000U}) {
        const Color grey = proofed(rgb(color), Proof::grey);
        EXPECT_EQ(grey.r, grey.g);
        EXPECT_EQ(grey.g, grey.b);
        EXPECT_NEAR(luminance_of(grey), luminance_of(rgb(color)), 0.005);
    }
}

TEST(Proof, WhatHasNoColorStaysAsItIs) {
    for (const Proof proof :
         {Proof::none, Proof::grey, Proof::protanopia, Proof::deuteranopia, Proof::tritanopia})
        for (const std::uint32_t grey : {0x000000U, 0x7F7F7FU, 0xFFFFFFU})
            expect_color(proofed(rgb(grey), proof), rgb(grey), 1);
}

// Readers without long-wave (or middle-wave) cones cannot distinguish these two colours, which for others
// differ by 75 steps and more.
TEST(Proof, RedAndGreenRunTogetherWithoutTheirCones) {
    const Color red = rgb(0xB05030), green = rgb(0x6F7A20);
    const auto apart = [](Color a, Color b) {
        return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
    };
    EXPECT_LT(apart(proofed(red, Proof::deuteranopia), proofed(green, Proof::deuteranopia)),
              0.6 * apart(red, green));
    EXPECT_GT(apart(proofed(rgb(0x0000FF), Proof::deuteranopia), proofed(rgb(0xFFFF00), Proof::deuteranopia)),
              300);
}

TEST(Proof, TablesAreProofedColorByColor) {
    for (const ColorMap map : {ColorMap::window, ColorMap::viridis, ColorMap::signed_diverging,
                               ColorMap::cyclic, ColorMap::signed_dark}) {
        const ColorTable& plain = color_table(map);
        const ColorTable& grey = color_table(map, Proof::grey);
        for (std::size_t i = 0; i < plain.size(); i += 17) EXPECT_EQ(grey[i], proofed(plain[i], Proof::grey));
    }
}

}  // namespace
}  // namespace poslab
