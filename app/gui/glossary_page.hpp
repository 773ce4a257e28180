#pragma once

#include "app/gui/lesson_lines.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"

#include <string>

namespace poslab {

/// The glossary: terms with definitions in the window's language and in English, with a search field.
class GlossaryPage {
  public:
    void draw(Ui& ui, const Store& store, Rect area, double padding);

    /// Scrolls to one term, given by its English name.
    void show(const std::string& term);

  private:
    LessonLines lines_;
    std::string query_;
    std::string shown_;  // the requested term; empty if none
};

}  // namespace poslab
