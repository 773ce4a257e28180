#include "app/gui/widgets/toast.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double toast_rise = 0.12, fade = 0.2;
constexpr double toast_line_pitch = 18, sign_width = 32, toast_pad = 12;

}  // namespace

bool draw_toast(Ui& ui, Toast& toast, Rect room) {
    if (toast.text.empty()) return false;
    const Palette& colors = ui.colors();
    const TextStyle action{Font::medium, 13, colors.accent};
    const double action_width = toast.action.empty() ? 0 : ui.text_width(toast.action, action) + 20;
    const double around = sign_width + toast_pad + action_width, most = room.width - 8;
    const TextStyle style{Font::regular, 13, colors.text};
    const std::vector<std::string> lines = ui.wrapped(toast.text, style, most - around);
    double widest = 0;
    for (const std::string& line : lines) widest = std::max(widest, ui.text_width(line, style));
    const double stay = lines.size() > 1 || widest > 400 ? 8 : 4;
    if (toast.since < 0) toast.since = Ui::time();
    const double age = Ui::time() - toast.since;
    if (age > toast_rise + stay + fade) {
        toast = {};
        return false;
    }
    ui.wake_after(age < toast_rise || age > toast_rise + stay ? 0 : toast_rise + stay - age);
    const double shown = std::min({1.0, age / toast_rise, (toast_rise + stay + fade - age) / fade});
    const double height = std::max(room.height, 8 + toast_line_pitch * static_cast<double>(lines.size()));
    const Rect rect{room.x + 4, room.bottom() - height + 4 * (1 - std::min(1.0, age / toast_rise)),
                    std::min(most, std::ceil(widest) + around), height};
    ui.mark("toast", rect);
    const Pane pane(ui, "toast", rect);
    ui.set_opacity(shown);
    ui.fill(rect, colors.raised, 6);
    ui.frame(rect, colors.divider, 1, 6);
    const double first = rect.y + (height - toast_line_pitch * static_cast<double>(lines.size() - 1)) / 2;
    draw_icon(ui, toast.good ? Icon::check : Icon::warning, {rect.x + 16, first},
              toast.good ? colors.ok : colors.warn);
    for (std::size_t i = 0; i < lines.size(); ++i)
        ui.text(ui.fitted(lines[i], style, most - around), rect.x + sign_width,
                first + toast_line_pitch * static_cast<double>(i), style);
    const bool clicked = !toast.action.empty() &&
                         link(ui, "toast.action", rect.right() - 8, rect.y + rect.height / 2, toast.action);
    ui.set_opacity(1);
    return clicked;
}

}  // namespace poslab
