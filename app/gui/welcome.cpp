#include "app/gui/welcome.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"
#include "core/controls/viewport.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace poslab {
namespace {

constexpr double card_width = 364, min_width = 300, welcome_padding = 16;
constexpr double first_line = 48, welcome_line_pitch = 18, step_gap = 3, number_column = 18, below_steps = 57;

using Lines = std::vector<std::string>;

/// Wraps each step to the width.
std::array<Lines, 3> steps_of(const Ui& ui, const Store& store, double width) {
    const bool matrix = viewport_of(store.view(), store.values()).has_value();
    const std::array<Text, 3> steps{"Drag a slider or play it: the figure follows."_tr,
                                    matrix ? "Scroll over the matrix until cells show values."_tr
                                           : "Point at the figure: Readout shows exact values."_tr,
                                    "Export the figure, its numbers or the command."_tr};
    std::array<Lines, 3> lines;
    for (std::size_t i = 0; i < steps.size(); ++i)
        lines[i] = ui.wrapped(in(store.language, steps[i]), {Font::regular, 12, {}},
                              width - 2 * welcome_padding - number_column);
    return lines;
}

double height_of(const std::array<Lines, 3>& steps) {
    double height = first_line + below_steps;
    for (const Lines& lines : steps)
        height += welcome_line_pitch * static_cast<double>(lines.size()) + step_gap;
    return height - step_gap;
}

void draw_steps(Ui& ui, const std::array<Lines, 3>& steps, Rect card) {
    double y = card.y + first_line;
    for (std::size_t i = 0; i < steps.size(); ++i, y += step_gap) {
        ui.text(std::to_string(i + 1), card.x + welcome_padding, y, {Font::medium, 12, ui.colors().accent});
        for (const std::string& line : steps[i]) {
            ui.text(line, card.x + welcome_padding + number_column, y, {Font::regular, 12, ui.colors().text});
            y += welcome_line_pitch;
        }
    }
}

}  // namespace

WelcomeResult draw_welcome(Ui& ui, Store& store, const Player& player, Rect room) {
    WelcomeResult result;
    if (!store.welcome || store.lessons.page != SidePage::parameters || room.width < min_width) return result;
    const double width = std::min(room.width, card_width);
    const std::array<Lines, 3> steps = steps_of(ui, store, width);
    const double height = height_of(steps);
    if (room.height < height) return result;
    const Palette& colors = ui.colors();
    const auto text = [&](Text what) { return in(store.language, what); };
    const Rect card{room.x, room.bottom() - height, width, height};
    ui.mark("welcome", card);
    const Pane pane(ui, "welcome", card);
    ui.fill(card, colors.chrome, 8);
    ui.frame(card, colors.divider, 1, 8);
    ui.text(text("Start here"_tr), card.x + welcome_padding, card.y + 22, {Font::semibold, 13, colors.text});
    const Rect cross{card.right() - 36, card.y + 8, 28, 28};
    const ItemState close = spot(ui, "welcome.close", cross, 6);
    draw_icon(ui, Icon::cross, {cross.x + 14, cross.y + 14}, colors.text2, 14);
    if (close.hovered) ui.tooltip(close.id, cross, std::string(text("Close"_tr)));
    result.tour = link(ui, "welcome.tour", cross.x - 4, card.y + 22, text("One-minute tour"_tr));
    draw_steps(ui, steps, card);
    const double bottom = card.bottom() - welcome_padding - 32;
    double x = card.x + welcome_padding;
    if (const auto parameter = playable_parameter(store, player)) {
        const Descriptor& descriptor = store.view().parameters()[*parameter];
        const Text what = descriptor.symbol.empty() ? descriptor.label : untranslated(descriptor.symbol);
        const Translator translate(store.language);
        const std::string label = player.running() ? translate("Pause {}", what) : translate("Play {}", what);
        ButtonOptions options;
        options.look = ButtonLook::primary;
        const double requested = std::max(120.0, button_width(ui, label, false));
        result.play = button(ui, "welcome.play", {x, bottom, requested, 32}, label, options);
        x += requested + 12;
    }
    const TextStyle style{Font::regular, 12, colors.text2};
    const Rect keys{x, bottom + 2, ui.text_width(text("shows all keys"_tr), style) + 36, 28};
    const ItemState sheet = spot(ui, "welcome.keys", keys, 6);
    ui.text("?", keys.x + 8, keys.y + 14, {Font::mono_medium, 12, colors.accent});
    ui.text(text("shows all keys"_tr), keys.x + 26, keys.y + 14, style);
    result.keys = sheet.clicked;
    if (close.clicked) store.welcome = false;
    return result;
}

}  // namespace poslab
