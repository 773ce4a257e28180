#include "app/gui/welcome.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/shell_text.hpp"
#include "app/state/viewport.hpp"

#include <algorithm>
#include <array>

namespace poslab {
namespace {

constexpr double card_width = 364, least_width = 300, card_height = 160, padding = 16;
constexpr double first_line = 48, line_pitch = 21, number_column = 18;

void draw_steps(Ui& ui, const Store& store, Rect card) {
    const bool matrix = viewport_of(store.view(), store.values()).has_value();
    const std::array<Say, 3> steps{Say::start_slider, matrix ? Say::start_matrix : Say::start_point, Say::start_export};
    double y = card.y + first_line;
    for (std::size_t i = 0; i < steps.size(); ++i, y += line_pitch) {
        const TextStyle style{Font::regular, 12, ui.colors().text};
        ui.text(std::to_string(i + 1), card.x + padding, y, {Font::medium, 12, ui.colors().accent});
        const double room = card.width - 2 * padding - number_column;
        ui.text(ui.fitted(say(store.language, steps[i]), style, room), card.x + padding + number_column, y, style);
    }
}

}  // namespace

WelcomeTouch draw_welcome(Ui& ui, Store& store, const Player& player, Rect room) {
    WelcomeTouch result;
    if (!store.welcome || room.width < least_width || room.height < card_height) return result;
    const Palette& colors = ui.colors();
    const auto text = [&](Say what) { return say(store.language, what); };
    const Rect card{room.x, room.bottom() - card_height, std::min(room.width, card_width), card_height};
    ui.mark("welcome", card);
    const Pane pane(ui, "welcome", card);
    ui.fill(card, colors.chrome, 8);
    ui.frame(card, colors.divider, 1, 8);
    ui.text(text(Say::start_here), card.x + padding, card.y + 22, {Font::semibold, 13, colors.text});
    const Rect cross{card.right() - 36, card.y + 8, 28, 28};
    const Touch close = spot(ui, "welcome.close", cross, 6);
    draw_icon(ui, Icon::cross, {cross.x + 14, cross.y + 14}, colors.text2, 14);
    if (close.hovered) ui.tooltip(close.id, cross, std::string(text(Say::close)));
    draw_steps(ui, store, card);
    const double bottom = card.bottom() - padding - 32;
    double x = card.x + padding;
    if (const auto parameter = playable_parameter(store, player)) {
        const Descriptor& descriptor = store.view().parameters()[*parameter];
        const std::string label = std::string(text(player.running() ? Say::pause : Say::play)) + " " +
                                  std::string(descriptor.symbol.empty() ? in(store.language, descriptor.label) : descriptor.symbol);
        ButtonOptions options;
        options.look = ButtonLook::primary;
        const double width = std::max(120.0, button_width(ui, label, false));
        result.play = button(ui, "welcome.play", {x, bottom, width, 32}, label, options);
        x += width + 12;
    }
    const TextStyle style{Font::regular, 12, colors.text2};
    const Rect keys{x, bottom + 2, ui.text_width(text(Say::shows_all_keys), style) + 36, 28};
    const Touch sheet = spot(ui, "welcome.keys", keys, 6);
    ui.text("?", keys.x + 8, keys.y + 14, {Font::mono_medium, 12, colors.accent});
    ui.text(text(Say::shows_all_keys), keys.x + 26, keys.y + 14, style);
    result.keys = sheet.clicked;
    if (close.clicked) store.welcome = false;
    return result;
}

}  // namespace poslab
