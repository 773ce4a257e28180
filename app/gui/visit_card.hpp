#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

namespace poslab {

/// The card of a visit (app/state/visit.hpp) above the side page: explains the state on screen, with buttons
/// to return to the user's own or stay.
class VisitCard {
  public:
    static constexpr double usual_share = 0.5;
    /// Draws the card at the top of `area`; returns its height, 0 without a visit. It takes at most `share`
    /// of the area; longer texts scroll.
    double draw(Ui& ui, Store& store, Rect area, double padding, double share = usual_share);

  private:
    double text_height_ = 0;  // height of all lines in the last frame
};

}  // namespace poslab
