#pragma once

#include "app/cli/command_line.hpp"

namespace poslab {

// app/gui is a Dear ImGui program. WindowFrame connects it to a platform and requests frames;
// WindowContent::compose() draws a frame: panes (child windows) whose controls are items. `Ui::item` adds a
// rectangle and lets Dear ImGui's ButtonBehavior decide its state; the control then draws itself on the
// window's draw list. Combos are pop-ups, dialogs are modals, fields are ImGui::InputText.
//
// The way to the slider for `w`: window_content.cpp (compose: draws the inspector) → inspector_parameters.cpp
// (slider_row: one parameter, from its descriptor) → widgets/slider.cpp (slider: the item).
//
// Dear ImGui's unit is the framebuffer pixel, so that text and lines align with pixels; PosLab lays out in
// CSS pixels (`Ui::scale`).

/// Opens the window and runs until it is closed or captured. Returns the program's exit code; throws Error.
int run_window(const WindowOptions& options);

}  // namespace poslab
