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

/// The context shared by a device and its buffers, and the thread that holds it. A thread may take it
/// repeatedly.
class OpenGlSession {
  public:
    explicit OpenGlSession(std::unique_ptr<OpenGlContext> context) : context_(std::move(context)) {}

    /// Returns true if this thread did not already hold it.
    bool take();
    void let_go() noexcept;
    /// Throws std::logic_error if this thread does not hold the device, DeviceFailure once the context is
    /// lost.
    void require_held() const;

    /// Throws DeviceFailure for errors of OpenGL since the last call: out of memory, a lost context, another
    /// error.
    void check(std::string_view doing);
    /// Returns the OpenGL error code instead, 0 if there is none.
    [[nodiscard]] unsigned error();
    /// Determines which function reports a lost context; call after taking the session.
    void find_reset_status();

    /// Deletes the buffer now if this thread holds the device, else when the session is taken next.
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
