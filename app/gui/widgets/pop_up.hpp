#pragma once

#include "app/gui/widgets/ui.hpp"

#include <optional>
#include <string_view>

namespace poslab {

struct PopUpLook {
    std::string_view name;   // its cross is the widget "NAME.close"
    std::string_view title;  // heading
    std::string_view close;  // tooltip of the cross
    double width = 800;      // wanted, with header and footer; a small window gets less
    double height = 600;
    bool footer = true;
    bool header = true;  // without it no cross: Esc closes
};

/// Where things go in an open pop-up. Header and footer are drawn; the body is the caller's.
struct PopUpPlace {
    Rect box, body, footer;
};

/// A modal window of Dear ImGui with the look of a pop-up: scrim, card with header, cross and footer line. One is open at a
/// time: a second one takes the first one's place until it closes and the first is opened again.
class PopUp {
  public:
    static constexpr double header_height = 60, footer_height = 64, padding = 24;

    /// `focused` is the widget that has the keyboard at first. Without `animated` it is there at once.
    void open(Ui& ui, std::string_view focused, bool animated = true);
    void close();
    [[nodiscard]] bool is_open() const { return open_; }

    /// Begins the window and draws its frame; only while it is open. The contents follow, then end(). Nothing where it cannot be
    /// seen.
    std::optional<PopUpPlace> begin(Ui& ui, const PopUpLook& look);
    /// True if cross or Esc closed it in this frame.
    bool end(Ui& ui);

  private:
    void draw_header(Ui& ui, const PopUpLook& look, Rect box);

    bool open_ = false;
    bool opens_ = false, drawn_ = false;  // Dear ImGui is to be told; at least once since it was opened
    bool closable_ = false;               // by Esc: nothing lay over it, nothing was typed when the frame began
    bool crossed_ = false;
    double shown_ = 1;  // 0…1 while it appears
};

/// A sentence with the warning sign in the footer: up to three lines about the middle of `room`.
void footer_notice(Ui& ui, Rect room, std::string_view sentence, Color color);

}  // namespace poslab
