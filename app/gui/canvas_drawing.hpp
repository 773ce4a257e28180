#pragma once

#include "app/gui/canvas_computation.hpp"
#include "app/gui/canvas_context.hpp"
#include "app/gui/canvas_pointer.hpp"
#include "app/gui/figure_on_screen.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"
#include "app/state/view_parameter.hpp"

#include <optional>
#include <utility>

namespace poslab {

/// Draws over the figure: focus rings, boxes and strokes of the pointer, and a card about the computation.
class CanvasDrawing {
  public:
    void draw_over(Ui& ui, Store& store, CanvasComputation& computed, const FigureOnScreen& shown,
                   const CanvasPointer& pointer, const CanvasContext& context);

    /// Makes Enter press the accented button of the card over the figure, unless the focus is visible
    /// elsewhere.
    void press_default(Ui& ui, const Store& store) {
        const bool offers = offered_file_ && offered_file_->view == &store.view();
        if (offers && !ui.focus_visible() && ui.take(ImGuiKey_Enter) > 0) wanted_file_ = offered_file_;
    }
    /// Returns the parameter that needs a file before the view can be computed, once.
    [[nodiscard]] std::optional<ViewParameter> take_wanted_file() {
        return std::exchange(wanted_file_, std::nullopt);
    }

  private:
    void draw_error(Ui& ui, const Store& store, const CanvasComputation& computed, const Layout& layout,
                    Rect area);
    static void draw_stopped(Ui& ui, Store& store, CanvasComputation& computed, const CanvasContext& context);
    static void draw_progress(Ui& ui, const Store& store, CanvasComputation& computed, const Layout& layout,
                              const CanvasContext& context);

    std::optional<ViewParameter> wanted_file_;
    std::optional<ViewParameter> offered_file_;  // the parameter of the error card's button
};

}  // namespace poslab
