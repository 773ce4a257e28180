#pragma once

#include "core/figure/layout.hpp"
#include "core/lessons/drawn_curve.hpp"
#include "core/lessons/lesson.hpp"

#include <optional>
#include <span>
#include <string>

namespace poslab {

// What lessons do with the curves of a figure: leave one out until it was drawn, bring one out, find the one that is pointed at.

/// The n-th line of a panel, from 1; null: it has fewer.
[[nodiscard]] const LineMark* line_in(const Panel& panel, std::size_t number);
[[nodiscard]] const Panel* panel_at(const Figure& figure, std::size_t place);
[[nodiscard]] Panel* panel_at(Figure& figure, std::size_t place);
/// Null: the figure has no such curve.
[[nodiscard]] const LineMark* find_curve(const Figure& figure, const LessonCurve& curve);
/// The same; throws LessonError, which begins with `key`.
[[nodiscard]] const LineMark& curve_of(const Figure& figure, const LessonCurve& curve, const std::string& key);

/// "KEY: the figure has 2 panels, so there is none 'in 3'".
[[nodiscard]] Sentence no_panel(const std::string& key, const Figure& figure, std::size_t place);

/// Throws LessonError for a curve that is not there or cannot be drawn over an axis.
void check_drawing(const LessonDrawing& drawing, const Figure& figure);
/// Throws LessonError, which begins with `key`, for what is not there.
void check_hidden(const LessonHidden& hidden, const Figure& figure, const std::string& key);
/// Whether a mark would give the curve away: a place in its panel, or what is hidden itself.
[[nodiscard]] bool gives_away(const LessonMark& mark, const LessonDrawing& drawing);

/// Leaves those curves out, their names with them. Other curves keep their places.
void leave_out(std::span<const LessonHidden> later, Figure& figure);

/// Leaves the curve out, with bands and dots of its colour, notes and what the pointer reads off in its panel, all that is to be
/// hidden, and the figure's sentence. Other curves keep their places.
void leave_out(const LessonDrawing& drawing, Figure& figure);

/// How what was drawn is shown. A curve without a label gets its name, or `real_label`.
struct DrawnLook {
    Color color;
    std::string label, real_label;
};
/// Adds what was drawn, dashed; if that is nothing, its label keeps its room all the same.
void add_drawn(const LessonCurve& curve, const DrawnCurve& drawn, const DrawnLook& look, Figure& figure);

/// The other curves and areas of its panel fade.
void bring_out(const LessonCurve& curve, Figure& figure);

/// Which of these curves the pointer, in pixels of the layout, is on or next to, or on whose label; none: on none of them.
[[nodiscard]] std::optional<LessonCurve> curve_at(Point pointer, std::span<const LessonCurve> curves, const Figure& figure,
                                                  const Layout& layout, const TextMetrics& metrics);

/// Returns the figure with these panels alone, for pages without room for the others. Panels keep their order;
/// figure.main.size() + figure.companions.size() is Figure::beside. Bars and key remain if main panels have cells.
[[nodiscard]] Figure panels_alone(const Figure& figure, std::span<const std::size_t> panels);
/// Renumbers the frames in a layout of panels_alone() as the panels are numbered in the figure.
void place_panels_alone(Layout& layout, const Figure& figure, std::span<const std::size_t> panels);
/// A panel in the place of all others.
[[nodiscard]] Figure panel_alone(const Figure& figure, std::size_t panel);
/// The frame in a layout of that becomes the frame of the panel as it is in the figure.
void place_alone(Layout& layout, const Figure& figure, std::size_t panel);

/// The frame of a panel; null: it had to give way.
[[nodiscard]] const PanelFrame* frame_of(std::size_t panel, const Figure& figure, const Layout& layout);

}  // namespace poslab
