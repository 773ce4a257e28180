#pragma once

#include "app/state/history.hpp"

#include <imgui.h>

namespace poslab {

/// Groups input into gestures, for undo: everything from the press of a button to its release, and keys or
/// wheel steps less than `pause` apart while the same widget has the focus.
class Gestures {
  public:
    static constexpr double pause = 0.7;  // seconds

    /// Returns the gesture of this frame; 0 without input. `key`: a key was pressed or repeated.
    Gesture now(bool key);

  private:
    Gesture gesture_ = 1;
    ImGuiID focus_ = 0;
    double last_ = -1;
    bool pointer_ = false;
};

}  // namespace poslab
