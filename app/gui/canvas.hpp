#pragma once

#include "app/gui/canvas_computation.hpp"
#include "app/gui/canvas_context.hpp"
#include "app/gui/canvas_drawing.hpp"
#include "app/gui/canvas_pointer.hpp"
#include "app/gui/figure_on_screen.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The work of the window in the middle of a frame of the canvas.
struct CanvasSteps {
    /// Runs after the pointer and before data are requested. Returns values to compute ahead, if any.
    std::function<std::optional<Values>()> change;
    /// Draws over the figure and below the canvas's own cards.
    std::function<void()> draw_over;
};

/// The figure in the window: what is computed for it, what of it is looked at, the pointer over it, and what
/// is drawn over it.
class Canvas {
  public:
    /// `wake` is called on other threads whenever something was computed.
    explicit Canvas(const std::function<void()>& wake) : computed_(wake) {}

    /// Runs one frame, in this order: the pointer acts on the figure of the last frame, the window changes
    /// what it has to, data are requested, and the figure of the newest data is made and drawn.
    void frame(Ui& ui, Store& store, const CanvasContext& context, const CanvasSteps& steps);

    void ignore_pointer(const Ui& ui) { pointer_.ignore_pointer(ui); }
    [[nodiscard]] bool arrived() { return computed_.arrived(); }
    void press_default(Ui& ui, const Store& store) { drawing_.press_default(ui, store); }
    [[nodiscard]] std::optional<ViewParameter> take_wanted_file() { return drawing_.take_wanted_file(); }
    void go_home(Store& store) { shown_.go_home(store); }
    void zoom_step(Store& store, double factor) const {
        pointer_.zoom_step(store, shown_, computed_, factor);
    }
    void measure_from(const Store& store) { pointer_.measure_from(store, shown_); }

    [[nodiscard]] const CanvasComputation& computed() const { return computed_; }
    [[nodiscard]] const FigureOnScreen& shown() const { return shown_; }
    [[nodiscard]] const CanvasPointer& pointer() const { return pointer_; }

    [[nodiscard]] const Figure& figure() const { return shown_.figure(); }
    [[nodiscard]] const Layout& layout() const { return shown_.layout(); }
    [[nodiscard]] const Cursor& cursor() const { return pointer_.cursor(); }
    [[nodiscard]] std::vector<Variant> variants(const Store& store) const {
        return computed_.variants(store);
    }
    [[nodiscard]] const WorkerStatus& status() const { return computed_.status(); }
    [[nodiscard]] bool shows_present() const { return computed_.shows_present(); }
    [[nodiscard]] bool up_to_date() const { return computed_.up_to_date(); }
    /// Returns a label per pin, by its index; empty for a pin equal to the current values.
    [[nodiscard]] const std::vector<std::string>& pin_labels(const Store& store) const {
        return computed_.compared().pins(store).labels;
    }
    [[nodiscard]] const Message& comparison_error() const { return computed_.compared().error(); }
    [[nodiscard]] const std::string& hint() const { return pointer_.hint(); }
    [[nodiscard]] bool limits_are_locked(const Store& store) const { return shown_.limits_are_locked(store); }
    [[nodiscard]] Color swatch_of(const Store& store, const ReadoutRow& row) const {
        return shown_.swatch_of(store, row);
    }
    [[nodiscard]] std::vector<ReadoutRow> measured(const Store& store) const {
        return pointer_.difference().rows(store, shown_, pointer_.cursor());
    }

  private:
    FigureOnScreen shown_;
    CanvasPointer pointer_;
    CanvasDrawing drawing_;
    CanvasComputation computed_;  // last: its threads wake the window
};

}  // namespace poslab
