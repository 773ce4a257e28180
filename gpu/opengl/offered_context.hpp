#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <memory>
#include <mutex>
#include <utility>

namespace poslab::gpu {

/// Where a window leaves a context of OpenGL for whoever opens the device later, by any thread.
class OfferedContext {
  public:
    /// Null: there is none to offer.
    void offer(std::unique_ptr<OpenGlContext> context) {
        const std::scoped_lock lock(mutex_);
        context_ = std::move(context);
    }
    /// Null where none was offered, or it was taken.
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
