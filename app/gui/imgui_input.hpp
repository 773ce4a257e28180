#pragma once

#include "app/gui/input_queue.hpp"
#include "app/gui/surface.hpp"

namespace poslab {

// Dear ImGui's side of what a Surface reports and shows; of its present context.

/// Once, before the first frame.
void prepare_imgui_keys();
/// Before NewFrame.
void tell_imgui(const InputEvent& event);
/// The cursor that the frame has asked for.
[[nodiscard]] CursorShape imgui_cursor();

}  // namespace poslab
