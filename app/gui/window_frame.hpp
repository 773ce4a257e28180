#pragma once

#include "app/gui/replay.hpp"
#include "app/gui/trace.hpp"
#include "app/gui/window_content.hpp"

#include <cstdint>
#include <optional>

namespace poslab {

class Platform;

/// Brings the content of the window and the platform together, frame by frame.
class WindowFrame {
  public:
    /// `replay`: what is done in the window before it is captured.
    WindowFrame(Platform& platform, const FontLibrary& fonts, const WindowOptions& options, SessionKeeper keeper,
                std::optional<Replay> replay);

    /// Draws one frame; false when the window is done with.
    bool draw();
    /// After the frame is shown.
    void shown();
    /// Saves the session at once.
    void keep_session() { content_.keep_session(); }

  private:
    /// Framebuffer pixels of a CSS pixel of the content.
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
