#pragma once

#include "app/gui/widgets/ui.hpp"

#include <optional>
#include <string_view>

namespace poslab {

struct PopUpLook {
    std::string_view name;   // the close button is the widget "NAME.close"
    std::string_view title;  // heading
    std::string_view close;  // tooltip of the close button
    double width = 800;      // preferred, with header and footer; less in a small window
    double height = 600;
    bool footer = true;
    bool header = true;  // without it there is no close button; Esc closes
};

/// The areas of an open pop-up. Header and footer are drawn already; the caller draws the body.
struct PopUpLayout {
    Rect box, body, footer;
};

/// A Dear ImGui modal window: scrim, and card with header, close button and footer line. One is open at a
/// time: a second one replaces the first until it closes and the first is opened again.
class PopUp {
  public:
    static constexpr double header_height = 60, footer_height = 64, padding = 24;

    /// `focused`: the widget with the initial focus. Without `animated` the pop-up appears immediately.
    void open(Ui& ui, std::string_view focused, bool animated = true);
    void close();
    [[nodiscard]] bool is_open() const { return open_; }

    /// Begins the window and draws its frame, if it is open; the caller then draws the contents and calls
    /// end(). Returns none if the pop-up is not visible.
    std::optional<PopUpLayout> begin(Ui& ui, const PopUpLook& look);
    /// Returns true if the close button or Esc closed it in this frame.
    bool end(Ui& ui);

  private:
    void draw_header(Ui& ui, const PopUpLook& look, Rect box);

    bool open_ = false;
    bool opens_ = false,
         was_drawn_ = false;  // Dear ImGui must open it; drawn at least once since it was opened
    bool closable_ = false;   // by Esc: nothing was over it or being typed
    bool crossed_ = false;
    double shown_ = 1;  // fade-in progress, 0…1
};

/// Draws a message with the warning sign in the footer: up to three lines, centred in `room`.
void footer_notice(Ui& ui, Rect room, std::string_view message, Color color);

}  // namespace poslab
