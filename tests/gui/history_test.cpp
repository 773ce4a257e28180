#include "app/state/history.hpp"

#include "app/state/store.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

Values numbers(std::initializer_list<std::int64_t> list) {
    Values values;
    for (const std::int64_t number : list) values.emplace_back(number);
    return values;
}

TEST(History, JoinsWhatOneGestureDid) {
    History history;
    history.record(0, numbers({1, 5}), numbers({2, 5}), 7);
    history.record(0, numbers({2, 5}), numbers({3, 5}), 7);
    history.record(0, numbers({3, 5}), numbers({3, 6}), 8);
    ASSERT_EQ(history.undo_steps(), 2U);
    const auto last = history.undo();
    ASSERT_TRUE(last);
    ASSERT_EQ(last->parameters.size(), 1U);
    EXPECT_EQ(last->parameters[0].index, 1U);
    const auto first = history.undo();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->parameters[0].before, Value(std::int64_t{1}));
    EXPECT_EQ(first->parameters[0].after, Value(std::int64_t{3}));
    EXPECT_FALSE(history.undo());
    EXPECT_EQ(history.redo_steps(), 2U);
}

TEST(History, GesturesAtTheSameTimeStayApart) {
    History history;
    for (std::int64_t n = 0; n < 100; ++n) {
        history.record(0, numbers({n, n}), numbers({n + 1, n}), 1);          // one parameter plays
        history.record(0, numbers({n + 1, n}), numbers({n + 1, n + 1}), 2);  // another is dragged
    }
    ASSERT_EQ(history.undo_steps(), 2U);
    EXPECT_EQ(history.undo()->parameters[0].before, Value(std::int64_t{0}));
}

TEST(History, AGestureThatComesBackIsNoStep) {
    History history;
    history.record(0, numbers({1}), numbers({2}), 3);
    history.record(0, numbers({2}), numbers({1}), 3);
    EXPECT_EQ(history.undo_steps(), 0U);
    history.record(0, numbers({1}), numbers({1}), 4);
    EXPECT_EQ(history.undo_steps(), 0U);
}

TEST(History, WithoutAGestureEveryChangeIsAStep) {
    History history;
    history.record(0, numbers({1}), numbers({2}), 0);
    history.record(0, numbers({2}), numbers({3}), 0);
    EXPECT_EQ(history.undo_steps(), 2U);
}

TEST(History, ANewChangeForgetsWhatWasUndone) {
    History history;
    history.record(0, numbers({1}), numbers({2}), 1);
    static_cast<void>(history.undo());
    history.record(0, numbers({1}), numbers({4}), 1);
    EXPECT_EQ(history.redo_steps(), 0U);
    EXPECT_FALSE(history.redo());
}

TEST(History, KeepsTheNewestSteps) {
    History history;
    const auto most = static_cast<std::int64_t>(History::max_steps);
    for (std::int64_t n = 0; n < most + 10; ++n) history.record(0, numbers({n}), numbers({n + 1}), 0);
    ASSERT_EQ(history.undo_steps(), History::max_steps);
    EXPECT_EQ(history.next_undo()->parameters[0].after, Value(most + 10));
    while (history.undo()) {
    }
    EXPECT_EQ(history.redo()->parameters[0].before, Value(std::int64_t{10}));
}

TEST(History, AStepMayTouchSeveralViews) {
    History history;
    const std::vector<ViewChange> changes{{2, numbers({1, 5}), numbers({1, 6})},
                                          {0, numbers({3}), numbers({4})}};
    history.record(changes, 9);
    ASSERT_EQ(history.undo_steps(), 1U);
    const Change* step = history.next_undo();
    EXPECT_EQ(step->view, 2U);
    ASSERT_EQ(step->parameters.size(), 2U);
    EXPECT_EQ(step->parameters[0].view, 2U) << "parameters of the changed view come first";
    EXPECT_EQ(step->parameters[0].index, 1U);
    EXPECT_EQ(step->parameters[1].view, 0U);
    EXPECT_EQ(step->parameters[1].before, Value(std::int64_t{3}));
    const std::vector<ViewChange> back{{2, numbers({1, 6}), numbers({1, 5})},
                                       {0, numbers({4}), numbers({3})}};
    history.record(back, 9);
    EXPECT_EQ(history.undo_steps(), 0U) << "the gesture ended at its start";
}

TEST(StoreHistory, TenThousandStepsBackAndForth) {
    Store store(all_views());
    const Values start = store.values();
    const int w = parameter_index(store.view(), "w");
    ASSERT_GE(w, 0);
    for (std::int64_t n = 0; n < 10'000; ++n) {
        Values values = store.values();
        values[static_cast<std::size_t>(w)] = n + 1000;
        ASSERT_TRUE(store.set(values, static_cast<Gesture>(n + 1)));
    }
    const Values end = store.values();
    EXPECT_EQ(store.history().undo_steps(), 10'000U);
    while (store.undo()) {
    }
    EXPECT_EQ(store.values(), start);
    while (store.redo()) {
    }
    EXPECT_EQ(store.values(), end);
}

}  // namespace
}  // namespace poslab::test
