#pragma once

#include "app/gui/replay.hpp"
#include "app/gui/trace.hpp"
#include "app/gui/window_content.hpp"

#include <cstdint>
#include <optional>

namespace poslab {

class Platform;

/// Connects the content of the window with the platform, frame by frame.
class WindowFrame {
  public:
    /// `replay`: input to play before the window is captured.
    WindowFrame(Platform& platform, const FontLibrary& fonts, const WindowOptions& options,
                SessionKeeper keeper, std::optional<Replay> replay);

    /// Draws one frame; returns false when the window should close.
    bool draw();
    /// Call after the frame was shown.
    void shown();
    /// Saves the session immediately.
    void keep_session() { content_.keep_session(); }

  private:
    /// Framebuffer pixels per CSS pixel of the content.
    [[nodiscard]] double scale() const;
    void ask_for_frames();
    void trace();
    [[nodiscard]] bool captured();

    Platform& platform_;
    Trace trace_;
    std::optional<Replay> replay_;
    bool capturing_ = false;
    int settled_frames_ = 0;
    std::uint64_t repeats_ = 0;
    WindowContent content_;
};

}  // namespace poslab
