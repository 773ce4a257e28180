#include "app/gui/input_queue.hpp"

#include <gtest/gtest.h>

namespace poslab {
namespace {

using Events = std::vector<InputEvent>;

InputQueue filled(const Events& events) {
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

TEST(InputQueue, DrawsAsManyFramesAsRequested) {
    InputQueue queue;
    queue.request_frames(4);
    queue.request_frames(2);
    EXPECT_EQ(draw_all(queue), 4);
}

TEST(InputQueue, KeepsPressAndReleaseApart) {
    InputQueue queue = filled({KeyChange{65, true}, KeyChange{65, false}});
    EXPECT_EQ(queue.next_frame(), (Events{KeyChange{65, true}}));
    EXPECT_EQ(queue.next_frame(), (Events{KeyChange{65, false}}));
    EXPECT_EQ(queue.counts().key_presses, 1U);
}

TEST(InputQueue, GivesTheCharacterWithItsKey) {
    InputQueue queue = filled({KeyChange{65, true}, CharacterInput{'a'}, KeyChange{65, false}, KeyChange{66, true}});
    EXPECT_EQ(queue.next_frame(), (Events{KeyChange{65, true}, CharacterInput{'a'}}));
    EXPECT_EQ(queue.next_frame(), (Events{KeyChange{65, false}}));
    EXPECT_EQ(queue.next_frame(), (Events{KeyChange{66, true}}));
}

TEST(InputQueue, KeepsTheOrderOfTextAndKeys) {
    InputQueue queue = filled({CharacterInput{'a'}, CharacterInput{'b'}, KeyChange{259, true}, CharacterInput{'c'}});
    EXPECT_EQ(queue.next_frame(), (Events{CharacterInput{'a'}, CharacterInput{'b'}}));
    EXPECT_EQ(queue.next_frame(), (Events{KeyChange{259, true}, CharacterInput{'c'}}));
}

TEST(InputQueue, MergesMovesUntilAButtonChanges) {
    InputQueue queue = filled({PointerMove{1, 1}, PointerMove{2, 2}, ButtonChange{0, true}, PointerMove{9, 9}, PointerMove{10, 10},
                               ButtonChange{0, false}, PointerMove{20, 20}});
    EXPECT_EQ(queue.next_frame(), (Events{PointerMove{2, 2}, ButtonChange{0, true}}));
    EXPECT_EQ(queue.next_frame(), (Events{PointerMove{10, 10}, ButtonChange{0, false}}));
    EXPECT_EQ(queue.next_frame(), (Events{PointerMove{20, 20}}));
    EXPECT_EQ(queue.counts().clicks, 1U);
}

TEST(InputQueue, TurnsTheWheelWhereThePointerWas) {
    InputQueue queue = filled({PointerMove{1, 1}, WheelTurn{0, 1}, WheelTurn{0, 1}, PointerMove{5, 5}, WheelTurn{0, -1}});
    EXPECT_EQ(queue.next_frame(), (Events{PointerMove{1, 1}, WheelTurn{0, 1}, WheelTurn{0, 1}}));
    EXPECT_EQ(queue.next_frame(), (Events{PointerMove{5, 5}, WheelTurn{0, -1}}));
}

TEST(InputQueue, SeparatesWheelAndModifier) {
    InputQueue queue = filled({WheelTurn{0, 1}, KeyChange{341, false}});
    EXPECT_EQ(queue.next_frame(), (Events{WheelTurn{0, 1}}));
    EXPECT_EQ(queue.next_frame(), (Events{KeyChange{341, false}}));
}

TEST(InputQueue, RepeatsWantFramesButChangeNothing) {
    InputQueue queue = filled({KeyRepeat{65, 0}, KeyRepeat{65, 0}, KeyChange{65, false}});
    EXPECT_EQ(queue.next_frame(), (Events{KeyRepeat{65, 0}, KeyRepeat{65, 0}, KeyChange{65, false}}));
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
    EXPECT_EQ(draw_all(queue), 40 + 20 + 2);
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
    EXPECT_EQ(queue.next_frame(), (Events{PointerMove{99999, 0}}));
}

}  // namespace
}  // namespace poslab
