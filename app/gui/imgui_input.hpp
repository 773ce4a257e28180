#pragma once

#include "app/window/input_queue.hpp"
#include "app/window/surface.hpp"
#include "core/figure/geometry.hpp"

#include <imgui.h>

#include <vector>

namespace poslab {

// Dear ImGui's side of what a Surface reports and shows; of its present context.

/// Once, before the first frame.
void prepare_imgui_keys();
/// Before NewFrame.
void tell_imgui(const InputEvent& event);
/// What of a frame's events Dear ImGui 1.86 does not keep.
struct FrameInput {
    std::vector<Point> path;  // where the pointer was before it came where it is, in CSS pixels
    std::vector<int> keys;    // presses in order, repeats included
};
/// `scale`: framebuffer pixels of a CSS pixel.
[[nodiscard]] FrameInput frame_input(const std::vector<InputEvent>& events, double scale);
/// The number by which FrameInput::keys has one of Dear ImGui's special keys; -1: it is none.
[[nodiscard]] int key_code(ImGuiKey key);
/// The cursor that the frame has asked for.
[[nodiscard]] CursorShape imgui_cursor();

}  // namespace poslab
