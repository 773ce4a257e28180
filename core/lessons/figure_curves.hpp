#pragma once

#include "core/figure/layout.hpp"
#include "core/lessons/drawn_curve.hpp"
#include "core/lessons/lesson.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

// Operations of lessons on the curves of a figure: omit one until it has been drawn, highlight one, find the
// one under the pointer.

/// Returns the n-th line of a panel, from 1; null if it has fewer.
[[nodiscard]] const LineMark* line_in(const Panel& panel, std::size_t number);
[[nodiscard]] const Panel* panel_at(const Figure& figure, std::size_t index);
[[nodiscard]] Panel* panel_at(Figure& figure, std::size_t index);
/// Returns null if the figure has no such curve.
[[nodiscard]] const LineMark* find_curve(const Figure& figure, const LessonCurve& curve);
/// Like find_curve(), but throws LessonError, which begins with `key`.
[[nodiscard]] const LineMark& curve_of(const Figure& figure, const LessonCurve& curve,
                                       const std::string& key);

/// Returns "KEY: the figure has 2 panels; 'in 3' does not exist".
[[nodiscard]] Message no_panel(const std::string& key, const Figure& figure, std::size_t index);

/// Throws LessonError if the curve does not exist or cannot be drawn over an axis.
void check_drawing(const LessonDrawing& drawing, const Figure& figure);
/// Throws LessonError, which begins with `key`, if the element does not exist.
void check_hidden(const LessonHidden& hidden, const Figure& figure, const std::string& key);
/// True if a mark would reveal the curve: it is in its panel, or on a hidden element.
[[nodiscard]] bool gives_away(const LessonMark& mark, const LessonDrawing& drawing);

/// Removes those curves and their names. Other curves keep their numbers.
void leave_out(std::span<const LessonHidden> later, Figure& figure);

/// Removes the curve, bands and dots of its colour, notes and pointer readings in its panel, all hidden
/// elements, and the figure's sentence. Other curves keep their numbers.
void leave_out(const LessonDrawing& drawing, Figure& figure);

/// The look of a drawn curve. A curve without a label gets its name, or `real_label`.
struct CurveLook {
    Color color;
    std::string label, real_label;
};
/// Adds the drawn curve, dashed; the room of its label is reserved even if nothing is drawn.
void add_sketch(const LessonCurve& curve, const SketchedCurve& sketch, const CurveLook& look, Figure& figure);

/// Fades the other curves and areas of its panel.
void bring_out(const LessonCurve& curve, Figure& figure);

/// Finds curves under a pointer that moves over a figure. A curve whose x does not fall is searched near the
/// pointer only; this is checked once for each x while successive calls use it.
class CurveFinder {
  public:
    /// Returns the curve that the pointer (in pixels of the layout) is on or near, or whose label it is on;
    /// empty if none. Points are skipped if very many are near the pointer, or if the x of a long curve
    /// falls.
    [[nodiscard]] std::optional<LessonCurve> find(Point pointer, std::span<const LessonCurve> curves,
                                                  const Figure& figure, const Layout& layout,
                                                  const TextMetrics& metrics);
    /// The number of curves whose x was read from end to end so far.
    [[nodiscard]] std::size_t checked() const { return checked_; }

  private:
    struct Known {
        std::weak_ptr<const NumberBuffer> x;
        bool rises = false;
        bool used = false;  // by the current call
    };
    /// True if x never falls.
    [[nodiscard]] bool rises(const std::shared_ptr<const NumberBuffer>& x);

    std::vector<Known> known_;
    std::size_t checked_ = 0;
};

/// The number of Figure::marginal among the panels of a figure: it follows the main panels and companions.
[[nodiscard]] std::size_t marginal_index(const Figure& figure);
/// Returns the figure with these panels alone, for pages without room for the others. Panels keep their
/// order. Bars and key remain if main panels have cells.
[[nodiscard]] Figure panels_alone(const Figure& figure, std::span<const std::size_t> panels);
/// Renumbers the frames in a layout of panels_alone() as the panels are numbered in the figure.
void place_panels_alone(Layout& layout, const Figure& figure, std::span<const std::size_t> panels);
/// Returns the figure with a single panel.
[[nodiscard]] Figure panel_alone(const Figure& figure, std::size_t panel);
/// Moves the frame in a layout of panel_alone() to the panel's index in the figure.
void place_alone(Layout& layout, const Figure& figure, std::size_t panel);

/// Returns the frame of a panel; null if the panel was omitted.
[[nodiscard]] const PanelFrame* frame_of(std::size_t panel, const Figure& figure, const Layout& layout);
/// Returns the panels that a layout lacks, numbered as in panels_alone().
[[nodiscard]] std::vector<std::size_t> missing_panels(std::span<const std::size_t> panels,
                                                      const Figure& figure, const Layout& layout);
/// Lays out a figure so that it shows most of the `needed` panels: alone if there is no room for the others,
/// then without the key.
[[nodiscard]] Layout layout_with(std::span<const std::size_t> needed, const Figure& figure,
                                 const TextMetrics& metrics, LayoutOptions options);

}  // namespace poslab
