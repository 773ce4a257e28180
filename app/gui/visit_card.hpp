#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

namespace poslab {

/// During a visit (app/state/visit.hpp): what the state on screen shows, and the way back to the user's own, above the side page.
class VisitCard {
  public:
    /// Draws it at the top of `area`; returns its height, 0 while there is no visit.
    double draw(Ui& ui, Store& store, Rect area, double padding);

  private:
    double text_height_ = 0;  // of all lines, when they were drawn last
};

}  // namespace poslab
