#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"

namespace poslab {

struct WelcomeResult {
    bool play = false;
    bool keys = false;
    bool tour = false;
};

/// Draws the card for new users in the free space of the canvas, if it is large enough. Its cross closes it
/// for good.
WelcomeResult draw_welcome(Ui& ui, Store& store, const Player& player, Rect room);

}  // namespace poslab
