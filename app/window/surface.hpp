#pragma once

#include "app/window/input_queue.hpp"
#include "gpu/opengl/opengl_device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace poslab {

struct SurfaceOptions {
    int width = 1, height = 1;          // CSS pixels
    int min_width = 1, min_height = 1;  // minimum size for the user
    std::string title = "PosLab";
    bool fit_screen = false;  // at most the screen's free area
    double scale = 0;         // framebuffer pixels per CSS pixel; 0: from the monitor
};

struct FramebufferSize {
    int width = 0, height = 0;
};

enum class CursorShape { arrow, text, cross, resize_vertical, resize_horizontal, hand };

/// A window without its content: an OpenGL framebuffer (3.3 or later) and the user's input. All members but
/// `wake` are restricted to the thread that constructed the object, on which its context is current.
class Surface {
  public:
    Surface() = default;
    virtual ~Surface() = default;
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    /// The user's input, filled by `poll` and `wait`.
    [[nodiscard]] InputQueue& input() { return input_; }
    [[nodiscard]] const InputQueue& input() const { return input_; }

    /// Reads pending events and returns immediately.
    virtual void poll() = 0;
    /// Waits for events, `wake` or this many seconds; may return earlier.
    virtual void wait(double seconds) = 0;
    /// Ends `wait`. Thread-safe.
    virtual void wake() = 0;
    /// True if the user closed the window.
    [[nodiscard]] virtual bool closed() const = 0;
    /// Paths dropped onto it since the last call.
    [[nodiscard]] virtual std::vector<std::string> dropped_files() = 0;

    /// The framebuffer's size; 0 x 0 while minimised.
    [[nodiscard]] virtual FramebufferSize size() const = 0;
    /// Framebuffer pixels per CSS pixel.
    [[nodiscard]] virtual float scale() const = 0;
    /// Seconds since an arbitrary start.
    [[nodiscard]] virtual double time() const = 0;

    /// The OpenGL name of the framebuffer to draw into.
    [[nodiscard]] virtual unsigned framebuffer() const = 0;
    /// Shows the drawn frame.
    virtual void present() = 0;

    /// Covers the whole screen that the window is on, or restores its size and position. Has no effect if the
    /// desktop refuses.
    virtual void set_full_screen(bool full) = 0;
    /// The size outside full screen.
    [[nodiscard]] virtual FramebufferSize restored_size() const = 0;

    virtual void set_cursor(CursorShape shape) = 0;
    virtual void set_clipboard(const std::string& text) = 0;
    [[nodiscard]] virtual std::string clipboard() const = 0;

    /// Returns an OpenGL 4.3 context on the same device, for any thread; null if not available.
    [[nodiscard]] virtual std::unique_ptr<gpu::OpenGlContext> compute_context() = 0;

  private:
    InputQueue input_;
};

}  // namespace poslab
