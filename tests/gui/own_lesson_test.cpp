// A user's own lesson, built step by step from what the window shows.
#include "app/state/own_lesson.hpp"
#include "app/state/lesson_course.hpp"
#include "core/base/errors.hpp"
#include "core/lessons/lesson_check.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace poslab::test {
namespace {

TEST(OwnLesson, GrowsByStepsOfWhatIsShown) {
    const TemporaryFolder folder;
    Store store(all_views());
    store.choose("memory");
    const std::string file = add_own_step(shown_state_of(store), folder / "lessons");
    store.choose("position-matrix");
    Values values = store.values();
    values[static_cast<std::size_t>(parameter_index(store.view(), "w"))] = std::int64_t{99};
    ASSERT_TRUE(store.set(values));
    ASSERT_TRUE(store.pin());  // equal to the current values, so there is no comparison
    values[static_cast<std::size_t>(parameter_index(store.view(), "w"))] = std::int64_t{100};
    ASSERT_TRUE(store.set(values));
    EXPECT_EQ(add_own_step(shown_state_of(store), folder / "lessons"), file);
    const LessonReading reading = read_lesson_folder(folder / "lessons/mine");
    ASSERT_TRUE(reading.problems.empty()) << reading.problems.front().message().english();
    ASSERT_EQ(reading.lesson.steps.size(), 2U);
    const ShownState shown = read_shown_state(reading.lesson.steps[1].show.text, all_views());
    EXPECT_EQ(shown.view, &store.view());
    EXPECT_TRUE(shown.values == store.values());
    EXPECT_EQ(shown.pins.size(), 1U);
    EXPECT_TRUE(check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job()).empty());
}

TEST(OwnLesson, ReadsFilesInItsFolderOnly) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "mine");
    std::ofstream(folder / "mine/inside.csv") << "1\n2\n3\n";
    std::ofstream(folder / "outside.csv") << "4\n5\n6\n";
    std::filesystem::create_symlink(folder / "outside.csv", folder / "mine/link.csv");
    const auto state_with = [&](const std::string& file) {
        return read_shown_state("memory --signal file --file " + folder / file, all_views());
    };
    const std::string lesson = add_own_step(state_with("mine/inside.csv"), folder.path());
    const LessonReading reading = read_lesson_folder(folder / "mine");
    ASSERT_EQ(reading.lesson.steps.size(), 1U);
    EXPECT_NE(reading.lesson.steps[0].show.text.find("--file inside.csv"), std::string::npos);
    EXPECT_TRUE(check_lesson(reading.lesson, all_views(), EngineChoice{"cpu"}, Job()).empty());
    for (const char* outside : {"outside.csv", "mine/link.csv"}) {
        EXPECT_THROW(static_cast<void>(add_own_step(state_with(outside), folder.path())), InputError);
        std::ofstream(lesson, std::ios::app)
            << "step: s\ntitle: S\ntext: T\nshow: memory --signal file --file " << folder / outside << "\n";
        const auto problems =
            check_lesson(read_lesson_folder(folder / "mine").lesson, all_views(), EngineChoice{"cpu"}, Job());
        ASSERT_FALSE(problems.empty());
        EXPECT_NE(problems.front().message().english().find("outside of the folder"), std::string::npos);
    }
}

TEST(OwnLesson, LeavesWhatItCannotReadAsItIs) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "mine");
    const std::string broken = "lesson: 1\nwhat: ever\n";
    std::ofstream(folder / "mine/lesson.txt") << broken;
    const Store store(all_views());
    EXPECT_THROW(static_cast<void>(add_own_step(shown_state_of(store), folder.path())), InputError);
    std::ifstream file(folder / "mine/lesson.txt");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), broken);
    EXPECT_THROW(static_cast<void>(add_own_step(shown_state_of(store), {})), OutputError);
    EXPECT_THROW(static_cast<void>(add_own_step(shown_state_of(store), "/proc/nowhere")), OutputError);
}

std::string lesson_of(const std::string& title, const std::string& steps) {
    return "lesson: 1\ntitle: " + title + "\nsummary: B\nminutes: 1\n" + steps;
}
std::string step_of(const std::string& id, int length, const std::string& text = "D.") {
    return "step: " + id + "\ntitle: C\nshow: position-matrix --length " + std::to_string(length) +
           "\ntext: " + text + "\n";
}

TEST(OwnLesson, NeverLosesTheEndOfALargeFile) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "mine");
    const Store store(all_views());
    const std::string lesson = lesson_of("A", step_of("one", 64));
    const std::string step = step_of("two", 80);
    for (const std::string& text : {lesson + std::string(max_lesson_bytes, '\n') + step,
                                    lesson + std::string(max_lesson_bytes - lesson.size(), '\n')}) {
        std::ofstream(folder / "mine/lesson.txt") << text;
        EXPECT_THROW(static_cast<void>(add_own_step(shown_state_of(store), folder.path())), Error);
        std::ifstream file(folder / "mine/lesson.txt");
        EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(file), {}) == text);
    }
}

/// An open lesson whose file can be changed.
class OpenFile : public testing::Test {
  protected:
    OpenFile() : course_([] {}, EngineChoice{"cpu"}, folder_.path()) {
        std::filesystem::create_directory(folder_ / "own");
        write(lesson_of("First", step_of("one", 64) + step_of("two", 80)));
        store_.lessons.open = "own";
        store_.lessons.step = "two";
        course_.update(store_);
    }
    void write(const std::string& text) const { std::ofstream(folder_ / "own/lesson.txt") << text; }
    /// Looks at the file after more than a second.
    std::optional<Message> look() {
        const auto fault = course_.follow_file(store_, now_ += 1.1);
        course_.update(store_);
        return fault;
    }
    [[nodiscard]] std::string length() const {
        const auto index = static_cast<std::size_t>(parameter_index(store_.view(), "length"));
        return to_string(store_.view().parameters()[index], store_.values()[index]);
    }
    void set_length(std::int64_t length) {
        Values values = store_.values();
        values[static_cast<std::size_t>(parameter_index(store_.view(), "length"))] = length;
        ASSERT_TRUE(store_.set(values));
    }

    TemporaryFolder folder_;
    Store store_{all_views()};
    LessonCourse course_;
    double now_ = 10;
};

TEST_F(OpenFile, IsReadAgainAtItsStepWhenItChanges) {
    ASSERT_TRUE(course_.has_file());
    EXPECT_EQ(course_.step().id, "two");
    EXPECT_FALSE(look());
    const LessonList before = course_.all();
    set_length(90);
    write(lesson_of("Second", step_of("zero", 32) + step_of("one", 64) + step_of("two", 80, "Longer.")));
    EXPECT_FALSE(look());
    EXPECT_EQ(course_.lesson().title.text, "Second");
    EXPECT_EQ(before.back()->lesson.title.text, "First") << "the palette may still search it";
    EXPECT_EQ(&course_.all().back()->lesson, &course_.lesson());
    EXPECT_EQ(course_.step().id, "two");
    EXPECT_EQ(course_.place(), 2U);
    EXPECT_EQ(course_.step().blocks.front().text.text, "Longer.");
    EXPECT_EQ(length(), "90") << "the step's figure is the same, so a moved slider stays";
    write(lesson_of("Third", step_of("one", 64) + step_of("two", 100)));
    EXPECT_FALSE(look());
    EXPECT_EQ(length(), "100") << "the step has another figure";
    write(lesson_of("Fourth", step_of("only", 48)));
    EXPECT_FALSE(look());
    EXPECT_EQ(course_.step().id, "only") << "the step is gone";
    EXPECT_EQ(store_.lessons.step, "only");
}

TEST_F(OpenFile, WithAFaultIsReportedOnceAndLeavesTheLesson) {
    for (const std::string& faulty :
         {std::string("lesson: 1\nwhat: ever\n"),
          lesson_of("Second", "step: two\ntitle: C\nshow: position-matrix --no-such 1\ntext: D.\n")}) {
        write(faulty);
        const auto fault = look();
        ASSERT_TRUE(fault);
        EXPECT_NE(fault->english().find("own/lesson.txt:"), std::string::npos) << fault->english();
        EXPECT_FALSE(look()) << "reported once";
        EXPECT_EQ(course_.lesson().title.text, "First");
        EXPECT_EQ(course_.step().id, "two");
        EXPECT_EQ(length(), "80");
    }
    std::filesystem::remove(folder_ / "own/lesson.txt");
    EXPECT_TRUE(look());
    EXPECT_EQ(course_.lesson().title.text, "First");
    write(lesson_of("Corrected", step_of("two", 80)));
    EXPECT_FALSE(look());
    EXPECT_EQ(course_.lesson().title.text, "Corrected");
}

TEST_F(OpenFile, IsObservedAtMostOnceASecond) {
    EXPECT_FALSE(course_.follow_file(store_, 20));
    write(lesson_of("Second", step_of("two", 80)));
    EXPECT_FALSE(course_.follow_file(store_, 20.9));
    EXPECT_EQ(course_.lesson().title.text, "First");
    EXPECT_FALSE(course_.follow_file(store_, 21));
    EXPECT_EQ(course_.lesson().title.text, "Second");
}

TEST_F(OpenFile, IsNotObservedForALessonOfTheProgram) {
    store_.lessons.begin("rope");
    course_.update(store_);
    ASSERT_TRUE(course_.is_open());
    EXPECT_FALSE(course_.has_file());
    EXPECT_FALSE(look());
}

/// A file that changed while the window was open is read again when its lesson opens.
TEST(OwnLesson, IsReadAgainWhenItOpens) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    const auto write = [&](const std::string& title) {
        std::ofstream(folder / "own/lesson.txt")
            << "lesson: 1\ntitle: " << title << "\nsummary: B\nminutes: 1\nstep: one\ntitle: C\n"
            << "show: position-matrix --length 64\ntext: D.\n";
    };
    Store store(all_views());
    LessonCourse course([] {}, EngineChoice{"cpu"}, folder.path());
    for (const std::string title : {"First", "Second"}) {
        write(title);
        store.lessons.open = "own";
        course.update(store);
        ASSERT_TRUE(course.is_open());
        EXPECT_EQ(course.lesson().title.text, title);
        store.lessons.leave();
        course.update(store);
    }
}

}  // namespace
}  // namespace poslab::test
