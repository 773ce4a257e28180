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
