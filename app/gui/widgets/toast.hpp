#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/toast.hpp"

namespace poslab {

/// In the status bar, where it hides nothing of the figure: `room` of it; two lines reach into the margin above. True when the
/// action was clicked. Clears the text when the time is over.
bool draw_toast(Ui& ui, Toast& toast, Rect room);

}  // namespace poslab
