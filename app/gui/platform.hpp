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

/// Draws frames onto a surface with Dear ImGui, whose unit is the framebuffer pixel, and decides when. All members but `wake`
/// belong to the thread that made the object.
///
/// Draws only when there is a reason: input, a resized or uncovered window, `wake`, `wake_after`, `request_frames`.
/// io.DeltaTime is the real time since the last frame, so after a pause it is long.
class Platform {
  public:
    /// Throws Unavailable where Dear ImGui cannot draw. `fonts` must outlive the object.
    Platform(std::unique_ptr<Surface> surface, const FontLibrary& fonts);
    ~Platform();
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    /// Until `frame` returns false or the window is closed. `frame` is called once per drawn frame, between NewFrame
    /// and Render; the frame of the last call is still drawn. `shown` is called when the surface has been told to show it.
    void run(
        const std::function<bool()>& frame, const std::function<void()>& shown = [] {});

    /// Thread-safe: draw a frame soon.
    void wake();
    /// What the user did; who pushes something into it does it in the user's place.
    [[nodiscard]] InputQueue& input() { return surface_->input(); }
    /// Draw at least `count` more frames.
    void request_frames(int count) { surface_->input().request_frames(count); }
    /// Whether the user is typing a text: see InputQueue.
    void set_typing(bool typing) { surface_->input().set_typing(typing); }
    /// While something is computed, frames that only settle what was drawn may take a fifth of the time: where the processor draws,
    /// too, they would hold up the picture that is waited for.
    void set_computing(bool computing) { computing_ = computing; }
    /// Draw a frame after this time even if nothing happens; the earliest of several calls counts, and the next frame must ask
    /// anew.
    void wake_after(double seconds);

    /// What this frame was given, in order: at most one change of a key or button (see InputQueue).
    [[nodiscard]] const std::vector<InputEvent>& events() const { return events_; }
    [[nodiscard]] std::uint64_t frames_drawn() const { return frames_drawn_; }
    [[nodiscard]] std::uint64_t key_presses() const { return surface_->input().counts().key_presses; }
    [[nodiscard]] std::uint64_t clicks() const { return surface_->input().counts().clicks; }

    /// Size of the drawing area in framebuffer pixels, and how many of them make a CSS pixel.
    [[nodiscard]] int framebuffer_width() const { return size_.width; }
    [[nodiscard]] int framebuffer_height() const { return size_.height; }
    [[nodiscard]] float scale() const { return surface_->scale(); }
    /// Covers the whole screen, or returns to the window's own size and place.
    void set_full_screen(bool full) { surface_->set_full_screen(full); }
    /// The size of the drawing area outside full screen.
    [[nodiscard]] FramebufferSize restored_size() const { return surface_->restored_size(); }
    /// Seconds since some moment.
    [[nodiscard]] double time() const { return surface_->time(); }
    /// The time at which the last frame was begun.
    [[nodiscard]] double frame_began() const { return last_frame_; }
    /// Processor time of this thread, in seconds, that the last frame took until all that it draws was known: without rasterising.
    [[nodiscard]] double frame_built_in() const { return frame_built_in_; }

    /// What lies behind everything that is drawn: a colour, and others in places (framebuffer pixels, opaque, the later above).
    void set_background(Color color, std::vector<FillRect> grounds = {});

    /// RGB of the last frame, top row first, framebuffer size; between frames, not within one. The window may be covered.
    [[nodiscard]] std::vector<std::uint8_t> read_pixels(int& width, int& height);

    [[nodiscard]] GuiContext& gui() { return *gui_; }
    /// What the user does is not told to Dear ImGui: a picture depends on the command line alone.
    void set_deaf(bool deaf) { deaf_ = deaf; }
    [[nodiscard]] const HeatMapPainter& heat_maps() const { return *heat_maps_; }
    /// Paths dropped onto the window since the last call.
    [[nodiscard]] std::vector<std::string> dropped_files() { return surface_->dropped_files(); }
    /// A context of OpenGL 4.3 on the window's device, for any thread. Null where there is none, and on a software rasteriser
    /// unless `in_software`.
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
    /// When the next frame is to be drawn if nothing happens; 0: at once.
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
    bool kept_back_ = false;  // the last frame
    std::uint64_t frames_drawn_ = 0;
    double last_frame_ = 0, frame_took_ = 0, frame_built_in_ = 0;
    FramebufferSize size_;
    Color background_{255, 255, 255, 255};
    std::vector<FillRect> grounds_;
};

}  // namespace poslab
