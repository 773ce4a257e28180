#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <memory>
#include <mutex>
#include <utility>

namespace poslab::gpu {

/// Passes an OpenGL context from a window to the thread that opens the device later.
class OfferedContext {
  public:
    /// Null: no context is offered.
    void offer(std::unique_ptr<OpenGlContext> context) {
        const std::scoped_lock lock(mutex_);
        context_ = std::move(context);
    }
    /// Null if none was offered, or it was already taken.
    [[nodiscard]] std::unique_ptr<OpenGlContext> take() {
        const std::scoped_lock lock(mutex_);
        return std::move(context_);
    }
    [[nodiscard]] bool is_there() const {
        const std::scoped_lock lock(mutex_);
        return context_ != nullptr;
    }

  private:
    mutable std::mutex mutex_;
    std::unique_ptr<OpenGlContext> context_;
};

}  // namespace poslab::gpu
