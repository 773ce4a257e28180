#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

#include <string>

namespace poslab {

/// The terms of the field with what they mean, in the language of the window beside English; a field finds them.
class GlossaryPage {
  public:
    void draw(Ui& ui, const Store& store, Rect area, double padding);

    /// Shows one term, by its English name, at the top.
    void show(const std::string& term);

  private:
    std::string query_;
    std::string shown_;  // the requested term; empty: none
};

}  // namespace poslab
