#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"

namespace poslab {

struct HeaderResult {
    bool play_clicked = false, pin_clicked = false, lock_clicked = false, export_clicked = false,
         explain_clicked = false;
};

/// Draws title and subtitle of the figure, and the tools; `compact`: in a lower header.
HeaderResult draw_header(Ui& ui, Store& store, const Player& player, Canvas& canvas, Rect area,
                         double padding, bool compact);

}  // namespace poslab
