#include "app/window/input_queue.hpp"

#include <algorithm>

namespace poslab {

namespace {

// GLFW's key numbers.
constexpr int first_letter = 32, first_special = 256, first_modifier = 340, last_modifier = 347,
              shift_bit = 1;
constexpr int escape = 256, enter = 257, backspace = 259, keypad_enter = 335;
constexpr int settling_frames = 2;  // hover, pop-ups and fades appear one frame after the event

template <typename T>
bool is(const InputEvent& event) {
    return std::holds_alternative<T>(event);
}

/// Modifiers are read as a state, so both their changes need a frame; for other keys only the press does.
bool is_modifier(int key) { return key >= first_modifier && key <= last_modifier; }

bool is_plain_release(const InputEvent& event) {
    const auto* key = std::get_if<KeyChange>(&event);
    return key != nullptr && !key->down && !is_modifier(key->key);
}

/// True for a press that types a character, which follows as its own event; the time of the press is
/// irrelevant.
bool types(const InputEvent& event) {
    const auto* key = std::get_if<KeyChange>(&event);
    return key != nullptr && key->down && key->key < first_special && (key->modifiers & ~shift_bit) == 0;
}

/// The kinds of events in a frame, from harmless to exclusive.
enum class EventKind { moves, wheel, text, change };

bool fits(const InputEvent& event, EventKind frame_kind, bool typing) {
    if (is<PointerMove>(event) || is<PointerInside>(event)) return frame_kind == EventKind::moves;
    if (is<WheelTurn>(event)) return frame_kind <= EventKind::wheel;
    if (is<CharacterInput>(event)) return frame_kind != EventKind::wheel;
    if (is<KeyRepeat>(event) || is_plain_release(event)) return true;
    if (typing && types(event)) return frame_kind == EventKind::moves || frame_kind == EventKind::text;
    return frame_kind == EventKind::moves;
}

/// True if the event reverses a key change of this frame: Dear ImGui only sees changes between frames. While
/// typing, keys that produce characters are exempt.
bool undoes(const InputEvent& event, const std::vector<InputEvent>& now, bool typing) {
    const auto* key = std::get_if<KeyChange>(&event);
    if (key == nullptr) return false;
    return std::any_of(now.begin(), now.end(), [&](const InputEvent& earlier) {
        const auto* before = std::get_if<KeyChange>(&earlier);
        if (before == nullptr || before->key != key->key || before->down == key->down) return false;
        return !typing || !types(key->down ? event : earlier);
    });
}

EventKind after(const InputEvent& event, EventKind frame_kind, bool typing) {
    if (is<WheelTurn>(event)) return EventKind::wheel;
    if (is_plain_release(event)) return frame_kind;
    if (is<CharacterInput>(event) || (typing && types(event))) return std::max(frame_kind, EventKind::text);
    if (is<KeyChange>(event) || is<ButtonChange>(event) || is<FocusChange>(event)) return EventKind::change;
    return frame_kind;
}

}  // namespace

void InputQueue::push(const InputEvent& event) {
    constexpr std::size_t longest_path = 4096;  // positions per frame
    if (composes(event)) return;
    if (const auto* repeat = std::get_if<KeyRepeat>(&event); repeat != nullptr && typing_)
        return repeat_in_text(*repeat);
    if (const auto* button = std::get_if<ButtonChange>(&event))
        buttons_ = std::max(0, buttons_ + (button->down ? 1 : -1));
    const bool goes_on = is<PointerMove>(event) && !events_.empty() && is<PointerMove>(events_.back());
    moves_ = goes_on ? moves_ + 1 : 0;
    // A fast mouse must not fill the queue while a frame is being drawn.
    if (goes_on && (buttons_ == 0 || moves_ >= longest_path)) {
        events_.back() = event;
    } else {
        events_.push_back(event);
    }
}

/// True for a key that the input method consumed, although GLFW reports it. While pressed letters have not
/// produced characters, it is composing, and editing keys apply to its own text.
bool InputQueue::composes(const InputEvent& event) {
    const auto* repeat = std::get_if<KeyRepeat>(&event);
    const auto* change = std::get_if<KeyChange>(&event);
    const bool pressed = repeat != nullptr || (change != nullptr && change->down);
    if (is<CharacterInput>(event) || is<ButtonChange>(event) || is<FocusChange>(event)) composed_ = 0;
    if (!pressed || !typing_) return false;
    const int key = repeat != nullptr ? repeat->key : change->key;
    const int modifiers = repeat != nullptr ? repeat->modifiers : change->modifiers;
    if (is_modifier(key) || key < first_letter) return false;
    if ((modifiers & ~shift_bit) != 0) composed_ = 0;  // the shortcut may have switched it off
    if ((modifiers & ~shift_bit) == 0 && key < first_special) ++composed_;
    if (composed_ == 0 || key < first_special) return false;
    if (key == backspace) --composed_;
    if (key == escape || key == enter || key == keypad_enter) composed_ = 0;
    return true;
}

/// Converts repeats of the window system to presses, because Dear ImGui's fields repeat by their own clock.
void InputQueue::repeat_in_text(const KeyRepeat& repeat) {
    constexpr std::size_t enough = 64;  // typing must not continue long after the key is released
    if (events_.size() >= enough) return;
    events_.push_back(KeyChange{repeat.key, false, repeat.modifiers, true});
    events_.push_back(KeyChange{repeat.key, true, repeat.modifiers, true});
}

void InputQueue::set_typing(bool typing) {
    const auto is_made = [](const InputEvent& event) {
        const auto* key = std::get_if<KeyChange>(&event);
        return key != nullptr && key->repeat;
    };
    if (typing_ && !typing) std::erase_if(events_, is_made);  // they would act as presses elsewhere
    if (typing_ != typing) composed_ = 0;
    typing_ = typing;
}

void InputQueue::request_frames(int count) { owed_frames_ = std::max(owed_frames_, count); }

std::vector<InputEvent> InputQueue::next_frame() {
    if (events_.empty()) {
        owed_frames_ = std::max(0, owed_frames_ - 1);
        return {};
    }
    std::vector<InputEvent> now;
    EventKind frame_kind = EventKind::moves;
    while (!events_.empty() && fits(events_.front(), frame_kind, typing_) &&
           !undoes(events_.front(), now, typing_)) {
        frame_kind = after(events_.front(), frame_kind, typing_);
        count(events_.front());
        now.push_back(events_.front());
        events_.pop_front();
    }
    request_frames(settling_frames);
    return now;
}

void InputQueue::count(const InputEvent& event) {
    if (const auto* key = std::get_if<KeyChange>(&event); key != nullptr && key->down) ++counts_.key_presses;
    if (const auto* button = std::get_if<ButtonChange>(&event); button != nullptr && button->down)
        ++counts_.clicks;
}

}  // namespace poslab
