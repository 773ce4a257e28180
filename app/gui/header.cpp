#include "app/gui/header.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/actions.hpp"
#include "core/controls/viewport.hpp"
#include "core/figure/text_fit.hpp"

#include <fmt/format.h>

namespace poslab {
namespace {

constexpr double tool_pitch = 36;
// Below this width Export is an icon, and Explain and Lock have no button, only their shortcut.
constexpr double narrow_below = 560;

/// Returns as many parts as fit. A first part that does not fit is dropped in favour of the next, so that no
/// sentence is cut.
std::string shown_part(std::string_view parts, const TextMetrics& metrics, const TextStyle& style,
                       double room) {
    constexpr std::string_view separator = "  ·  ";
    std::string shown = fitted_parts(parts, metrics, style.font, style.size, room);
    for (auto end = parts.find(separator); shown.ends_with("…") && end != std::string_view::npos;
         end = parts.find(separator)) {
        parts.remove_prefix(end + separator.size());
        shown = fitted_parts(parts, metrics, style.font, style.size, room);
    }
    return shown;
}

void draw_titles(Ui& ui, const Store& store, const Figure& figure, Rect area, double padding, bool compact,
                 double room) {
    const Palette& colors = ui.colors();
    const double left = area.x + padding;
    const TextStyle title{Font::semibold, 20, colors.text};
    const TextStyle subtitle{Font::regular, 12, colors.text2};
    draw_elided(ui, in(store.language, store.view().info().title), title,
                {left, area.y + (compact ? 7 : 11), room, 24});
    const double middle = area.y + (compact ? 42 : 46);
    const std::string shown = shown_part(figure.subtitle, ui.metrics(), subtitle, room);
    const Rect rect{left, middle - 9, room, 18};
    if (shown.ends_with("…"))  // not even the first part fits
        draw_elided(ui, std::string_view(figure.subtitle).substr(0, figure.subtitle.find("  ·  ")), subtitle,
                    rect);
    else
        ui.text(shown, left, middle, subtitle);
    if (shown != figure.subtitle && ui.over(rect))
        ui.tooltip(ImGui::GetID("header.subtitle"), rect, figure.subtitle);
}

/// Draws the play button; its tooltip names the parameter.
bool draw_play(Ui& ui, const Store& store, const Player& player, Point at) {
    const auto parameter = playable_parameter(store, player);
    if (!parameter) return false;
    const Descriptor& descriptor = store.view().parameters()[*parameter];
    const std::string named = fmt::format("{} {}", in(store.language, descriptor.label), descriptor.symbol);
    const std::string tip =
        Translator(store.language)("{}: {}", player.running() ? "Pause"_tr : "Play"_tr, named);
    const std::string space = keys_of(Action::play, store.language);
    return tool_button(ui, "tool.play", at, player.running() ? Icon::pause : Icon::play, player.running(),
                       tip, space);
}

/// Draws the lock of the limits of axes and colours. Returns true if it was clicked.
bool draw_limit_lock(Ui& ui, const Store& store, const Canvas& canvas, Point at) {
    const bool locked = canvas.limits_are_locked(store);
    const std::string_view tip =
        in(store.language, locked ? "Unlock axes and colours"_tr : "Lock axes and colours"_tr);
    return tool_button(ui, "tool.lock", at, locked ? Icon::lock : Icon::lock_open, locked, tip,
                       keys_of(Action::lock_axes, store.language));
}

void draw_zoom_tools(Ui& ui, Store& store, Canvas& canvas, Point at, double width) {
    const auto text = [&](Text what) { return in(store.language, what); };
    if (tool_button(ui, "tool.home", at, Icon::home, false, text("Reset view"_tr),
                    keys_of(Action::go_home, store.language)))
        canvas.go_home(store);
    if (tool_button(ui, "tool.pan", {at.x + tool_pitch, at.y}, Icon::pan, store.tool == Tool::pan,
                    text("Pan"_tr), keys_of(Action::pan_tool, store.language)))
        store.tool = Tool::pan;
    if (tool_button(ui, "tool.zoom", {at.x + 2 * tool_pitch, at.y}, Icon::zoom, store.tool == Tool::zoom,
                    text("Zoom to box"_tr), keys_of(Action::zoom_tool, store.language)))
        store.tool = Tool::zoom;
    ui.fill({at.x + width + 6, at.y + 8, 1, 16}, ui.colors().divider);
}

}  // namespace

HeaderResult draw_header(Ui& ui, Store& store, const Player& player, Canvas& canvas, Rect area,
                         double padding, bool compact) {
    const auto text = [&](Text what) { return in(store.language, what); };
    const Pane pane(ui, "header", area);
    const double tools_y = area.y + (compact ? 12 : 16);
    const bool narrow = area.width < narrow_below;
    const double export_width = narrow ? 32 : button_width(ui, text("Export"_tr), true) - 1;
    const double export_x = area.right() - padding - export_width;
    const double play_x = export_x - tool_pitch - 12;
    // Home, pan and zoom apply to matrices and plots.
    const bool shows_zoom_tools =
        viewport_of(store.view(), store.values()).has_value() || canvas.shown().zoomable_plot() != nullptr;
    const double pin_x = play_x - tool_pitch;
    const double explain_x = narrow ? pin_x : pin_x - tool_pitch;
    const bool shows_limit_lock = shows_zoom_tools && !narrow && canvas.shown().can_lock_limits(store);
    const double tools_width = (shows_limit_lock ? 4 : 3) * tool_pitch;
    const double tools_x = shows_zoom_tools ? explain_x - 17 - tools_width : explain_x;
    draw_titles(ui, store, canvas.figure(), area, padding, compact, tools_x - area.x - padding - 12);
    if (shows_zoom_tools) draw_zoom_tools(ui, store, canvas, {tools_x, tools_y}, tools_width);
    HeaderResult result;
    if (shows_limit_lock)
        result.lock_clicked = draw_limit_lock(ui, store, canvas, {tools_x + 3 * tool_pitch, tools_y});
    if (!narrow)
        result.explain_clicked =
            tool_button(ui, "tool.explain", {explain_x, tools_y}, Icon::question,
                        store.lessons.page == SidePage::explanation, text("What am I looking at?"_tr),
                        keys_of(Action::explain, store.language));
    result.pin_clicked = tool_button(ui, "tool.pin", {pin_x, tools_y}, Icon::pin, !store.pins().empty(),
                                     text("Pin to compare"_tr), keys_of(Action::pin, store.language));
    result.play_clicked = draw_play(ui, store, player, {play_x, tools_y});
    if (narrow) {
        result.export_clicked = tool_button(ui, "tool.export", {export_x, tools_y}, Icon::save, false,
                                            text("Export"_tr), keys_of(Action::open_export, store.language));
        return result;
    }
    ButtonOptions options;
    options.icon = Icon::save;
    options.tooltip = text("Export"_tr);
    options.key = keys_of(Action::open_export, store.language);
    result.export_clicked =
        button(ui, "tool.export", {export_x, tools_y, export_width, 32}, text("Export"_tr), options);
    return result;
}

}  // namespace poslab
