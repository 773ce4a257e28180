#pragma once

#include "app/gui/trace.hpp"
#include "app/gui/window_content.hpp"

namespace poslab {

class Platform;

/// Brings the content of the window and the platform together, frame by frame.
class WindowFrame {
  public:
    WindowFrame(Platform& platform, const FontLibrary& fonts, const WindowOptions& options, SessionKeeper keeper);

    /// Draws one frame; false when the window is done with.
    bool draw();

  private:
    /// Framebuffer pixels of a CSS pixel of the content.
    [[nodiscard]] double scale() const;
    void paint();
    void ask_for_frames();
    void trace();
    [[nodiscard]] bool captured();

    Platform& platform_;
    Trace trace_;
    bool capturing_ = false;
    int settled_frames_ = 0;
    std::uint64_t repeats_ = 0;
    WindowContent content_;
};

}  // namespace poslab
