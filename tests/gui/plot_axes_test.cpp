#include "core/controls/plot_axes.hpp"

#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

Axis axis_from(double low, double high, bool logarithmic = false) {
    Axis axis;
    axis.low = low;
    axis.high = high;
    axis.logarithmic = logarithmic;
    return axis;
}

TEST(PlotAxes, WhatIsUnderThePointerStays) {
    const Axis whole = axis_from(0, 100), in = zoomed(whole, 0.5, 0.3, whole);
    EXPECT_NEAR(in.high - in.low, 50, 0.05);
    EXPECT_NEAR(in.low + 0.3 * (in.high - in.low), 30, 0.05);
    const Axis decades = axis_from(1, 1e4, true), part = zoomed(decades, 0.5, 0.5, decades);
    EXPECT_NEAR(part.low, 10, 0.1);
    EXPECT_NEAR(part.high, 1000, 10);
}

TEST(PlotAxes, ZoomAndPanStayInsideTheWhole) {
    const Axis whole = axis_from(-4, 6);
    const Axis part = cut(whole, 0.2, 0.4, whole);
    EXPECT_NEAR(part.low, -2, 0.01);
    EXPECT_NEAR(part.high, 0, 0.01);
    EXPECT_EQ(panned(part, -9, whole).low, whole.low);
    EXPECT_NEAR(panned(part, -9, whole).high, -2, 0.01) << "as wide as before";
    EXPECT_EQ(zoomed(part, 100, 0.5, whole).low, whole.low);
    EXPECT_EQ(zoomed(part, 100, 0.5, whole).high, whole.high);
    Axis deep = whole;
    for (int n = 0; n < 200; ++n) deep = zoomed(deep, 0.5, 0.37, whole);
    EXPECT_LT(deep.low, deep.high) << "there is an end to it";
}

TEST(PlotAxes, TheWholeIsNoLimit) {
    AxisSettings settings;
    const Axis whole = axis_from(0, 10);
    set_limits(settings, {"a", 2, true}, axis_from(1, 2), whole);
    EXPECT_EQ(to_string(settings), "a/y2:1:2");
    set_scale(settings, {"a", 2, true}, AxisSetting::Scale::log);
    EXPECT_EQ(to_string(settings), "a/y2:log:1:2");
    EXPECT_TRUE(has_limits(settings, "a"));
    EXPECT_EQ(to_string(released(settings, "b")), "a/y2:log:1:2") << "another figure's";
    EXPECT_EQ(to_string(released(settings, "a")), "a/y2:log");
    set_limits(settings, {"a", 2, true}, whole, whole);
    EXPECT_EQ(to_string(settings), "a/y2:log");
}

/// A view whose first panel is a plot, and its axes.
class PlotWindow : public testing::Test {
  protected:
    PlotWindow() : window(of_view("bias-decay")) {}

    [[nodiscard]] std::string axes() const { return window.value("axes"); }
    [[nodiscard]] const Axis& x() const { return window.content.canvas().layout().frames.front().x; }
    [[nodiscard]] const Axis& y() const { return window.content.canvas().layout().frames.front().y; }
    void settle() { ASSERT_TRUE(window.settle()); }

    ContentDriver window;
};

TEST_F(PlotWindow, TheWheelZoomsAndHomeShowsAll) {
    const Axis before_x = x(), before_y = y();
    window.move(window.at("plot", 0.5, 0.5));
    window.wheel(3);
    settle();
    EXPECT_NE(axes(), "auto");
    EXPECT_GT(x().low, before_x.low);
    EXPECT_LT(x().high, before_x.high);
    EXPECT_LT(y().high - y().low, before_y.high - before_y.low);
    window.key(Key::home);
    settle();
    EXPECT_EQ(axes(), "auto");
    EXPECT_EQ(x().high, before_x.high);
    window.letter('Z', true);
    settle();
    EXPECT_NE(axes(), "auto") << "a step of undo";
}

TEST_F(PlotWindow, DraggingPans) {
    window.move(window.at("plot", 0.5, 0.5));
    window.wheel(4);
    settle();
    const Axis before = x();
    window.press(window.at("plot", 0.5, 0.5));
    window.move(window.at("plot", 0.3, 0.5));
    window.release();
    settle();
    EXPECT_GT(x().low, before.low);
    EXPECT_GT(x().high, before.high);
}

TEST_F(PlotWindow, ABoxIsZoomedInto) {
    const Axis before = x();
    window.letter('Z');
    window.press(window.at("plot", 0.25, 0.25));
    window.move(window.at("plot", 0.5, 0.75));
    window.release();
    settle();
    EXPECT_NE(axes(), "auto");
    EXPECT_GT(x().low, before.low);
    EXPECT_LT(x().high, before.high);
}

TEST_F(PlotWindow, KeysZoomToo) {
    const double before = x().high - x().low;
    window.letter('+');
    settle();
    EXPECT_LT(x().high - x().low, before);
    window.letter('0');
    settle();
    EXPECT_EQ(axes(), "auto");
}

TEST_F(PlotWindow, LimitsCanBeKept) {
    const Axis before = y();
    window.letter('A');
    settle();
    EXPECT_NE(axes(), "auto");
    EXPECT_EQ(y().low, before.low);
    EXPECT_EQ(y().high, before.high);
    window.key(Key::home);
    settle();
    EXPECT_EQ(axes(), "auto");
}

TEST_F(PlotWindow, ADifferenceIsMeasured) {
    window.move(window.at("plot", 0.25, 0.5));
    window.letter('D');
    const double from = window.content.canvas().cursor().x;
    window.move(window.at("plot", 0.75, 0.25));
    settle();
    const auto rows = window.content.canvas().measured(window.content.store());
    ASSERT_GE(rows.size(), 2U);
    EXPECT_EQ(rows[0].label, "Δx");
    EXPECT_GT(window.content.canvas().cursor().x, from);
    EXPECT_TRUE(std::any_of(window.texts.begin(), window.texts.end(), [](const PaintedText& t) {
        return t.text.find("Δy") != std::string::npos;
    })) << "next to the pointer";
    window.letter('D');
    EXPECT_TRUE(window.content.canvas().measured(window.content.store()).empty()) << "and no more";
}

TEST_F(PlotWindow, ADifferenceIsThatOfSamplesOnACurve) {
    const auto marked = [&] {
        const Panel& panel = window.content.canvas().figure().main.front();
        std::vector<Point> dots;
        if (panel.pointer)
            for (const PointMark& dot : panel.pointer->dots) dots.push_back(dot.at);
        return dots;
    };
    window.move(window.at("plot", 0.3, 0.5));
    settle();
    const std::vector<Point> before = marked();
    window.letter('D');
    window.move(window.at("plot", 0.7, 0.4));
    settle();
    const std::vector<Point> after = marked();
    ASSERT_FALSE(before.empty());
    const auto rows = window.content.canvas().measured(window.content.store());
    ASSERT_GE(rows.size(), 2U);
    bool found = false;
    for (const Point& from : before)
        for (const Point& to : after)
            found = found || (rows[0].number == to.x - from.x && rows[1].number == to.y - from.y);
    EXPECT_TRUE(found) << rows[0].number << " " << rows[1].number;
}

TEST_F(PlotWindow, OnLogarithmicAxesARatioIsTold) {
    window.move(window.at("plot", 0.3, 0.5));
    window.letter('D');
    window.move(window.at("plot", 0.7, 0.4));
    settle();
    const auto rows = window.content.canvas().measured(window.content.store());
    const Axis& x = window.content.canvas().figure().main.front().x;
    const bool has_note =
        std::any_of(rows.begin(), rows.end(), [](const ReadoutRow& row) { return row.label == "x₂/x₁"; });
    EXPECT_EQ(has_note, x.logarithmic);
    if (!has_note) return;
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [](const ReadoutRow& readout_row) { return readout_row.label == "x₂/x₁"; });
    EXPECT_GT(row->number, 1);
}

TEST_F(PlotWindow, ScalesAreInThePalette) {
    window.letter('K', true);
    settle();
    window.type("four terms y axis symmetric");
    const PaletteSearch& search = window.content.command_palette().search();
    const auto is_found = [&] {
        return search.found().at(search.chosen()).title == "The four terms, y axis: symmetric logarithmic";
    };
    ASSERT_FALSE(search.found().empty());
    for (std::size_t n = 0; n < search.found().size() && !is_found(); ++n)
        window.key(Key::down);  // the pseudo-language has words, too
    ASSERT_TRUE(is_found()) << search.found().front().title;
    window.key(Key::enter);
    settle();
    EXPECT_NE(axes().find("symlog"), std::string::npos) << axes();
    EXPECT_GT(y().linear_within, 0);
}

TEST(PlotsOfAMatrix, TheProfileZoomsAndTheMatrixStays) {
    ContentDriver window(of_view("position-matrix"));
    const std::string item = "companion.0";
    ASSERT_TRUE(window.has(item));
    window.move(window.at(item));
    window.wheel(2);
    ASSERT_TRUE(window.settle());
    EXPECT_NE(window.value("axes"), "auto");
    EXPECT_EQ(window.value("rows"), "all");
}

}  // namespace
}  // namespace poslab::test
