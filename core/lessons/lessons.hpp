#pragma once

#include "core/lessons/lesson.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A file of a lesson that the program was built with: "rerope/lesson.txt".
struct LessonFile {
    std::string_view name, text;
};
[[nodiscard]] std::span<const LessonFile> lesson_files();
/// The same of assets/explained.
[[nodiscard]] std::span<const LessonFile> explanation_files();

/// Those of the program, in the order of assets/lessons/lessons.list.
[[nodiscard]] std::vector<LessonReading> built_in_lessons();

/// What each figure of a view shows, as a lesson whose steps are called as the figures are (assets/explained/VIEW); null: nothing
/// is said of that view.
[[nodiscard]] const LessonReading* explanation_of(std::string_view view_id);

/// The lesson in a folder: lesson.txt and LANGUAGE.po. A folder that cannot be read is a problem of it.
[[nodiscard]] LessonReading read_lesson_folder(const std::string& folder);

/// All lessons in the folders of `folder`, by name; none where there is no such folder.
[[nodiscard]] std::vector<LessonReading> lessons_in(const std::string& folder);

/// Where a user's own lessons are looked for: lessons in the data folder ($XDG_DATA_HOME/poslab). Empty without a home.
[[nodiscard]] std::string user_lessons_folder();

/// Those of the program, the user's and those in `folder` (may be empty); one that comes later takes the place of one of its name.
[[nodiscard]] std::vector<LessonReading> all_lessons(const std::string& folder = {});

}  // namespace poslab
