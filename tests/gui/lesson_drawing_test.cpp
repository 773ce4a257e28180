// Predictions by a drawn curve, and terms that light up with their curve, with real input.
#include "core/lessons/figure_curves.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab::test {
namespace {

WindowOptions at_step(const std::string& lesson, const std::string& step) {
    WindowOptions options;
    options.lesson = lesson;
    options.lesson_step = step;
    return options;
}

class DrawingDriver : public ContentDriver {
  public:
    using ContentDriver::ContentDriver;
    [[nodiscard]] std::string step_key() const {
        return lesson_key(content.course().lesson(), content.course().step());
    }
    [[nodiscard]] bool answered() const { return content.store().lessons.is_answered(step_key()); }
    [[nodiscard]] const SketchedCurve& sketch() const {
        return content.store().lessons.answers.at(step_key()).sketch;
    }
    [[nodiscard]] const LessonCurve& curve_to_draw() const {
        return content.course().step().question->drawing->curve;
    }
    [[nodiscard]] const Panel& panel() const {
        return *panel_at(content.canvas().figure(), curve_to_draw().panel);
    }
    /// The curve to be predicted, as shown on screen.
    [[nodiscard]] const LineMark& curve() const {
        return *find_curve(content.canvas().figure(), curve_to_draw());
    }
    [[nodiscard]] bool shows_curve() const { return !curve().x->empty(); }
    [[nodiscard]] bool reads(const std::string& words) const {
        std::string all;
        for (const PaintedText& text : texts) all += text.text;
        return all.find(words) != std::string::npos;
    }
    /// Converts a point of the panel's plot to window coordinates.
    [[nodiscard]] Point in_plot(double x, double y) const {
        const PanelFrame& frame =
            *frame_of(curve_to_draw().panel, content.canvas().figure(), content.canvas().layout());
        const Point at = frame.to_pixels(x, y);
        const Rect area = rect("canvas"), plot = frame.plot.inset(1.5);
        return {area.x + std::clamp(at.x, plot.x, plot.right()),
                area.y + std::clamp(at.y, plot.y, plot.bottom())};
    }
    /// Draws with the pointer in straight lines between points in data coordinates.
    void draw_curve(const std::vector<Point>& places) {
        std::vector<Point> pixels;
        for (const Point& place : places) pixels.push_back(in_plot(place.x, place.y));
        press(pixels.front());
        for (std::size_t n = 1; n < pixels.size(); ++n) move(pixels[n]);
        release();
        ASSERT_TRUE(settle());
    }
};

/// On a logarithmic x axis the drawn points are still in data coordinates.
TEST(DrawnPrediction, IsAskedForDrawnAndCompared) {
    DrawingDriver window(at_step("rope", "similarity"));
    EXPECT_FALSE(window.shows_curve());
    EXPECT_FALSE(window.has("Lesson/base")) << "the \"try\" would reveal it";
    EXPECT_FALSE(window.reads("1707")) << "and so would its zero";
    const double end = window.panel().x.high;
    window.draw_curve({{1, 0.25}, {end, 0.25}});
    ASSERT_TRUE(window.answered());
    EXPECT_TRUE(window.shows_curve());
    for (std::size_t n = 2; n + 2 < SketchedCurve::places; ++n)
        EXPECT_NEAR(window.sketch().y()[n], 0.25, 0.02) << n;
    // The mean of |S − 0.25|, S(Δ) = (2/d) Σ cos Δθ, d = 128, b = 10,000, smoothed like the drawn curve:
    // between 0.1 and 0.4.
    const auto result = compared(window.sketch(), window.curve(), window.panel().y);
    ASSERT_TRUE(result);
    EXPECT_GT(result->mean, 0.1);
    EXPECT_LT(result->mean, 0.4);
    EXPECT_NEAR(result->largest, 0.75, 0.06) << "at the left end S is nearly 1";
    EXPECT_TRUE(window.reads("Your curve"));
    EXPECT_TRUE(window.has("Lesson/base"));
}

TEST(LaterCurves, AreNotShownBeforeTheirStep) {
    DrawingDriver window(at_step("rerope", "recap"));
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.reads("RoPE"));
    EXPECT_FALSE(window.reads("Self-Extend"));
    EXPECT_FALSE(window.reads("Leaky ReRoPE"));
    window.click("lesson.close");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.reads("Self-Extend"));
}

TEST(DrawnPrediction, IsKeptByTheValuesAndNotByPixels) {
    DrawingDriver window(at_step("rope", "similarity"));
    window.draw_curve({{1, 0.9}, {window.panel().x.high, 0.1}});
    ASSERT_TRUE(window.answered());
    const SketchedCurve before = window.sketch();
    window.size = {1280, 720, 2};
    window.letter('G');  // language
    window.letter('T');  // theme
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.sketch() == before);
    EXPECT_TRUE(window.shows_curve());
    window.letter('R');
    window.letter('Z', true);
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.sketch() == before);
    window.letter('N');
    ASSERT_TRUE(window.settle());
    window.letter('B');
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.answered());
    window.click("lesson.draw-again");
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.answered());
    EXPECT_FALSE(window.shows_curve());
}

TEST(DrawnPrediction, GoesOnWhereItEndedAndIsTakenBackByEscape) {
    DrawingDriver window(at_step("rerope", "leaky"));
    window.draw_curve({{0, 0}, {1500, 400}});
    EXPECT_FALSE(window.answered()) << "not yet to the end of the axis";
    const SketchedCurve half = window.sketch();
    EXPECT_NEAR(half.share(), 1500 / 4095.0, 0.02);
    window.press(window.in_plot(1500, 400));
    window.move(window.in_plot(3000, 100));
    window.key(Key::escape);
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.sketch() == half);
    window.draw_curve({{1500, 400}, {4095, 700}});
    EXPECT_TRUE(window.answered());
}

TEST(DrawnPrediction, BeginsWhereTheAxesMeetThoughThePointerIsBesideThePlot) {
    DrawingDriver window(at_step("rerope", "leaky"));
    const Point corner = window.in_plot(0, 0);
    window.press({corner.x - 4, corner.y + 6});
    for (const double distance : {300.0, 800.0, 1500.0}) window.move(window.in_plot(distance, 400));
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_NEAR(window.sketch().share(), 1500 / 4095.0, 0.02);
    EXPECT_NEAR(window.sketch().y().front(), 0, 8) << "of 4095: the height of the press, held to the plot";
}

TEST(DrawnPrediction, IsTakenBackByUndoStrokeByStroke) {
    DrawingDriver window(at_step("rerope", "leaky"));
    const Values values = window.content.store().values();
    window.draw_curve({{0, 0}, {1000, 300}});
    const SketchedCurve first = window.sketch();
    window.draw_curve({{1000, 300}, {2000, 500}});
    EXPECT_FALSE(window.sketch() == first);
    window.letter('Z', true);
    EXPECT_TRUE(window.sketch() == first);
    window.letter('Z', true);
    EXPECT_EQ(window.sketch().share(), 0);
    EXPECT_TRUE(window.content.store().values() == values);
}

/// Exports of the figure or its numbers are disabled until the question is answered.
TEST(DrawnPrediction, IsNotGivenAwayByAnExport) {
    DrawingDriver window(at_step("rerope", "leaky"));
    window.letter('E');
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.content.export_dialog().is_open());
    EXPECT_TRUE(window.reads("Draw the curve first"));
    window.click("lesson.show");
    ASSERT_TRUE(window.settle());
    window.letter('E');
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.export_dialog().is_open());
}

TEST(DrawnPrediction, IsDrawnByKeysAlone) {
    DrawingDriver window(at_step("hippo", "decay"));
    for (int n = 0; n < 300 && !window.has_focus("lesson.pen"); ++n) window.key(Key::tab);
    ASSERT_TRUE(window.has_focus("lesson.pen"));
    for (int n = 0; n < 16; ++n) window.key(Key::up);  // upwards from the middle, a fortieth each
    for (int n = 0; n < LessonSketch::pen_steps; ++n) window.key(Key::right);
    for (int n = 0; n < 20; ++n) window.key(Key::down);
    EXPECT_FALSE(window.answered()) << "the last value may still be corrected";
    EXPECT_DOUBLE_EQ(window.sketch().share(), 1);
    EXPECT_NEAR(window.sketch().y().front(), 0.9, 1e-9);
    EXPECT_NEAR(window.sketch().y().back(), 0.4, 1e-9);
    window.key(Key::enter);
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.answered());
}

TEST(DrawnPrediction, IsShownAtOnceToWhoAsks) {
    DrawingDriver window(at_step("bias", "oscillates"));
    window.click("lesson.show");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.answered());
    EXPECT_TRUE(window.shows_curve());
    EXPECT_FALSE(window.reads("Your curve"));
}

class DrawnSession : public SessionFileTest {};

TEST_F(DrawnSession, KeepsWhatWasDrawn) {
    SketchedCurve before;
    {
        SessionFile file(places());
        DrawingDriver window(at_step("rerope", "leaky"), ContentDriver::usual_size, SessionKeeper(file));
        window.draw_curve({{0, 0}, {256, 256}, {4095, 736}});
        ASSERT_TRUE(window.answered());
        before = window.sketch();
    }
    SessionFile file(places());
    DrawingDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    ASSERT_TRUE(window.content.course().is_open());
    EXPECT_TRUE(window.answered());
    EXPECT_TRUE(window.sketch() == before);
}

/// If there is no space for the plot next to the matrix, the plot is shown alone until the curve is drawn.
TEST(DrawnPrediction, HasItsPlotInALectureRoom) {
    WindowOptions options = at_step("rerope", "leaky");
    options.presents = true;
    const double scale = lecture_scale(1280, 720);
    DrawingDriver window(options, {1280 / scale, 720 / scale, scale, 1280, 720});
    for (int n = 0; n < 3 && !window.has("lesson.show"); ++n) {
        window.key(Key::page_down);
        ASSERT_TRUE(window.settle());
    }
    ASSERT_TRUE(window.has("lesson.show"));
    ASSERT_NE(frame_of(window.curve_to_draw().panel, window.content.canvas().figure(),
                       window.content.canvas().layout()),
              nullptr);
    window.draw_curve({{0, 0}, {4095, 736}});
    EXPECT_TRUE(window.answered());
}

/// Every page of such a step still fits after the answer.
TEST(DrawnPrediction, HasRoomInALectureRoom) {
    for (const auto& [lesson, step] :
         {std::pair{"rope", "similarity"}, std::pair{"rerope", "leaky"}, std::pair{"hippo", "decay"},
          std::pair{"bias", "oscillates"}, std::pair{"context-extension", "yarn"}})
        for (const Language language : {Language(Language::english), chinese()}) {
            WindowOptions options = at_step(lesson, step);
            options.presents = true;
            options.language = language;
            const double scale = lecture_scale(1280, 720);
            DrawingDriver window(options, {1280 / scale, 720 / scale, scale, 1280, 720});
            for (int n = 0; n < 3 && !window.has("lesson.show"); ++n) {
                window.key(Key::page_down);
                ASSERT_TRUE(window.settle());
            }
            const Axis x = window.panel().x, y = window.panel().y;
            window.draw_curve({{x.low, y.low}, {x.high, y.high}});
            ASSERT_TRUE(window.answered()) << lesson;
            for (std::size_t n = 0; n < 3 && window.content.course().step().id == step; ++n) {
                EXPECT_LE(window.content.lesson_page().lecture_overflow(), 0)
                    << lesson << " in " << language.id();
                window.key(Key::page_down);
                ASSERT_TRUE(window.settle());
            }
        }
}

TEST(LessonTerms, LightUpWithTheirCurve) {
    DrawingDriver window(at_step("bias", "four"));
    const auto& page = window.content.lesson_page();
    const auto curve = [&](std::size_t number) {
        return find_curve(window.content.canvas().figure(), {number, 0});
    };
    const Color before = curve(2)->color;
    // Points at the middle of the curve of the fourth term.
    const LineMark& fourth = *curve(7);
    const std::size_t n = fourth.x->size() / 3;
    const PanelFrame& frame =
        *frame_of(0, window.content.canvas().figure(), window.content.canvas().layout());
    const Point at = frame.to_pixels((*fourth.x)[n], (*fourth.y)[n]);
    const Rect area = window.rect("canvas");
    window.move({area.x + at.x, area.y + at.y});
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(page.pointed_curve());
    EXPECT_EQ(page.pointed_curve()->number, 7U);
    EXPECT_LT(curve(2)->color.a, before.a) << "the others fade";
    // The reverse: the pointer is on the term, which ends the formula.
    Rect there;
    for (const PaintedText& text : window.texts)
        if (text.text == "b" && text.font == Font::math && text.size > 16 &&
            std::pair(text.rect.y, text.rect.x) > std::pair(there.y, there.x))
            there = text.rect;
    ASSERT_GT(there.y, 0);
    window.move({area.x + 2, area.y + area.height - 2});
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(page.pointed_curve());
    EXPECT_EQ(curve(2)->color, before);
    window.move({there.x + there.width / 2, there.y + there.height / 2});
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(page.pointed_curve());
    EXPECT_EQ(page.pointed_curve()->number, 7U);
    EXPECT_LT(curve(2)->color.a, before.a);
}

}  // namespace
}  // namespace poslab::test
