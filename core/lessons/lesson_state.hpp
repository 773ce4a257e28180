#pragma once

#include "core/base/job.hpp"
#include "core/documents/shown_state.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/figure/layout.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <string>
#include <vector>

namespace poslab {

/// What a step shows, worked out: what its expressions are told from.
struct LessonState {
    ShownState shown;
    std::vector<Variant> variants;           // labelled in the language that was asked for
    std::vector<View::Prepared> prepared{};  // of each variant: what else is sampled need not be prepared again

    [[nodiscard]] LessonNumbers numbers() const { return {shown.view, variants, figure()}; }
    [[nodiscard]] std::string_view figure() const;
};

/// The arrays that the step's texts, in all its languages, and its figure ask for.
[[nodiscard]] std::vector<std::string> arrays_of(const Lesson& lesson, const LessonStep& step, const ShownState& shown);

/// Throws UsageError, InputError for a state that cannot be, Cancelled.
[[nodiscard]] LessonState computed_state(ShownState shown, const std::vector<std::string>& arrays, const EngineChoice& engine,
                                         Language language, const Job& job);

/// A mark in data coordinates of a panel: a ring round a point or cell, a rectangle, an axis, or a whole panel.
struct LessonPlace {
    LessonMark::Kind kind = LessonMark::Kind::panel;
    std::size_t panel = 0;                  // among Figure::main and then Figure::companions
    double x0 = 0, x1 = 0, y0 = 0, y1 = 0;  // of a point both are the same
    std::size_t number = 0;                 // written beside it where there are several; 0: its place among them
    bool strong = false;                    // pointed at
    bool nothing = false;                   // the region has no extent now: nothing is drawn
};

/// Where a mark lies in the figure. Throws LessonError where that is nowhere to be seen, NothingMarked for a region without extent.
[[nodiscard]] LessonPlace place_of(const LessonMark& mark, const LessonNumbers& numbers, const Figure& figure);

/// Rings and rectangles in `accent` on what is laid out, with the marks' numbers (1, 2, … in their order) where there are several.
/// What has no room has no mark.
[[nodiscard]] std::vector<DrawCommand> drawn_places(const std::vector<LessonPlace>& places, const Figure& figure,
                                                    const Layout& layout, Color accent, Color on_accent);

}  // namespace poslab
