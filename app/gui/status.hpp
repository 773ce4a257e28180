#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

#include <optional>
#include <string>

namespace poslab {

/// Clicks in the right half; language, theme and size are changed by the bar itself.
struct StatusResult {
    bool undo = false, redo = false;
    bool help = false;
    bool training = false, stop_opening = false;
    Rect free{};  // the area to the left of them, for messages
};

/// Contents of the bar that come from neither the store nor the canvas.
struct StatusNews {
    int percent = 100;     // the current interface size
    std::string training;  // progress of a model's training; empty if none
    std::string opening;   // the file being opened; empty if none
};

/// Draws engine, time, number of cells, training and opening at the left; undo, language, theme, size and
/// help at the right.
StatusResult draw_status(Ui& ui, Store& store, const Canvas& canvas, Rect area, const StatusNews& news);

/// Returns the number of cells of the view's matrix: of its data, which may have fewer tokens than `length`,
/// or before they are computed (null) of `length`. Empty for views without a matrix.
[[nodiscard]] std::optional<double> cells_of_matrix(const View& view, const Values& values, const Data* data);

/// "Window w: 256": the parameter and value that the next undo restores; empty if there is none.
[[nodiscard]] std::string undo_text(const Store& store);
/// The same for redo.
[[nodiscard]] std::string redo_text(const Store& store);

}  // namespace poslab
