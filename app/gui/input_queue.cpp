#include "app/gui/input_queue.hpp"

#include <algorithm>

namespace poslab {

namespace {

constexpr int settling_frames = 2;  // hover, pop-ups and fades that the last event started show up a frame late

template <typename T>
bool is(const InputEvent& event) {
    return std::holds_alternative<T>(event);
}

/// What a frame has already been given, from harmless to exclusive.
enum class Given { moves, wheel, text, change };

bool fits(const InputEvent& event, Given given) {
    if (is<PointerMove>(event) || is<PointerInside>(event)) return given == Given::moves;
    if (is<WheelTurn>(event)) return given <= Given::wheel;
    if (is<CharacterInput>(event)) return given != Given::wheel;
    if (is<KeyRepeat>(event)) return true;
    return given == Given::moves;
}

Given after(const InputEvent& event, Given given) {
    if (is<WheelTurn>(event)) return Given::wheel;
    if (is<CharacterInput>(event)) return std::max(given, Given::text);
    if (is<KeyChange>(event) || is<ButtonChange>(event) || is<FocusChange>(event)) return Given::change;
    return given;
}

}  // namespace

void InputQueue::push(const InputEvent& event) {
    // A fast mouse must not fill the queue while a frame is being drawn.
    if (!events_.empty() && is<PointerMove>(event) && is<PointerMove>(events_.back())) {
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
    while (!events_.empty() && fits(events_.front(), given)) {
        given = after(events_.front(), given);
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
