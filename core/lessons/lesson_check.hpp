#pragma once

#include "core/lessons/lesson_state.hpp"

#include <span>
#include <vector>

namespace poslab {

/// Returns errors other than syntax: states, expressions, formulas, marks, translations and conditions, each
/// with its line. Computes every step. Throws Cancelled.
[[nodiscard]] std::vector<LessonProblem> check_lesson(const Lesson& lesson,
                                                      std::span<const View* const> views,
                                                      const EngineChoice& engine, const Job& job);

/// Returns the values that a `try` passes through, in order: those between its ends, or the choice. Throws
/// UsageError, LessonError.
[[nodiscard]] std::vector<Values> tried_values(const LessonTry& tried, const ShownState& shown);

/// True if `done` holds with these numbers. Throws LessonError.
[[nodiscard]] bool is_done(const LessonStep& step, const LessonNumbers& numbers);

}  // namespace poslab
