// A preset or a config sets every view that has the parameters, as one undo step.
#include "app/state/store.hpp"
#include "core/base/errors.hpp"
#include "core/files/file_deadline.hpp"
#include "core/files/file_status.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/tiny/tiny_view.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/patience.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace poslab::test {
namespace {

class TinyStore : public testing::Test {
  protected:
    TinyStore() { store_.choose("tiny-wave"); }

    [[nodiscard]] const ViewState& state(const std::string& view) const {
        for (const ViewState& each : store_.views())
            if (each.view->info().id == view) return each;
        throw UsageError(view);
    }
    [[nodiscard]] std::string text(const std::string& view, const std::string& id) const {
        const View& of = *state(view).view;
        const int index = parameter_index(of, id);
        return to_string(of.parameters()[static_cast<std::size_t>(index)],
                         *value_of(of, state(view).values, id));
    }
    bool edit(const std::string& id, const std::string& value, Gesture gesture = 0) {
        Values values = store_.values();
        values[place_of(id)] = parse_value(tiny_view().parameters()[place_of(id)], value);
        return store_.edit(values, gesture);
    }
    [[nodiscard]] std::vector<Values> all() const {
        std::vector<Values> values;
        for (const ViewState& each : store_.views()) values.push_back(each.values);
        return values;
    }

    TemporaryFolder folder_;
    Store store_{all_views()};
};

TEST_F(TinyStore, APresetFillsAllViewsInOneStep) {
    const auto before = all();
    ASSERT_TRUE(edit("preset", "fast"));
    EXPECT_EQ(text("tiny-wave", "wave-theta"), "0.1");
    EXPECT_EQ(text("tiny-wave", "factors"), "1,2.5,4");
    EXPECT_EQ(text("position-matrix", "train-length"), "1024") << "another view's parameter of the same id";
    EXPECT_EQ(store_.history().undo_steps(), 1U);
    const auto after = all();
    store_.choose("position-matrix");
    ASSERT_TRUE(store_.undo());
    EXPECT_EQ(all(), before);
    EXPECT_EQ(store_.view().info().id, "tiny-wave") << "in the view of the change";
    ASSERT_TRUE(store_.redo());
    EXPECT_EQ(all(), after);
}

TEST_F(TinyStore, ThoseOfOneGestureAreOneStep) {
    const auto before = all();
    ASSERT_TRUE(edit("preset", "slow", 7));
    ASSERT_TRUE(edit("preset", "fast", 7));
    EXPECT_EQ(store_.history().undo_steps(), 1U);
    ASSERT_TRUE(store_.undo());
    EXPECT_EQ(all(), before);
}

TEST_F(TinyStore, ConfigAndPresetClearEachOther) {
    const std::string config = write_config(folder_, "config.json", 1.5);
    ASSERT_TRUE(edit("preset", "fast"));
    ASSERT_TRUE(edit("config", config));
    EXPECT_EQ(text("tiny-wave", "preset"), "none");
    EXPECT_EQ(text("tiny-wave", "wave-theta"), "1.5");
    EXPECT_EQ(text("tiny-wave", "amplification"), "2.5") << "parameters that the config omits are unchanged";
    EXPECT_EQ(text("position-matrix", "train-length"), "2048");
    ASSERT_TRUE(edit("preset", "slow"));
    EXPECT_EQ(text("tiny-wave", "config"), "none");
    store_.undo();
    EXPECT_EQ(text("tiny-wave", "config"), config);
}

TEST_F(TinyStore, SlidersGoBackToWhatThePresetGives) {
    ASSERT_TRUE(edit("preset", "fast"));
    EXPECT_EQ(state("tiny-wave").baseline[place_of("wave-theta")], Value(0.1));
    ASSERT_TRUE(edit("wave-theta", "2"));
    EXPECT_EQ(state("tiny-wave").baseline[place_of("wave-theta")], Value(0.1));
    ASSERT_TRUE(edit("preset", "none"));
    EXPECT_EQ(state("tiny-wave").baseline, tiny_view().defaults());
    EXPECT_EQ(text("tiny-wave", "wave-theta"), "2") << "without a preset the values stay";
    store_.undo();
    EXPECT_NE(state("tiny-wave").baseline, tiny_view().defaults());
}

TEST_F(TinyStore, WhatCannotBeReadChangesNothingAndIsSaid) {
    ASSERT_TRUE(edit("preset", "fast"));
    const auto before = all();
    for (const std::string& bad : {folder_ / "nothing.json", folder_.path()}) {
        EXPECT_FALSE(edit("config", bad));
        const auto refusal = store_.take_refusal();
        ASSERT_TRUE(refusal);
        EXPECT_NE(refusal->english().find(bad), std::string::npos);
        EXPECT_NE(refusal->in(test::chinese()).find("不是"), std::string::npos);
        EXPECT_FALSE(store_.take_refusal());
        EXPECT_EQ(all(), before);
    }
    std::ofstream(folder_ / "wild.json") << R"({"tiny_theta": 99})";
    EXPECT_FALSE(edit("config", folder_ / "wild.json")) << "a value out of range";
    EXPECT_EQ(all(), before);
    EXPECT_EQ(store_.history().undo_steps(), 1U);
}

TEST_F(TinyStore, RestoredValuesStayThoughTheirFileIsGone) {
    const std::string config = write_config(folder_, "config.json", 1.5);
    ASSERT_TRUE(edit("config", config));
    const Values saved = store_.values();
    std::filesystem::remove(config);
    Store later(all_views());
    later.restore("tiny-wave", saved);
    later.choose("tiny-wave");
    EXPECT_EQ(later.values(), saved);
    EXPECT_FALSE(later.take_refusal());
    EXPECT_EQ(later.history().undo_steps(), 0U);
    write_config(folder_, "config.json", 0.5);
    Store again(all_views());
    again.restore("tiny-wave", saved);
    again.choose("tiny-wave");
    EXPECT_EQ(again.values(), saved) << "nor are they read again";
}

TEST_F(TinyStore, LeavesFilesToABackgroundThread) {
    const std::string config = write_config(folder_, "config.json", 1.5);
    Values values = tiny_view().defaults();
    values[place_of("config")] = FileName{config};
    values[place_of("wave-theta")] = 3.0;
    store_.restore("tiny-wave", values);
    EXPECT_EQ(store_.values(), values) << "complete at once";
    EXPECT_EQ(store_.current().baseline, tiny_view().defaults()) << "as if the file were unreadable";
    EXPECT_FALSE(store_.is_modified(place_of("config")));
    const auto view = store_.unread_view();
    ASSERT_TRUE(view);
    EXPECT_EQ(filling_files(tiny_view(), values), std::vector<std::size_t>{place_of("config")});
    const FilledValues filled = read_filled(tiny_view(), values);
    store_.take_filled(*view, tiny_view().defaults(), filled);
    EXPECT_TRUE(store_.unread_view()) << "the view has another file";
    store_.take_filled(*view, values, filled);
    EXPECT_FALSE(store_.unread_view());
    EXPECT_EQ(store_.values(), values);
    EXPECT_EQ(store_.current().baseline[place_of("wave-theta")], Value(1.5));
    EXPECT_TRUE(store_.is_modified(place_of("config")));
}

TEST_F(TinyStore, RefusesAFileWhoseServerDoesNotAnswer) {
    const std::string config = write_config(folder_, "config.json", 1.5);
    const DeadServer server;
    server.hold(config);
    {
        const FileDeadline deadline(server.before());
        EXPECT_FALSE(edit("config", config));
    }
    const auto refusal = store_.take_refusal();
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->english(), config + " cannot be read: its drive or server does not answer.");
    EXPECT_EQ(store_.values(), tiny_view().defaults());
    server.answer(config);
    EXPECT_TRUE(edit("config", config)) << "a thread without a deadline waits";
}

TEST_F(TinyStore, WaitsOnlyBrieflyForAKnownFileWhoseServerIsLate) {
    const std::string config = write_config(folder_, "config.json", 1.5);
    const DeadServer server;
    const FileDeadline deadline(server.before());
    const auto end = std::chrono::steady_clock::now() + patience;
    const auto is_known = [&] { return prompt_file_status(config).kind == FileKind::file; };
    while (!is_known() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server.hold(config);
    EXPECT_FALSE(edit("config", config)) << "it was never read";
    server.answer(config);
    while (!edit("config", config) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(text("tiny-wave", "wave-theta"), "1.5");
}

TEST_F(TinyStore, TreatsFilesThatAreLeftAsUnreadable) {
    ASSERT_TRUE(edit("config", write_config(folder_, "config.json", 1.5)));
    const Values values = store_.values();
    store_.leave_unread();
    EXPECT_FALSE(store_.unread_view());
    EXPECT_EQ(store_.values(), values);
    EXPECT_EQ(store_.current().baseline, tiny_view().defaults());
    ASSERT_TRUE(edit("wave-theta", "2"));
    EXPECT_FALSE(store_.unread_view()) << "the file is the same";
    ASSERT_TRUE(store_.undo());
    ASSERT_TRUE(store_.undo());
    EXPECT_FALSE(store_.unread_view()) << "no file";
    ASSERT_TRUE(store_.redo());
    EXPECT_TRUE(store_.unread_view());
}

TEST_F(TinyStore, ACommandLineIsTakenAsItIsAndFillsTheOthers) {
    Values values = tiny_view().defaults();
    values[place_of("preset")] = ChoiceIndex{2};
    values[place_of("wave-theta")] = 3.0;
    const auto before = all();
    ASSERT_TRUE(store_.open(values, true));
    EXPECT_EQ(store_.values(), values) << "its own are not filled again";
    EXPECT_EQ(text("position-matrix", "train-length"), "1024");
    EXPECT_EQ(store_.history().undo_steps(), 1U);
    store_.undo();
    EXPECT_EQ(all(), before);
    ASSERT_TRUE(store_.open(values, false));
    EXPECT_EQ(store_.history().undo_steps(), 0U);
}

TEST_F(TinyStore, FiguresAreChosenPerViewAndAreNoStep) {
    EXPECT_EQ(store_.figure().id, "main");
    EXPECT_TRUE(store_.choose_figure("tiny-wave", "energy"));
    EXPECT_EQ(store_.figure().id, "energy");
    EXPECT_FALSE(store_.choose_figure("tiny-wave", "part")) << "not offered";
    EXPECT_FALSE(store_.choose_figure("tiny-wave", "none"));
    EXPECT_EQ(store_.figure().id, "energy");
    EXPECT_EQ(store_.history().undo_steps(), 0U);
    store_.choose("position-matrix");
    EXPECT_EQ(store_.figure().id, "main");
    EXPECT_EQ(offered_figures(store_.view()).size(), 1U);
}

}  // namespace
}  // namespace poslab::test
