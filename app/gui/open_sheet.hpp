#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "app/state/open_path.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Asks what a file that can be several things is to be opened as.
class OpenSheet {
  public:
    void open(Ui& ui, const std::string& path, std::vector<Opening> openings, bool animated);
    /// While it is open. What was chosen is opened; what the user is then told.
    std::optional<Toast> draw(Ui& ui, Store& store);

  private:
    PopUp pop_up_;
    std::string name_;
    std::vector<Opening> openings_;
};

}  // namespace poslab
