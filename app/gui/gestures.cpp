#include "app/gui/gestures.hpp"

#include <algorithm>

namespace poslab {
namespace {

bool any(const std::array<bool, 3>& buttons) { return std::find(buttons.begin(), buttons.end(), true) != buttons.end(); }

}  // namespace

Gesture Gestures::now(const Input& input, Id focus) {
    if (any(input.pressed) && !pointer_) {
        ++gesture_;
        pointer_ = true;
    }
    if (pointer_) {
        pointer_ = any(input.down);
        last_ = -1;  // what comes after a press is another gesture
        return gesture_;
    }
    const bool acts = !input.keys.empty() || !input.text.empty() || input.wheel != 0;
    if (!acts) return 0;
    if (last_ < 0 || input.time - last_ > pause || focus != focus_) ++gesture_;
    last_ = input.time;
    focus_ = focus;
    return gesture_;
}

}  // namespace poslab
