#include "tests/support/text_painter.hpp"

#include "core/base/masked.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace poslab {
namespace {

TEST(TextPainter, OneLinePerCommand) {
    DrawList list{200, 100.2, {}};
    list.commands = {FillRect{{-0.1, 0.3, 10.24, 5}, rgb(0xFFFFFF), 0},
                     StrokeRect{{1, 2, 3, 4}, rgb(0x4B44C4).with_alpha(0.5), 1.5, 4},
                     PushClip{{0, 0, 50, 50}},
                     Polyline{{{0, 0}, {1.26, 2}}, rgb(0x0072B2), 2.5, {8, 4}, false},
                     PopClip{},
                     FillPolygon{{{0, 0}, {1, 0}, {0, 1}}, rgb(0)},
                     FillCircle{{3, 4}, 2.25, rgb(0)},
                     TextRun{"say \"10⁶\"\n", {5, 6}, Font::mono_medium, 13, rgb(0x17191C), Align::right}};
    EXPECT_EQ(paint_text(list),
              "figure 200x100\n"
              "fill 0,0.5 10x5 #FFFFFF\n"
              "stroke 1,2 3x4 #4B44C480 width 1.5 radius 4\n"
              "clip 0,0 50x50\n"
              "  line 0,0 1.5,2 #0072B2 width 2.5 dashes 8-4\n"
              "unclip\n"
              "polygon 0,0 1,0 0,1 #000000\n"
              "circle 3,4 r 2.25 #000000\n"
              "text \"say \\\"10⁶\\\"\\u{a}\" 5,6 right mono-medium 13 #17191C\n");
}

DrawList heat_map(std::vector<double> values, std::int64_t width) {
    HeatMap map;
    map.rect = {0, 0, 10, 10};
    map.width = width;
    map.height = static_cast<std::int64_t>(values.size()) / width;
    map.values = std::make_shared<const NumberBuffer>(std::move(values));
    map.scale = {ColorMap::window, ScaleKind::window, 0, 2, 8};
    map.hatch_above = 6;
    return {10, 10, {map}};
}

TEST(TextPainter, SmallHeatMapsShowTheirFirstRows) {
    const double inf = std::numeric_limits<double>::infinity();
    const std::string text = paint_text(heat_map({0, 0.1234567, masked_value(), std::nan(""), -inf, 3}, 3));
    EXPECT_NE(
        text.find("heat-map 0,0 10x10 cells 3x2 window window 0 2 8 hatch > 6 nan #000000 #000000 values "),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("\n  row 0: 0 0.123457 .\n  row 1: nan -inf 3\n"), std::string::npos) << text;
}

TEST(TextPainter, DigestIgnoresTheSeventhDigitOnly) {
    EXPECT_EQ(paint_text(heat_map({1, 0.12345671}, 2)), paint_text(heat_map({1, 0.12345672}, 2)));
    EXPECT_NE(paint_text(heat_map({1, 0.123451}, 2)), paint_text(heat_map({1, 0.123452}, 2)));
    EXPECT_EQ(paint_text(heat_map({0.0, 1}, 2)), paint_text(heat_map({-0.0, 1}, 2)));
    EXPECT_NE(paint_text(heat_map(std::vector<double>(40, 1), 20)),
              paint_text(heat_map(std::vector<double>(40, 2), 20)));
}

TEST(TextPainter, LongPolylinesAreADigest) {
    std::vector<Point> points;
    for (int i = 0; i < 1000; ++i) points.push_back({i * 1.0, i * 0.5});
    const std::string text = paint_text({10, 10, {Polyline{points, rgb(0), 1, {}, true}}});
    EXPECT_LT(text.size(), 200U);
    EXPECT_NE(text.find("ring 0,0 1,0.5 ... 1000 points "), std::string::npos) << text;
    points[500].y += 1;
    EXPECT_NE(text, paint_text({10, 10, {Polyline{points, rgb(0), 1, {}, true}}}));
}

TEST(TextPainter, SurvivesUnusableMapsAndUnmatchedPops) {
    EXPECT_EQ(paint_text({1, 1, {PopClip{}, PopClip{}}}), "figure 1x1\nunclip\nunclip\n");
    EXPECT_NE(paint_text({1, 1, {HeatMap{}}}).find("unusable"), std::string::npos);
}

}  // namespace
}  // namespace poslab
