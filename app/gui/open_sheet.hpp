#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "app/state/open_path.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Asks which of several things is to be opened: a file that can be this or that, or one of the recent files.
class OpenSheet {
  public:
    void open(Ui& ui, std::string title, std::vector<Opening> openings, bool animated);
    /// While it is open. What was chosen is opened; what the user is then told.
    std::optional<Toast> draw(Ui& ui, Store& store);

  private:
    PopUp pop_up_;
    std::string title_;
    std::vector<Opening> openings_;
};

}  // namespace poslab
