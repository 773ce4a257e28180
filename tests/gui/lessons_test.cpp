// Lessons in the window: the page beside the figure, and a lecture room's window.
#include "core/lessons/lessons.hpp"
#include "app/state/slider_scale.hpp"
#include "core/documents/versus.hpp"
#include "core/lessons/lesson_check.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

WindowOptions in_lesson(const std::string& lesson, const std::string& step = {}) {
    WindowOptions options;
    options.lesson = lesson;
    options.lesson_step = step;
    return options;
}

/// Works like a hand on the controls of a step.
class LessonDriver : public ContentDriver {
  public:
    using ContentDriver::ContentDriver;
    [[nodiscard]] const LessonStep& step() const { return content.course().step(); }
    [[nodiscard]] const LessonSettings& lessons() const { return content.store().lessons; }
    [[nodiscard]] bool done() const { return lessons().is_done(lesson_key(content.course().lesson(), step())); }
    /// Whether the window has these words, which may be in several pieces, without their blanks.
    [[nodiscard]] bool reads(const std::string& words) const {
        std::string all;
        for (const PaintedText& text : texts) all += text.text;
        return without_blanks(all).find(without_blanks(words)) != std::string::npos;
    }
    static std::string without_blanks(std::string text) {
        std::erase(text, ' ');
        return text;
    }
    /// Scrolls the page until the item is in view.
    void bring(const std::string& item) {
        for (int turns = 0; turns < 60 && rect(item).bottom() > size.height - 90; ++turns) {
            point({size.width - 60, size.height / 2});
            wheel(-1);
        }
    }
    /// With the control on the page: a slider goes from end to end, a choice is chosen, until the step notices it.
    void try_it() {
        const LessonTry& tried = *step().tried;
        const View& view = content.store().view();
        const int index = parameter_index(view, tried.parameter);
        ASSERT_GE(index, 0);
        const Descriptor& descriptor = view.parameters()[static_cast<std::size_t>(index)];
        const std::string item = "Lesson/" + tried.parameter;
        if (!has(item) && !has(item + ".more")) return try_elsewhere(tried);
        if (has(item)) bring(item);
        if (has_slider(descriptor)) return slide(item);
        switch (descriptor.kind) {
            case Kind::choice_list:
                for (const std::string& choice : split_at(tried.from, ','))
                    if (const Value list = content.store().values()[static_cast<std::size_t>(index)];
                        !has_choice(descriptor, list, choice))
                        click(item + "=" + choice);
                break;
            case Kind::choice:
                if (!has(item + "=" + tried.from)) click(item);
                settle();
                click(item.substr(item.rfind('/') + 1) + "=" + tried.from);
                break;
            case Kind::toggle:
                click(has(item + "=" + tried.from) ? item + "=" + tried.from : item);
                break;
            case Kind::optional_real:
                if (!has(item + ".more")) return type_into(item, tried);
                [[fallthrough]];
            default:
                for (int n = 0; n < 12 && !done(); ++n) {
                    click(item + ".more");
                    settle();
                }
                break;
        }
        EXPECT_TRUE(settle());
    }

  private:
    static bool has_choice(const Descriptor& descriptor, const Value& list, const std::string& choice) {
        const std::string chosen = "," + to_string(descriptor, list) + ",";
        return chosen.find("," + choice + ",") != std::string::npos;
    }
    void slide(const std::string& item) {
        constexpr int stops = 24;
        const Rect track = rect(item);
        for (int n = 0; n <= stops && !done(); ++n) {
            press({track.x + track.width * n / stops, track.y + 2});
            release();
            ASSERT_TRUE(settle());
        }
        for (int n = stops; n >= 0 && !done(); --n) {  // what holds at the other end
            press({track.x + track.width * n / stops, track.y + 2});
            release();
            ASSERT_TRUE(settle());
        }
    }
    void type_into(const std::string& item, const LessonTry& tried) {
        for (const Values& values : tried_values(tried, read_shown_state(step().show.text, all_views()))) {
            if (done()) return;
            const View& view = content.store().view();
            const auto place = static_cast<std::size_t>(parameter_index(view, tried.parameter));
            click(item);
            letter('A', true);
            type(to_string(view.parameters()[place], values[place]));
            key(Key::enter);
            ASSERT_TRUE(settle());
        }
    }
    /// What has no control of its own, such as what is seen of a matrix.
    void try_elsewhere(const LessonTry& tried) {
        letter('K', true);
        type(tried.parameter + " " + tried.from);
        key(Key::enter);
        ASSERT_TRUE(settle());
    }
};

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
    window.click("lesson.next");  // it is the last one: Finish
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

TEST(Lessons, NoticeWhatIsTriedAndLeadBack) {
    LessonDriver window(in_lesson("rerope", "never-met"));
    EXPECT_FALSE(window.done());
    EXPECT_TRUE(window.reads("77\u00a0%")) << "the numbers of the step";
    const Rect track = window.rect("Lesson/train-length");
    window.press({track.x + 2, track.y + 2});
    window.move({track.right() + 5, track.y + 2});
    window.release();
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.done()) << "the slider goes as far as the step needs";
    EXPECT_FALSE(window.content.course().is_at_step(window.content.store()));
    window.letter('R');
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.course().is_at_step(window.content.store()));
    EXPECT_TRUE(window.done()) << "it stays so";
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
    EXPECT_FALSE(window.has("lesson.choice.1")) << "an answer stands";
}

/// The slider is where it was, and what was asked for is in view.
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
    const auto found = std::find_if(window.texts.rbegin(), window.texts.rend(),
                                    [&](const PaintedText& text) { return text.text.find(last) != std::string::npos; });
    ASSERT_NE(found, window.texts.rend()) << last;
    EXPECT_LT(found->rect.bottom(), window.rect("lesson.onward").y) << "all of it is above what stands below the page";
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
    LessonDriver last(in_lesson(built_in_lessons().back().lesson.id, built_in_lessons().back().lesson.steps.back().id));
    EXPECT_FALSE(last.has("lesson.onward"));
    last.click("lesson.all");
    last.frame();
    EXPECT_EQ(last.lessons().page, SidePage::lessons);
}

/// Whatever lies under the pointer, it shows what its text says.
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
        window.content.store(), window.content.canvas().variants(window.content.store()), window.content.canvas().figure());
    ASSERT_EQ(places.size(), 1U);
    ASSERT_TRUE(places[0]);
    EXPECT_TRUE(places[0]->nothing);
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
        const auto told = window.content.course().told(window.content.store());
        ASSERT_NE(told.step, nullptr) << view->info().id;
        EXPECT_TRUE(window.reads(told.step->blocks.front().text.text.substr(0, 8))) << view->info().id;
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

TEST(Lessons, OfOthersAreListedBrokenOnesWithTheReason) {
    const TemporaryFolder folder;
    for (const char* name : {"broken", "gone"}) std::filesystem::create_directory(folder / name);
    std::ofstream(folder / "broken/lesson.txt") << "lesson: 1\ntitle: Broken\nsummary: x\nminutes: 2\nstep: a\ntitel: x\n";
    std::ofstream(folder / "gone/lesson.txt") << "lesson: 1\ntitle: Old\nsummary: x\nminutes: 2\nstep: a\ntitle: A\ntext: x\n"
                                                 "show: position-matrix --gone 3\n";
    WindowOptions options;
    options.lessons_folder = folder.path();
    LessonDriver window(options, {1440, 1800, 1});
    window.letter('K', true);
    window.type("lessons");
    window.key(Key::enter);
    window.drain();
    EXPECT_TRUE(window.reads("'titel' is no key of a lesson"));
    EXPECT_FALSE(window.has("lesson:broken"));
    window.click("lesson:gone");
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(window.content.course().is_open());
    EXPECT_TRUE(window.reads("--gone: position-matrix has no such parameter"));
    EXPECT_FALSE(window.has("lesson.again"));
}

class EveryTry : public testing::TestWithParam<std::string> {};

/// Each "try" of each lesson is done in the window, which sees its condition met.
TEST_P(EveryTry, IsNoticed) {
    const auto lessons = built_in_lessons();
    const auto found = std::find_if(lessons.begin(), lessons.end(), [](const auto& one) { return one.lesson.id == GetParam(); });
    LessonDriver window(in_lesson(GetParam()));
    for (std::size_t n = 0; n < found->lesson.steps.size(); ++n) {
        ASSERT_EQ(window.content.course().place(), n);
        ASSERT_TRUE(window.settle()) << window.step().id;
        EXPECT_TRUE(window.content.course().error().empty()) << window.step().id;
        EXPECT_TRUE(window.content.course().is_at_step(window.content.store())) << window.step().id;
        if (window.has("lesson.show")) {  // what is to be tried waits for the answer
            EXPECT_TRUE(window.step().question->drawing) << window.step().id;
            window.click("lesson.show");
            ASSERT_TRUE(window.settle());
        }
        if (window.step().tried) {
            SCOPED_TRACE(window.step().id);
            EXPECT_FALSE(window.done()) << window.step().id;
            window.try_it();
            EXPECT_TRUE(window.done()) << window.step().id;
        }
        if (n + 1 < found->lesson.steps.size()) window.click("lesson.next");
    }
}

std::vector<std::string> lesson_names() {
    std::vector<std::string> names;
    for (const LessonReading& reading : built_in_lessons()) names.push_back(reading.lesson.id);
    return names;
}
std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryTry, testing::ValuesIn(lesson_names()), test_name);

class LectureRoom : public testing::TestWithParam<std::string> {};

/// Every step has room, with no text below 22 px at 1280 x 720; at 4:3 and in Chinese, too.
TEST_P(LectureRoom, HasRoomForEveryStep) {
    for (const auto& [width, height] : {std::pair{1280.0, 720.0}, std::pair{1024.0, 768.0}})
        for (const Language language : {Language(Language::english), chinese()}) {
            WindowOptions options = in_lesson(GetParam());
            options.presents = true;
            options.language = language;
            const double scale = lecture_scale(width, height), least = width > 1.4 * height ? 22 : 16;
            LessonDriver window(options, {width / scale, height / scale, scale, width, height});
            const std::size_t count = window.content.course().lesson().steps.size();
            for (std::size_t steps = 0; window.content.course().place() < count && steps < 3 * count; ++steps) {
                ASSERT_TRUE(window.settle());
                const std::string where = window.step().id + " in " + std::string(language.id()) + " at " + std::to_string(width);
                EXPECT_LE(window.content.lesson_page().lecture_overflow(), 0) << where;
                for (const PaintedText& text : window.texts) {
                    const bool script = text.font >= Font::math;  // of a formula
                    EXPECT_GE(text.size * scale, script ? 0 : least - 0.01) << where << ": " << text.text;
                    if (width < 1.4 * height) continue;
                    EXPECT_FALSE(text.text.size() > 3 && text.text.ends_with("…")) << where << ": " << text.text << " is cut";
                    EXPECT_LE(text.rect.right(), window.size.width + 0.5) << where << ": " << text.text;
                    EXPECT_GE(text.rect.x, -0.5) << where << ": " << text.text;
                    EXPECT_LE(text.rect.bottom(), window.size.height + 1) << where << ": " << text.text;
                }
                window.key(Key::page_down);
                if (window.content.course().place() + 1 == count && window.content.lesson_page().lecture_parts() < 2) break;
            }
            EXPECT_EQ(window.content.course().place() + 1, count);
        }
}

INSTANTIATE_TEST_SUITE_P(Lessons, LectureRoom, testing::ValuesIn(lesson_names()), test_name);

TEST(LectureRoom, HasKeysOfItsOwn) {
    WindowOptions options = in_lesson("rope");
    LessonDriver window(options);
    window.key({static_cast<Key>(GLFW_KEY_F5)});
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.presenting());
    EXPECT_FALSE(window.has("rail:memory"));
    window.key(Key::right);
    ASSERT_TRUE(window.settle());
    window.key(Key::page_down);
    ASSERT_TRUE(window.settle());
    EXPECT_GE(window.content.course().place(), 1U);
    window.type(".");
    window.key(Key::escape);
    EXPECT_TRUE(window.content.presenting()) << "it ended the blank screen";
    window.key(Key::escape);
    EXPECT_FALSE(window.content.presenting());
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.has("rail:memory"));
}

}  // namespace
}  // namespace poslab::test
