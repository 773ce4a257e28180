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
    std::string text = plain_text(document.steps[0].blocks[0].text);
    for (auto at = text.find("\u2009"); at != std::string::npos; at = text.find("\u2009"))
        text.replace(at, 3, " ");
    EXPECT_NE(text.find(expected), std::string::npos) << text << " lacks " << expected;
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
    const auto rope = std::find_if(lessons.begin(), lessons.end(),
                                   [](const Lesson& lesson) { return lesson.id == "rope"; });
    const LessonDocument document = document_of(*rope);
    const auto step = std::find_if(
        document.steps.begin(), document.steps.end(),
        [](const DocumentStep& document_step) { return document_step.figure.curve_to_draw.has_value(); });
    ASSERT_NE(step, document.steps.end());
    EXPECT_FALSE(step->question->drawing.empty());
    EXPECT_TRUE(step->question->choices.empty());
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    const auto layout_of = [&](bool answered) {
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
    EXPECT_EQ(thick_lines(layout_of(false)), 0);
    EXPECT_GT(thick_lines(layout_of(true)), 0);
    EXPECT_TRUE(step->figure.has_panel(layout_of(false), step->figure.curve_to_draw->curve.panel));
    EXPECT_LT(step->figure.shown_marks(false).size(), step->figure.shown_marks(true).size());
}

TEST(LessonDocument, ReportsFileAndLineOfAnError) {
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
    part_of(job, 1, 4).progress(0.5);
    EXPECT_EQ(seen, std::vector<double>{0.375});
}

}  // namespace
}  // namespace poslab::test
