#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

namespace poslab {

struct RailTouch {
    bool open = false;    // a file
    bool recent = false;  // a recent file
};

/// Draws the views by section. Choosing one changes the store.
RailTouch draw_rail(Ui& ui, Store& store, Rect area, bool small);

}  // namespace poslab
