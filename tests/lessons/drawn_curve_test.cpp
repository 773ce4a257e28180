// Curves that readers draw: their points, and their distance from the real ones.
#include "core/lessons/drawn_curve.hpp"

#include "core/base/text.hpp"
#include "core/lessons/figure_curves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace poslab {
namespace {

Axis axis(double low, double high, bool logarithmic = false) {
    Axis made{"distance Δ, tokens →", low, high};
    made.logarithmic = logarithmic;
    return made;
}

LineMark line(const std::vector<double>& x, const std::vector<double>& y) {
    LineMark made;
    made.x = std::make_shared<const NumberBuffer>(x);
    made.y = std::make_shared<const NumberBuffer>(y);
    return made;
}

TEST(SketchedCurve, IsStraightOnTheAxesItIsDrawnOn) {
    const Axis x = axis(1, 1e4, true), y = axis(1e-2, 1, true);
    SketchedCurve sketch(x);
    EXPECT_EQ(sketch.share(), 0);
    sketch.draw_line({1, 1}, {1e4, 1e-2}, y);  // y = 1 / √x, which is straight if both axes are logarithmic
    EXPECT_EQ(sketch.share(), 1);
    for (std::size_t n = 0; n < SketchedCurve::places; ++n)
        EXPECT_NEAR(std::log(sketch.y()[n] * std::sqrt(sketch.x()[n])), 0, 1e-9) << n;
}

TEST(SketchedCurve, TakesTheLastOfWhatIsDrawnTwice) {
    SketchedCurve sketch(axis(0, 120));
    sketch.draw_path({{0, 1}, {60, 1}, {30, 5}}, axis(0, 10));  // forwards, and half of the way back
    EXPECT_EQ(sketch.y()[10], 1);
    EXPECT_DOUBLE_EQ(sketch.y()[45], 3);
    EXPECT_TRUE(std::isnan(sketch.y()[61]));
}

TEST(SketchedCurve, IsRefusedWhereItIsNone) {
    EXPECT_TRUE(SketchedCurve({0, 1}, {0, 1}).x().empty());
    std::vector<double> x(SketchedCurve::places, 0), y = x;
    EXPECT_TRUE(SketchedCurve(x, y).x().empty()) << "x does not rise";
}

TEST(SketchedCurve, IsComparedInUnitsOfTheAxis) {
    const Axis y = axis(0, 200);
    SketchedCurve sketch(axis(0, 120));
    sketch.draw_line({0, 0}, {120, 120}, y);
    // y = 0: the error is x, 60 on average over 0 … 120, and largest at the end.
    const auto flat = compared(sketch, line({0, 120}, {0, 0}), y);
    ASSERT_TRUE(flat);
    EXPECT_NEAR(flat->mean, 60, 1e-9);
    EXPECT_NEAR(flat->largest, 120, 1e-9);
    EXPECT_EQ(flat->at, 120);
    EXPECT_EQ(flat->sketch_trend, 1);
    EXPECT_EQ(flat->real_trend, 0);
    const auto falling = compared(sketch, line({0, 120}, {120, 0}), y);
    ASSERT_TRUE(falling);
    EXPECT_EQ(falling->real_trend, -1);
    EXPECT_EQ(comparison_text(*falling, "distance Δ, tokens →", Translator(Language::english)),
              "Your curve is off by 60 on average and by 120 at most, at 0 (distance Δ, tokens). You drew it "
              "rising; it falls.");
    // Not a curve that goes up and down.
    const auto swinging = compared(sketch, line({0, 30, 60, 90, 120}, {100, 0, 80, 0, 40}), y);
    ASSERT_TRUE(swinging);
    EXPECT_EQ(swinging->real_trend, 0);
}

TEST(SketchedCurve, IsComparedByFactorsOnALogarithmicAxis) {
    const Axis y = axis(1, 1000, true);
    SketchedCurve sketch(axis(0, 1));
    sketch.draw_line({0, 10}, {1, 10}, y);
    const auto result = compared(sketch, line({0, 1}, {40, 40}), y);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->factors);
    EXPECT_NEAR(result->mean, 4, 1e-9);
    EXPECT_NEAR(result->largest, 4, 1e-9);
}

TEST(SketchedCurve, LeavesOthersTheirPlaces) {
    Figure figure;
    Panel panel;
    for (const double level : {1.0, 2.0, 3.0}) panel.marks.emplace_back(line({0, 1}, {level, level}));
    std::get<LineMark>(panel.marks[1]).color = rgb(0x123456);
    panel.marks.emplace_back(PointMark{{0, 2}, rgb(0x123456), "2"});
    figure.main.push_back(panel);
    const LessonDrawing to_draw{{2, 0}, {"it"}};
    leave_out(to_draw, figure);
    EXPECT_TRUE(line_in(figure.main[0], 2)->x->empty());
    EXPECT_EQ(line_in(figure.main[0], 3)->y->front(), 3);
    EXPECT_EQ(figure.main[0].marks.size(), 3U) << "its dot moved with it";
}

}  // namespace
}  // namespace poslab
