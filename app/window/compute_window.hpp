#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <memory>

struct GLFWwindow;

namespace poslab {

/// A window that is never shown, for its context: OpenGL 4.3 on the device of another window, whose objects it shares. Belongs to
/// the thread of that window and ends before it; the context goes from thread to thread.
class ComputeWindow {
  public:
    ComputeWindow() = default;
    /// Waits until no thread computes; from then on the context cannot be made current.
    ~ComputeWindow();
    ComputeWindow(const ComputeWindow&) = delete;
    ComputeWindow& operator=(const ComputeWindow&) = delete;

    /// Null where there is no such OpenGL. Makes the window at the first call.
    [[nodiscard]] std::unique_ptr<gpu::OpenGlContext> context(GLFWwindow* beside);

  private:
    struct Hidden;
    std::shared_ptr<Hidden> hidden_;
};

}  // namespace poslab
