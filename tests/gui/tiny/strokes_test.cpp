// Drags in panels that accept them, and playing along a track that another parameter ends.
#include "app/gui/status.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"

#include <cmath>
#include <thread>

namespace poslab::test {
namespace {

const View& stroke_view() { return find_view("tiny-stroke"); }

WindowOptions tiny_stroke() {
    WindowOptions options;
    options.view = &stroke_view();
    return options;
}

std::vector<double> points(const ContentDriver& window) {
    return std::get<NumberList>(*value_of(stroke_view(), window.content.store().values(), "stroke-points"))
        .numbers;
}

std::size_t undo_steps(const ContentDriver& window) { return window.content.store().history().undo_steps(); }

/// Moves with the button pressed, passing several points within one frame.
void move_along(ContentDriver& window, const std::vector<Point>& path) {
    for (const Point& place : path) window.point(place);
    window.frame();
}

TEST(TinyStrokes, AParameterFollowsThePointer) {
    ContentDriver window(tiny_stroke());
    ASSERT_EQ(window.value("stroke-time"), "all");
    window.press(window.at("panel.1", 0.25));
    EXPECT_EQ(window.value("stroke-time"), "50") << "from the press on, of 200";
    for (const double position : {0.4, 0.6, 0.5}) {
        window.move(window.at("panel.1", position, 0.9));
        EXPECT_EQ(window.value("stroke-time"), std::to_string(std::lround(200 * position)));
    }
    const Rect plot = window.rect("panel.1");
    window.move({plot.right() + 300, plot.y - 50});
    EXPECT_EQ(window.value("stroke-time"), "200") << "beyond the plot is its edge";
    window.move({plot.x - 300, plot.y});
    EXPECT_EQ(window.value("stroke-time"), "1") << "the minimum";
    window.release();
    EXPECT_EQ(undo_steps(window), 1U);
    window.move(window.at("panel.1", 0.7));
    EXPECT_EQ(window.value("stroke-time"), "1") << "released";
    window.letter('Z', true);
    EXPECT_EQ(window.value("stroke-time"), "all");
}

TEST(TinyStrokes, AClickSetsARealWithNoMoreDigitsThanAPixelIsWorth) {
    ContentDriver window(tiny_stroke());
    const Rect plot = window.rect("panel.2");
    window.press({plot.x + std::round(plot.width / 3), plot.y + 5});
    window.release();
    const double level =
        std::get<double>(*value_of(stroke_view(), window.content.store().values(), "stroke-level"));
    EXPECT_NEAR(level, 1.0 / 3, 0.6 / plot.width);
    EXPECT_LE(window.value("stroke-level").size(), 7U) << window.value("stroke-level");
    EXPECT_EQ(undo_steps(window), 1U);
}

TEST(TinyStrokes, EveryPlaceOfAPathIsDrawnAndAStrokeIsOneStep) {
    ContentDriver window(tiny_stroke());
    const Rect plot = window.rect("plot");
    const auto at = [&](double fx, double fy) {
        return Point{plot.x + fx * plot.width, plot.y + fy * plot.height};
    };
    window.press(at(0.25, 0.5));
    EXPECT_EQ(points(window).size(), 2U);
    EXPECT_NEAR(points(window)[0], 50, 0.1);
    EXPECT_NEAR(points(window)[1], 0, 0.01) << "the middle of -1 to 1";
    move_along(window, {at(0.3, 0.25), at(0.35, 0.75), at(0.4, 0)});
    ASSERT_EQ(points(window).size(), 8U) << "all of one frame";
    EXPECT_NEAR(points(window)[3], 0.5, 0.01);
    EXPECT_NEAR(points(window)[5], -0.5, 0.01);
    EXPECT_NEAR(points(window)[7], 1, 0.01);
    move_along(window, {at(0.4, 0)});
    EXPECT_EQ(points(window).size(), 8U) << "a pointer that rests";
    window.release();
    EXPECT_EQ(undo_steps(window), 1U);
    EXPECT_EQ(undo_text(window.content.store()), "Drawn line: none");
    const auto first = points(window);
    window.pass(1);
    window.press(window.at("plot", 0.6));
    window.move(window.at("plot", 0.7));
    window.release();
    EXPECT_EQ(points(window).size(), 12U) << "after the first";
    EXPECT_EQ(undo_steps(window), 2U);
    EXPECT_EQ(undo_text(window.content.store()), "Drawn line: 8 numbers");
    window.letter('Z', true);
    EXPECT_EQ(points(window), first);
    window.letter('Z', true);
    EXPECT_TRUE(points(window).empty());
    window.letter('Z', true, true);
    EXPECT_EQ(points(window), first);
}

const PanelFrame& first_frame(const ContentDriver& window) {
    return window.content.canvas().layout().frames.front();
}

TEST(TinyStrokes, AxesStayWhileTheyAreDrawnInAndFollowThen) {
    ContentDriver window(tiny_stroke());
    const Point up = window.at("plot", 0.5, 0.1);
    window.press(window.at("plot", 0.5, 0.5));
    for (int n = 0; n < 5; ++n) window.move(up);
    EXPECT_EQ(first_frame(window).y.high, 1);
    EXPECT_NEAR(points(window).back(), 0.8, 0.01)
        << "the same point has the same height, however long the button is pressed";
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_NEAR(first_frame(window).y.high, 1.6, 0.02) << "as the view requires";
}

TEST(TinyStrokes, OutsideThePlotIsItsEdge) {
    ContentDriver window(tiny_stroke());
    const Rect plot = window.rect("plot");
    window.press(window.at("plot"));
    window.move({plot.right() + 500, plot.y - 500});
    window.move({5, 5});
    window.release();
    EXPECT_NEAR(points(window)[2], 200, 0.1);
    EXPECT_NEAR(points(window)[3], 1, 0.01);
    EXPECT_NEAR(points(window)[4], 0, 0.1);
}

TEST(TinyStrokes, EscapeTakesAStrokeBackAndASpacePlaysAfterIt) {
    ContentDriver window(tiny_stroke());
    window.press(window.at("plot", 0.2));
    window.move(window.at("plot", 0.4));
    window.key(Key::escape);
    EXPECT_TRUE(points(window).empty());
    window.move(window.at("plot", 0.5));
    EXPECT_TRUE(points(window).empty()) << "until the next press";
    window.release();
    EXPECT_EQ(undo_steps(window), 0U);
    window.press(window.at("plot", 0.2));
    window.release();
    window.key(Key::space);
    EXPECT_TRUE(window.content.player().running());
}

TEST(TinyStrokes, WhatPlaysMeanwhileIsAStepOfItsOwn) {
    ContentDriver window(tiny_stroke());
    window.click("stroke-time.play");
    window.press(window.at("plot", 0.2));
    for (int n = 1; n <= 40; ++n) {
        window.move(window.at("plot", 0.2 + 0.01 * n));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    window.release();
    EXPECT_TRUE(window.content.player().running());
    EXPECT_NE(window.value("stroke-time"), "all");
    EXPECT_EQ(undo_steps(window), 2U);
}

TEST(TinyStrokes, TheHintAndThePointerSayWhatADragDoes) {
    ContentDriver window(tiny_stroke());
    window.point(window.at("plot"));
    window.frame();
    window.frame();
    EXPECT_EQ(window.content.canvas().hint(), "drag: draw the line");
    EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_ResizeAll);
    window.point(window.at("panel.1"));
    window.frame();
    EXPECT_EQ(window.content.canvas().hint(), "drag: go to this time");
    EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_ResizeEW);
    window.press(window.at("panel.1"));
    window.move({5, 5});
    EXPECT_EQ(window.content.canvas().hint(), "drag: go to this time") << "while it is held";
    EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_ResizeEW);
}

TEST(TinyStrokes, KeysMoveThePointerAndEnterGoesThere) {
    ContentDriver window(tiny_stroke());
    for (int n = 0; n < 100 && !window.has_focus("plot"); ++n) window.key(Key::tab);
    ASSERT_TRUE(window.has_focus("plot"));
    window.key(Key::enter);
    EXPECT_TRUE(points(window).empty()) << "nothing is drawn without the pointer";
}

// The slider of an optional number whose track ends at another parameter's value.

TEST(TinyTracks, TheKnobOfAnUnsetNumberIsAtTheEndAndADragSetsIt) {
    ContentDriver window(tiny_stroke());
    const Rect track = window.rect("stroke-time");
    window.press({track.right(), track.y + 2});
    EXPECT_EQ(window.value("stroke-time"), "all") << "a press alone changes nothing";
    window.move({track.x + 0.5 * track.width, track.y + 2});
    EXPECT_NEAR(std::stod(window.value("stroke-time")), 100.5, 1) << "1 to 200";
    window.release();
    window.key(Key::right);
    window.click("stroke-time", 1);
    EXPECT_EQ(window.value("stroke-time"), "all");
}

TEST(TinyTracks, TypedNumbersMayGoBeyondTheTrackAndWordsUnset) {
    ContentDriver window(tiny_stroke());
    const auto type = [&](const std::string& text) {
        window.click("stroke-time.field");
        window.letter('A', true);
        window.type(text);
        window.key(Key::enter);
    };
    type("70");
    EXPECT_EQ(window.value("stroke-time"), "70");
    type("all");
    EXPECT_EQ(window.value("stroke-time"), "all");
    type("5000");
    EXPECT_EQ(window.value("stroke-time"), "200") << "in range, and limited by the view";
    EXPECT_FALSE(window.content.ui().editing());
    type("70000");
    EXPECT_TRUE(window.content.ui().editing()) << "out of range";
    window.key(Key::escape);
}

TEST(TinyTracks, KeysGoToTheEndsOfTheTrack) {
    ContentDriver window(tiny_stroke());
    for (int n = 0; n < 100 && !window.has_focus("stroke-time"); ++n) window.key(Key::tab);
    window.key(Key::home);
    EXPECT_EQ(window.value("stroke-time"), "1");
    window.key(Key::right);
    EXPECT_EQ(window.value("stroke-time"), "2");
    window.key(Key::end);
    EXPECT_EQ(window.value("stroke-time"), "200");
    window.key(Key::page_down);
    EXPECT_NEAR(std::stod(window.value("stroke-time")), 180, 1);
}

TEST(TinyTracks, TheTrackFollowsTheOtherParameter) {
    Values values = stroke_view().defaults();
    const auto time = static_cast<std::size_t>(parameter_index(stroke_view(), "stroke-time"));
    EXPECT_EQ(on_track(stroke_view(), values, time).domain.maximum, 200);
    values[static_cast<std::size_t>(parameter_index(stroke_view(), "stroke-length"))] = std::int64_t{1};
    const Descriptor least = on_track(stroke_view(), values, time);
    EXPECT_EQ(least.domain.maximum, 1);
    EXPECT_EQ(slider_value(least, 0.5), Value(OptionalReal{1, true})) << "a track with one position";
    EXPECT_EQ(slider_fraction(least, OptionalReal{}), 0);
    EXPECT_EQ(stroke_view().parameters()[time].domain.maximum, 65'536) << "an allowed value is unchanged";
}

double time_of(const ContentDriver& window) {
    const auto& time =
        std::get<OptionalReal>(*value_of(stroke_view(), window.content.store().values(), "stroke-time"));
    return time.set ? time.value : 0;
}

TEST(TinyTracks, PlayRunsThroughFromTheBeginningToTheEndAndAgain) {
    ContentDriver window(tiny_stroke());
    window.key(Key::space);
    ASSERT_TRUE(window.content.player().running());
    EXPECT_EQ(window.content.player().mode(), PlayMode::loop);
    std::vector<double> times;
    const double began = Ui::time();
    double ended = 0;
    for (int n = 0; n < 3000 && (times.size() < 2 || times.back() >= times[times.size() - 2]); ++n) {
        window.frame();
        std::this_thread::sleep_for(std::chrono::microseconds(500));
        if (const double now = time_of(window); now > 0 && (times.empty() || now != times.back()))
            times.push_back(now);
        if (!times.empty() && times.back() == 200 && ended == 0) ended = Ui::time();
    }
    ASSERT_GT(times.size(), 10U);
    EXPECT_LT(times.front(), 20) << "it was shown to the end and restarts";
    EXPECT_EQ(times[times.size() - 2], 200) << "the end is never left out";
    EXPECT_LT(times.back(), 20) << "and it begins again";
    EXPECT_NEAR(ended - began, window.content.player().seconds(), 0.3);
    window.key(Key::space);
    EXPECT_EQ(undo_steps(window), 1U);
    window.letter('Z', true);
    EXPECT_EQ(window.value("stroke-time"), "all");
}

TEST(TinyTracks, PlayGoesOnFromAValueThatIsNotTheEnd) {
    ContentDriver window(tiny_stroke());
    window.press(window.at("panel.1", 0.5));
    window.release();
    ASSERT_EQ(window.value("stroke-time"), "100");
    window.key(Key::space);
    for (int n = 0; n < 60; ++n) {
        window.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_GT(time_of(window), 100);
    EXPECT_LT(time_of(window), 200);
}

TEST(TinyTracks, RunningThroughHasAModeOfItsOwn) {
    ContentDriver window(tiny_stroke());
    EXPECT_EQ(window.content.player().mode(), PlayMode::bounce);
    window.click("stroke-time.play");
    EXPECT_EQ(window.content.player().mode(), PlayMode::loop);
    EXPECT_EQ(window.content.player().usual_mode(), PlayMode::bounce);
    window.letter('L');
    EXPECT_EQ(window.content.player().mode(), PlayMode::bounce);
    window.letter('L');
    window.click("stroke-level.play");
    EXPECT_EQ(window.content.player().mode(), PlayMode::bounce);
    EXPECT_DOUBLE_EQ(window.content.player().range().to - window.content.player().range().from, 0.4)
        << "around its value, as ever";
}

}  // namespace
}  // namespace poslab::test
