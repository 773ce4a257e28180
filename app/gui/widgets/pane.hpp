#pragma once

#include "app/gui/widgets/ui.hpp"

namespace poslab {

/// A child window of Dear ImGui at a place, without decoration; its items lie in one order of navigation with the others.
class Pane {
  public:
    enum class Scrolls { no, down };

    Pane(Ui& ui, const char* name, Rect area, Scrolls scrolls = Scrolls::no);
    ~Pane();
    Pane(const Pane&) = delete;
    Pane& operator=(const Pane&) = delete;

    /// How far it is scrolled, in CSS pixels.
    [[nodiscard]] double offset() const;
    void set_offset(double offset);
    /// Scrolls as little as shows what begins at `top` of the content and is so high.
    void show(double top, double height);
    /// Of what is in it: says how far it can be scrolled.
    void set_content(double height);

  private:
    Ui& ui_;
    Rect area_;
};

}  // namespace poslab
