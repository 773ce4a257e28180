#pragma once

#include "app/gui/gui_context.hpp"
#include "app/paint/fonts.hpp"
#include "app/screen/heat_map_painter.hpp"
#include "app/window/surface.hpp"
#include "core/figure/draw_list.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// A frame as RGB, top row first.
struct Screenshot {
    int width = 0, height = 0;  // of the framebuffer
    std::vector<std::uint8_t> rgb;
};

/// Draws frames onto a surface with Dear ImGui, whose unit is the framebuffer pixel, and decides when. All
/// members but `wake` are restricted to the thread that constructed the object.
///
/// Draws only when there is a reason: input, a resized or uncovered window, `wake`, `wake_after`,
/// `request_frames`. io.DeltaTime is the real time since the last frame, so after a pause it is long.
class Platform {
  public:
    /// Throws Unavailable if Dear ImGui cannot draw. `fonts` must outlive the object.
    Platform(std::unique_ptr<Surface> surface, const FontLibrary& fonts);
    ~Platform();
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    /// Runs until `frame` returns false or the window is closed. `frame` is called once per drawn frame,
    /// between NewFrame and Render; the frame of the last call is still drawn. `shown` is called after each
    /// frame was presented.
    void run(
        const std::function<bool()>& frame, const std::function<void()>& shown = [] {});

    /// Requests a frame soon. Thread-safe.
    void wake();
    /// The user's input; pushed events count as the user's.
    [[nodiscard]] InputQueue& input() { return surface_->input(); }
    /// Requests at least `count` more frames.
    void request_frames(int count) { surface_->input().request_frames(count); }
    /// Sets whether the user is typing a text: see InputQueue.
    void set_typing(bool typing) { surface_->input().set_typing(typing); }
    /// While computing, limits frames that only settle the picture to a fifth of the time: with a software
    /// rasteriser they would slow the computation.
    void set_computing(bool computing) { computing_ = computing; }
    /// Requests a frame after this time even without input. The earliest of several calls counts; each frame
    /// must request again.
    void wake_after(double seconds);

    /// The events of this frame in order, with at most one change of a key or button (see InputQueue).
    [[nodiscard]] const std::vector<InputEvent>& events() const { return events_; }
    [[nodiscard]] std::uint64_t frames_drawn() const { return frames_drawn_; }
    [[nodiscard]] std::uint64_t key_presses() const { return surface_->input().counts().key_presses; }
    [[nodiscard]] std::uint64_t clicks() const { return surface_->input().counts().clicks; }

    /// Size of the drawing area in framebuffer pixels, and framebuffer pixels per CSS pixel.
    [[nodiscard]] int framebuffer_width() const { return size_.width; }
    [[nodiscard]] int framebuffer_height() const { return size_.height; }
    [[nodiscard]] float scale() const { return surface_->scale(); }
    /// Covers the whole screen, or restores the window's size and position.
    void set_full_screen(bool full) { surface_->set_full_screen(full); }
    /// The size of the drawing area outside full screen.
    [[nodiscard]] FramebufferSize restored_size() const { return surface_->restored_size(); }
    /// Seconds since an arbitrary start.
    [[nodiscard]] double time() const { return surface_->time(); }
    /// The start time of the last frame.
    [[nodiscard]] double frame_began() const { return last_frame_; }
    /// CPU time of this thread for building the last frame, in seconds, without rasterising.
    [[nodiscard]] double frame_built_in() const { return frame_built_in_; }

    /// Sets the background: a colour, and opaque rectangles over it (framebuffer pixels, later ones on top).
    void set_background(Color color, std::vector<FillRect> grounds = {});

    /// Returns the last frame, empty if there is none. Call between frames; works for covered windows.
    [[nodiscard]] Screenshot read_pixels();

    [[nodiscard]] GuiContext& gui() { return *gui_; }
    /// Hides input from Dear ImGui, so that a captured picture depends only on the command line.
    void set_deaf(bool deaf) { deaf_ = deaf; }
    [[nodiscard]] const HeatMapPainter& heat_maps() const { return *heat_maps_; }
    /// Paths dropped onto the window since the last call.
    [[nodiscard]] std::vector<std::string> dropped_files() { return surface_->dropped_files(); }
    /// Returns an OpenGL 4.3 context on the window's device, for any thread. Null if not available, and on a
    /// software rasteriser unless `in_software`.
    [[nodiscard]] std::unique_ptr<gpu::OpenGlContext> compute_context(bool in_software);

  private:
    /// Dear ImGui's OpenGL back end.
    struct Renderer {
        Renderer();
        ~Renderer();
        Renderer(const Renderer&) = delete;
        Renderer& operator=(const Renderer&) = delete;
    };

    void wait();
    [[nodiscard]] bool wants_frame() const;
    /// The time of the next frame without further input; 0 for immediately.
    [[nodiscard]] std::optional<double> next_frame_at() const;
    [[nodiscard]] bool draw(const std::function<bool()>& frame);
    void begin();
    void render();

    std::unique_ptr<Surface> surface_;
    std::unique_ptr<HeatMapPainter> heat_maps_;
    std::unique_ptr<GuiContext> gui_;
    std::unique_ptr<Renderer> renderer_;

    std::vector<InputEvent> events_;
    bool deaf_ = false;
    bool computing_ = false;
    std::atomic<bool> woken_{true};
    std::optional<double> wake_at_;
    bool withheld_ = false;  // the last frame was drawn but not shown
    std::uint64_t frames_drawn_ = 0;
    double last_frame_ = 0, frame_took_ = 0, frame_built_in_ = 0;
    FramebufferSize size_;
    Color background_{255, 255, 255, 255};
    std::vector<FillRect> grounds_;
};

}  // namespace poslab
