#pragma once

#include "app/window/surface.hpp"
#include "gpu/opengl/drawing_context.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace poslab {

/// An invisible window drawn in memory by OpenGL through EGL, without a display. It is never closed, resized
/// or minimised; input comes only from its queue, and its clipboard is private.
class OffscreenWindow final : public Surface {
  public:
    /// Throws Unavailable if EGL offers no OpenGL 3.3 or the size is too large for it.
    explicit OffscreenWindow(const SurfaceOptions& options);
    ~OffscreenWindow() override;

    void poll() override {}
    void wait(double seconds) override;
    void wake() override;
    [[nodiscard]] bool closed() const override { return false; }
    [[nodiscard]] std::vector<std::string> dropped_files() override { return {}; }
    [[nodiscard]] FramebufferSize size() const override { return size_; }
    [[nodiscard]] float scale() const override { return scale_; }
    [[nodiscard]] double time() const override;
    [[nodiscard]] unsigned framebuffer() const override { return framebuffer_; }
    /// Returns when the picture is finished.
    void present() override;
    void set_full_screen(bool /*full*/) override {}  // no screen to cover
    [[nodiscard]] FramebufferSize restored_size() const override { return size_; }
    void set_cursor(CursorShape /*shape*/) override {}
    void set_clipboard(const std::string& text) override { clipboard_ = text; }
    [[nodiscard]] std::string clipboard() const override { return clipboard_; }
    [[nodiscard]] std::unique_ptr<gpu::OpenGlContext> compute_context() override {
        return context_->computing();
    }

  private:
    using Clock = std::chrono::steady_clock;

    void make_framebuffer();

    float scale_ = 1;
    FramebufferSize size_;
    std::unique_ptr<gpu::DrawingContext> context_;
    unsigned framebuffer_ = 0, color_ = 0;
    Clock::time_point start_ = Clock::now();
    std::string clipboard_;
    std::mutex mutex_;
    std::condition_variable woken_;
    bool wakes_ = false;  // wake() was called since the last wait
};

}  // namespace poslab
