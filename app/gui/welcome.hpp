#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"

namespace poslab {

struct WelcomeTouch {
    bool play = false;
    bool keys = false;
    bool tour = false;
};

/// The card for those who see the program first, in the free room of the canvas; not drawn where that is too small.
/// Its cross puts it away for good.
WelcomeTouch draw_welcome(Ui& ui, Store& store, const Player& player, Rect room);

}  // namespace poslab
