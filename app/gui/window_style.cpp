#include "app/gui/window_style.hpp"

#include <imgui.h>

namespace poslab {
namespace {

ImVec4 as_vector(Color c) { return ImGui::ColorConvertU32ToFloat4(IM_COL32(c.r, c.g, c.b, c.a)); }

}  // namespace

void apply_style(const Palette& colors, double scale) {
    const auto pixels = [scale](double css) { return static_cast<float>(css * scale); };
    ImGuiStyle style;
    style.WindowPadding = style.ItemSpacing = style.ItemInnerSpacing = {0, 0};
    style.WindowBorderSize = style.ChildBorderSize = style.PopupBorderSize = style.FrameBorderSize = 0;
    style.WindowMinSize = {1, 1};
    style.WindowRounding = 0;
    style.PopupRounding = pixels(8);
    style.ScrollbarSize = pixels(9);  // including Dear ImGui's margin of 3 on either side
    style.ScrollbarRounding = pixels(1.5);
    style.GrabMinSize = pixels(32);
    style.DisabledAlpha = 1;  // disabled items have their own colours
    style.TouchExtraPadding = {0, 0};
    for (ImVec4& color : style.Colors) color = {0, 0, 0, 0};
    const auto set = [&style](ImGuiCol role, Color color) { style.Colors[role] = as_vector(color); };
    set(ImGuiCol_Text, colors.text);
    set(ImGuiCol_TextSelectedBg, colors.selected);
    set(ImGuiCol_ScrollbarGrab, colors.divider);
    set(ImGuiCol_ScrollbarGrabHovered, colors.axis);
    set(ImGuiCol_ScrollbarGrabActive, colors.axis);
    set(ImGuiCol_ModalWindowDimBg, colors.scrim);
    ImGui::GetStyle() = style;
}

}  // namespace poslab
