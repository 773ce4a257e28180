#include "app/window/input_queue.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace poslab {
namespace {

using QueuedEvents = std::vector<InputEvent>;

InputQueue filled(const QueuedEvents& events) {
    InputQueue queue;
    for (const InputEvent& event : events) queue.push(event);
    return queue;
}

int draw_all(InputQueue& queue) {
    int frames = 0;
    for (; queue.wants_frame() && frames < 1000; ++frames) (void)queue.next_frame();
    return frames;
}

TEST(InputQueue, WantsNoFrameAtFirst) {
    InputQueue queue;
    EXPECT_FALSE(queue.wants_frame());
    EXPECT_TRUE(queue.next_frame().empty());
}

TEST(InputQueue, DrawsTheEventsFrameAndTwoMore) {
    InputQueue queue = filled({PointerMove{1, 2}});
    EXPECT_EQ(draw_all(queue), 3);
    EXPECT_FALSE(queue.wants_frame());
}

TEST(InputQueue, AReleaseComesWithTheNextFrameButThatOfAModifierHasItsOwn) {
    InputQueue keys = filled({KeyChange{262, true, 0}, KeyChange{262, false, 0}, KeyChange{263, true, 0},
                              KeyChange{263, false, 0}});
    EXPECT_EQ(keys.next_frame().size(), 1U);
    EXPECT_EQ(keys.next_frame().size(), 2U) << "the release of one key, the press of another";
    EXPECT_EQ(keys.next_frame().size(), 1U);
    InputQueue same = filled({KeyChange{262, true, 0}, KeyChange{262, false, 0}, KeyChange{262, true, 0},
                              KeyChange{262, false, 0}});
    for (int n = 0; n < 4; ++n)
        EXPECT_EQ(same.next_frame().size(), 1U) << "Dear ImGui has to see each change";
    InputQueue shift = filled({KeyChange{340, true, 0}, KeyChange{262, true, 1}, KeyChange{340, false, 0}});
    EXPECT_EQ(shift.next_frame().size(), 1U);
    EXPECT_EQ(shift.next_frame().size(), 1U);
    EXPECT_EQ(shift.next_frame().size(), 1U);
}

TEST(InputQueue, WhatIsTypedComesTogetherUpToASpecialKey) {
    const QueuedEvents events{KeyChange{65, true, 0},  CharacterInput{'a'},      KeyChange{65, false, 0},
                              KeyChange{66, true, 0},  CharacterInput{'b'},      KeyChange{66, false, 0},
                              KeyChange{259, true, 0}, KeyChange{259, false, 0}, KeyChange{67, true, 0},
                              CharacterInput{'c'},     KeyChange{67, true, 2}};
    InputQueue queue = filled(events);
    queue.set_typing(true);
    EXPECT_EQ(queue.next_frame().size(), 6U) << "ab";
    EXPECT_EQ(queue.next_frame().size(), 1U) << "backspace";
    EXPECT_EQ(queue.next_frame().size(), 3U) << "its release and c";
    EXPECT_EQ(queue.next_frame().size(), 1U) << "Ctrl C";
    InputQueue shortcuts = filled(events);
    EXPECT_EQ(shortcuts.next_frame().size(), 2U)
        << "letters are shortcuts when no text is typed: one per frame";
}

TEST(InputQueue, DrawsAsManyFramesAsRequested) {
    InputQueue queue;
    queue.request_frames(4);
    queue.request_frames(2);
    EXPECT_EQ(draw_all(queue), 4);
}

TEST(InputQueue, KeepsPressAndReleaseApart) {
    InputQueue queue =
        filled({ButtonChange{0, true}, ButtonChange{0, false}, KeyChange{341, true}, KeyChange{341, false}});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{ButtonChange{0, true}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{ButtonChange{0, false}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{341, true}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{341, false}}));
    EXPECT_EQ(queue.counts().key_presses, 1U);
}

TEST(InputQueue, GivesTheCharacterWithItsKey) {
    InputQueue queue =
        filled({KeyChange{65, true}, CharacterInput{'a'}, KeyChange{65, false}, KeyChange{66, true}});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{65, true}, CharacterInput{'a'}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{65, false}, KeyChange{66, true}}));
}

TEST(InputQueue, InATextARepeatIsAPressOfItsOwnUpToABound) {
    InputQueue queue;
    queue.set_typing(true);
    queue.push(KeyChange{259, true});
    (void)queue.next_frame();
    queue.push(KeyRepeat{259});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{259, false, 0, true}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{259, true, 0, true}}));
    for (int n = 0; n < 1000; ++n) queue.push(KeyRepeat{259});
    EXPECT_LT(draw_all(queue), 80) << "it stops soon after the key is released";
    queue.push(KeyRepeat{259});
    queue.set_typing(false);
    EXPECT_FALSE(queue.has_events()) << "after the text it would be a press of something else";
}

/// Key events while an input method composes, as GLFW reports them: the characters of the letters arrive with
/// the commit, or never.
QueuedEvents composing(std::string_view letters) {
    QueuedEvents events;
    for (const char letter : letters) {
        events.emplace_back(KeyChange{letter, true, 0});
        events.emplace_back(KeyChange{letter, false, 0});
    }
    return events;
}

std::vector<int> specials_of(InputQueue& queue) {
    std::vector<int> keys;
    while (queue.has_events())
        for (const InputEvent& event : queue.next_frame())
            if (const auto* key = std::get_if<KeyChange>(&event);
                key != nullptr && key->down && key->key >= 256)
                keys.push_back(key->key);
    return keys;
}

TEST(InputQueue, KeysThatAnInputMethodTakesDoNotReachTheText) {
    constexpr int escape = 256, enter = 257, backspace = 259, left = 263;
    InputQueue queue;
    queue.set_typing(true);
    const auto push = [&](const QueuedEvents& events) {
        for (const InputEvent& event : events) queue.push(event);
    };
    const auto press = [&](int key) { push({KeyChange{key, true, 0}, KeyChange{key, false, 0}}); };
    push(composing("NI"));
    for (const int key : {left, backspace, backspace}) press(key);
    EXPECT_EQ(specials_of(queue), std::vector<int>{})
        << "the input method moved in its letters and took both back";
    press(backspace);
    EXPECT_EQ(specials_of(queue), std::vector<int>{backspace}) << "the composition has ended";
    push(composing("NI"));
    press(escape);
    press(escape);
    EXPECT_EQ(specials_of(queue), std::vector<int>{escape}) << "the first ends the composition";
    push(composing("NI "));
    queue.push(CharacterInput{0x4F60});
    press(enter);
    EXPECT_EQ(specials_of(queue), std::vector<int>{enter}) << "after the commit keys are the text's again";
    push({KeyChange{'A', true, 0}, CharacterInput{'a'}, KeyChange{'A', false, 0}, KeyChange{-1, true, 0}});
    press(backspace);
    EXPECT_EQ(specials_of(queue), std::vector<int>{backspace})
        << "without an input method each letter arrives immediately";
    push(composing("NI"));
    queue.push(FocusChange{false});
    press(enter);
    push(composing("NI"));
    queue.set_typing(false);
    press(escape);
    queue.set_typing(true);
    press(enter);
    EXPECT_EQ(specials_of(queue), (std::vector<int>{enter, escape, enter}))
        << "it ends with the focus and with the text";
}

TEST(InputQueue, KeepsTheOrderOfTextAndKeys) {
    InputQueue queue =
        filled({CharacterInput{'a'}, CharacterInput{'b'}, KeyChange{259, true}, CharacterInput{'c'}});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{CharacterInput{'a'}, CharacterInput{'b'}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{259, true}, CharacterInput{'c'}}));
}

TEST(InputQueue, MergesMovesUntilAButtonChanges) {
    InputQueue queue = filled({PointerMove{1, 1}, PointerMove{2, 2}, ButtonChange{0, true}, PointerMove{9, 9},
                               PointerMove{10, 10}, ButtonChange{0, false}, PointerMove{20, 20}});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{2, 2}, ButtonChange{0, true}}));
    EXPECT_EQ(queue.next_frame(),
              (QueuedEvents{PointerMove{9, 9}, PointerMove{10, 10}, ButtonChange{0, false}}))
        << "a drawn path";
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{20, 20}}));
    EXPECT_EQ(queue.counts().clicks, 1U);
}

TEST(InputQueue, KeepsThePathOfAHeldButtonWhicheverFramesItFallsInto) {
    InputQueue queue = filled({PointerMove{1, 1}, ButtonChange{0, true}});
    (void)queue.next_frame();
    for (int i = 0; i < 3; ++i) queue.push(PointerMove{10.0 + i, 0});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{10, 0}, PointerMove{11, 0}, PointerMove{12, 0}}));
    queue.push(PointerMove{13, 0});
    queue.push(ButtonChange{0, false});
    queue.push(PointerMove{14, 0});
    queue.push(PointerMove{15, 0});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{13, 0}, ButtonChange{0, false}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{15, 0}})) << "released";
}

TEST(InputQueue, TurnsTheWheelWhereThePointerWas) {
    InputQueue queue =
        filled({PointerMove{1, 1}, WheelTurn{0, 1}, WheelTurn{0, 1}, PointerMove{5, 5}, WheelTurn{0, -1}});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{1, 1}, WheelTurn{0, 1}, WheelTurn{0, 1}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{5, 5}, WheelTurn{0, -1}}));
}

TEST(InputQueue, SeparatesWheelAndModifier) {
    InputQueue queue = filled({WheelTurn{0, 1}, KeyChange{341, false}});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{WheelTurn{0, 1}}));
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyChange{341, false}}));
}

TEST(InputQueue, RepeatsWantFramesButChangeNothing) {
    InputQueue queue = filled({KeyRepeat{65, 0}, KeyRepeat{65, 0}, KeyChange{65, false}});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{KeyRepeat{65, 0}, KeyRepeat{65, 0}, KeyChange{65, false}}));
    EXPECT_EQ(queue.counts().key_presses, 0U);
}

TEST(InputQueue, LosesNoneOfManyFastKeysAndClicks) {
    InputQueue queue;
    for (int i = 0; i < 20; ++i) {
        queue.push(KeyChange{65 + i, true});
        queue.push(KeyChange{65 + i, false});
    }
    for (int i = 0; i < 10; ++i) {
        queue.push(PointerMove{10.0 * i, 0});
        queue.push(ButtonChange{0, true});
        queue.push(ButtonChange{0, false});
    }
    EXPECT_EQ(draw_all(queue), 20 + 20 + 2);
    EXPECT_EQ(queue.counts().key_presses, 20U);
    EXPECT_EQ(queue.counts().clicks, 10U);
}

TEST(InputQueue, ANewEventStartsTheSettlingAnew) {
    InputQueue queue = filled({PointerMove{1, 1}});
    (void)queue.next_frame();
    (void)queue.next_frame();
    queue.push(PointerMove{2, 2});
    EXPECT_EQ(draw_all(queue), 3);
}

TEST(InputQueue, DoesNotGrowWithMoves) {
    InputQueue queue;
    for (int i = 0; i < 100000; ++i) queue.push(PointerMove{double(i), 0});
    EXPECT_EQ(queue.next_frame(), (QueuedEvents{PointerMove{99999, 0}}));
    queue.push(ButtonChange{0, true});
    (void)queue.next_frame();
    for (int i = 0; i < 100000; ++i) queue.push(PointerMove{double(i), 0});
    const QueuedEvents held = queue.next_frame();
    EXPECT_LE(held.size(), 4096U);
    EXPECT_EQ(held.back(), InputEvent(PointerMove{99999, 0}));
}

}  // namespace
}  // namespace poslab
