#pragma once

#include "core/base/job.hpp"
#include "core/documents/shown_state.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/figure/layout.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_numbers.hpp"
#include "core/views/computed.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The computed state of a step, from which its expressions are evaluated.
struct LessonState : ComputedVariants {  // labelled in the requested language
    ShownState shown;

    /// `job` stops evaluations; null: nothing does.
    [[nodiscard]] LessonNumbers numbers(const Job* job = nullptr) const {
        return {shown.view, variants, figure().id, nullptr, job};
    }
    [[nodiscard]] const FigureInfo& figure() const { return shown.figure_info(); }
};

/// Returns the state that a step shows. A lesson reads files only in its own folder. Throws UsageError, or
/// InputError, also for a file outside of the folder.
[[nodiscard]] ShownState shown_by(const Lesson& lesson, const LessonStep& step,
                                  std::span<const View* const> views);

/// Returns the arrays that the step's texts, in all languages, and its figure require.
[[nodiscard]] std::vector<std::string> arrays_of(const Lesson& lesson, const LessonStep& step,
                                                 const ShownState& shown);

/// Throws UsageError or InputError for an invalid state, Cancelled.
[[nodiscard]] LessonState computed_state(ShownState shown, const std::vector<std::string>& arrays,
                                         const EngineChoice& engine, Language language, const Job& job);

/// The text of a number that is undefined, or not shown yet.
inline constexpr std::string_view no_number = "–";
/// Return the formatted number; no_number if it is undefined in this state, or not computed yet.
[[nodiscard]] std::string number_or_dash(const LessonExpression& expression, const LessonNumbers& numbers);
[[nodiscard]] std::string watched_number(const LessonWatch& watch, const LessonNumbers& numbers);

/// A mark in data coordinates of a panel: a ring around a point or cell, a rectangle, an axis, or a whole
/// panel.
struct MarkTarget {
    LessonMark::Kind kind = LessonMark::Kind::panel;
    std::size_t panel = 0;                  // among Figure::main, then Figure::companions
    double x0 = 0, x1 = 0, y0 = 0, y1 = 0;  // for a point, both are equal
    std::size_t number = 0;                 // label if there are several; 0: its position among them
    bool strong = false;                    // under the pointer
    bool nothing = false;                   // the region has no extent now: not drawn
};

/// Returns the position of a mark in the figure. Throws LessonError if it is not visible, EmptyMark for a
/// region without extent.
[[nodiscard]] MarkTarget place_of(const LessonMark& mark, const LessonNumbers& numbers, const Figure& figure);

/// Draws rings and rectangles in `accent` over the layout, with the marks' numbers (1, 2, … in order) if
/// there are several. Marks of omitted panels are not drawn.
[[nodiscard]] std::vector<DrawCommand> drawn_places(const std::vector<MarkTarget>& places,
                                                    const Figure& figure, const Layout& layout, Color accent,
                                                    Color on_accent);

}  // namespace poslab
