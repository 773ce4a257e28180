#include "app/gui/input_queue.hpp"

#include <algorithm>

namespace poslab {

namespace {

// GLFW's numbers.
constexpr int first_special = 256, first_modifier = 340, last_modifier = 347, shift_bit = 1;
constexpr int settling_frames = 2;  // hover, pop-ups and fades that the last event started show up a frame late

template <typename T>
bool is(const InputEvent& event) {
    return std::holds_alternative<T>(event);
}

/// Modifiers are looked at as a state, so both their changes need a frame; of other keys only the press is.
bool is_modifier(int key) { return key >= first_modifier && key <= last_modifier; }

bool is_plain_release(const InputEvent& event) {
    const auto* key = std::get_if<KeyChange>(&event);
    return key != nullptr && !key->down && !is_modifier(key->key);
}

/// A press that types: its character follows. What it does to the text does not depend on when the key itself is seen.
bool types(const InputEvent& event) {
    const auto* key = std::get_if<KeyChange>(&event);
    return key != nullptr && key->down && key->key < first_special && (key->modifiers & ~shift_bit) == 0;
}

/// What a frame has already been given, from harmless to exclusive.
enum class Given { moves, wheel, text, change };

bool fits(const InputEvent& event, Given given, bool typing) {
    if (is<PointerMove>(event) || is<PointerInside>(event)) return given == Given::moves;
    if (is<WheelTurn>(event)) return given <= Given::wheel;
    if (is<CharacterInput>(event)) return given != Given::wheel;
    if (is<KeyRepeat>(event) || is_plain_release(event)) return true;
    if (typing && types(event)) return given == Given::moves || given == Given::text;
    return given == Given::moves;
}

Given after(const InputEvent& event, Given given, bool typing) {
    if (is<WheelTurn>(event)) return Given::wheel;
    if (is_plain_release(event)) return given;
    if (is<CharacterInput>(event) || (typing && types(event))) return std::max(given, Given::text);
    if (is<KeyChange>(event) || is<ButtonChange>(event) || is<FocusChange>(event)) return Given::change;
    return given;
}

}  // namespace

void InputQueue::push(const InputEvent& event) {
    constexpr std::size_t longest_path = 4096;  // places in a frame
    if (const auto* button = std::get_if<ButtonChange>(&event)) buttons_ = std::max(0, buttons_ + (button->down ? 1 : -1));
    const bool goes_on = is<PointerMove>(event) && !events_.empty() && is<PointerMove>(events_.back());
    moves_ = goes_on ? moves_ + 1 : 0;
    // A fast mouse must not fill the queue while a frame is being drawn.
    if (goes_on && (buttons_ == 0 || moves_ >= longest_path)) {
        events_.back() = event;
    } else {
        events_.push_back(event);
    }
}

void InputQueue::request_frames(int count) { owed_frames_ = std::max(owed_frames_, count); }

std::vector<InputEvent> InputQueue::next_frame() {
    if (events_.empty()) {
        owed_frames_ = std::max(0, owed_frames_ - 1);
        return {};
    }
    std::vector<InputEvent> now;
    Given given = Given::moves;
    while (!events_.empty() && fits(events_.front(), given, typing_)) {
        given = after(events_.front(), given, typing_);
        count(events_.front());
        now.push_back(events_.front());
        events_.pop_front();
    }
    request_frames(settling_frames);
    return now;
}

void InputQueue::count(const InputEvent& event) {
    if (const auto* key = std::get_if<KeyChange>(&event); key != nullptr && key->down) ++counts_.key_presses;
    if (const auto* button = std::get_if<ButtonChange>(&event); button != nullptr && button->down) ++counts_.clicks;
}

}  // namespace poslab
