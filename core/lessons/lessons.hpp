#pragma once

#include "core/lessons/lesson.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// An embedded lesson file: "rerope/lesson.txt".
struct LessonFile {
    std::string_view name, text;
};
[[nodiscard]] std::span<const LessonFile> lesson_files();
/// The same for assets/explained.
[[nodiscard]] std::span<const LessonFile> explanation_files();

/// Returns the program's lessons, in the order of assets/lessons/lessons.list.
[[nodiscard]] std::vector<LessonReading> built_in_lessons();

/// Returns the explanations of a view's figures as a lesson whose steps are named like the figures
/// (assets/explained/VIEW); null if the view has none.
[[nodiscard]] const LessonReading* explanation_of(std::string_view view_id);

/// Reads the lesson in a folder: lesson.txt and LANGUAGE.po. An unreadable folder is reported as a problem.
[[nodiscard]] LessonReading read_lesson_folder(const std::string& folder);

/// True if the lesson was read from a folder and is not part of the program.
[[nodiscard]] bool is_in_folder(const Lesson& lesson);
/// Returns the paths of lesson.txt and of the catalogues in all languages, including missing ones.
[[nodiscard]] std::vector<std::string> lesson_paths(const Lesson& lesson);
/// Time of the last change and size of each file of a lesson; zeros for a missing one.
using LessonFileStamps = std::vector<std::pair<std::int64_t, std::uintmax_t>>;
/// Returns the stamps of a lesson in a folder. If they differ from earlier ones, a file was changed.
[[nodiscard]] LessonFileStamps lesson_file_stamps(const Lesson& lesson);

/// Returns all lessons in the subfolders of `folder`, by name; empty if the folder does not exist.
[[nodiscard]] std::vector<LessonReading> lessons_in(const std::string& folder);

/// Returns the folder of a user's own lessons: lessons in the data folder ($XDG_DATA_HOME/poslab). Empty
/// without a home.
[[nodiscard]] std::string user_lessons_folder();

/// Returns the lessons of the program, of the user and in `folder` (may be empty); a later one replaces an
/// earlier one of the same name.
[[nodiscard]] std::vector<LessonReading> all_lessons(const std::string& folder = {});

/// Lessons that are shared instead of copied; a changed one is another object.
using LessonList = std::vector<std::shared_ptr<const LessonReading>>;
[[nodiscard]] LessonList shared_lessons(std::vector<LessonReading> lessons);

}  // namespace poslab
