// A lecture: full screen, sliders on the page in place of the step's text, and a rehearsal that stores no
// answers.
#include "tests/gui/lesson_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

constexpr Key f5{static_cast<Key>(GLFW_KEY_F5)}, f11{static_cast<Key>(GLFW_KEY_F11)};

WindowSize projector() {
    const double scale = lecture_scale(1280, 720);
    return {1280 / scale, 720 / scale, scale, 1280, 720};
}

/// The height of a text on screen, as a font size in pixels at 1280 x 720; 0 if the text is absent.
double painted_size(const LessonDriver& window, const std::string& words) {
    constexpr double box_of_size = 0.72;  // GuiDriver: height of a text box over its size
    double largest = 0;
    for (const PaintedText& text : window.texts)
        if (text.text == words)
            largest = std::max(largest, text.rect.height / box_of_size * window.size.pixels);
    return largest;
}

double figure_share(const LessonDriver& window) {
    const Rect& canvas = window.content.regions().canvas;
    return canvas.width * canvas.height / (window.size.width * window.size.height);
}

TEST(FullScreen, IsWantedByPresentingAndByItsOwnKey) {
    LessonDriver window;
    EXPECT_FALSE(window.content.wants_full_screen());
    window.key({f11});
    EXPECT_TRUE(window.content.wants_full_screen());
    EXPECT_FALSE(window.content.presenting());
    window.key({f11});
    EXPECT_FALSE(window.content.wants_full_screen());
    window.key({f5});
    EXPECT_TRUE(window.content.presenting());
    EXPECT_TRUE(window.content.wants_full_screen());
    window.key({f11});
    EXPECT_FALSE(window.content.wants_full_screen()) << "a presentation can be in a window, too";
    window.key(Key::escape);
    window.key({f5});
    EXPECT_TRUE(window.content.wants_full_screen()) << "the next one begins in full screen again";
    window.key(Key::escape);
    EXPECT_FALSE(window.content.presenting());
    EXPECT_FALSE(window.content.wants_full_screen());
}

TEST(FreePlay, HasTheFigureAndTheSliderThatPlaysInLargeType) {
    for (const Language language : {Language(Language::english), chinese()}) {
        WindowOptions options = of_view("position-matrix");
        options.language = language;
        LessonDriver window(options, projector());
        window.key({f5});
        ASSERT_TRUE(window.settle());
        EXPECT_GE(figure_share(window), 2.0 / 3);
        const Store& store = window.content.store();
        const auto lead = playable_parameter(store, window.content.player());
        ASSERT_TRUE(lead);
        const Descriptor& descriptor = store.view().parameters()[*lead];
        EXPECT_GE(painted_size(window, std::string(in(language, descriptor.label))), 40)
            << "large in the last row, too";
        EXPECT_GE(painted_size(window, std::string(descriptor.symbol)), 40);
        EXPECT_GE(painted_size(window, window.value(std::string(descriptor.id))), 36);
        const std::string before = window.value(std::string(descriptor.id));
        window.key(Key::space);
        EXPECT_TRUE(window.content.player().running());
        const auto deadline = std::chrono::steady_clock::now() + patience;  // another thread computes
        while (window.value(std::string(descriptor.id)) == before &&
               std::chrono::steady_clock::now() < deadline)
            window.frame();
        EXPECT_NE(window.value(std::string(descriptor.id)), before);
        window.key(Key::space);
    }
}

TEST(FreePlay, ShowsTheSliderThatWasMovedLast) {
    LessonDriver window(of_view("position-matrix"), projector());
    window.key({f5});
    ASSERT_TRUE(window.settle());
    window.letter('K', true);
    window.type("train-length 300");
    window.key(Key::enter);
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.value("train-length"), "300");
    EXPECT_TRUE(window.has("Lesson/train-length"));
    EXPECT_GE(painted_size(window, "300"), 36);
}

TEST(FreePlay, IsInEveryView) {
    for (const View* view : all_views()) {
        LessonDriver window(of_view(std::string(view->info().id)), projector());
        window.key({f5});
        ASSERT_TRUE(window.settle()) << view->info().id;
        EXPECT_GE(figure_share(window), 2.0 / 3) << view->info().id;
        const auto lead = playable_parameter(window.content.store(), window.content.player());
        if (!lead) continue;
        EXPECT_TRUE(window.has("Lesson/" + std::string(view->parameters()[*lead].id)) ||
                    window.has("Lesson/" + std::string(view->parameters()[*lead].id) + ".more"))
            << view->info().id;
    }
}

TEST(LectureRoom, OneKeyLeadsFromTheStepToSlidersAndBack) {
    WindowOptions options = in_lesson("rerope", "leaky");
    options.presents = true;
    LessonDriver window(options, projector());
    const std::string title = window.step().title.text;
    EXPECT_TRUE(window.reads(title));
    EXPECT_TRUE(window.reads("S: sliders"));
    const LessonDrawing* to_draw = window.content.course().open_drawing(window.content.store());
    ASSERT_NE(to_draw, nullptr);
    window.letter('S');
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.reads(title));
    EXPECT_TRUE(window.has("Lesson/k"));
    EXPECT_TRUE(window.reads("S: text"));
    EXPECT_GE(figure_share(window), 2.0 / 3);
    EXPECT_NE(window.content.course().open_drawing(window.content.store()), nullptr)
        << "sliders do not give the curve away";
    window.click("Lesson/k.play", 1);
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.toast().text.starts_with("Draw the curve first")) << "nor does a recording";
    EXPECT_FALSE(window.has("export.do"));
    window.letter('S');
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.reads(title));
    window.letter('S');
    window.key(Key::page_down);
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.step().title.text == title) << "a remote control continues from there, too";
    EXPECT_EQ(window.lessons().page, SidePage::lesson);
}

TEST(LessonPages, LeaveParametersAndReadoutInReach) {
    LessonDriver window(in_lesson("first-minute", "zoom"));
    EXPECT_FALSE(window.has("inspector"));
    window.letter('S');
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.has("inspector"));
    EXPECT_TRUE(window.content.course().is_open());
    window.letter('S');
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.lessons().page, SidePage::lesson);
    for (const auto& [key, page] :
         {std::pair{GLFW_KEY_F1, SidePage::explanation}, std::pair{GLFW_KEY_F3, SidePage::lessons}}) {
        LessonDriver other;
        other.key({static_cast<Key>(key)});
        ASSERT_TRUE(other.settle());
        EXPECT_EQ(other.lessons().page, page);
        other.click("lesson.parameters");
        ASSERT_TRUE(other.settle());
        EXPECT_TRUE(other.has("inspector"));
        other.click("lesson.return");
        ASSERT_TRUE(other.settle());
        EXPECT_EQ(other.lessons().page, page);
        other.click("lesson.close");
        ASSERT_TRUE(other.settle());
        EXPECT_EQ(other.lessons().page, SidePage::parameters);
        EXPECT_FALSE(other.has("lesson.return")) << "a closed panel does not count as hidden";
    }
}

TEST(LectureRoom, ShowsMessagesOverTheLowerEdgeOfTheFigure) {
    WindowOptions options = in_lesson("rerope", "fails");
    options.presents = true;
    LessonDriver window(options, projector());
    window.letter('M');  // reduced motion
    window.drain();
    ASSERT_FALSE(window.content.toast().text.empty());
    ASSERT_TRUE(window.has("toast"));
    EXPECT_TRUE(window.reads(window.content.toast().text));
    const Rect toast = window.rect("toast"), canvas = window.content.regions().canvas;
    EXPECT_GE(toast.x, canvas.x);
    EXPECT_LE(toast.right(), canvas.right());
    EXPECT_NEAR(toast.bottom(), canvas.bottom(), 6);
    EXPECT_GE(painted_size(window, window.content.toast().text), 22);
    for (int seconds = 0; seconds < 6; ++seconds) window.pass(1);
    EXPECT_FALSE(window.has("toast")) << "it leaves again";
}

TEST(LectureRoom, UndoesAResetByItsMessage) {
    WindowOptions options = in_lesson("rerope", "fails");
    options.presents = true;
    LessonDriver window(options, projector());
    for (int n = 0; n < 8 && !window.has("lesson.choice.1"); ++n) {
        window.key(Key::page_down);
        ASSERT_TRUE(window.settle());
    }
    window.click("lesson.choice.1");
    ASSERT_TRUE(window.settle());
    const LessonWork given = window.content.store().lessons;
    ASSERT_FALSE(given.answers.empty());
    window.letter('K', true);
    window.type("reset answers");
    window.key(Key::enter);
    window.drain();
    EXPECT_TRUE(window.lessons().answers.empty());
    window.click("toast.action");
    window.drain();
    EXPECT_EQ(window.lessons().answers, given.answers);
}

TEST(LectureRoom, ReloadsALessonWhoseFileChanges) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    const auto write = [&](const std::string& text) {
        std::ofstream(folder / "own/lesson.txt")
            << "lesson: 1\ntitle: A\nsummary: B\nminutes: 1\nstep: one\ntitle: C\n"
            << "show: position-matrix --length 64\n"
            << text << "\n";
    };
    write("text: The first words.");
    WindowOptions options = in_lesson("own");
    options.lessons_folder = folder.path();
    options.presents = true;
    LessonDriver window(options, projector());
    ASSERT_TRUE(window.reads("The first words."));
    write("text: Other words.");
    window.pass(1.2);
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.reads("Other words."));
    write("txet: Faulty words.");
    window.pass(1.2);
    EXPECT_TRUE(window.reads("The changed lesson is not shown"));
    EXPECT_TRUE(window.reads("Other words."));
    EXPECT_TRUE(window.content.presenting());
}

using Rehearsal = SessionFileTest;

std::string key_of_step(const LessonDriver& window) {
    return lesson_key(window.content.course().lesson(), window.step());
}

TEST_F(Rehearsal, BeginsUnansweredAndLeavesTheUsersOwnAnswers) {
    const WindowOptions options = in_lesson("rerope", "fails");
    LessonWork own;
    {
        SessionFile file(places());
        LessonDriver window(options, ContentDriver::usual_size, SessionKeeper(file));
        window.click("lesson.choice.1");
        ASSERT_TRUE(window.settle());
        window.try_it();
        ASSERT_TRUE(window.done());
        const std::string key = key_of_step(window);
        own = window.lessons().own_work();
        EXPECT_EQ(own.answers.at(key).choice, 0U);

        window.key({f5});
        ASSERT_TRUE(window.settle());
        EXPECT_FALSE(window.lessons().is_answered(key));
        EXPECT_FALSE(window.done()) << "a slider that was moved is reset to the step's value";
        EXPECT_TRUE(window.content.course().is_at_step(window.content.store()));
        EXPECT_EQ(window.lessons().own_work(), own);
        for (int n = 0; n < 8 && !window.has("lesson.choice.3"); ++n) {
            window.key(Key::page_down);
            ASSERT_TRUE(window.settle());
        }
        window.click("lesson.choice.3");
        ASSERT_TRUE(window.settle());
        EXPECT_EQ(window.lessons().answers.at(key).choice, 2U);
        window.content.keep_session();
        window.key(Key::escape);
        ASSERT_TRUE(window.settle());
        EXPECT_EQ(window.lessons().answers.at(key).choice, 0U);
        EXPECT_EQ(window.lessons().own_work(), own);
        window.key({f5});
        ASSERT_TRUE(window.settle());
        EXPECT_FALSE(window.lessons().is_answered(key)) << "the next class begins unanswered, too";
    }  // destroyed while presenting
    SessionFile file(places());
    LessonDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    EXPECT_FALSE(window.content.presenting());
    EXPECT_EQ(window.lessons().own_work(), own);
}

TEST(ResetAnswers, WorksOnThePageAndByNameWithUndo) {
    LessonDriver window(in_lesson("rerope", "fails"));
    EXPECT_FALSE(window.has("lesson.reset")) << "there is nothing to reset";
    window.click("lesson.choice.2");
    ASSERT_TRUE(window.settle());
    const LessonWork own = window.lessons().own_work();
    window.bring("Lesson/lesson.reset");
    window.click("lesson.reset");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.lessons().answers.empty());
    window.letter('Z', true);
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.lessons().own_work(), own);
    window.letter('K', true);
    window.type("reset answers");
    window.key(Key::enter);
    window.drain();
    EXPECT_TRUE(window.lessons().answers.empty());
    window.click("toast.action");
    window.drain();
    EXPECT_EQ(window.lessons().own_work(), own);
}

TEST(ResetAnswers, KeepsTheAnswersOfOtherLessons) {
    LessonSettings settings;
    settings.answers = {{"rope/order", {1}}, {"rope-2d/order", {2}}};
    settings.done = {"rope/speeds", "rope-2d/head"};
    EXPECT_TRUE(settings.has_answers("rope"));
    EXPECT_EQ(settings.reset_answers("rope"), 2U);
    EXPECT_EQ(settings.answers.size(), 1U);
    EXPECT_EQ(settings.done, std::vector<std::string>{"rope-2d/head"});
    EXPECT_FALSE(settings.has_answers("rope"));
    EXPECT_EQ(settings.reset_answers({}), 2U);
}

}  // namespace
}  // namespace poslab::test
