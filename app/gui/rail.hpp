#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

namespace poslab {

/// The views by section. Choosing one changes the store. True when a file is to be opened.
bool draw_rail(Ui& ui, Store& store, Rect area, bool small);

}  // namespace poslab
