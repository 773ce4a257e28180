#include "app/gui/widgets/pop_up.hpp"

#include "app/gui/widgets/button.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double radius = 10, rise = 4, appear_seconds = 0.12;
constexpr double margin = 8;  // to the window's edges

}  // namespace

void PopUp::open(Ui& ui, std::string_view focused, bool animated) {
    open_ = true;
    drawn_ = !animated;
    crossed_ = false;
    shown_ = animated ? 0 : 1;
    ui.set_dialog(true);
    ui.focus(id_of(focused), true);
}

void PopUp::close(Ui& ui) {
    open_ = false;
    ui.set_dialog(false);
    ui.close_menu();
    ui.release_focus();
    ui.edit() = {};
}

PopUpPlace PopUp::begin(Ui& ui, const PopUpLook& look) {
    ui.set_layer(Layer::dialog);
    const Id id = id_of("pop-up.appear");
    if (!drawn_) ui.animated(id, 0, 0);
    shown_ = ui.animated(id, 1, appear_seconds);
    drawn_ = true;
    const double width = std::min(look.width, ui.width() - 2 * margin);
    const double height = std::min(look.height, ui.height() - 2 * margin);
    const Rect box{std::round((ui.width() - width) / 2), std::round((ui.height() - height) / 2 + rise * (1 - shown_)), width,
                   height};
    ui.fill({0, 0, ui.width(), ui.height()}, ui.colors().scrim);
    ui.shadow(box, radius);
    ui.fill(box, ui.colors().raised, radius);
    if (ui.theme() == Theme::dark) ui.frame(box, ui.colors().divider, 1, radius);
    ui.mark(std::string(look.name), box);
    draw_header(ui, look, box);
    const double foot = look.footer ? footer_height : 0;
    const Rect footer{box.x, box.bottom() - foot, width, foot};
    if (look.footer) ui.fill({footer.x, footer.y, footer.width, 1}, ui.colors().hairline);
    return {box, {box.x, box.y + header_height, width, height - header_height - foot}, footer};
}

void PopUp::draw_header(Ui& ui, const PopUpLook& look, Rect box) {
    const Palette& colors = ui.colors();
    const TextStyle style{Font::semibold, 16, colors.text};
    const double middle = box.y + 31;
    ui.text(ui.fitted(look.title, style, box.width - padding - 72), box.x + padding, middle, style);
    ui.fill({box.x, box.y + header_height, box.width, 1}, colors.hairline);
    const Rect cross{box.right() - padding - 24, middle - 16, 32, 32};
    const std::string name = std::string(look.name) + ".close";
    const SpotTouch touch = spot(ui, name, cross);
    draw_icon(ui, Icon::cross, {cross.x + 16, cross.y + 16}, colors.text2);
    if (touch.hovered) ui.tooltip(id_of(name), cross, std::string(look.close), "Esc");
    if (touch.clicked) crossed_ = true;
}

bool PopUp::end(Ui& ui) {
    if (shown_ < 1) ui.fade(Layer::dialog, shown_);
    const bool escaped = open_ && !ui.editing() && ui.top() == Layer::dialog && !ui.take(Key::escape).empty();
    const bool closes = open_ && (crossed_ || escaped);
    if (closes) close(ui);
    ui.set_layer(Layer::base);
    return closes;
}

}  // namespace poslab
