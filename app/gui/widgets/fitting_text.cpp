#include "app/gui/widgets/fitting_text.hpp"

#include "core/figure/text_fit.hpp"

#include <string>

namespace poslab {

void draw_elided(Ui& ui, std::string_view text, TextStyle style, Rect room) {
    constexpr double min_size = 9;
    style.size = fitting_size(text, ui.metrics(), style.font, style.size, min_size, room.width);
    const std::string shown = ui.fitted(text, style, room.width);
    const double x = style.align == Align::center ? room.x + room.width / 2 : room.x;
    ui.text(shown, x, room.y + room.height / 2, style);
    if (shown == text) return;
    ui.mark("whole of " + shown, room);
    if (!ui.over(room)) return;
    const std::string whole(text);
    ui.tooltip(ImGui::GetID(whole.c_str()), room, whole);
}

}  // namespace poslab
