#pragma once

#include "app/state/lesson_course.hpp"
#include "app/state/store.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// The curve that a step asks for is drawn: by the pointer or by keys into Store::lessons, and from there into the figure.
/// Everything is in data coordinates.
class LessonSketch {
  public:
    explicit LessonSketch(const LessonCourse& course) : course_(course) {}

    /// The pointer's path from the press of its button on.
    void draw(Store& store, std::span<const Point> path);
    /// The button is up. What was drawn so far is kept, and is the answer where it covers the axis; or it is taken back.
    void end(Store& store, bool kept);

    /// Takes the last stroke back, of the pointer or of keys; false: none was drawn of what is asked for.
    bool undo(Store& store);

    /// Keys move a pen: so many steps along the axis, and so many shares of the height of the plot up.
    void move_pen(Store& store, int steps, double up);
    /// Whether keys have it, so that it is seen.
    void hold_pen(Store& store, bool held);
    static constexpr int pen_steps = 20;  // along the axis

    /// The curve may be seen, whatever was drawn.
    void show(Store& store) const;
    /// It is asked for once more.
    void clear(Store& store);

    /// Undo takes no stroke back that was drawn before.
    void forget_strokes();

    /// The figure as it is to be seen now: without the curve, or with what was drawn beside it; `pointed` is brought out.
    void change(Figure& figure, const Store& store, const std::optional<LessonCurve>& pointed) const;

    /// How far what was drawn is from the curve of the step; empty: nothing was drawn.
    [[nodiscard]] std::string comparison(const Store& store) const;

  private:
    struct Pen {
        std::string key;
        int step = 0;
        double height = 0.5;  // of the plot
        bool held = true;
    };

    [[nodiscard]] std::string key() const { return lesson_key(course_.lesson(), course_.step()); }
    /// The panel that the step begins with; null: it is not known (yet).
    [[nodiscard]] const Panel* panel(const Store& store) const;
    /// To be drawn into; null: nothing is asked for.
    LessonAnswer* answer(Store& store) const;
    /// The pen of this step.
    Pen& pen(const LessonAnswer& answer, const Axis& y);
    void take_height(const LessonAnswer& answer, const Axis& y);

    const LessonCourse& course_;
    struct Stroke {
        std::string key;
        DrawnCurve before;
    };
    std::optional<Stroke> stroke_;
    std::vector<Stroke> strokes_;  // that Undo takes back, of one step
    void keep(Stroke stroke);
    std::optional<Pen> pen_;
};

}  // namespace poslab
