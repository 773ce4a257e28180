#pragma once

#include "app/window/compute_window.hpp"
#include "app/window/surface.hpp"
#include "core/base/errors.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWcursor;
struct GLFWwindow;

namespace poslab {

/// Thrown if no display is available.
class NoDisplay : public Unavailable {
  public:
    explicit NoDisplay(const std::string& reason)
        : Unavailable("no display: " + reason + "; `poslab plot` and `poslab gallery` need none"),
          reason_(reason) {}
    [[nodiscard]] const std::string& reason() const { return reason_; }

  private:
    std::string reason_;
};

/// A window on the display.
class GlfwWindow final : public Surface {
  public:
    /// Throws NoDisplay; Unavailable without OpenGL 3.3.
    explicit GlfwWindow(const SurfaceOptions& options);
    ~GlfwWindow() override;

    void poll() override;
    void wait(double seconds) override;
    void wake() override;
    [[nodiscard]] bool closed() const override;
    [[nodiscard]] std::vector<std::string> dropped_files() override;
    [[nodiscard]] FramebufferSize size() const override;
    [[nodiscard]] float scale() const override;
    [[nodiscard]] double time() const override;
    [[nodiscard]] unsigned framebuffer() const override { return 0; }
    void present() override;
    void set_full_screen(bool full) override;
    [[nodiscard]] FramebufferSize restored_size() const override {
        return before_ ? before_->pixels : size();
    }
    void set_cursor(CursorShape shape) override;
    void set_clipboard(const std::string& text) override;
    [[nodiscard]] std::string clipboard() const override;
    [[nodiscard]] std::unique_ptr<gpu::OpenGlContext> compute_context() override;

  private:
    struct Library {
        Library();
        ~Library();
        Library(const Library&) = delete;
        Library& operator=(const Library&) = delete;
    };
    struct Callbacks;
    /// Size and position of a window in units of the window system, and the size of its framebuffer.
    struct Placement {
        int x = 0, y = 0, width = 1, height = 1;
        FramebufferSize pixels{};
    };
    struct WindowDeleter {
        void operator()(GLFWwindow* window) const;
    };

    static constexpr std::size_t cursor_shapes = static_cast<std::size_t>(CursorShape::hand) + 1;

    double fixed_scale_ = 0;
    Library library_;
    std::unique_ptr<GLFWwindow, WindowDeleter> window_;
    ComputeWindow compute_window_;
    std::array<GLFWcursor*, cursor_shapes> cursors_{};  // by CursorShape; null until first used
    CursorShape cursor_ = CursorShape::arrow;
    std::vector<std::string> dropped_;
    std::optional<Placement> before_;  // restored after full screen; empty outside full screen
};

}  // namespace poslab
