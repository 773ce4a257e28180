#include "app/gui/widgets/toast.hpp"

#include "app/gui/widgets/button.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double rise = 0.12, stay = 4, fade = 0.2;

}  // namespace

bool draw_toast(Ui& ui, Toast& toast, Rect canvas) {
    if (toast.text.empty()) return false;
    if (toast.since < 0) toast.since = ui.input().time;
    const double age = ui.input().time - toast.since;
    if (age > rise + stay + fade) {
        toast = {};
        return false;
    }
    ui.wake_after(age < rise || age > rise + stay ? 0 : rise + stay - age);
    ui.set_layer(Layer::over);
    const Palette& colors = ui.colors();
    const double shown = std::min({1.0, age / rise, (rise + stay + fade - age) / fade});
    const Rect rect{canvas.right() - 24 - 356, canvas.bottom() - 24 - 44 + 4 * (1 - std::min(1.0, age / rise)), 356, 44};
    ui.mark("toast", rect);
    if (shown >= 1) ui.shadow(rect, 8);
    ui.fill(rect, colors.raised.with_alpha(shown), 8);
    ui.frame(rect, colors.divider.with_alpha(shown), 1, 8);
    const double middle = rect.y + 22;
    draw_icon(ui, toast.good ? Icon::check : Icon::warning, {rect.x + 20, middle},
              (toast.good ? colors.ok : colors.warn).with_alpha(shown));
    const TextStyle action{Font::medium, 13, colors.accent};
    const double room = 356 - 40 - 16 - (toast.action.empty() ? 0 : ui.text_width(toast.action, action) + 16);
    const TextStyle style{Font::regular, 13, colors.text.with_alpha(shown)};
    ui.text(ui.fitted(toast.text, style, room), rect.x + 40, middle, style);
    const bool clicked = !toast.action.empty() && link(ui, "toast.action", rect.right() - 12, middle, toast.action);
    ui.set_layer(Layer::base);
    return clicked;
}

}  // namespace poslab
