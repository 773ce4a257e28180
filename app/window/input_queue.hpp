#pragma once

#include <cstdint>
#include <deque>
#include <variant>
#include <vector>

namespace poslab {

// What the window system reports; keys, buttons and modifiers have GLFW's numbers, places are framebuffer pixels.
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
    bool repeat = false;  // made of a repeat, for a text that is typed
    bool operator==(const KeyChange&) const = default;
};
/// A held key: wants a frame, though nothing changes.
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

using InputEvent =
    std::variant<PointerMove, PointerInside, ButtonChange, WheelTurn, KeyChange, KeyRepeat, CharacterInput, FocusChange>;

struct InputCounts {
    std::uint64_t key_presses = 0, clicks = 0;  // applied, that is, handed out by next_frame
};

/// Deals events out to frames, at most one press of a key and change of a button to each, so that no press is lost that was
/// released before the next frame and every click happens where it was made. Of moves the last one counts; while a button is held
/// all places of the path are kept. Says when frames are wanted at all.
class InputQueue {
  public:
    void push(const InputEvent& event);
    /// Draw at least `count` more frames.
    void request_frames(int count);
    /// Whether there is something that no frame was given yet.
    [[nodiscard]] bool has_events() const { return !events_.empty(); }
    [[nodiscard]] bool wants_frame() const { return !events_.empty() || owed_frames_ > 0; }
    /// The events of the frame that is about to be drawn, in order.
    [[nodiscard]] std::vector<InputEvent> next_frame();
    /// While a text is typed, what belongs to it may come together: frames may be slower than fingers.
    void set_typing(bool typing);
    [[nodiscard]] const InputCounts& counts() const { return counts_; }

  private:
    void count(const InputEvent& event);
    bool composes(const InputEvent& event);
    void repeat_in_text(const KeyRepeat& repeat);

    std::deque<InputEvent> events_;
    int buttons_ = 0;        // held, as of the last event
    std::size_t moves_ = 0;  // at the end of the queue
    int owed_frames_ = 0;
    bool typing_ = false;
    int composed_ = 0;  // letters pressed since the last character
    InputCounts counts_;
};

}  // namespace poslab
