#include "app/gui/widgets/notice.hpp"

#include "app/gui/widgets/icons.hpp"

namespace poslab {

void footer_notice(Ui& ui, Rect room, std::string_view sentence, Color color) {
    constexpr std::size_t most_lines = 3;
    constexpr double icon_column = 24, line_pitch = 16;
    const TextStyle style{Font::regular, 12, color};
    auto lines = ui.wrapped(sentence, style, room.width - icon_column);
    if (lines.size() > most_lines) lines.resize(most_lines);
    const double middle = room.y + room.height / 2;
    draw_icon(ui, Icon::warning, {room.x + 8, middle}, color);
    double y = middle - line_pitch / 2 * static_cast<double>(lines.size() - 1);
    for (const std::string& line : lines) {
        ui.text(ui.fitted(line, style, room.width - icon_column), room.x + icon_column, y, style);
        y += line_pitch;
    }
}

}  // namespace poslab
