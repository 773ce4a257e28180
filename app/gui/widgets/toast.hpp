#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/toast.hpp"

namespace poslab {

/// True when the action was clicked. Clears the text when the time is over.
bool draw_toast(Ui& ui, Toast& toast, Rect canvas);

}  // namespace poslab
