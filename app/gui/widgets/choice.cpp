#include "app/gui/widgets/choice.hpp"

#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/icons.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/gui/widgets/text_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace poslab {
namespace {

constexpr double choice_row_height = 32;
constexpr double menu_padding = 4;
constexpr double choice_hover_seconds = 0.08;

std::string row_name(std::string_view name, std::string_view id) {
    return std::string(name) + "=" + std::string(id);
}

/// Draws a strip of the colour map, from end to end.
void draw_strip(Ui& ui, ColorMap map, Rect strip) {
    const ColorTable& colors = color_table(map);
    const double pixel = 1 / ui.scale();
    const auto columns = std::max<std::int64_t>(2, std::lround(strip.width / pixel));
    for (std::int64_t n = 0; n < columns; ++n) {
        const double along = static_cast<double>(n) / static_cast<double>(columns - 1);
        const auto index =
            static_cast<std::size_t>(std::lround(along * static_cast<double>(colors.size() - 1)));
        ui.fill({strip.x + static_cast<double>(n) * pixel, strip.y, pixel, strip.height}, colors.at(index));
    }
    ui.frame(strip, ui.colors().border);
}

double label_left(Ui& ui, std::span<const Option> options, Rect rect, std::size_t index, Color color) {
    constexpr double strip_width = 64;
    if (const auto& map = options[index].colors) {
        draw_strip(ui, *map, {rect.x + 10, rect.y + rect.height / 2 - 6, strip_width, 12});
        return rect.x + 10 + strip_width + 10;
    }
    const Rect sketch{rect.x + 10, rect.y + rect.height / 2 - 6, 20, 12};
    const bool has_sketch = draw_sketch(ui, options[index].sketch, sketch, color);
    return rect.x + (has_sketch ? 40 : 12);
}

/// The menu's rectangle: below `rect`, or above it if that has more room; at most as high as the room.
Rect menu_rect(const Ui& ui, Rect rect, std::size_t count) {
    constexpr double gap = 6, margin = 8;
    const double requested = static_cast<double>(count) * choice_row_height + 2 * menu_padding;
    const double below = ui.height() - margin - rect.bottom() - gap, above = rect.y - gap - margin;
    const bool over = requested > below && above > below;
    const double height =
        std::min(requested, std::max(over ? above : below, choice_row_height + 2 * menu_padding));
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

/// The row whose label or id begins with the typed text; the same letter again moves to the next such row.
int typed_row(std::span<const Option> options, int chosen, MenuTyping& menu) {
    constexpr double pause = 1;
    const std::string text = lower(typed_text());
    if (text.empty()) return chosen;
    if (Ui::time() - menu.at > pause) menu.typed.clear();
    menu.at = Ui::time();
    const bool again = menu.typed == text;
    if (!again) menu.typed += text;
    const int count = static_cast<int>(options.size());
    const int first = menu.typed.size() > text.size() ? 0 : 1;  // a single letter leaves the chosen row
    for (int step = first; step < count + first; ++step) {
        const int index = (chosen + step) % count;
        // The id serves labels that cannot be typed.
        const Option& option = options[static_cast<std::size_t>(index)];
        if (lower(option.label).starts_with(menu.typed) || option.id.starts_with(menu.typed)) return index;
    }
    return chosen;
}

int keyed_row(Ui& ui, int chosen, int count, int page) {
    int index = chosen + ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow) +
                page * (ui.take(ImGuiKey_PageDown) - ui.take(ImGuiKey_PageUp));
    if (ui.take(ImGuiKey_Home) > 0) index = 0;
    if (ui.take(ImGuiKey_End) > 0) index = count - 1;
    return std::clamp(index, 0, count - 1);
}

/// Draws the pin at the right of a row.
void compare_pin(Ui& ui, const std::string& row, Rect rect, int index, CompareMenu& compare) {
    const ItemState item = ui.item(row + ".beside", rect, FocusPolicy::mouse);
    if (item.hovered) ui.fill(rect.inset(3), ui.colors().hover, 5);
    draw_icon(ui, Icon::pin, {rect.x + rect.width / 2, rect.y + rect.height / 2},
              item.hovered ? ui.colors().accent : ui.colors().text3, 14);
    if (item.hovered) ui.tooltip(item.id, rect, std::string(compare.tip));
    if (item.pressed) compare.place = index;
}

/// Draws the last row, which adds several choices, below a line.
bool compare_all(Ui& ui, std::string_view name, Rect row, std::string_view label) {
    const Palette& colors = ui.colors();
    ui.fill({row.x, row.y + 3, row.width, 1}, colors.hairline);
    row = {row.x, row.y + 6, row.width, row.height - 6};
    const ItemState item = ui.item(std::string(name) + ".beside", row, FocusPolicy::mouse);
    if (item.hovered) ui.fill(row, colors.hover, 5);
    draw_icon(ui, Icon::pin, {row.x + 20, row.y + row.height / 2}, colors.text2, 14);
    draw_elided(ui, label, {Font::regular, 13, colors.text}, {row.x + 40, row.y, row.width - 48, row.height});
    return item.pressed;
}

bool menu_row(Ui& ui, std::string_view name, Rect row, std::span<const Option> options, int index,
              bool chosen, CompareMenu* compare) {
    const Palette& colors = ui.colors();
    const Option& option = options[static_cast<std::size_t>(index)];
    Rect choosing = row;
    if (compare != nullptr && !chosen) choosing.width -= row.height;
    const ItemState item = ui.item(row_name(name, option.id), choosing, FocusPolicy::mouse);
    if (chosen || item.hovered) ui.fill(row, chosen ? colors.selected : colors.hover, 5);
    const double middle = row.y + row.height / 2;
    const double left = label_left(ui, options, row, static_cast<std::size_t>(index), colors.text2);
    const TextStyle style{chosen ? Font::medium : Font::regular, 13, chosen ? colors.accent : colors.text};
    draw_elided(ui, option.label, style, {left, row.y, row.right() - left - 28, row.height});
    if (chosen) draw_icon(ui, Icon::check, {row.right() - 16, middle}, colors.accent);
    if (item.hovered && !option.tip.empty()) ui.tooltip(item.id, row, std::string(option.tip), {}, true);
    if (compare != nullptr && !chosen)
        compare_pin(ui, row_name(name, option.id), {choosing.right(), row.y, row.height, row.height}, index,
                    *compare);
    return item.pressed;
}

/// Draws the rows in a child window, which scrolls to the chosen one when that changes.
bool draw_rows(Ui& ui, std::string_view name, Rect rows, std::span<const Option> options, int& chosen,
               bool follow, CompareMenu* compare) {
    const int count = static_cast<int>(options.size());
    const bool scrolls = count * choice_row_height > rows.height + 0.5;
    Pane pane(ui, "rows", rows, scrolls ? Pane::Scrolls::down : Pane::Scrolls::no);
    if (follow) pane.show(chosen * choice_row_height, choice_row_height);
    bool picked = false;
    Rect row{rows.x, rows.y - pane.offset(), rows.width - (scrolls ? 8 : 0), choice_row_height};
    for (int index = 0; index < count; ++index, row.y += choice_row_height) {
        if (row.bottom() <= rows.y || row.y >= rows.bottom()) continue;
        if (!menu_row(ui, name, row, options, index, index == chosen, compare)) continue;
        chosen = index;
        picked = true;
    }
    if (scrolls) pane.set_content(count * choice_row_height);
    return picked;
}

bool closes_by_key(Ui& ui) {
    const int pressed =
        ui.take(ImGuiKey_Enter) + ui.take(ImGuiKey_Tab) + ui.take(ImGuiKey_Space) + ui.take(ImGuiKey_Escape);
    return pressed > 0;
}

/// Draws the list of the item `name`, a Dear ImGui pop-up, if it is open.
int draw_menu(Ui& ui, std::string_view name, Rect anchor, std::span<const Option> options, int chosen,
              CompareMenu* compare = nullptr) {
    const std::string popup = std::string(name) + ".menu";
    if (!ImGui::IsPopupOpen(popup.c_str())) return chosen;
    const bool last = compare != nullptr && !compare->all.empty();
    const Rect menu = menu_rect(ui, anchor, options.size() + (last ? 1 : 0));
    ImGui::SetNextWindowPos(ui.pixels({menu.x, menu.y}));
    ImGui::SetNextWindowSize(ui.pixels({menu.width, menu.height}));
    if (!ImGui::BeginPopup(popup.c_str(), ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                              ImGuiWindowFlags_NoBackground |
                                              ImGuiWindowFlags_NoSavedSettings))
        return chosen;
    ui.mark(popup, menu);
    ImGui::PushClipRect({0, 0}, ImGui::GetIO().DisplaySize, false);
    ui.card(menu);
    ImGui::PopClipRect();
    Rect rows = menu.inset(menu_padding);
    if (last) rows.height -= choice_row_height;
    const bool opens = ImGui::IsWindowAppearing();
    if (opens) ui.menu_typing() = {};
    int next = keyed_row(ui, chosen, static_cast<int>(options.size()),
                         std::max(1, static_cast<int>(rows.height / choice_row_height) - 1));
    next = typed_row(options, next, ui.menu_typing());
    const bool closes = !opens && closes_by_key(ui);
    bool done = draw_rows(ui, name, rows, options, next, opens || next != chosen, compare) || closes;
    if (last && compare_all(ui, name, {rows.x, rows.bottom(), rows.width, choice_row_height}, compare->all))
        done = compare->all_taken = true;
    if (done) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return next;
}

void open_menu(Ui& ui, std::string_view name) {
    ImGui::OpenPopup((std::string(name) + ".menu").c_str());
    ui.request_frame();
}

}  // namespace

int combo(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen,
          CompareMenu* compare) {
    const Palette& colors = ui.colors();
    const ItemState item = ui.item(name, rect);
    const bool open = ImGui::IsPopupOpen((std::string(name) + ".menu").c_str());
    int result = chosen;
    if (item.focused && !open && !ui.editing())
        result = std::clamp(chosen + ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow), 0,
                            static_cast<int>(options.size()) - 1);
    const double hover = ui.animated(item.id, item.hovered ? 1 : 0, choice_hover_seconds);
    ui.fill(rect, mixed(colors.raised, colors.hover, open ? 0 : hover), 6);
    ui.frame(rect, open ? colors.accent : colors.border, open ? 1.5 : 1, 6);
    if (item.ring && !open) ui.focus_ring(rect, 6);
    const double middle = rect.y + rect.height / 2;
    const auto index = static_cast<std::size_t>(result);
    const double left = label_left(ui, options, rect, index, colors.ink);
    const TextStyle style{Font::medium, 13, colors.text};
    draw_elided(ui, options[index].label, style, {left, rect.y, rect.right() - left - 28, rect.height});
    if (item.hovered && !open && !options[index].tip.empty())
        ui.tooltip(item.id, rect, std::string(options[index].tip));
    draw_icon(ui, Icon::chevron, {rect.right() - 16, middle}, colors.text2);
    if (item.pressed || item.by_key) open_menu(ui, name);
    return draw_menu(ui, name, rect, options, result, compare);
}

int menu_button(Ui& ui, std::string_view name, Rect button, double width, std::span<const Option> options,
                int chosen, bool clicked) {
    if (clicked) open_menu(ui, name);
    button.width = std::max(button.width, width);
    return draw_menu(ui, name, button, options, chosen);
}

int segmented(Ui& ui, std::string_view name, Rect rect, std::span<const Option> options, int chosen) {
    const Palette& colors = ui.colors();
    const ItemState item = ui.item(name, rect);
    const int count = static_cast<int>(options.size());
    int result = chosen;
    if (item.focused && !ui.editing())
        result =
            std::clamp(chosen + ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow), 0, count - 1);
    if (item.by_key) result = (chosen + 1) % count;
    ui.fill(rect, colors.segment, 6);
    const double width = (rect.width - 4) / static_cast<double>(options.size());
    for (int index = 0; index < count; ++index) {
        const Option& option = options[static_cast<std::size_t>(index)];
        const Rect part{rect.x + 2 + width * index, rect.y + 2, width, rect.height - 4};
        ui.mark(row_name(name, option.id), part);
        if (item.pressed && part.contains(ui.mouse())) result = index;
        const bool on = index == result;
        if (on) {
            ui.fill(part, colors.thumb, 5);
            ui.frame(part, colors.border, 1, 5);
        }
        const bool lit = on || (item.hovered && part.contains(ui.mouse()));
        const TextStyle style{on ? Font::medium : Font::regular, 13, lit ? colors.text : colors.text2,
                              Align::center};
        draw_elided(ui, option.label, style, part.inset(4));
    }
    if (item.ring) ui.focus_ring(rect, 6);
    return result;
}

bool toggle(Ui& ui, std::string_view name, double right, double center_y, bool on) {
    const Palette& colors = ui.colors();
    const Rect rect{right - 32, center_y - 8, 32, 16};
    const ItemState item = ui.item(name, rect.inset(-4));
    ui.mark(name, rect);
    const bool result = item.clicked ? !on : on;
    const double position = ui.animated(item.id, result ? 1 : 0, choice_hover_seconds);
    ui.fill(rect, mixed(colors.track, colors.accent, position), 8);
    if (!result) ui.frame(rect, colors.axis, 1, 8);
    const Color knob = mixed(colors.axis, colors.on_accent, position);
    ui.circle({rect.x + 8 + 16 * position, center_y}, item.hovered ? 6 : 5.5, knob);
    if (item.ring) ui.focus_ring(rect, 8);
    return result;
}

}  // namespace poslab
