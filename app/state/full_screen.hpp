#pragma once

namespace poslab {

/// The user's choice of full screen: one for the window, and one for presentations, which start in full
/// screen.
class FullScreen {
  public:
    [[nodiscard]] bool is_on(bool presenting) const { return presenting ? presenting_ : window_; }
    void toggle(bool presenting) {
        bool& on = presenting ? presenting_ : window_;
        on = !on;
    }
    void begin_presentation() { presenting_ = true; }

  private:
    bool window_ = false, presenting_ = true;
};

}  // namespace poslab
