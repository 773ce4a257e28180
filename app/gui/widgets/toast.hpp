#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/toast.hpp"

namespace poslab {

/// Draws a message in `room` of the status bar, where it hides nothing of the figure; two lines extend into
/// the margin above. Returns true if the action was clicked; clears the text after its time.
bool draw_toast(Ui& ui, Toast& toast, Rect room);

}  // namespace poslab
