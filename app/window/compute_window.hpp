#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <memory>

struct GLFWwindow;

namespace poslab {

/// A window that is never shown, for its OpenGL 4.3 context on the device of another window, whose objects it
/// shares. It belongs to that window's thread and must be destroyed first; the context can change threads.
class ComputeWindow {
  public:
    ComputeWindow() = default;
    /// Waits until no thread computes; the context can then no longer be made current.
    ~ComputeWindow();
    ComputeWindow(const ComputeWindow&) = delete;
    ComputeWindow& operator=(const ComputeWindow&) = delete;

    /// Returns the context; null without OpenGL 4.3. Creates the window at the first call.
    [[nodiscard]] std::unique_ptr<gpu::OpenGlContext> context(GLFWwindow* beside);

  private:
    struct Hidden;
    std::shared_ptr<Hidden> hidden_;
};

}  // namespace poslab
