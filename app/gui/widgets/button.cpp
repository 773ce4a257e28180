#include "app/gui/widgets/button.hpp"

namespace poslab {
namespace {

constexpr double button_radius = 6;
constexpr double icon_space = 24;
constexpr double button_hover_seconds = 0.08;

struct Paint {
    Color fill, text, border;
};

Paint paint_of(const Palette& colors, ButtonLook look, bool enabled, double hover, bool held) {
    if (!enabled)
        return {look == ButtonLook::primary ? colors.hover : colors.raised.with_alpha(0), colors.text3,
                colors.hairline};
    if (look == ButtonLook::primary)
        return {mixed(colors.accent, colors.accent_hover, hover), colors.on_accent, {0, 0, 0, 0}};
    const Color rest = look == ButtonLook::bordered ? colors.raised : colors.hover.with_alpha(0);
    const Color fill = held ? colors.press : mixed(rest, colors.hover, hover);
    return {fill, colors.text, look == ButtonLook::bordered ? colors.border : Color{0, 0, 0, 0}};
}

}  // namespace

bool button(Ui& ui, std::string_view name, Rect rect, std::string_view label, const ButtonOptions& options) {
    ImGui::BeginDisabled(!options.enabled);
    const ItemState item = ui.item(name, rect, options.enabled ? FocusPolicy::tab : FocusPolicy::mouse);
    ImGui::EndDisabled();
    const bool over = ui.over(rect);
    const double hover =
        ui.animated(item.id, options.enabled && (item.hovered || item.held) ? 1 : 0, button_hover_seconds);
    const Paint paint =
        paint_of(ui.colors(), options.look, options.enabled, hover, item.held && item.hovered);
    if (paint.fill.a != 0) ui.fill(rect, paint.fill, button_radius);
    if (paint.border.a != 0) ui.frame(rect, paint.border, 1, button_radius);
    if (item.ring) ui.focus_ring(rect, button_radius);
    const TextStyle style{options.font, 13, paint.text, Align::left};
    const double content = ui.text_width(label, style) + (options.icon ? icon_space : 0);
    double x = rect.x + (rect.width - content) / 2;
    const double middle = rect.y + rect.height / 2;
    if (options.icon) {
        draw_icon(ui, *options.icon, {x + 8, middle}, paint.text);
        x += icon_space;
    }
    ui.text(label, x, middle, style);
    if (over && !options.tooltip.empty()) ui.tooltip(item.id, rect, options.tooltip, options.key);
    return options.enabled && item.clicked;
}

double button_width(const Ui& ui, std::string_view label, bool icon) {
    return ui.text_width(label, {Font::medium, 13, {}}) + (icon ? icon_space : 0) + 24;
}

bool tool_button(Ui& ui, std::string_view name, Point top_left, Icon icon, bool active,
                 std::string_view tooltip, std::string_view key) {
    const Palette& colors = ui.colors();
    const Rect rect{top_left.x, top_left.y, 32, 32};
    if (active) ui.fill(rect, colors.selected, button_radius);
    const ItemState item = spot(ui, name, rect);
    draw_icon(ui, icon, {rect.x + 16, rect.y + 16}, active ? colors.accent : colors.text2);
    if (item.hovered) ui.tooltip(item.id, rect, std::string(tooltip), std::string(key));
    return item.clicked;
}

ItemState spot(Ui& ui, std::string_view name, Rect rect, double corner) {
    const Palette& colors = ui.colors();
    const ItemState item = ui.item(name, rect);
    const double hover = ui.animated(item.id, item.hovered ? 1 : 0, button_hover_seconds);
    const Color look = item.held && item.hovered ? colors.press : colors.hover;
    if (hover > 0) ui.fill(rect, look.with_alpha(hover), corner);
    if (item.ring) ui.focus_ring(rect.inset(2), corner - 2);
    return item;
}

bool link(Ui& ui, std::string_view name, double right, double center_y, std::string_view label) {
    const TextStyle style{Font::medium, 13, ui.colors().accent};
    const double width = ui.text_width(label, style);
    const Rect rect{right - width - 4, center_y - 12, width + 8, 24};
    const ItemState item = ui.item(name, rect);
    TextStyle look = style;
    if (item.hovered) {
        look.color = ui.colors().accent_hover;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (item.ring) ui.focus_ring(rect.inset(2), 4);
    ui.text(label, rect.x + 4, center_y, look);
    return item.clicked;
}

}  // namespace poslab
