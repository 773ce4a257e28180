#pragma once

#include "app/window/input_queue.hpp"
#include "app/window/surface.hpp"
#include "core/figure/geometry.hpp"

#include <imgui.h>

#include <vector>

namespace poslab {

// Connects a Surface's input and cursor to the current Dear ImGui context.

/// Sets up the key map. Call once, before the first frame.
void prepare_imgui_keys();
/// Passes an event to Dear ImGui. Call before NewFrame.
void tell_imgui(const InputEvent& event);
/// Input of a frame that Dear ImGui 1.86 does not store.
struct FrameInput {
    std::vector<Point> path;  // earlier pointer positions of the frame, in CSS pixels
    std::vector<int> keys;    // presses in order, including repeats
};
/// `scale`: framebuffer pixels per CSS pixel.
[[nodiscard]] FrameInput frame_input(const std::vector<InputEvent>& events, double scale);
/// The code of a special key in FrameInput::keys; -1 for other keys.
[[nodiscard]] int key_code(ImGuiKey key);
/// The cursor requested by the frame.
[[nodiscard]] CursorShape imgui_cursor();

}  // namespace poslab
