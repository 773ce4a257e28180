#pragma once

#include "app/cli/command_line.hpp"

namespace poslab {

// app/gui is a Dear ImGui program. WindowFrame joins it to a platform and asks for frames; WindowContent::compose() is the frame:
// panes (child windows) whose controls are items: `Ui::item` adds a rectangle and lets the library's ButtonBehavior say what
// happens to it, the control then draws itself on the window's draw list. Combos are pop-ups, dialogs modals, fields
// ImGui::InputText.
//
// Where is the slider for `w` made? window_content.cpp (compose: draws the inspector) → inspector.cpp (slider_row: one parameter,
// as its descriptor says) → widgets/slider.cpp (slider: the item).
//
// Dear ImGui's unit is the framebuffer pixel, so that text and lines fall on pixels; PosLab lays out in CSS pixels (`Ui::scale`).

/// Opens the window and stays until it is closed, or has been captured. Returns the program's exit code; throws Error.
int run_window(const WindowOptions& options);

}  // namespace poslab
