#include "app/gui/widgets/chips.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace poslab {
namespace {

constexpr double chip_height = 24, chip_gap = 4, chip_padding = 8, chip_radius = 6, text_size = 12;
constexpr double chip_hover_seconds = 0.08;

std::string chip_name(std::string_view name, const Option& option) {
    return std::string(name) + "=" + std::string(option.id);
}

/// Lays out chips from left to right, then top to bottom. Each is as wide as its text when on, so that none
/// moves when one is switched.
std::vector<Rect> chip_places(const Ui& ui, Rect area, std::span<const Option> options) {
    std::vector<Rect> places;
    Point next{area.x, area.y};
    for (const Option& option : options) {
        const double text = std::ceil(ui.text_width(option.label, {Font::medium, text_size, {}}));
        const double width = std::min(text + 2 * chip_padding, area.width);
        if (next.x > area.x && next.x + width > area.right())
            next = {area.x, next.y + chip_height + chip_gap};
        places.push_back({next.x, next.y, width, chip_height});
        next.x += width + chip_gap;
    }
    return places;
}

/// The chip with the nearest centre in the line above (`by` < 0) or below; `from` if there is no such line.
int over_or_under(std::span<const Rect> places, int from, int by) {
    const auto middle = [](const Rect& rect) { return rect.x + rect.width / 2; };
    const Rect& start = places[static_cast<std::size_t>(from)];
    const double line = start.y + by * (chip_height + chip_gap);
    int nearest = from;
    double least = 0;
    for (int index = 0; index < static_cast<int>(places.size()); ++index) {
        const Rect& rect = places[static_cast<std::size_t>(index)];
        if (std::abs(rect.y - line) > 1) continue;
        const double distance = std::abs(middle(rect) - middle(start));
        if (nearest == from || distance < least) {
            nearest = index;
            least = distance;
        }
    }
    return nearest;
}

int moved_by_arrows(Ui& ui, std::span<const Rect> places, int from) {
    const int sideways = ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow);
    const int down = ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow);
    const int index = std::clamp(from + sideways, 0, static_cast<int>(places.size()) - 1);
    return down == 0 ? index : over_or_under(places, index, down < 0 ? -1 : 1);
}

/// The Tab stop: the chip with the focus, else the first one. Arrow keys move the focus before drawing.
int tab_stop(Ui& ui, std::string_view name, std::span<const Option> options, std::span<const Rect> places) {
    for (int index = 0; index < static_cast<int>(options.size()); ++index) {
        if (Ui::focused() != ImGui::GetID(chip_name(name, options[static_cast<std::size_t>(index)]).c_str()))
            continue;
        const int next = moved_by_arrows(ui, places, index);
        if (next != index) ui.focus(chip_name(name, options[static_cast<std::size_t>(next)]));
        return next;
    }
    return 0;
}

void draw_chip(Ui& ui, Rect rect, std::string_view label, bool on, double hover) {
    const Palette& colors = ui.colors();
    const Color rest = on ? colors.selected : colors.hover.with_alpha(0);
    const Color fill = on ? mixed(rest, colors.press, 0.35 * hover) : mixed(rest, colors.hover, hover);
    if (fill.a != 0) ui.fill(rect, fill, chip_radius);
    if (!on) ui.frame(rect, colors.border, 1, chip_radius);
    const TextStyle style{on ? Font::medium : Font::regular, text_size, on ? colors.accent : colors.text2,
                          Align::center};
    ui.text(label, rect.x + rect.width / 2, rect.y + rect.height / 2, style);
}

}  // namespace

ChipsResult chips(Ui& ui, std::string_view name, Rect area, std::span<const Option> options,
                  const std::vector<bool>& on) {
    const std::vector<Rect> places = chip_places(ui, area, options);
    const int stop = tab_stop(ui, name, options, places);
    ChipsResult result;
    result.height = places.empty() ? chip_height : places.back().bottom() - area.y;
    ui.mark(std::string(name), {area.x, area.y, area.width, result.height});
    for (int index = 0; index < static_cast<int>(options.size()); ++index) {
        const auto at = static_cast<std::size_t>(index);
        const std::string chip = chip_name(name, options[at]);
        const ItemState item =
            ui.item(chip, places[at], index == stop ? FocusPolicy::tab : FocusPolicy::group);
        if (item.clicked) result.toggled = index;
        result.right_clicked = result.right_clicked || item.right_clicked;
        const std::string label = ui.fitted(options[at].label, {Font::medium, text_size, {}},
                                            places[at].width - 2 * chip_padding + 0.5);
        const double hover = ui.animated(item.id, item.hovered ? 1 : 0, chip_hover_seconds);
        draw_chip(ui, places[at], label, on[at] != item.clicked, hover);
        if (item.ring) ui.focus_ring(places[at], chip_radius);
        if (item.hovered && label != options[at].label)
            ui.tooltip(item.id, places[at], std::string(options[at].label));
    }
    return result;
}

}  // namespace poslab
