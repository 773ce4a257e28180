#pragma once

#include "app/paint/fonts.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/figure/palette.hpp"
#include "core/lessons/lesson.hpp"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace poslab {

/// `lesson` as it was typed.
struct LessonOptions {
    std::string name;             // of a lesson; empty: none
    std::string check, folder{};  // --check, --lessons
    std::string step;             // in the window; empty: the first, or where it was left
    std::string paper = "a4";
    bool list = false, answers = false, slides = false;
};

void add_lesson_options(CLI::App& app, LessonOptions& options);

/// Names, minutes and titles, a line each; of a broken one why it is.
[[nodiscard]] std::string lesson_list(const std::string& folder, Language language);

/// The lesson with that name. Throws UsageError, InputError for a broken one.
[[nodiscard]] Lesson find_lesson(const std::string& name, const std::string& folder);

/// How a lesson is written into a file.
struct LessonOutput {
    std::string path;
    Language language;
    std::optional<Theme> theme{};  // if one was requested
};

/// Writes the lesson that the options name into a file: pages, a page for browsers or slides, by its ending. Returns what was
/// requested and is ignored. Throws UsageError, InputError for a broken lesson, OutputError, Cancelled.
[[nodiscard]] std::optional<Sentence> write_lesson(const LessonOptions& options, const LessonOutput& output,
                                                   const EngineChoice& engine, const FontLibrary& fonts, const Job& job);

/// A lesson that was checked: each of its problems, and the number of its steps.
struct CheckedLesson {
    std::vector<LessonProblem> problems;
    std::size_t steps = 0;
};

/// Checks the lesson in that folder, or whose lesson.txt that is, or one of the program's of that name. Throws InputError if there
/// is none, Cancelled.
[[nodiscard]] CheckedLesson checked_lesson(const std::string& place, const EngineChoice& engine, const Job& job);

/// A line for each problem, or the number of steps and that there are no faults.
[[nodiscard]] std::string check_text(const CheckedLesson& lesson, Language language);

}  // namespace poslab
