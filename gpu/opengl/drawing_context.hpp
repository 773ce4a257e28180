#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <memory>

namespace poslab::gpu {

/// OpenGL to draw with, though there is no display: what is drawn goes into framebuffers of its own.
class DrawingContext : public OpenGlContext {
  public:
    /// OpenGL 4.3 on the same device, independent of this object; null where there is none.
    [[nodiscard]] virtual std::unique_ptr<OpenGlContext> computing() const = 0;
};

/// OpenGL 3.3 or later without a display, on the device that make_egl_context() prefers. Throws DeviceFailure.
[[nodiscard]] std::unique_ptr<DrawingContext> make_drawing_context();

}  // namespace poslab::gpu
