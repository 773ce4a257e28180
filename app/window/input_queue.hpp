#pragma once

#include <cstdint>
#include <deque>
#include <variant>
#include <vector>

namespace poslab {

// Events of the window system. Keys, buttons and modifiers use GLFW's numbers, positions framebuffer pixels.
struct PointerMove {
    double x = 0, y = 0;
    bool operator==(const PointerMove&) const = default;
};
struct PointerInside {
    bool inside = false;
    bool operator==(const PointerInside&) const = default;
};
struct ButtonChange {
    int button = 0;
    bool down = false;
    int modifiers = 0;
    bool operator==(const ButtonChange&) const = default;
};
struct WheelTurn {
    double x = 0, y = 0;
    bool operator==(const WheelTurn&) const = default;
};
struct KeyChange {
    int key = 0;
    bool down = false;
    int modifiers = 0;
    bool repeat = false;  // generated from a repeat while typing
    bool operator==(const KeyChange&) const = default;
};
/// Repeat of a held key: requests a frame without a change of state.
struct KeyRepeat {
    int key = 0;
    int modifiers = 0;
    bool operator==(const KeyRepeat&) const = default;
};
struct CharacterInput {
    std::uint32_t code = 0;
    bool operator==(const CharacterInput&) const = default;
};
struct FocusChange {
    bool focused = false;
    bool operator==(const FocusChange&) const = default;
};

using InputEvent = std::variant<PointerMove, PointerInside, ButtonChange, WheelTurn, KeyChange, KeyRepeat,
                                CharacterInput, FocusChange>;

struct InputCounts {
    std::uint64_t key_presses = 0, clicks = 0;  // applied, that is, returned by next_frame
};

/// Distributes events over frames: at most one key press and one button change per frame, so that a press
/// released before the next frame is not lost and every click happens at its position. Only the last move
/// counts, but while a button is held the whole path is stored. Also determines when frames are needed.
class InputQueue {
  public:
    void push(const InputEvent& event);
    /// Requests at least `count` more frames.
    void request_frames(int count);
    /// True if events are left for the next frame.
    [[nodiscard]] bool has_events() const { return !events_.empty(); }
    [[nodiscard]] bool wants_frame() const { return !events_.empty() || owed_frames_ > 0; }
    /// Returns the events of the next frame, in order.
    [[nodiscard]] std::vector<InputEvent> next_frame();
    /// While a text is typed, a frame may get several of its keys: frames may be slower than typing.
    void set_typing(bool typing);
    [[nodiscard]] const InputCounts& counts() const { return counts_; }

  private:
    void count(const InputEvent& event);
    bool composes(const InputEvent& event);
    void repeat_in_text(const KeyRepeat& repeat);

    std::deque<InputEvent> events_;
    int buttons_ = 0;        // held after the last event
    std::size_t moves_ = 0;  // moves at the end of the queue
    int owed_frames_ = 0;
    bool typing_ = false;
    int composed_ = 0;  // letters pressed since the last character
    InputCounts counts_;
};

}  // namespace poslab
