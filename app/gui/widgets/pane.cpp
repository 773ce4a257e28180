#include "app/gui/widgets/pane.hpp"

#include <algorithm>

namespace poslab {

Pane::Pane(Ui& ui, const char* name, Rect area, Scrolls scrolls) : ui_(ui), area_(area) {
    const ImVec2 from = ui.pixels({area.x, area.y}), to = ui.pixels({area.right(), area.bottom()});
    ImGui::SetCursorScreenPos(from);
    ImGuiWindowFlags flags =
        ImGuiWindowFlags_NavFlattened | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove;
    if (scrolls == Scrolls::no) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::BeginChild(name, {std::max(1.0F, to.x - from.x), std::max(1.0F, to.y - from.y)}, false, flags);
}

Pane::~Pane() { ImGui::EndChild(); }

double Pane::offset() const { return double{ImGui::GetScrollY()} / ui_.scale(); }

void Pane::set_offset(double offset) { ImGui::SetScrollY(static_cast<float>(offset * ui_.scale())); }

void Pane::show(double top, double height) {
    const double most = std::max(0.0, top), least = std::clamp(top + height - area_.height, 0.0, most);
    set_offset(std::clamp(offset(), least, most));
}

void Pane::set_content(double height) {
    ImGui::SetCursorScreenPos(ui_.pixels({area_.x, area_.y + std::max(1.0, height - 1) - offset()}));
    ImGui::Dummy(ui_.pixels({1, 1}));
}

}  // namespace poslab
