#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace poslab::gpu {

/// The context that a device and its buffers share, and who holds it. A thread may take it several times over.
class OpenGlSession {
  public:
    explicit OpenGlSession(std::unique_ptr<OpenGlContext> context) : context_(std::move(context)) {}

    /// Whether this thread did not have it already.
    bool take();
    void let_go() noexcept;
    /// Throws std::logic_error where this thread does not hold the device, DeviceFailure once the context is lost.
    void require_held() const;

    /// Throws DeviceFailure for what OpenGL has met since the last call: out of memory, a lost context, another error.
    void check(std::string_view doing);
    /// The same as a number of OpenGL, 0 where all is well.
    [[nodiscard]] unsigned error();
    /// Which function tells of a lost context; after the session was taken.
    void find_reset_status();

    /// Now, where this thread holds the device, else when it is taken the next time.
    void discard_buffer(unsigned buffer) noexcept;

  private:
    enum class ResetStatus { none, core, arb };

    [[nodiscard]] bool is_held() const { return holder_.load() == std::this_thread::get_id(); }
    void check_lost();

    std::unique_ptr<OpenGlContext> context_;
    std::recursive_mutex mutex_;
    int depth_ = 0;
    std::atomic<std::thread::id> holder_{};
    std::atomic<bool> lost_ = false;
    ResetStatus reset_status_ = ResetStatus::none;
    std::mutex discarded_mutex_;
    std::vector<unsigned> discarded_;
};

}  // namespace poslab::gpu
