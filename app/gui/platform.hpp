#pragma once

#include "app/gui/compute_window.hpp"
#include "app/gui/input_queue.hpp"
#include "app/gui/ui_fonts.hpp"
#include "app/paint/fonts.hpp"
#include "app/paint/imgui_painter.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWcursor;
struct GLFWwindow;
struct ImGuiContext;

namespace poslab {

struct PlatformOptions {
    int width = 1, height = 1;              // CSS pixels
    int least_width = 1, least_height = 1;  // the user cannot make it smaller
    std::string title = "PosLab";
    bool fit_screen = false;  // no larger than the screen's free room
    double scale = 0;         // framebuffer pixels per CSS pixel; 0: as the monitor says
};

/// The window, its OpenGL 3.3 context and Dear ImGui, whose unit is the framebuffer pixel. All members but `wake` belong
/// to the thread that made the object.
///
/// Draws only when there is a reason: input, a resized or uncovered window, `wake`, `wake_after`, `request_frames`.
/// io.DeltaTime is the real time since the last frame, so after a pause it is long.
class Platform {
  public:
    /// Throws Unavailable without a display or without OpenGL 3.3. `fonts` must outlive the object.
    Platform(const PlatformOptions& options, const FontLibrary& fonts);
    ~Platform();
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    /// Until `frame` returns false or the window is closed. `frame` is called once per drawn frame, between NewFrame
    /// and Render; the frame of the last call is still drawn.
    void run(const std::function<bool()>& frame);

    /// Thread-safe: draw a frame soon.
    void wake();
    /// Draw at least `count` more frames.
    void request_frames(int count);
    /// Whether the user is typing a text: see InputQueue.
    void set_typing(bool typing) { queue_.set_typing(typing); }
    /// Draw a frame after this time even if nothing happens; the earliest of several calls counts.
    void wake_after(double seconds);

    /// What this frame was given, in order: at most one change of a key or button (see InputQueue).
    [[nodiscard]] const std::vector<InputEvent>& events() const { return events_; }
    [[nodiscard]] std::uint64_t frames_drawn() const { return frames_drawn_; }
    [[nodiscard]] std::uint64_t key_presses() const { return queue_.counts().key_presses; }
    [[nodiscard]] std::uint64_t clicks() const { return queue_.counts().clicks; }

    /// Size of the drawing area in framebuffer pixels, and how many of them make a CSS pixel.
    [[nodiscard]] int framebuffer_width() const { return width_; }
    [[nodiscard]] int framebuffer_height() const { return height_; }
    [[nodiscard]] float scale() const;
    /// Seconds since the window system was started.
    [[nodiscard]] double time() const;

    /// What lies behind everything that is drawn.
    void set_background(Color color) { background_ = color; }
    void set_title(const std::string& title);
    void set_clipboard(const std::string& text);
    [[nodiscard]] std::string clipboard() const;

    /// RGB of the last frame, top row first, framebuffer size; between frames, not within one. The window may be covered.
    [[nodiscard]] std::vector<std::uint8_t> read_pixels(int& width, int& height);

    [[nodiscard]] UiFonts& fonts() { return *fonts_; }
    [[nodiscard]] ImGuiPainter& painter() { return *painter_; }
    /// Paths dropped onto the window since the last call.
    [[nodiscard]] std::vector<std::string> dropped_files();
    [[nodiscard]] std::string gl_renderer() const;
    [[nodiscard]] bool is_software_renderer() const;
    /// A context of OpenGL 4.3 on the window's device, for any thread; it ends with this object, after which it cannot be made
    /// current. Null where there is none, and on a software rasteriser unless `in_software`.
    [[nodiscard]] std::unique_ptr<gpu::OpenGlContext> compute_context(bool in_software);

  private:
    struct Glfw {
        Glfw();
        ~Glfw();
        Glfw(const Glfw&) = delete;
        Glfw& operator=(const Glfw&) = delete;
    };
    struct Callbacks;
    struct WindowDeleter {
        void operator()(GLFWwindow* window) const;
    };
    /// Dear ImGui's context and renderer.
    struct Gui {
        Gui(Platform& platform, GLFWwindow* window);
        ~Gui();
        Gui(const Gui&) = delete;
        Gui& operator=(const Gui&) = delete;
        ImGuiContext* context = nullptr;
    };

    void wait();
    [[nodiscard]] bool wants_frame() const;
    [[nodiscard]] bool draw(const std::function<bool()>& frame);
    void begin();
    void render();
    void measure();
    void apply(const InputEvent& event);
    void show_cursor();

    double fixed_scale_ = 0;
    Glfw glfw_;
    std::unique_ptr<GLFWwindow, WindowDeleter> window_;
    ComputeWindow compute_window_;
    std::unique_ptr<Gui> gui_;
    std::unique_ptr<UiFonts> fonts_;
    std::unique_ptr<ImGuiPainter> painter_;
    std::vector<GLFWcursor*> cursors_;

    InputQueue queue_;
    std::vector<InputEvent> events_;
    std::vector<std::string> dropped_;
    std::atomic<bool> woken_{true};
    std::optional<double> wake_at_;
    std::uint64_t frames_drawn_ = 0;
    double last_frame_ = 0;
    int width_ = 0, height_ = 0;
    double pixels_per_unit_ = 1;  // framebuffer pixels per unit of the window system
    Color background_{255, 255, 255, 255};
};

}  // namespace poslab
