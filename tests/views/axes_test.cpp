#include "core/views/axes.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace poslab {
namespace {

using CurveNumbers = NumberBuffer;

Panel plot(CurveNumbers x, CurveNumbers y, double x_high = 10) {
    Panel panel;
    panel.x.high = x_high;
    panel.y.low = -1;
    panel.y.high = 5;
    LineMark line;
    line.x = std::make_shared<const CurveNumbers>(std::move(x));
    line.y = std::make_shared<const CurveNumbers>(std::move(y));
    panel.marks.push_back(std::move(line));
    return panel;
}

Figure two_plots_and_a_matrix() {
    Figure figure;
    Panel matrix;
    matrix.become<MatrixPanel>();
    figure.main = {matrix, plot({0, 5, 10}, {-1, 0.25, 5}), plot({0, 5, 10}, {1, 2, 3})};
    figure.companions = {plot({0, 7}, {0, 1}, 7)};
    return figure;
}

AxisSettings read(std::string_view text) {
    const ReadAxisSettings read = read_axis_settings(text);
    EXPECT_TRUE(read.good) << text;
    return read.settings;
}

TEST(Axes, PlotsAreNumberedWithoutMatrices) {
    const Figure figure = two_plots_and_a_matrix();
    ASSERT_EQ(settable_plots(figure).size(), 3U);
    EXPECT_FALSE(plot_number(figure, false, 0).has_value());
    EXPECT_EQ(plot_number(figure, false, 1), 1);
    EXPECT_EQ(plot_number(figure, true, 0), 3);
}

TEST(Axes, LimitsAreThoseThatAreSaid) {
    Figure figure = two_plots_and_a_matrix();
    apply_axes(figure, "main", read("y2:-3:4,x3:1:2"));
    EXPECT_EQ(figure.main[2].y.low, -3);
    EXPECT_EQ(figure.main[2].y.high, 4);
    EXPECT_EQ(figure.main[1].y.high, 5) << "another plot's y axis is its own";
    EXPECT_EQ(figure.companions[0].x.low, 1);
    EXPECT_EQ(figure.main[1].x.high, 10);
    apply_axes(figure, "main", read("other/y:0:1,x9:0:1"));
    EXPECT_EQ(figure.main[1].y.high, 5) << "another figure's, and a plot that does not exist";
}

TEST(Axes, PlotsOfOneXAxisKeepHavingOne) {
    Figure figure = two_plots_and_a_matrix();
    apply_axes(figure, "main", read("main/x2:2:3"));
    for (const std::size_t n : {1U, 2U}) {
        EXPECT_EQ(figure.main[n].x.low, 2);
        EXPECT_EQ(figure.main[n].x.high, 3);
    }
    EXPECT_EQ(figure.companions[0].x.high, 7) << "it had another one";
}

TEST(Axes, ALogarithmicAxisBeginsAtTheSmallestNumberAboveZero) {
    Figure figure = two_plots_and_a_matrix();
    apply_axes(figure, "main", read("y:log"));
    EXPECT_TRUE(figure.main[1].y.logarithmic);
    EXPECT_EQ(figure.main[1].y.low, 0.25);
    Figure nothing = two_plots_and_a_matrix();
    nothing.main[1] = plot({0, 1}, {-1, 0});
    apply_axes(nothing, "main", read("y:log"));
    EXPECT_FALSE(nothing.main[1].y.logarithmic) << "there is none";
    apply_axes(figure, "main", read("y:log:0.5:50"));
    EXPECT_EQ(figure.main[1].y.low, 0.5);
    EXPECT_EQ(figure.main[1].y.high, 50);
}

TEST(Axes, SymmetricAndLinearScales) {
    Figure figure = two_plots_and_a_matrix();
    apply_axes(figure, "main", read("y:symlog"));
    EXPECT_FALSE(figure.main[1].y.logarithmic);
    EXPECT_EQ(figure.main[1].y.linear_within, 1e-2) << "a hundredth of the decade of the largest";
    figure.main[2].y.logarithmic = true;
    figure.main[2].y.low = 1;
    apply_axes(figure, "main", read("y2:linear"));
    EXPECT_FALSE(figure.main[2].y.logarithmic);
}

TEST(Axes, WhatStandsForAPlaceBeyondTheLimitsIsLeftOut) {
    Figure figure = two_plots_and_a_matrix();
    Panel& panel = figure.main[1];
    panel.marks.push_back(RuleMark{9, "w"});
    panel.marks.push_back(RuleMark{1.5, "v"});
    panel.marks.push_back(PointMark{{1.5, 4.9}, {}, "p"});
    panel.marks.push_back(LevelMark{4, "l"});
    panel.marks.push_back(BandMark{-1, 0.5, "b"});
    panel.pointer = PointerMark{9, {}, "9", {}, {}, {}, {}};
    apply_axes(figure, "main", read("x:1:2,y:0:1"));
    std::size_t rules = 0, others = 0, curves = 0;
    for (const Mark& mark : panel.marks) {
        rules += std::holds_alternative<RuleMark>(mark) ? 1 : 0;
        others += std::holds_alternative<PointMark>(mark) || std::holds_alternative<LevelMark>(mark) ? 1 : 0;
        curves += std::holds_alternative<LineMark>(mark) || std::holds_alternative<BandMark>(mark) ? 1 : 0;
    }
    EXPECT_EQ(rules, 1U);
    EXPECT_EQ(others, 0U);
    EXPECT_EQ(curves, 2U) << "curves that reach into the range remain";
    EXPECT_FALSE(panel.pointer.has_value());
}

// The numbers of a stack are below its last panel, so limits of the plots above must equal those shown there.
TEST(Axes, PlotsAboveAMatrixOfTheSameStackKeepItsAxis) {
    Figure figure;
    Panel matrix;
    matrix.become<MatrixPanel>({.stretch = true, .x_below = true});
    figure.main = {plot({0, 5, 10}, {0, 1, 2}), plot({0, 5, 10}, {0, 1, 2}), matrix};
    join_to_next(figure.main[0]);
    join_to_next(figure.main[1]);
    for (const SettablePlot& settable_plot : settable_plots(figure)) EXPECT_FALSE(settable_plot.own_x);
    apply_axes(figure, "main", read("x:1:2,y2:0:1"));
    EXPECT_EQ(figure.main[0].x.high, 10);
    EXPECT_EQ(figure.main[1].y.high, 1);
}

TEST(Axes, ColumnsOfAMatrixAreTheMatrixs) {
    Figure figure = two_plots_and_a_matrix();
    figure.companions_in_row = true;
    figure.companions[0].x.cells = true;
    ASSERT_FALSE(settable_plots(figure).back().own_x);
    apply_axes(figure, "main", read("x3:1:2,y3:0:9"));
    EXPECT_EQ(figure.companions[0].x.high, 7);
    EXPECT_EQ(figure.companions[0].y.high, 9);
}

}  // namespace
}  // namespace poslab
