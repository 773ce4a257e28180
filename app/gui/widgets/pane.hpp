#pragma once

#include "app/gui/widgets/ui.hpp"

namespace poslab {

/// A Dear ImGui child window without decoration; its items share one navigation order with the others.
class Pane {
  public:
    enum class Scrolls { no, down };

    Pane(Ui& ui, const char* name, Rect area, Scrolls scrolls = Scrolls::no);
    ~Pane();
    Pane(const Pane&) = delete;
    Pane& operator=(const Pane&) = delete;

    /// The scroll offset, in CSS pixels.
    [[nodiscard]] double offset() const;
    void set_offset(double offset);
    /// Scrolls as little as possible to show this part of the content.
    void show(double top, double height);
    /// Sets the height of the content, which limits scrolling.
    void set_content(double height);

  private:
    Ui& ui_;
    Rect area_;
};

}  // namespace poslab
