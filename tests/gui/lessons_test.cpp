// Lessons in the window: the page next to the figure.
#include "app/state/session_slot.hpp"
#include "app/state/view_settings.hpp"
#include "tests/gui/lesson_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"

#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

TEST(Lessons, AreFoundInTheRailAndLedThrough) {
    LessonDriver window;
    window.click("rail:lessons");
    EXPECT_EQ(window.lessons().page, SidePage::lessons);
    for (const LessonReading& reading : built_in_lessons())
        EXPECT_TRUE(window.has("lesson:" + reading.lesson.id)) << reading.lesson.id;
    window.frame();
    window.click("lesson:rope");
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(window.content.course().is_open());
    EXPECT_EQ(window.content.course().place(), 0U);
    EXPECT_TRUE(window.content.course().is_at_step(window.content.store()));
    window.click("lesson.next");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.course().place(), 1U);
    window.letter('N');
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.course().place(), 2U);
    window.letter('B');
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.course().place(), 1U);
    window.click("lesson.step.7");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.course().place(), 6U);
    window.click("lesson.next");  // the last step's button is Finish
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.content.course().is_open());
    EXPECT_EQ(window.lessons().page, SidePage::parameters);
}

TEST(Lessons, LeaveTheWindowAsItWas) {
    LessonDriver window(of_view("memory"));
    const Values before = window.content.store().values();
    window.letter('3', false);
    const std::string figure(window.content.store().figure().id);
    window.click("rail:lessons");
    window.frame();
    window.click("lesson:rope");
    ASSERT_TRUE(window.settle());
    EXPECT_NE(window.content.store().view().info().id, "memory");
    window.click("lesson.close");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.store().view().info().id, "memory");
    EXPECT_TRUE(window.content.store().values() == before);
    EXPECT_EQ(window.content.store().figure().id, figure);
}

/// The state of every view that a lesson may change.
std::string views_state(const Store& store) { return session_text(views_session(store), all_views()); }

/// Two views in states set by the user: values, a pin, a comparison, a figure.
std::string state_of_two_views() {
    Store store(all_views());
    store.choose("position-matrix");
    Values values = store.values();
    values[static_cast<std::size_t>(parameter_index(store.view(), "k"))] = 3.0;
    EXPECT_TRUE(store.edit(values, 1));
    EXPECT_TRUE(store.pin());
    values[static_cast<std::size_t>(parameter_index(store.view(), "k"))] = 5.0;
    EXPECT_TRUE(store.edit(values, 1));
    store.compare({Comparison::How::difference});
    store.choose("frequencies");
    values = store.values();
    values[static_cast<std::size_t>(parameter_index(store.view(), "base"))] = 777.0;
    EXPECT_TRUE(store.edit(values, 2));
    EXPECT_TRUE(store.choose_figure("frequencies", "turns"));
    return views_state(store);
}

TEST(Lessons, LeaveEveryViewAsItWasAlsoAfterARestart) {
    const TemporaryFolder folder;
    const SessionPaths places{folder.path(), {}, {}};
    const std::string before = state_of_two_views();
    std::ofstream(first_session_path(folder.path())) << before;
    {
        SessionFile file(places);
        LessonDriver window({}, {1600, 1000, 1}, SessionKeeper(file));
        ASSERT_EQ(views_state(window.content.store()), before);
        window.click("rail:lessons");
        window.frame();
        window.click("lesson:rerope");
        ASSERT_TRUE(window.settle());
        window.click("lesson.step.3");
        ASSERT_TRUE(window.settle());
        EXPECT_NE(views_state(window.content.store()), before) << "the lesson shows something else";
        window.pass(1);
    }
    SessionFile file(places);
    LessonDriver window({}, {1600, 1000, 1}, SessionKeeper(file));
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(window.content.course().is_open());
    window.click("lesson.close");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(views_state(window.content.store()), before);
    EXPECT_TRUE(window.lessons().before.empty());
}

TEST(Lessons, NoticeWhatIsTriedAndLeadBack) {
    LessonDriver window(in_lesson("rerope", "never-met"));
    EXPECT_FALSE(window.done());
    EXPECT_TRUE(window.reads("77\u00a0%")) << "the numbers of the step";
    const Rect track = window.rect("Lesson/train-length");
    window.press({track.x + 2, track.y + 2});
    window.move({track.right() + 5, track.y + 2});
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.done()) << "the slider's range includes the step's values";
    EXPECT_FALSE(window.content.course().is_at_step(window.content.store()));
    window.letter('R');
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.course().is_at_step(window.content.store()));
    EXPECT_TRUE(window.done()) << "it remains so";
}

TEST(Lessons, AskBeforeTheyTell) {
    LessonDriver window(in_lesson("rerope", "interpolation"));
    ASSERT_TRUE(window.step().question);
    const LessonQuestion& question = *window.step().question;
    const std::string because = question.because.text.substr(0, 12);
    EXPECT_FALSE(window.reads(because));
    const std::size_t wrong = question.right == 0 ? 1 : 0;
    window.click("lesson.choice." + std::to_string(wrong + 1));
    window.frame();
    EXPECT_TRUE(window.reads(because));
    EXPECT_FALSE(window.has("lesson.choice.1")) << "an answer is final";
}

/// The slider does not move, and the control to try remains visible.
TEST(Lessons, KeepTheRoomOfAReason) {
    LessonDriver window(in_lesson("bias", "directions"), {1280, 720, 1});
    const Rect before = window.rect("Lesson/dim");
    window.click("lesson.choice.2");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.reads(window.step().question->because.text.substr(0, 12)));
    EXPECT_EQ(window.rect("Lesson/dim"), before);
}

TEST(Lessons, ScrollToASolution) {
    LessonDriver window(in_lesson("bias", "reported"), {1280, 720, 1});
    window.bring("lesson.solution");
    window.click("lesson.solution");
    ASSERT_TRUE(window.settle());
    const std::string& solution = window.step().solution.text;
    const std::string last = solution.substr(solution.rfind(' ') + 1);
    const auto found = std::find_if(window.texts.rbegin(), window.texts.rend(), [&](const PaintedText& text) {
        return text.text.find(last) != std::string::npos;
    });
    ASSERT_NE(found, window.texts.rend()) << last;
    EXPECT_LT(found->rect.bottom(), window.rect("lesson.onward").y) << "all of it is above the page's footer";
    EXPECT_GT(found->rect.y, window.size.height / 4);
}

TEST(Lessons, LeadOnToTheNextOne) {
    LessonDriver window(in_lesson("rope", built_in_lessons()[1].lesson.steps.front().id));
    EXPECT_FALSE(window.has("lesson.onward")) << "there are steps yet";
    window.click("lesson.step." + std::to_string(window.content.course().lesson().steps.size()));
    ASSERT_TRUE(window.settle());
    window.click("lesson.onward");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(window.content.course().lesson().id, "rerope") << "in the order of the list";
    EXPECT_EQ(window.content.course().place(), 0U);
    LessonDriver last(
        in_lesson(built_in_lessons().back().lesson.id, built_in_lessons().back().lesson.steps.back().id));
    EXPECT_FALSE(last.has("lesson.onward"));
    last.click("lesson.all");
    last.frame();
    EXPECT_EQ(last.lessons().page, SidePage::lessons);
}

/// Whatever is under the pointer, the lesson opens in the state that its text describes.
TEST(Lessons, OpenWithTheirOwnStateUnderARestingPointer) {
    LessonDriver window(in_lesson("rope"));
    const Point middle = window.at("canvas", 0.35, 0.4);
    window.point(middle);
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.canvas().cursor().active);
    for (const char key : {'N', 'B'}) {
        window.letter(key);
        ASSERT_TRUE(window.settle());
        EXPECT_FALSE(window.content.canvas().cursor().active) << key;
    }
    window.point({middle.x + 1, middle.y});
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.canvas().cursor().active);
}

TEST(Lessons, SayThatARegionIsEmpty) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "regions");
    std::ofstream(folder / "regions/lesson.txt")
        << "lesson: 1\ntitle: R\nsummary: x\nminutes: 2\nstep: a\ntitle: A\ntext: x\n"
           "show: position-matrix --map rope --length 64 --train-length 32\n"
           "look: region param:train_length param:length in 2 | what training never showed\n"
           "try: train-length 32 64 | Move.\ndone: param:train_length == 64\n";
    WindowOptions options = in_lesson("regions");
    options.lessons_folder = folder.path();
    LessonDriver window(options);
    ASSERT_TRUE(window.content.course().is_open());
    EXPECT_FALSE(window.reads("none now"));
    const Rect before = window.rect("Lesson/train-length");
    window.try_it();
    ASSERT_TRUE(window.done());
    EXPECT_TRUE(window.reads("none now"));
    EXPECT_EQ(window.rect("Lesson/train-length"), before);
    const auto places = window.content.course().places(
        window.content.store(), window.content.canvas().variants(window.content.store()),
        window.content.canvas().figure());
    ASSERT_EQ(places.size(), 1U);
    ASSERT_TRUE(places[0]);
    EXPECT_TRUE(places[0]->nothing);
}

/// Opens a lesson of one step with these lines.
WindowOptions in_own_lesson(const TemporaryFolder& folder, const std::string& lines) {
    std::filesystem::create_directory(folder / "own");
    std::ofstream(folder / "own/lesson.txt")
        << "lesson: 1\ntitle: O\nsummary: x\nminutes: 2\nstep: a\ntitle: A\n"
        << lines;
    WindowOptions options = in_lesson("own");
    options.lessons_folder = folder.path();
    return options;
}

TEST(Lessons, EvaluateExpressionsOnlyWhenTheirDataChange) {
    const TemporaryFolder folder;
    LessonDriver window(in_own_lesson(folder,
                                      "text: Up to {max_of(\"positions\")} at first\n"
                                      "show: position-matrix --map rope --length 64 --train-length 32\n"
                                      "look: region param:train_length param:length in 2 | untrained\n"
                                      "try: train-length 32 63 | Move.\ndone: param:train_length == 64\n"
                                      "watch: sum | 100 * param:train_length + max_of(\"positions\")\n"));
    ASSERT_TRUE(window.content.course().is_open());
    ASSERT_TRUE(window.reads("Up to 63 at first"));
    ASSERT_TRUE(window.reads("3263"));
    const LessonCourse& course = window.content.course();
    const std::size_t at_first = course.evaluations();
    EXPECT_GE(at_first, 5U);
    for (int n = 0; n < 20; ++n) window.frame();
    EXPECT_EQ(course.evaluations(), at_first);
    const Rect track = window.rect("Lesson/train-length");
    window.press({track.x + track.width / 2, track.y + 2});
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.reads("3263"));
    const std::size_t moved = course.evaluations();
    EXPECT_GT(moved, at_first);
    for (int n = 0; n < 20; ++n) window.frame();
    EXPECT_EQ(course.evaluations(), moved);
}

TEST(Lessons, LayOutALongTextOnce) {
    std::string text = "Begins here. ";
    for (int n = 0; text.size() < 15'000; ++n) text += "Sentence " + std::to_string(n) + " says $x_1$. ";
    const TemporaryFolder folder;
    LessonDriver window(
        in_own_lesson(folder, "text: " + text + "\nshow: position-matrix --map rope --length 64\n"));
    ASSERT_TRUE(window.content.course().is_open());
    EXPECT_TRUE(window.reads("Begins here."));
    const LessonLines& lines = window.content.lesson_page().lines();
    const std::size_t at_first = lines.laid_out();
    for (int n = 0; n < 5; ++n) window.frame();
    EXPECT_EQ(lines.laid_out(), at_first);
    window.point({window.size.width - 60, window.size.height / 2});
    for (int n = 0; n < 10; ++n) window.wheel(-1);
    EXPECT_EQ(lines.laid_out(), at_first);
    EXPECT_FALSE(window.reads("Begins here.")) << "scrolled out of view";
    EXPECT_TRUE(window.reads("says"));
    window.key({static_cast<Key>(GLFW_KEY_F5)});
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(window.content.presenting());
    const std::size_t presented = lines.laid_out();
    EXPECT_LT(presented - at_first, 3'000U) << "a part of the text for each page, not all of the rest";
    for (int n = 0; n < 5; ++n) window.frame();
    EXPECT_EQ(lines.laid_out(), presented);
}

/// The number reads 50 times 1024 x 1024 positions.
TEST(Lessons, EvaluateLongExpressionsInTheBackground) {
    std::string expression = "0";
    for (int n = 0; n < 50; ++n) expression += "+max_of(\"positions\")";
    const TemporaryFolder folder;
    LessonDriver window(in_own_lesson(folder, "text: In all {" + expression + "} of them\n" +
                                                  "show: position-matrix --map rope --length 1024\n"));
    ASSERT_TRUE(window.content.course().is_open());
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.content.course().computing());
    EXPECT_TRUE(window.reads("In all 51,150 of them"));
}

TEST(Lessons, LetOneGoElsewhereAndComeBack) {
    LessonDriver window(in_lesson("rope"));
    window.click("lesson.parameters");
    window.frame();
    EXPECT_TRUE(window.has("lesson.return"));
    window.click("rail:memory");
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.content.course().shows_figure(window.content.store()));
    window.click("lesson.return");
    window.frame();
    window.click("lesson.again");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.course().is_at_step(window.content.store()));
}

class LessonSession : public SessionFileTest {};

TEST_F(LessonSession, IsTakenUpWhereItWasLeft) {
    {
        SessionFile file(places());
        LessonDriver window(in_lesson("rerope", "never-met"), ContentDriver::usual_size, SessionKeeper(file));
        window.letter('N');
        ASSERT_TRUE(window.settle());
    }
    SessionFile file(places());
    LessonDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    ASSERT_TRUE(window.content.course().is_open());
    EXPECT_EQ(window.content.course().place(), 3U);
    EXPECT_EQ(window.lessons().seen.size(), 2U);
}

TEST(Lessons, ExplainEachFigureAndTheTermsOfTheField) {
    for (const View* view : all_views()) {
        LessonDriver window(of_view(std::string(view->info().id)));
        window.click("tool.explain");
        ASSERT_TRUE(window.settle());
        const auto shown = window.content.course().shown_step(window.content.store());
        ASSERT_NE(shown.step, nullptr) << view->info().id;
        EXPECT_TRUE(window.reads(shown.step->blocks.front().text.text.substr(0, 8))) << view->info().id;
        window.click("lesson.close");
        window.frame();
        EXPECT_EQ(window.lessons().page, SidePage::parameters);
    }
    LessonDriver window;
    window.letter('K', true);
    window.type("glossary");
    window.key(Key::enter);
    window.frame();
    window.click("glossary.find");
    window.type("head dim");
    EXPECT_TRUE(window.reads("头维度"));
    EXPECT_FALSE(window.reads("eigenvector"));
}

TEST(Lessons, QuoteTheBeginningOfALongSearchForATerm) {
    LessonDriver window;
    window.letter('K', true);
    window.type("glossary");
    window.key(Key::enter);
    window.frame();
    window.click("glossary.find");
    window.type(std::string(1000, 'x'));
    EXPECT_TRUE(window.reads("No term contains “" + std::string(200, 'x') + "…”."));
}

TEST(Lessons, OfOthersAreListedBrokenOnesWithTheReason) {
    const TemporaryFolder folder;
    for (const char* name : {"broken", "gone"}) std::filesystem::create_directory(folder / name);
    std::ofstream(folder / "broken/lesson.txt")
        << "lesson: 1\ntitle: Broken\nsummary: x\nminutes: 2\nstep: a\ntitel: x\n";
    std::ofstream(folder / "gone/lesson.txt")
        << "lesson: 1\ntitle: Old\nsummary: x\nminutes: 2\nstep: a\ntitle: A\ntext: x\n"
           "show: position-matrix --gone 3\n";
    WindowOptions options;
    options.lessons_folder = folder.path();
    LessonDriver window(options, {1440, 1800, 1});
    window.letter('K', true);
    window.type("lessons");
    window.key(Key::enter);
    window.drain();
    EXPECT_TRUE(window.reads("unknown key 'titel'"));
    EXPECT_FALSE(window.has("lesson:broken"));
    window.click("lesson:gone");
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(window.content.course().is_open());
    EXPECT_TRUE(window.reads("--gone: position-matrix has no such parameter"));
    EXPECT_FALSE(window.has("lesson.again"));
}

}  // namespace
}  // namespace poslab::test
