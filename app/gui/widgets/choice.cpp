#include "app/gui/widgets/choice.hpp"

#include "app/gui/widgets/icons.hpp"

#include <algorithm>
#include <string>

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

/// Under `rect`, or over it where there is more room; no higher than that room.
Rect menu_rect(const Ui& ui, Rect rect, std::size_t count) {
    constexpr double gap = 6, margin = 8;
    const double wanted = static_cast<double>(count) * row_height + 2 * menu_padding;
    const double below = ui.height() - margin - rect.bottom() - gap, above = rect.y - gap - margin;
    const bool over = wanted > below && above > below;
    const double height = std::min(wanted, std::max(over ? above : below, row_height + 2 * menu_padding));
    Rect menu{rect.x, over ? rect.y - gap - height : rect.bottom() + gap, rect.width, height};
    menu.x = std::max(margin, std::min(menu.x, ui.width() - margin - menu.width));
    return menu;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

/// The row whose label or id begins with what was typed; the same letter again goes on to the next such row.
int typed_row(Ui& ui, std::span<const Option> options, int chosen) {
    constexpr double pause = 1;
    MenuState& menu = ui.menu_state();
    const std::string text = ui.input().ctrl ? std::string() : lower(ui.input().text);
    if (text.empty()) return chosen;
    if (ui.input().time - menu.typed_at > pause) menu.typed.clear();
    menu.typed_at = ui.input().time;
    const bool again = menu.typed == text;
    if (!again) menu.typed += text;
    const int count = static_cast<int>(options.size());
    const int first = menu.typed.size() > text.size() ? 0 : 1;  // a single letter leaves the row that is chosen
    for (int step = first; step < count + first; ++step) {
        const int place = (chosen + step) % count;
        const Option& option = options[static_cast<std::size_t>(place)];  // its id: for labels that no key types
        if (lower(option.label).starts_with(menu.typed) || option.id.starts_with(menu.typed)) return place;
    }
    return chosen;
}

int paged_row(Ui& ui, int chosen, int count, int page) {
    const auto pressed = [&](Key key) { return static_cast<int>(ui.take(key).size()); };
    int place = chosen + page * (pressed(Key::page_down) - pressed(Key::page_up));
    if (pressed(Key::home) > 0) place = 0;
    if (pressed(Key::end) > 0) place = count - 1;
    return std::clamp(place, 0, count - 1);
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

/// Scrolls by the wheel, and to the chosen row when that changes. Returns how far.
double scroll_menu(Ui& ui, Rect rows, int count, int chosen, bool moved) {
    MenuState& menu = ui.menu_state();
    const double top = chosen * row_height;
    if (ui.over(rows)) menu.offset -= 2 * row_height * ui.input().wheel;
    if (moved || menu.follow) menu.offset = std::clamp(menu.offset, top + row_height - rows.height, top);
    menu.follow = false;
    menu.offset = std::clamp(menu.offset, 0.0, std::max(0.0, count * row_height - rows.height));
    return menu.offset;
}

int draw_menu(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen, int before) {
    const Id id = id_of(name);
    const Layer below = ui.layer();
    ui.set_layer(Layer::menu);
    const int count = static_cast<int>(options.size());
    const Rect menu = menu_rect(ui, rect, options.size());
    const Rect rows = menu.inset(menu_padding);
    ui.card(menu);
    ui.mark(std::string(name) + ".menu", menu);
    bool close = !ui.take(Key::escape).empty() || !ui.take(Key::enter).empty() || !ui.take(Key::tab).empty();
    int result = typed_row(ui, options, paged_row(ui, chosen, count, std::max(1, static_cast<int>(rows.height / row_height) - 1)));
    const double offset = scroll_menu(ui, rows, count, result, result != before);
    const bool scrolls = count * row_height > rows.height + 0.5;
    if (scrolls) ui.push_clip(rows);
    Rect row{rows.x, rows.y - offset, rows.width - (scrolls ? 8 : 0), row_height};
    for (int place = 0; place < count; ++place, row.y += row_height) {
        if (row.bottom() <= rows.y || row.y >= rows.bottom()) continue;
        if (menu_row(ui, name, row, options, place, result) < 0) continue;
        result = place;
        close = true;
    }
    if (scrolls) ui.pop_clip();
    ui.scroll_bar(rows, count * row_height, offset);
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
    if (open) return draw_menu(ui, name, rect, options, result, chosen);
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
    return draw_menu(ui, name, button, options, stepped_to, chosen);
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
