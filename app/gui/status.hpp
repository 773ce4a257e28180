#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

#include <string>

namespace poslab {

/// What was clicked at the right; language, theme and size are changed at once.
struct StatusTouch {
    bool undo = false, redo = false;
    bool help = false;
    bool training = false;
    Rect free{};  // left of those: what a message may cover
};

/// What the bar tells that neither store nor canvas know.
struct StatusNews {
    int percent = 100;     // the size of everything, as it is
    std::string training;  // how far a model's training is; empty: there is none
};

/// Engine, time, number of cells and training at the left; undo, language, theme, size and help at the right.
StatusTouch draw_status(Ui& ui, Store& store, const Canvas& canvas, Rect area, const StatusNews& news);

/// "Window w: 256", the parameter that the next undo gives its value back to; empty if there is none.
[[nodiscard]] std::string undo_text(const Store& store);
/// The same of redo.
[[nodiscard]] std::string redo_text(const Store& store);

}  // namespace poslab
