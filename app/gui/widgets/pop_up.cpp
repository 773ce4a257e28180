#include "app/gui/widgets/pop_up.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/icons.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace poslab {
namespace {

constexpr double pop_up_radius = 10, rise = 4, appear_seconds = 0.12;
constexpr double margin = 8;  // to the window's edges

}  // namespace

void PopUp::open(Ui& ui, std::string_view focused, bool animated) {
    open_ = opens_ = true;
    was_drawn_ = !animated;
    crossed_ = false;
    shown_ = animated ? 0 : 1;
    ui.focus(focused);
}

void PopUp::close() { open_ = false; }

std::optional<PopUpLayout> PopUp::begin(Ui& ui, const PopUpLook& look) {
    const std::string name(look.name);
    if (std::exchange(opens_, false)) ImGui::OpenPopup(name.c_str());
    const ImGuiID id = ImGui::GetID((name + ".appear").c_str());
    if (!was_drawn_) ui.animated(id, 0, 0);
    shown_ = ui.animated(id, 1, appear_seconds);
    was_drawn_ = true;
    const double width = std::min(look.width, ui.width() - 2 * margin);
    const double height = std::min(look.height, ui.height() - 2 * margin);
    const Rect box{std::round((ui.width() - width) / 2),
                   std::round((ui.height() - height) / 2 + rise * (1 - shown_)), width, height};
    const ImVec2 from = ui.pixels({box.x, box.y}), to = ui.pixels({box.right(), box.bottom()});
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize({std::max(1.0F, to.x - from.x), std::max(1.0F, to.y - from.y)});
    closable_ = !ui.editing() && ImGui::GetCurrentContext()->OpenPopupStack.Size <= 1;
    constexpr auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoScrollWithMouse;
    if (!ImGui::BeginPopupModal(name.c_str(), nullptr, flags)) {
        open_ = open_ && ImGui::IsPopupOpen(name.c_str());
        return std::nullopt;
    }
    ui.set_opacity(shown_);
    if (shown_ >= 1) ImGui::GetCurrentContext()->DimBgRatio = 1;  // no animation after that of the pop-up
    ImGui::PushClipRect({0, 0}, ImGui::GetIO().DisplaySize, false);
    ui.shadow(box, pop_up_radius);
    ui.fill(box, ui.colors().raised, pop_up_radius);
    if (ui.theme() == Theme::dark) ui.frame(box, ui.colors().divider, 1, pop_up_radius);
    ImGui::PopClipRect();
    ui.mark(look.name, box);
    if (look.header) draw_header(ui, look, box);
    const double head = look.header ? header_height : 0;
    const double foot = look.footer ? footer_height : 0;
    const Rect footer{box.x, box.bottom() - foot, width, foot};
    if (look.footer) ui.fill({footer.x, footer.y, footer.width, 1}, ui.colors().hairline);
    return PopUpLayout{box, {box.x, box.y + head, width, height - head - foot}, footer};
}

void PopUp::draw_header(Ui& ui, const PopUpLook& look, Rect box) {
    const Palette& colors = ui.colors();
    const TextStyle style{Font::semibold, 16, colors.text};
    const double middle = box.y + 31;
    ui.text(ui.fitted(look.title, style, box.width - padding - 72), box.x + padding, middle, style);
    ui.fill({box.x, box.y + header_height, box.width, 1}, colors.hairline);
    const Rect cross{box.right() - padding - 24, middle - 16, 32, 32};
    const std::string name = std::string(look.name) + ".close";
    const ItemState item = spot(ui, name, cross);
    draw_icon(ui, Icon::cross, {cross.x + 16, cross.y + 16}, colors.text2);
    if (item.hovered) ui.tooltip(item.id, cross, std::string(look.close), "Esc");
    if (item.clicked) crossed_ = true;
}

bool PopUp::end(Ui& ui) {
    const bool escaped = open_ && closable_ && ui.take(ImGuiKey_Escape) > 0;
    const bool closes = open_ && (crossed_ || escaped);
    if (closes) close();
    if (!open_) ImGui::CloseCurrentPopup();
    ui.set_opacity(1);
    ImGui::EndPopup();
    return closes;
}

void footer_notice(Ui& ui, Rect room, std::string_view message, Color color) {
    constexpr std::size_t max_lines = 3;
    constexpr double icon_column = 24, line_pitch = 16;
    const TextStyle style{Font::regular, 12, color};
    auto lines = ui.wrapped(message, style, room.width - icon_column);
    if (lines.size() > max_lines) lines.resize(max_lines);
    const double middle = room.y + room.height / 2;
    draw_icon(ui, Icon::warning, {room.x + 8, middle}, color);
    double y = middle - line_pitch / 2 * static_cast<double>(lines.size() - 1);
    for (const std::string& line : lines) {
        ui.text(ui.fitted(line, style, room.width - icon_column), room.x + icon_column, y, style);
        y += line_pitch;
    }
}

}  // namespace poslab
