#pragma once

#include "app/gui/widgets/input.hpp"
#include "app/gui/widgets/ui.hpp"

namespace poslab {

class Platform;

/// What the platform and Dear ImGui know of this frame, as widgets want it. Within a frame of Platform::run.
/// `scale`: framebuffer pixels per CSS pixel of the content.
[[nodiscard]] Input read_input(const Platform& platform, double scale);

/// Hands the wished pointer shape on.
void show_pointer(PointerShape shape);

}  // namespace poslab
