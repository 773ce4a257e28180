#pragma once

#include "core/base/language.hpp"
#include "core/figure/layout.hpp"
#include "core/lessons/lesson.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// How a lecture room's window is divided; the figure always has at least two thirds of it.
enum class LectureForm {
    right,    // text to the right of the figure
    below,    // text below the figure, in two columns
    sliders,  // a slider below the figure
};

/// The smallest text of a figure in a lecture room, CSS pixels; appears twice as large on a screen 720 high.
inline constexpr double min_lecture_text = 11;

/// The areas of the figure and the rest in a window of this size.
struct LectureAreas {
    Rect figure, rest;
};
[[nodiscard]] LectureAreas lecture_areas(double width, double height, LectureForm form);

/// Panels of the figure that a step's marks, curves or words name, numbered as in marks, marginal_index()
/// included.
[[nodiscard]] std::vector<std::size_t> named_panels(const Lesson& lesson, const LessonStep& step,
                                                    Language language, const Figure& figure);
/// The division of a lecture room's window, decided once per step, size and language, so that nothing jumps
/// while a slider moves.
class LecturePlan {
  public:
    /// Returns the layout of the figure in a canvas of this size.
    using LayOut = std::function<Layout(double width, double height)>;
    /// Returns the form in which the figure shows most of the panels `named`, then the fewest cut texts, then
    /// most of all panels. `key` identifies everything that the decision depends on.
    [[nodiscard]] LectureForm form(const std::string& key, const Figure& figure,
                                   std::span<const std::size_t> named, double width, double height,
                                   const LayOut& lay_out);

  private:
    std::string decided_for_;
    LectureForm form_ = LectureForm::right;
};

}  // namespace poslab
