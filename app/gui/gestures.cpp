#include "app/gui/gestures.hpp"

#include "app/gui/widgets/ui.hpp"

#include <algorithm>
#include <iterator>

namespace poslab {
namespace {

bool any_clicked() {
    const auto& clicked = ImGui::GetIO().MouseClicked;
    return std::find(std::begin(clicked), std::end(clicked), true) != std::end(clicked);
}

}  // namespace

Gesture Gestures::now(bool key) {
    const ImGuiIO& io = ImGui::GetIO();
    if (any_clicked() && !pointer_) {
        ++gesture_;
        pointer_ = true;
    }
    if (pointer_) {
        pointer_ = ImGui::IsAnyMouseDown();
        last_ = -1;  // input after the press is another gesture
        return gesture_;
    }
    const bool acts = key || !io.InputQueueCharacters.empty() || io.MouseWheel != 0;
    if (!acts) return 0;
    if (last_ < 0 || Ui::time() - last_ > pause || Ui::focused() != focus_) ++gesture_;
    last_ = Ui::time();
    focus_ = Ui::focused();
    return gesture_;
}

}  // namespace poslab
