#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "core/params/value.hpp"

#include <span>

namespace poslab {

/// One line of the sheet of keys.
struct KeyLine {
    Text keys;
    Text what;
};
struct KeyGroup {
    Text title;
    std::span<const KeyLine> lines;
};
/// What the keyboard and the mouse do, in the order of the sheet.
[[nodiscard]] std::span<const KeyGroup> key_groups();

/// The pop-up that shows all keys.
class KeySheet {
  public:
    void open(Ui& ui, bool animated);
    [[nodiscard]] bool is_open() const { return pop_up_.is_open(); }
    void draw(Ui& ui, Language language);

  private:
    PopUp pop_up_;
    bool opens_ = false;  // the sign that opens it is not to close it
};

}  // namespace poslab
