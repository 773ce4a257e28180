#include "app/gui/widgets/choice.hpp"

#include "app/gui/widgets/icons.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double row_height = 32;
constexpr double menu_padding = 4;
constexpr double hover_seconds = 0.08;

int stepped(Ui& ui, int chosen, int count, bool vertical) {
    const auto back = ui.take(vertical ? Key::up : Key::left).size();
    const auto forth = ui.take(vertical ? Key::down : Key::right).size();
    return std::clamp(chosen + static_cast<int>(forth) - static_cast<int>(back), 0, count - 1);
}

double label_left(Ui& ui, std::span<const Option> options, Rect rect, std::size_t place, Color color) {
    const Rect sketch{rect.x + 10, rect.y + rect.height / 2 - 6, 20, 12};
    const bool drawn = draw_map_sketch(ui, options[place].id, sketch, color);
    return rect.x + (drawn ? 40 : 12);
}

Rect menu_rect(const Ui& ui, Rect rect, std::size_t count) {
    Rect menu{rect.x, rect.bottom() + 6, rect.width, static_cast<double>(count) * row_height + 2 * menu_padding};
    if (menu.bottom() > ui.height() - 8) menu.y = std::max(8.0, rect.y - 6 - menu.height);
    menu.x = std::max(8.0, std::min(menu.x, ui.width() - 8 - menu.width));
    return menu;
}

int menu_row(Ui& ui, std::string_view name, Rect row, std::span<const Option> options, int place, int chosen) {
    const Palette& colors = ui.colors();
    const std::string row_name = std::string(name) + "=" + std::string(options[static_cast<std::size_t>(place)].id);
    ui.mark(row_name, row);
    const Touch touch = ui.interact(id_of(row_name), row, false);
    if (place == chosen)
        ui.fill(row, colors.selected, 5);
    else if (touch.hovered)
        ui.fill(row, colors.hover, 5);
    const Color color = place == chosen ? colors.accent : colors.text;
    const double middle = row.y + row.height / 2;
    const double left = label_left(ui, options, row, static_cast<std::size_t>(place), colors.text2);
    const TextStyle style{place == chosen ? Font::medium : Font::regular, 13, color};
    ui.text(ui.fitted(options[static_cast<std::size_t>(place)].label, style, row.right() - left - 28), left, middle, style);
    if (place == chosen) draw_icon(ui, Icon::check, {row.right() - 16, middle}, colors.accent);
    return touch.clicked || touch.pressed ? place : -1;
}

int draw_menu(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen) {
    const Id id = id_of(name);
    const Layer below = ui.layer();
    ui.set_layer(Layer::menu);
    const Rect menu = menu_rect(ui, rect, options.size());
    ui.card(menu);
    int result = chosen;
    bool close = !ui.take(Key::escape).empty() || !ui.take(Key::enter).empty() || !ui.take(Key::tab).empty();
    Rect row{menu.x + menu_padding, menu.y + menu_padding, menu.width - 2 * menu_padding, row_height};
    for (int place = 0; place < static_cast<int>(options.size()); ++place, row.y += row_height) {
        if (menu_row(ui, name, row, options, place, chosen) < 0) continue;
        result = place;
        close = true;
    }
    if (ui.input().pressed[0] && !menu.contains(ui.input().mouse)) close = true;
    if (close) ui.close_menu();
    ui.set_layer(below);
    ui.focus(id, ui.focus_visible());
    return result;
}

}  // namespace

int combo(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen) {
    const Palette& colors = ui.colors();
    const Id id = id_of(name);
    ui.mark(std::string(name), rect);
    const bool open = ui.menu_is(id);
    const Touch touch = ui.interact(id, rect);
    int result = chosen;
    if (touch.focused || open) result = stepped(ui, chosen, static_cast<int>(options.size()), true);
    const double hover = ui.animated(id, touch.hovered ? 1 : 0, hover_seconds);
    ui.fill(rect, mixed(colors.raised, colors.hover, open ? 0 : hover), 6);
    ui.frame(rect, open ? colors.accent : colors.border, open ? 1.5 : 1, 6);
    if (touch.ring && !open) ui.focus_ring(rect, 6);
    const double middle = rect.y + rect.height / 2;
    const auto place = static_cast<std::size_t>(result);
    const double left = label_left(ui, options, rect, place, colors.ink);
    const TextStyle style{Font::medium, 13, colors.text};
    ui.text(ui.fitted(options[place].label, style, rect.right() - left - 28), left, middle, style);
    draw_icon(ui, Icon::chevron, {rect.right() - 16, middle}, colors.text2);
    if (open) return draw_menu(ui, name, rect, options, result);
    if (touch.pressed || touch.clicked) {
        const bool by_mouse = touch.pressed;
        if (by_mouse || !ui.input().released[0]) ui.open_menu(id);
        ui.wake_after(0);
    }
    return result;
}

int menu_button(Ui& ui, std::string_view name, Rect button, double width, std::span<const Option> options, int chosen,
                bool clicked) {
    const Id id = id_of(name);
    if (!ui.menu_is(id)) {
        if (clicked) {
            ui.open_menu(id);
            ui.wake_after(0);
        }
        return chosen;
    }
    const int stepped_to = stepped(ui, chosen, static_cast<int>(options.size()), true);
    button.width = std::max(button.width, width);
    return draw_menu(ui, name, button, options, stepped_to);
}

int segmented(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen) {
    const Palette& colors = ui.colors();
    const Id id = id_of(name);
    ui.mark(std::string(name), rect);
    const Touch touch = ui.interact(id, rect);
    int result = chosen;
    if (touch.focused) result = stepped(ui, chosen, static_cast<int>(options.size()), false);
    ui.fill(rect, colors.segment, 6);
    const double width = (rect.width - 4) / static_cast<double>(options.size());
    for (int place = 0; place < static_cast<int>(options.size()); ++place) {
        const Option& option = options[static_cast<std::size_t>(place)];
        const Rect part{rect.x + 2 + width * place, rect.y + 2, width, rect.height - 4};
        ui.mark(std::string(name) + "=" + std::string(option.id), part);
        if (touch.pressed && part.contains(ui.input().mouse)) result = place;
        const bool on = place == result;
        if (on) {
            ui.fill(part, colors.thumb, 5);
            ui.frame(part, colors.border, 1, 5);
        }
        const bool lit = on || (touch.hovered && part.contains(ui.input().mouse));
        const TextStyle style{on ? Font::medium : Font::regular, 13, lit ? colors.text : colors.text2, Align::center};
        ui.text(ui.fitted(option.label, style, part.width - 8), part.x + part.width / 2, part.y + part.height / 2, style);
    }
    if (touch.ring) ui.focus_ring(rect, 6);
    return result;
}

bool toggle(Ui& ui, std::string_view name, double right, double center_y, bool on) {
    const Palette& colors = ui.colors();
    const Id id = id_of(name);
    const Rect rect{right - 32, center_y - 8, 32, 16};
    ui.mark(std::string(name), rect);
    const Touch touch = ui.interact(id, rect.inset(-4));
    const bool result = touch.clicked ? !on : on;
    const double place = ui.animated(id, result ? 1 : 0, hover_seconds);
    ui.fill(rect, mixed(colors.track, colors.accent, place), 8);
    if (!result) ui.frame(rect, colors.axis, 1, 8);
    const Color knob = mixed(colors.axis, colors.on_accent, place);
    ui.circle({rect.x + 8 + 16 * place, center_y}, touch.hovered ? 6 : 5.5, knob);
    if (touch.ring) ui.focus_ring(rect, 8);
    return result;
}

}  // namespace poslab
