#pragma once

#include "app/cli/page_file.hpp"
#include "app/paint/fonts.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/lessons/lesson.hpp"

namespace poslab {

/// Computes the steps of a lesson and returns the contents of its live page: the text of the handout, and one
/// live figure for the step that is read. Throws InputError for a broken lesson, Cancelled.
[[nodiscard]] PageContents live_lesson(const Lesson& lesson, Language language, const EngineChoice& engine,
                                       const FontLibrary& fonts, const Job& job);

}  // namespace poslab
