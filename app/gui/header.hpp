#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/store.hpp"
#include "app/gui/widgets/ui.hpp"

namespace poslab {

/// Title and subtitle of the figure, and the tools. True when the export is wanted.
bool draw_header(Ui& ui, Store& store, const Canvas& canvas, Rect area, double padding, bool small);

}  // namespace poslab
