#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <memory>

namespace poslab::gpu {

/// OpenGL for drawing without a display: it draws into its own framebuffers.
class DrawingContext : public OpenGlContext {
  public:
    /// Returns OpenGL 4.3 on the same device, independent of this object; null if unavailable.
    [[nodiscard]] virtual std::unique_ptr<OpenGlContext> computing() const = 0;
};

/// OpenGL 3.3 or later without a display, on the device that make_egl_context() prefers. Throws
/// DeviceFailure.
[[nodiscard]] std::unique_ptr<DrawingContext> make_drawing_context();

}  // namespace poslab::gpu
