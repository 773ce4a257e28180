#pragma once

#include "core/lessons/lesson_state.hpp"

#include <span>
#include <vector>

namespace poslab {

/// What of a lesson is wrong besides its syntax: states, expressions, formulas, marks, translations, conditions; each with its
/// line. Computes every step. Throws Cancelled.
[[nodiscard]] std::vector<LessonProblem> check_lesson(const Lesson& lesson, std::span<const View* const> views,
                                                      const EngineChoice& engine, const Job& job);

/// Values that a `try` goes through, in its order: those between its ends, or the choice. Throws UsageError, LessonError.
[[nodiscard]] std::vector<Values> tried_values(const LessonTry& tried, const ShownState& shown);

/// Whether `done` holds with these numbers. Throws LessonError.
[[nodiscard]] bool is_done(const LessonStep& step, const LessonNumbers& numbers);

}  // namespace poslab
