// The window's state across starts: sessions.

#include "app/state/history_settings.hpp"
#include "core/files/file_deadline.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <chrono>
#include <fstream>

namespace poslab::test {
namespace {

TEST(ContentSession, OpensAgainAsItWas) {
    const TemporaryFolder folder;
    const SessionPaths places{folder / "state", {}, {}};
    std::string w;
    {
        SessionFile file(places);
        ContentDriver window({}, {1600, 1000, 1}, SessionKeeper(file));
        window.click("w", 0);
        window.letter('T');
        window.letter('G');
        window.letter('+', true);
        window.click("fold.readout");
        w = window.value("w");
        window.pass(1);
    }
    SessionFile file(places);
    SessionKeeper keeper(file);
    EXPECT_EQ(keeper.window_size(), (std::pair{1600, 1000}));
    ContentDriver window({}, {1600, 1000, 1}, std::move(keeper));
    EXPECT_NE(w, "256");
    EXPECT_EQ(window.value("w"), w);
    EXPECT_EQ(window.content.store().theme, Theme::dark);
    EXPECT_EQ(window.content.store().language, test::chinese());
    EXPECT_EQ(window.content.store().percent, 125);
    EXPECT_EQ(window.content.store().folds[part_readout], Fold::folded);
    window.letter('Z', true);
    EXPECT_EQ(window.value("w"), "256") << "undo survives a restart";
    window.letter('Y', true);
    EXPECT_EQ(window.value("w"), w);
}

// Every kind of step: values, a preset that changes other views, pins, a link; some are undone before the
// window is closed.
TEST(ContentSession, UndoSurvivesARestart) {
    const TemporaryFolder folder;
    const SessionPaths places{folder / "state", {}, {}};
    Store before(all_views());
    const auto same = [](const Store& a, const Store& b) {
        for (std::size_t n = 0; n < a.views().size(); ++n) {
            const ViewState &view_state = a.views()[n], &other = b.views()[n];
            if (!(view_state.values == other.values && view_state.pins == other.pins &&
                  view_state.unlinked == other.unlinked))
                return false;
        }
        return &a.view() == &b.view();
    };
    const auto set = [](Store& store, std::string_view id, std::string_view text) {
        Values values = store.values();
        const auto index = static_cast<std::size_t>(parameter_index(store.view(), id));
        values[index] = parse_value(store.view().parameters()[index], text);
        ASSERT_TRUE(store.edit(values, 0));
    };
    before.choose("frequencies");
    set(before, "preset", "llama-3.1-8b");
    before.choose("position-matrix");
    ASSERT_TRUE(before.pin());
    set(before, "map", "rope");
    before.exchange_pin(0);
    before.link(static_cast<std::size_t>(parameter_index(before.view(), "train-length")), false);
    before.choose("memory");
    set(before, "order", "9");
    ASSERT_TRUE(before.undo());
    ASSERT_TRUE(before.undo());
    const std::size_t undone = before.history().redo_steps(), done = before.history().undo_steps();
    Store after(all_views());
    for (const ViewState& state : before.views()) {
        after.restore(state.view->info().id, state.values);
        after.restore_pins(state.view->info().id, state.pins);
        after.restore_unlinked(state.view->info().id, state.unlinked);
    }
    after.choose(before.view().info().id);
    const auto settings = nlohmann::ordered_json::parse(history_settings(before).dump());
    apply_history_settings(after, settings);
    ASSERT_EQ(after.history().undo_steps(), done);
    ASSERT_EQ(after.history().redo_steps(), undone);
    for (std::size_t n = 0; n < undone; ++n) {
        ASSERT_TRUE(before.redo() && after.redo());
        EXPECT_TRUE(same(before, after)) << "redo " << n;
    }
    for (std::size_t n = 0; n < done + undone; ++n) {
        ASSERT_TRUE(before.undo() && after.undo());
        EXPECT_TRUE(same(before, after)) << "undo " << n;
    }
    auto broken = settings;
    broken["undo"][1] = R"({"view": "no-such", "before": {}, "after": {}})";
    broken["redo"] = 3;
    apply_history_settings(after, broken);
    EXPECT_EQ(after.history().undo_steps(), done - 2) << "everything after an unreadable part is lost, too";
    EXPECT_EQ(after.history().redo_steps(), 0U);
}

TEST(ContentSession, MoreStepsThanThereIsRoomForLeaveTheNewest) {
    Store store(all_views());
    store.choose("position-matrix");
    for (int n = 0; n < 500; ++n) {
        Values values = store.values();
        values[static_cast<std::size_t>(parameter_index(store.view(), "w"))] = std::int64_t{1000 + n};
        ASSERT_TRUE(store.set(values, 0));
    }
    Store after(all_views());
    apply_history_settings(after, history_settings(store));
    EXPECT_EQ(after.history().undo_steps(), 200U);
    EXPECT_EQ(after.history().next_undo()->parameters.front().after, Value(std::int64_t{1499}));
}

TEST(ContentSession, AStepOfManyValuesIsReadInTimeThatGrowsWithTheirNumber) {
    std::string step = R"({"view": "position-matrix")";
    for (int n = 0; n < 150'000; ++n) step += ",\"" + std::to_string(n) + "\":1";
    const nlohmann::ordered_json steps = nlohmann::ordered_json::array({step + "}"});
    Store store(all_views());
    const auto begun = std::chrono::steady_clock::now();
    apply_history_settings(store, {{"undo", steps}, {"redo", steps}});
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
    EXPECT_EQ(store.history().undo_steps() + store.history().redo_steps(), 0U);
}

TEST(ContentSession, AnUndoneStepSetsNoMorePinsThanAWindowHolds) {
    Store store(all_views());
    nlohmann::ordered_json pins = nlohmann::ordered_json::array();
    for (int w = 1; w <= 50; ++w) pins.push_back(R"({"w": )" + std::to_string(w) + "}");
    const nlohmann::ordered_json step{{"view", "position-matrix"},
                                      {"before", nlohmann::ordered_json::object()},
                                      {"after", nlohmann::ordered_json::object()},
                                      {"pins", {pins, nlohmann::ordered_json::array()}}};
    nlohmann::ordered_json settings;
    settings["undo"] = {step.dump()};
    apply_history_settings(store, settings);
    ASSERT_TRUE(store.undo());
    EXPECT_EQ(store.pins().size(), Store::max_pins);
}

/// A session in which a view names a file that takes longer to read than the window waits for it.
class SessionOfALargeFile : public SessionFileTest {
  protected:
    static constexpr const char* id = "given-inverse-frequency";

    SessionOfALargeFile() {
        std::string text = R"({"step": [1], "inv_freq": [1)";
        for (int n = 0; n < 1'500'000; ++n) text += ",0.987654321";
        put("large.json", text + "]}");
        Session session;
        session.view = "conformance";
        Values values = view.defaults();
        values[index()] = FileName{at("large.json")};
        session.values[session.view] = values;
        put("session.json", session_text(session, all_views()));
    }
    [[nodiscard]] static std::size_t index() {
        return static_cast<std::size_t>(parameter_index(find_view("conformance"), id));
    }
    /// True if the saved session still names the file.
    [[nodiscard]] bool is_saved() const {
        const SessionFile::Loaded loaded = load();
        return loaded.session &&
               loaded.session->values.at("conformance")[index()] == Value(FileName{at("large.json")});
    }

    const View& view = find_view("conformance");
};

TEST_F(SessionOfALargeFile, IsShownBeforeTheFileIsRead) {
    SessionFile file(places());
    ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file),
                         ContentDriver::Start::without_frame);
    EXPECT_EQ(window.value(id), at("large.json"));
    window.frame();
    EXPECT_TRUE(window.has("status.opening"));
    EXPECT_TRUE(window.content.store().unread_view());
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.has("status.opening"));
    EXPECT_FALSE(window.content.store().unread_view());
    EXPECT_TRUE(window.content.store().current().filled.contains(index()));
    EXPECT_EQ(window.value(id), at("large.json"));
}

TEST_F(SessionOfALargeFile, StaysIfTheFileIsStopped) {
    {
        SessionFile file(places());
        ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file),
                             ContentDriver::Start::without_frame);
        window.frame();
        window.click("status.opening");
        EXPECT_FALSE(window.content.store().unread_view());
        EXPECT_FALSE(window.has("status.opening"));
        EXPECT_EQ(window.value(id), at("large.json"));
    }
    EXPECT_TRUE(is_saved());
}

TEST_F(SessionOfALargeFile, StaysIfTheWindowIsClosedMeanwhile) {
    {
        SessionFile file(places());
        ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file),
                             ContentDriver::Start::without_frame);
        window.frame();
        EXPECT_TRUE(window.content.store().unread_view());
    }
    EXPECT_TRUE(is_saved());
}

TEST_F(SessionOfALargeFile, StaysIfTheFileIsGone) {
    std::filesystem::remove(at("large.json"));
    {
        SessionFile file(places());
        ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
        EXPECT_FALSE(window.content.store().unread_view());
        EXPECT_EQ(window.value(id), at("large.json"));
        EXPECT_NE(window.content.toast().text.find("no longer exists"), std::string::npos)
            << window.content.toast().text;
    }
    EXPECT_TRUE(is_saved());
}

TEST_F(SessionOfALargeFile, IsShownIfTheServerOfTheFileDoesNotAnswer) {
    const DeadServer server;
    server.hold(at("large.json"));
    {
        const FileDeadline deadline(server.before());
        SessionFile file(places());
        ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
        EXPECT_EQ(window.value(id), at("large.json"));
        EXPECT_EQ(window.content.toast().text.find("no longer exists"), std::string::npos)
            << window.content.toast().text;
    }
    server.answer(at("large.json"));
    EXPECT_TRUE(is_saved());
}

TEST(ContentSession, WhatTheCommandLineReplacesIsOneUndoAway) {
    const TemporaryFolder folder;
    const SessionPaths places{folder / "state", {}, {}};
    {
        SessionFile file(places);
        ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
        window.click("w");
    }
    WindowOptions options = of_view("position-matrix");
    options.values = options.view->defaults();
    options.values[static_cast<std::size_t>(parameter_index(*options.view, "k"))] = 3.0;
    SessionFile file(places);
    ContentDriver window(options, ContentDriver::usual_size, SessionKeeper(file));
    EXPECT_EQ(window.value("k"), "3");
    EXPECT_EQ(window.value("w"), "256");
    window.letter('Z', true);
    EXPECT_EQ(window.value("k"), "8") << "what the view opens on";
    EXPECT_NE(window.value("w"), "256");
}

TEST(ContentSession, ABrokenSessionIsSetAsideAndSaid) {
    const TemporaryFolder folder;
    std::ofstream(folder / "session.json") << "garbage";
    SessionFile file({folder.path(), {}, {}});
    ContentDriver window({}, ContentDriver::usual_size, SessionKeeper(file));
    EXPECT_NE(window.content.toast().text.find("session.broken-1.json"), std::string::npos)
        << window.content.toast().text;
    EXPECT_TRUE(file.flush());
    EXPECT_EQ(read_file(folder / "session.broken-1.json"), "garbage");
    EXPECT_NE(read_file(folder / "session.json").find("poslab_session"), std::string::npos);
}

}  // namespace
}  // namespace poslab::test
