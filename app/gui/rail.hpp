#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

namespace poslab {

struct RailResult {
    bool open = false;    // a file
    bool recent = false;  // a recent file
};

/// Draws the views by section. Choosing one changes the store.
RailResult draw_rail(Ui& ui, Store& store, Rect area, bool small);

}  // namespace poslab
