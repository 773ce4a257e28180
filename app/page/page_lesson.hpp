#pragma once

#include "app/page/page_request.hpp"
#include "core/documents/shown_state.hpp"
#include "core/figure/layout.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// The lesson of a live page: what its current step hides, marks and watches. Without a lesson it changes
/// nothing.
class PageLesson {
  public:
    /// Goes to the request's step. Throws InputError with the lesson's line, UsageError if there is no such
    /// step.
    void open(const std::optional<PageStep>& requested);

    /// Adds the arrays that the step's expressions need.
    void add_arrays(const ShownState& state, std::vector<std::string>& arrays) const;
    /// Removes curves that a later step explains, and those that the reader draws first.
    void hide_curves(const ShownState& state, Figure& figure) const;
    /// Returns the panels that the step's marks are in, or the one that the reader draws in; numbered as in
    /// marks.
    [[nodiscard]] std::vector<std::size_t> needed_panels(const ShownState& state) const;
    /// Adds the marks that have a target in this figure; there are none in a figure of another view.
    void add_marks(const ShownState& state, std::span<const Variant> variants, const Figure& figure,
                   Theme theme, Layout& layout) const;
    /// Marks, among the layout's panels as JSON, the one in which the reader draws the curve of the question.
    void add_sketch(const ShownState& state, const Figure& figure, const Layout& layout, Language language,
                    nlohmann::ordered_json& panels) const;
    /// Returns the step's watched numbers (no_number before its question is answered) and whether its task is
    /// done; null without a lesson.
    [[nodiscard]] nlohmann::ordered_json json(const ShownState& state,
                                              std::span<const Variant> variants) const;

  private:
    [[nodiscard]] const LessonStep* step_for(const ShownState& state) const;

    std::string text_;  // that lesson_ was read from
    Lesson lesson_;
    const LessonStep* step_ = nullptr;  // in lesson_
    const View* view_ = nullptr;        // of the step's figure
    std::string figure_;
    bool answered_ = false;
};

}  // namespace poslab
