#include "app/state/player.hpp"

#include "app/state/session_keeper.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace poslab {
namespace {

class Playing : public testing::Test {
  protected:
    Playing() { store.choose("position-matrix"); }

    [[nodiscard]] std::size_t place(std::string_view id) const {
        return static_cast<std::size_t>(parameter_index(store.view(), id));
    }
    /// Position of the slider on its track.
    [[nodiscard]] double at(std::string_view id) const {
        return slider_fraction(on_track(store.view(), store.values(), place(id)), store.values()[place(id)]);
    }
    void play_from_the_start(PlayCourse course, int steps = 8) {
        player.set_seconds(4);
        player.set_course(course, steps);
        Values values = store.values();
        values[place("k")] = slider_value(on_track(store.view(), values, place("k")), 0.2);
        store.set(values);
        player.toggle(store, place("k"), 0);
        player.set_range(place("k"), {at("k"), 0.8});
    }

    /// Computes and takes the step at that time.
    void show(double seconds) {
        player.advance(store, seconds, true);
        player.take_next(store);
    }

    Store store{all_views()};
    Player player;
};

TEST_F(Playing, LeavesTheStoreUntilTheNextStepHasItsData) {
    play_from_the_start(PlayCourse::even);
    const Values before = store.values();
    player.advance(store, 2, true);
    EXPECT_EQ(store.values(), before);
    const std::optional<Values> next = player.next(store);
    ASSERT_TRUE(next);
    EXPECT_NE(*next, before);
    player.advance(store, 3, false);
    EXPECT_EQ(player.next(store), next) << "a running computation is not changed";
    Values edited = before;
    edited[place("w")] = std::int64_t{77};
    ASSERT_TRUE(store.set(edited));
    EXPECT_EQ(player.next(store)->at(place("w")), Value(std::int64_t{77}))
        << "a change by the user has precedence";
    player.take_next(store);
    EXPECT_EQ(store.values()[place("k")], next->at(place("k")));
    EXPECT_FALSE(player.next(store));
    player.advance(store, 3.5, true);
    player.pause();
    EXPECT_FALSE(player.next(store)) << "a step that was not shown is dropped";
}

TEST_F(Playing, EasesAtBothEnds) {
    play_from_the_start(PlayCourse::eased);
    for (const auto& [seconds, share] :
         {std::pair{1.0, 5.0 / 32}, {2.0, 0.5}, {3.0, 27.0 / 32}}) {  // 3t² − 2t³ at a quarter, …
        show(seconds);
        EXPECT_NEAR(at("k"), 0.2 + 0.6 * share, 0.01) << seconds;
    }
}

TEST_F(Playing, RestsOnSteps) {
    play_from_the_start(PlayCourse::steps, 4);
    for (const auto& [seconds, share] :
         {std::pair{0.9, 0.0}, {1.1, 1.0 / 3}, {1.9, 1.0 / 3}, {2.1, 2.0 / 3}, {3.9, 1.0}}) {
        show(seconds);
        EXPECT_NEAR(at("k"), 0.2 + 0.6 * share, 0.01) << seconds;
    }
}

TEST_F(Playing, TwoAtOnceEachOverItsRange) {
    play_from_the_start(PlayCourse::even);
    player.join(store, place("w"));
    EXPECT_TRUE(player.holds(store.view(), place("w")));
    EXPECT_FALSE(player.leads(store.view(), place("w")));
    player.set_range(place("w"), {0.5, 0.9});
    const std::size_t steps = store.history().undo_steps();
    show(1);
    EXPECT_NEAR(at("k"), 0.2 + 0.6 * 0.25, 0.01);
    EXPECT_NEAR(at("w"), 0.5 + 0.4 * 0.25, 0.01);
    show(3);
    EXPECT_NEAR(at("w"), 0.5 + 0.4 * 0.75, 0.01);
    EXPECT_EQ(store.history().undo_steps(), steps + 1) << "one step of undo for both";
    player.join(store, place("w"));
    EXPECT_FALSE(player.holds(store.view(), place("w")));
    show(3.5);
    EXPECT_NEAR(at("w"), 0.5 + 0.4 * 0.75, 0.01) << "no longer";
}

TEST_F(Playing, IsKeptInTheSession) {
    play_from_the_start(PlayCourse::steps, 16);
    player.join(store, place("w"));
    player.set_range(place("w"), {0.5, 0.9});
    Session written;
    written.settings = settings_of({store, player});
    const auto settings = read_session(session_text(written, all_views()), all_views()).session.settings;
    Store other{all_views()};
    other.choose("position-matrix");
    Player again;
    apply_settings({other, again}, settings);
    EXPECT_EQ(again.course(), PlayCourse::steps);
    EXPECT_EQ(again.steps(), 16);
    EXPECT_EQ(again.along_with(other.view(), place("k")), place("w"));
    other.restore("position-matrix", store.values());
    again.toggle(other, place("k"), 0);
    EXPECT_EQ(again.range(), player.range());
    EXPECT_EQ(again.range(place("w")), (PlayRange{0.5, 0.9})) << "wherever w is now";
}

TEST_F(Playing, PassesOverWhatASessionShouldNotHave) {
    const auto hostile = nlohmann::ordered_json::parse(
        R"({"play-course": "eased", "play-steps": 1e99, "played": [
            "{\"view\": \"position-matrix\", \"parameter\": \"k\", \"from\": 7, \"to\": -3, \"along\": \"map\"}",
            "{\"view\": \"position-matrix\", \"parameter\": \"map\", \"from\": 0, \"to\": 1}",
            "{\"view\": \"position-matrix\", \"parameter\": \"w\", \"from\": \"a\"}",
            "{\"view\": \"position-matrix\", \"parameter\": 3, \"from\": 0, \"to\": 1}",
            "{\"view\": \"nowhere\", \"parameter\": \"k\", \"from\": 0, \"to\": 1}",
            "{}", "[]", "7", "{", "", 3, null, {}]})");
    apply_settings({store, player}, hostile);
    EXPECT_EQ(player.course(), PlayCourse::eased);
    const auto saved = player.saved_plays();
    ASSERT_EQ(saved.size(), 1U);
    EXPECT_EQ(saved.front().parameter, place("k"));
    EXPECT_FALSE(saved.front().along);
    EXPECT_LT(saved.front().range.from, saved.front().range.to);
    EXPECT_LE(saved.front().range.to, 1);
}

/// A lecturer who shows the view would move this one first.
TEST_F(Playing, BeginsWithATellingSlider) {
    const std::map<std::string, std::string> first{{"position-matrix", "w"},    {"attention", "base"},
                                                   {"frequencies", "position"}, {"bias-decay", "lambda"},
                                                   {"memory", "time"},          {"memory-decay", "from"},
                                                   {"rope-2d", "x2"},           {"conformance", "base"}};
    for (const auto& [view, id] : first) {
        Store own{all_views()};
        own.choose(view);
        const auto parameter = playable_parameter(own, Player());
        ASSERT_TRUE(parameter) << view;
        EXPECT_EQ(own.view().parameters()[*parameter].id, id) << view;
    }
}

}  // namespace
}  // namespace poslab
