#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"

namespace poslab {

struct HeaderResult {
    bool play = false, pin = false, lock = false;
    bool do_export = false;
    bool explain = false;
};

/// Draws title and subtitle of the figure, and the tools.
HeaderResult draw_header(Ui& ui, Store& store, const Player& player, Canvas& canvas, Rect area,
                         double padding, bool small);

}  // namespace poslab
