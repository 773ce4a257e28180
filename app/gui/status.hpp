#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/store.hpp"
#include "app/gui/widgets/ui.hpp"

namespace poslab {

/// Engine, time and number of cells at the left; language and theme at the right.
void draw_status(Ui& ui, Store& store, const Canvas& canvas, Rect area);

}  // namespace poslab
