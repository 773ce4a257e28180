#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "app/state/key_groups.hpp"

namespace poslab {

/// The pop-up with all keyboard shortcuts.
class KeySheet {
  public:
    void open(Ui& ui, bool animated);
    void draw(Ui& ui, Language language);

  private:
    PopUp pop_up_;
    bool opens_ = false;  // the character that opened it must not close it
};

}  // namespace poslab
