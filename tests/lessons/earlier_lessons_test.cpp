// Lessons that users made with earlier versions.

#include "core/documents/shown_state.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

TEST(EarlierLessons, KeepTheDefaultsOfTheirTime) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    std::ofstream(folder / "own/lesson.txt")
        << "lesson: 1\ntitle: Own\nsummary: Own.\nminutes: 1\n\nstep: one\ntitle: One\n"
           "text: One.\nshow: memory --order 8\n";
    const LessonReading reading = read_lesson_folder(folder / "own");
    ASSERT_EQ(reading.lesson.steps.size(), 1U);
    const View& view = find_view("memory");
    const auto index = static_cast<std::size_t>(parameter_index(view, "method"));
    const Values values = read_shown_state(reading.lesson.steps[0].show.text, all_views()).values;
    EXPECT_EQ(to_string(view.parameters()[index], values[index]), "bilinear");
}

}  // namespace
}  // namespace poslab::test
