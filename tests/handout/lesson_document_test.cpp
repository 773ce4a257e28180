#include "app/paint/fonts.hpp"
#include "tests/handout/lesson_cases.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab::test {
namespace {

TEST(LessonDocument, TellsNumbersThatAreCountedHere) {
    const LessonDocument document = document_of(test_lesson("windows"));
    ASSERT_EQ(document.steps.size(), 4U);
    // Counts the cells with i - j >= 16 among those with i >= j, for 64 tokens.
    int cells = 0, beyond = 0;
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j <= i; ++j) {
            ++cells;
            beyond += i - j >= 16 ? 1 : 0;
        }
    const std::string expected =
        fmt::format("it meets more: {:.1f}\u00a0% of the cells", 100.0 * beyond / cells);
    std::string said = plain_text(document.steps[0].blocks[0].text);
    for (auto at = said.find("\u2009"); at != std::string::npos; at = said.find("\u2009"))
        said.replace(at, 3, " ");
    EXPECT_NE(said.find(expected), std::string::npos) << said << " lacks " << expected;
    EXPECT_EQ(document.steps[1].watches[0].number, "8");  // ReRoPE: the largest position is w
    EXPECT_EQ(plain_text(document.steps[1].question->because),
              "The largest position is w itself: now 8, then 16.");
}

TEST(LessonDocument, HasTheCommandThatOpensItsFigure) {
    const LessonDocument document = document_of(test_lesson("windows"));
    for (const DocumentStep& step : document.steps) {
        ASSERT_TRUE(step.figure.command.starts_with("poslab ")) << step.figure.command;
        const ShownState again = read_shown_state(step.figure.command.substr(7), all_views());
        EXPECT_EQ(again.values, step.figure.state.shown.values);
        EXPECT_EQ(again.pins, step.figure.state.shown.pins);
    }
}

TEST(LessonDocument, SaysWhatIsMoved) {
    const LessonDocument document = document_of(test_lesson("windows"));
    EXPECT_EQ(document.steps[0].tried->range, "4 … 32");
    EXPECT_NE(moved_text(*document.steps[0].tried).find("w: 4 … 32"), std::string::npos)
        << moved_text(*document.steps[0].tried);
}

/// The curve to be predicted is in the answers' figure, but not in the students'.
TEST(LessonDocument, LeavesRoomForACurveThatIsToBeDrawn) {
    const auto lessons = every_lesson();
    const auto rope =
        std::find_if(lessons.begin(), lessons.end(), [](const Lesson& one) { return one.id == "rope"; });
    const LessonDocument document = document_of(*rope);
    const auto step = std::find_if(document.steps.begin(), document.steps.end(), [](const DocumentStep& one) {
        return one.figure.curve_to_draw.has_value();
    });
    ASSERT_NE(step, document.steps.end());
    EXPECT_FALSE(step->question->drawing.empty());
    EXPECT_TRUE(step->question->choices.empty());
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    const auto drawn = [&](bool answered) {
        FigureLook look{640, 360, 9.5};
        look.answered = answered;
        return step->figure.lay_out(look, Language::english, metrics, {}, Job());
    };
    const auto thick_lines = [](const Layout& layout) {
        return std::count_if(layout.draw.commands.begin(), layout.draw.commands.end(),
                             [](const DrawCommand& command) {
                                 const auto* polyline = std::get_if<Polyline>(&command);
                                 return polyline != nullptr && polyline->points.size() > 20;
                             });
    };
    EXPECT_EQ(thick_lines(drawn(false)), 0);
    EXPECT_GT(thick_lines(drawn(true)), 0);
    EXPECT_TRUE(step->figure.has_panel(drawn(false), step->figure.curve_to_draw->curve.panel));
    EXPECT_LT(step->figure.shown_marks(false).size(), step->figure.shown_marks(true).size());
}

/// The rectangles of marks, and the texts above the data area of their panel.
void expect_marks_below_titles(const Layout& layout, const Rect& plot, const FontMetrics& metrics) {
    int marks = 0;
    for (const DrawCommand& command : layout.draw.commands) {
        const auto* mark = std::get_if<StrokeRect>(&command);
        if (mark == nullptr || !(mark->color == palette(Theme::light).accent)) continue;
        if (mark->rect.right() < plot.x - 1 || mark->rect.right() > plot.x + 1) continue;  // an axis y
        ++marks;
        for (const DrawCommand& other : layout.draw.commands) {
            const auto* run = std::get_if<TextRun>(&other);
            if (run == nullptr || run->align != Align::left || run->anchor.y > plot.y) continue;
            const Rect text{run->anchor.x, run->anchor.y - 0.72 * run->size,
                            metrics.width(run->text, run->font, run->size), 0.92 * run->size};
            const double edge = mark->width / 2;
            const bool over = text.x < mark->rect.right() + edge && text.right() > mark->rect.x - edge &&
                              text.bottom() > mark->rect.y - edge && text.y < mark->rect.bottom();
            EXPECT_FALSE(over) << run->text;
        }
    }
    EXPECT_GT(marks, 0);
}

TEST(LessonDocument, MarksOfAnAxisLeaveTheTitleOfThePanelFree) {
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    int axes = 0;
    for (const Lesson& lesson : every_lesson()) {
        const auto has_axis = [](const LessonStep& step) {
            return std::any_of(step.marks.begin(), step.marks.end(),
                               [](const LessonMark& mark) { return mark.kind == LessonMark::Kind::axis_y; });
        };
        if (std::none_of(lesson.steps.begin(), lesson.steps.end(), has_axis)) continue;
        const LessonDocument document = document_of(lesson);
        for (const DocumentStep& step : document.steps)
            for (const DocumentMark& mark : step.figure.marks) {
                if (mark.place.kind != LessonMark::Kind::axis_y) continue;
                for (FigureLook look : {FigureLook{852, 688, 19.5}, FigureLook{640, 360, 9.5}}) {
                    const Layout layout = step.figure.lay_out(look, Language::english, metrics, {}, Job());
                    for (const PanelFrame& frame : layout.frames)
                        if (!frame.marginal &&
                            mark.place.panel ==
                                frame.index + (frame.companion ? step.figure.main_panels : 0)) {
                            expect_marks_below_titles(layout, frame.plot, metrics);
                            ++axes;
                        }
                }
            }
    }
    EXPECT_GT(axes, 0);
}

TEST(LessonDocument, WhatCannotBeToldNamesFileAndLine) {
    try {
        static_cast<void>(document_of(test_lesson("broken")));
        FAIL() << "it mentions a missing value";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("broken/lesson.txt:8: "), std::string::npos) << error.what();
    }
}

TEST(LessonDocument, CanBeCancelled) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(
        static_cast<void>(document_of(test_lesson("windows"), Language::english, Job(stop.get_token()))),
        Cancelled);
}

TEST(LessonDocument, TellsHowFarItIs) {
    std::vector<double> seen;
    const Job job({}, [&](double fraction) { seen.push_back(fraction); });
    job.step(1, 4).progress(0.5);
    EXPECT_EQ(seen, std::vector<double>{0.375});
}

}  // namespace
}  // namespace poslab::test
