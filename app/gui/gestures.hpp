#pragma once

#include "app/state/history.hpp"

#include <imgui.h>

namespace poslab {

/// Tells what belongs together: everything from the press of a button to its release, and keys or turns of the wheel that
/// follow each other within `pause` while the same widget has the focus.
class Gestures {
  public:
    static constexpr double pause = 0.7;  // seconds

    /// The gesture of this frame; 0 if the user did nothing. `key`: one was pressed, or repeated.
    Gesture now(bool key);

  private:
    Gesture gesture_ = 1;
    ImGuiID focus_ = 0;
    double last_ = -1;
    bool pointer_ = false;
};

}  // namespace poslab
