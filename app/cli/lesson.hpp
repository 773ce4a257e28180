#pragma once

#include "app/paint/fonts.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/figure/palette.hpp"
#include "core/lessons/lesson.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace poslab {

/// The options of `lesson` as typed.
struct LessonOptions {
    std::string name;             // name of a lesson; empty: none
    std::string check, folder{};  // --check, --lessons
    std::string step;             // step to open in the window; empty: the first, or the last visited
    std::string paper;            // empty: a4
    bool list = false, answers = false, slides = false, live = false;
};

void add_lesson_options(CLI::App& app, LessonOptions& options);

/// True if the options list the lessons. `writes`: -o is given.
[[nodiscard]] bool is_lesson_list(const LessonOptions& options, bool writes);

/// Throws UsageError for options that have no effect together. `writes`: -o is given; `of_window`: the given
/// options that only the window has; `has_theme`: --theme is given.
void check_lesson_options(const LessonOptions& options, bool writes,
                          const std::vector<std::string_view>& of_window, bool has_theme);

/// Checks that the folder of --lessons can be listed. Throws InputError.
void check_lessons_folder(const std::string& folder);

/// Lists names, minutes and titles, one lesson per line; for a broken lesson, the reason.
[[nodiscard]] std::string lesson_list(const std::string& folder, Language language);

/// Returns the lesson with that name. Throws UsageError, or InputError for a broken lesson.
[[nodiscard]] Lesson find_lesson(const std::string& name, const std::string& folder);

/// The settings for writing a lesson into a file.
struct LessonOutput {
    std::string path;
    Language language;
    std::optional<Theme> theme{};  // if one was requested
    bool fixed_language = true;    // false: a live page opens in the reader's language if it has that
};

/// Writes the lesson that the options name as pages, a web page, a live page or slides. Returns notes on a
/// requested option that is ignored, a missing translation, and figures of a live page that cannot change.
/// Throws UsageError, InputError for a broken lesson, Unavailable if a live page has no engine, OutputError,
/// Cancelled.
[[nodiscard]] std::vector<Message> write_lesson(const LessonOptions& options, const LessonOutput& output,
                                                const EngineChoice& engine, const FontLibrary& fonts,
                                                const Job& job);

/// The result of checking a lesson: its problems and its number of steps.
struct CheckedLesson {
    std::vector<LessonProblem> problems;
    std::size_t steps = 0;
};

/// Checks a lesson, given as its folder, its lesson.txt, or the name of one of the program's lessons. Throws
/// InputError if there is none; Cancelled.
[[nodiscard]] CheckedLesson checked_lesson(const std::string& location, const EngineChoice& engine,
                                           const Job& job);

/// Returns one line per problem, or the number of steps if there are no faults.
[[nodiscard]] std::string check_text(const CheckedLesson& lesson, Language language);

}  // namespace poslab
