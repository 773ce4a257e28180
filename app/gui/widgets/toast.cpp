#include "app/gui/widgets/toast.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double toast_rise = 0.12, fade = 0.2;
constexpr double toast_width = 356, line_pitch = 18;

}  // namespace

bool draw_toast(Ui& ui, Toast& toast, Rect canvas) {
    if (toast.text.empty()) return false;
    const Palette& colors = ui.colors();
    const TextStyle action{Font::medium, 13, colors.accent};
    const double width = std::min(toast_width, ui.width() - 16);
    const double room = width - 40 - 16 - (toast.action.empty() ? 0 : ui.text_width(toast.action, action) + 16);
    TextStyle style{Font::regular, 13, colors.text};
    const std::vector<std::string> lines = ui.wrapped(toast.text, style, room);
    const double stay = lines.size() > 1 ? 8 : 4;
    if (toast.since < 0) toast.since = Ui::time();
    const double age = Ui::time() - toast.since;
    if (age > toast_rise + stay + fade) {
        toast = {};
        return false;
    }
    ui.wake_after(age < toast_rise || age > toast_rise + stay ? 0 : toast_rise + stay - age);
    const double shown = std::min({1.0, age / toast_rise, (toast_rise + stay + fade - age) / fade});
    const double height = 26 + line_pitch * static_cast<double>(lines.size());
    const double left = std::max(8.0, std::min(canvas.right() - 24, ui.width() - 8) - width);
    const Rect rect{left, canvas.bottom() - 24 - height + 4 * (1 - std::min(1.0, age / toast_rise)), width, height};
    ui.mark("toast", rect);
    const Pane pane(ui, "toast", rect);
    if (shown >= 1) {
        ImGui::PushClipRect({0, 0}, ImGui::GetIO().DisplaySize, false);
        ui.shadow(rect, 8);
        ImGui::PopClipRect();
    }
    ui.set_opacity(shown);
    ui.fill(rect, colors.raised, 8);
    ui.frame(rect, colors.divider, 1, 8);
    draw_icon(ui, toast.good ? Icon::check : Icon::warning, {rect.x + 20, rect.y + 22}, toast.good ? colors.ok : colors.warn);
    for (std::size_t i = 0; i < lines.size(); ++i)
        ui.text(ui.fitted(lines[i], style, room), rect.x + 40, rect.y + 22 + line_pitch * static_cast<double>(i), style);
    const bool clicked =
        !toast.action.empty() && link(ui, "toast.action", rect.right() - 12, rect.y + rect.height / 2, toast.action);
    ui.set_opacity(1);
    return clicked;
}

}  // namespace poslab
