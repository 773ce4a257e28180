#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "app/state/open_path.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// A list of things to open: the possible meanings of a file, or the recent files.
class OpenSheet {
  public:
    void open(Ui& ui, std::string title, std::vector<OpenAction> actions, bool animated);
    /// Call while it is open. Opens the chosen entry and returns the message for the user.
    std::optional<Toast> draw(Ui& ui, Store& store);

  private:
    PopUp pop_up_;
    std::string title_;
    std::vector<OpenAction> actions_;
};

}  // namespace poslab
