#pragma once

#include "app/state/lesson_course.hpp"
#include "app/state/store.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Draws the curve that a step asks for, by pointer or keys, into Store::lessons and into the figure. All
/// coordinates are data coordinates.
class LessonSketch {
  public:
    explicit LessonSketch(const LessonCourse& course) : course_(course) {}

    /// Draws the pointer's path since its button was pressed.
    void draw(Store& store, std::span<const Point> path);
    /// Ends a stroke when the button is released. If `retained`, the stroke is stored, and the curve becomes
    /// the answer once it covers the axis; otherwise the stroke is undone.
    void end(Store& store, bool retained);

    /// Undoes the last stroke of pointer or keys; false if there is none for the current curve.
    bool undo(Store& store);

    /// Moves the pen by `steps` along the axis and by `up`, a fraction of the plot's height.
    void move_pen(Store& store, int steps, double up);
    /// Shows the pen while keys control it.
    void hold_pen(Store& store, bool held);
    static constexpr int pen_steps = 20;  // steps along the axis

    /// Reveals the computed curve, whatever was drawn.
    void show(Store& store) const;
    /// Deletes the answer, so that the curve can be drawn again.
    void clear(Store& store);

    /// Discards the undo list of strokes.
    void forget_strokes();

    /// Changes the figure for display: hides the curve, or adds the drawn one; highlights `pointed`.
    void change(Figure& figure, const Store& store, const std::optional<LessonCurve>& pointed) const;
    /// True if change() may alter the figure.
    [[nodiscard]] bool changes(const Store& store, const std::optional<LessonCurve>& pointed) const;

    /// Returns a text on the error of the drawn curve; empty if nothing is drawn.
    [[nodiscard]] std::string comparison(const Store& store) const;

  private:
    struct Pen {
        std::string key;
        int step = 0;
        double height = 0.5;  // fraction of the plot's height
        bool held = true;
    };

    [[nodiscard]] std::string key() const { return lesson_key(course_.lesson(), course_.step()); }
    /// Returns the panel of the step's initial figure; null if it is not (yet) known.
    [[nodiscard]] const Panel* panel(const Store& store) const;
    /// Returns the answer to be drawn; null if no curve is required.
    LessonAnswer* answer(Store& store) const;
    /// Returns the pen of this step.
    Pen& pen(const LessonAnswer& answer, const Axis& y);
    void take_height(const LessonAnswer& answer, const Axis& y);

    const LessonCourse& course_;
    struct Stroke {
        std::string key;
        SketchedCurve before;
    };
    std::optional<Stroke> stroke_;
    std::vector<Stroke> strokes_;  // the undo list, of one step
    void keep(Stroke stroke);
    std::optional<Pen> pen_;
};

}  // namespace poslab
