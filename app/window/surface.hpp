#pragma once

#include "app/window/input_queue.hpp"
#include "gpu/opengl/opengl_device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace poslab {

struct SurfaceOptions {
    int width = 1, height = 1;              // CSS pixels
    int least_width = 1, least_height = 1;  // the user cannot make it smaller
    std::string title = "PosLab";
    bool fit_screen = false;  // no larger than the screen's free room
    double scale = 0;         // framebuffer pixels per CSS pixel; 0: as the monitor says
};

struct FramebufferSize {
    int width = 0, height = 0;
};

enum class CursorShape { arrow, text, cross, resize_vertical, resize_horizontal, hand };

/// A window without its content: a framebuffer of OpenGL 3.3 or later, and what the user does to it. All members but `wake`
/// belong to the thread that made the object, on which its context is current.
class Surface {
  public:
    Surface() = default;
    virtual ~Surface() = default;
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    /// Where `poll` and `wait` leave what the user did.
    [[nodiscard]] InputQueue& input() { return input_; }
    [[nodiscard]] const InputQueue& input() const { return input_; }

    /// Returns at once.
    virtual void poll() = 0;
    /// Until something happened, `wake` was called, or that many seconds are over; it may be less.
    virtual void wait(double seconds) = 0;
    /// Thread-safe.
    virtual void wake() = 0;
    /// The user wants it closed.
    [[nodiscard]] virtual bool closed() const = 0;
    /// Paths dropped onto it since the last call.
    [[nodiscard]] virtual std::vector<std::string> dropped_files() = 0;

    /// Nothing while it is minimised.
    [[nodiscard]] virtual FramebufferSize size() const = 0;
    /// Framebuffer pixels per CSS pixel.
    [[nodiscard]] virtual float scale() const = 0;
    /// Seconds since some moment.
    [[nodiscard]] virtual double time() const = 0;

    /// OpenGL's name of what is drawn into.
    [[nodiscard]] virtual unsigned framebuffer() const = 0;
    /// Shows what was drawn.
    virtual void present() = 0;

    /// Covers the whole of the screen that it is on, or returns to its size and place before that. A desktop may refuse: then
    /// nothing changes.
    virtual void set_full_screen(bool full) = 0;
    /// The size outside full screen.
    [[nodiscard]] virtual FramebufferSize restored_size() const = 0;

    virtual void set_cursor(CursorShape shape) = 0;
    virtual void set_clipboard(const std::string& text) = 0;
    [[nodiscard]] virtual std::string clipboard() const = 0;

    /// A context of OpenGL 4.3 on the same device, for any thread; null where there is none.
    [[nodiscard]] virtual std::unique_ptr<gpu::OpenGlContext> compute_context() = 0;

  private:
    InputQueue input_;
};

}  // namespace poslab
