#include "app/gui/canvas.hpp"

namespace poslab {

void Canvas::frame(Ui& ui, Store& store, const CanvasContext& context, const CanvasSteps& steps) {
    pointer_.interact({ui, store, context, shown_, computed_});
    const std::optional<Values> next = steps.change();
    computed_.request(store, ui.metrics(), context, next);
    if (computed_.shows_present()) pointer_.note_shown();
    shown_.update(ui, store, computed_, context, pointer_.cursor(), pointer_.held());
    ui.draw(shown_.layout().draw, {context.area.x, context.area.y});
    steps.draw_over();
    drawing_.draw_over(ui, store, computed_, shown_, pointer_, context);
}

}  // namespace poslab
