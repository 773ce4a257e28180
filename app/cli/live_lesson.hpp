#pragma once

#include "app/cli/page_file.hpp"
#include "app/paint/fonts.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/lessons/lesson.hpp"

namespace poslab {

/// The language that a live lesson is drawn in. If it is not fixed, the page opens in the reader's language
/// if the lesson has it.
struct PageLanguage {
    Language drawn;
    bool fixed = true;
};

/// Computes the steps of a lesson and returns the contents of its live page: the text of the handout in all
/// languages that the lesson has, and one live figure for the step that is read. Throws InputError for a
/// broken lesson, Cancelled.
[[nodiscard]] PageContents live_lesson(const Lesson& lesson, PageLanguage language,
                                       const EngineChoice& engine, const FontLibrary& fonts, const Job& job);

}  // namespace poslab
