#include "app/gui/header.hpp"

#include "app/gui/shell_text.hpp"
#include "app/gui/widgets/button.hpp"

namespace poslab {
namespace {

void draw_titles(Ui& ui, const Store& store, const Figure& figure, Rect area, double padding, bool small, double room) {
    const Palette& colors = ui.colors();
    const double left = area.x + padding;
    const TextStyle title{Font::semibold, 20, colors.text};
    const TextStyle subtitle{Font::regular, 12, colors.text2};
    ui.text(ui.fitted(in(store.language, store.view().info().title), title, room), left, area.y + (small ? 19 : 23), title);
    ui.text(ui.fitted(figure.subtitle, subtitle, room), left, area.y + (small ? 42 : 46), subtitle);
}

}  // namespace

bool draw_header(Ui& ui, Store& store, const Canvas& canvas, Rect area, double padding, bool small) {
    const auto text = [&](Say what) { return say(store.language, what); };
    const double tools_y = area.y + (small ? 12 : 16);
    const double export_width = button_width(ui, text(Say::export_), true) - 4;
    const double export_x = area.right() - padding - export_width;
    const double tools_x = export_x - 24 - 3 * 32 - 2 * 4;
    draw_titles(ui, store, canvas.figure(), area, padding, small, tools_x - area.x - padding - 12);
    if (tool_button(ui, "tool.home", {tools_x, tools_y}, Icon::home, false, text(Say::home), "Home")) canvas.go_home(store);
    if (tool_button(ui, "tool.pan", {tools_x + 36, tools_y}, Icon::pan, store.tool == Tool::pan, text(Say::pan), "H"))
        store.tool = Tool::pan;
    if (tool_button(ui, "tool.zoom", {tools_x + 72, tools_y}, Icon::zoom, store.tool == Tool::zoom, text(Say::zoom), "Z"))
        store.tool = Tool::zoom;
    ui.fill({tools_x + 3 * 36 + 7, tools_y + 8, 1, 16}, ui.colors().divider);
    ButtonOptions options;
    options.icon = Icon::save;
    options.tooltip = text(Say::export_);
    options.key = "E";
    return button(ui, "tool.export", {export_x, tools_y, export_width, 32}, text(Say::export_), options);
}

}  // namespace poslab
