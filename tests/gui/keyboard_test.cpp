// Everything that the window can do, without a mouse: each test uses keys alone.

#include "app/state/key_groups.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"

#include <algorithm>
#include <fstream>

namespace poslab::test {
namespace {

/// A window that only receives key presses.
class Keyboard : public testing::Test {
  protected:
    void open(const std::string& view) { window.emplace(of_view(view)); }
    /// Moves the focus with Tab.
    void go_to(const std::string& item) {
        for (int n = 0; n < 150 && !window->has_focus(item); ++n) {
            window->key(Key::tab);
            window->frame();
        }
        ASSERT_TRUE(window->has_focus(item)) << item << " cannot be reached";
    }
    void do_at(const std::string& item, Key key = Key::enter) {
        go_to(item);
        window->key(key);
        ASSERT_TRUE(window->settle());
    }
    void ask(const std::string& query) {
        window->letter('K', true);
        window->settle();
        window->type(query);
        window->key(Key::enter);
        ASSERT_TRUE(window->settle());
    }
    [[nodiscard]] const Store& store() const { return window->content.store(); }
    [[nodiscard]] const Canvas& canvas() const { return window->content.canvas(); }

    std::optional<ContentDriver> window;
};

TEST_F(Keyboard, ViewsAndTheirFigures) {
    open("position-matrix");
    window->key({Key::page_down, 0, true, false, false});
    EXPECT_EQ(store().view().info().id, "frequencies");
    window->key({Key::page_up, 0, true, false, false});
    EXPECT_EQ(store().view().info().id, "position-matrix");
    do_at("rail:memory-decay");
    EXPECT_EQ(store().view().info().id, "memory-decay");
    const auto figures = offered_figures(store().view());
    ASSERT_GT(figures.size(), 1U);
    window->letter('2');
    EXPECT_EQ(&store().figure(), figures[1]);
    do_at("figure:" + std::string(figures[0]->id));
    EXPECT_EQ(&store().figure(), figures[0]);
}

TEST_F(Keyboard, SlidersFieldsAndChoices) {
    open("position-matrix");
    go_to("map");
    const std::string map = window->value("map");
    window->key(Key::down);
    EXPECT_NE(window->value("map"), map);
    window->key(Key::up);
    EXPECT_EQ(window->value("map"), map);
    window->key(Key::enter);
    window->key(Key::down);
    window->key(Key::enter);
    EXPECT_NE(window->value("map"), map) << "in the list";
    go_to("w");
    const std::string w = window->value("w");
    window->key(Key::right);
    EXPECT_NE(window->value("w"), w);
    window->key(Key::erase);
    EXPECT_EQ(window->value("w"), w) << "back to its default";
    window->key(Key::enter);
    window->type("2^7");
    window->key(Key::tab);
    EXPECT_EQ(window->value("w"), "128");
    EXPECT_FALSE(window->has_focus("w"));
    EXPECT_FALSE(window->has_focus("w.play")) << "Tab after typing goes to the next field, not to play";
    go_to("causal");
    const std::string causal = window->value("causal");
    window->key(Key::right);
    window->key(Key::left);
    window->key(Key::space);
    EXPECT_NE(window->value("causal"), causal);
    window->letter('Z', true);
    EXPECT_EQ(window->value("causal"), causal);
}

TEST_F(Keyboard, PinsFromTheFirstToTheLast) {
    open("position-matrix");
    window->letter('P');
    go_to("w");
    window->key(Key::page_up);
    window->settle();
    const std::string changed = window->value("w");
    do_at("pin.0");
    EXPECT_NE(window->value("w"), changed) << "the pin is current";
    go_to("w");
    window->key(Key::page_up);
    window->key(Key::page_up);
    do_at("pin.0");
    EXPECT_EQ(window->value("w"), changed) << "the pin was changed, and the current values are unchanged";
    do_at("comparison", Key::right);
    EXPECT_EQ(store().current().comparison.how, Comparison::How::difference);
    do_at("comparison", Key::right);
    EXPECT_EQ(store().current().comparison.how, Comparison::How::wipe);
    const double handle = store().current().comparison.wipe;
    do_at("wipe", Key::left);
    EXPECT_LT(store().current().comparison.wipe, handle);
    do_at("pin.0.show");
    EXPECT_FALSE(store().pins().at(0).shown);
    do_at("fold.compare");
    EXPECT_FALSE(window->has("pin.0"));
    do_at("fold.compare");
    do_at("pin.0.remove");
    EXPECT_TRUE(store().pins().empty());
    window->letter('Z', true);
    EXPECT_EQ(store().pins().size(), 1U);
    ask("unpin all");
    EXPECT_TRUE(store().pins().empty());
    ask("compare with");
    EXPECT_GE(store().pins().size(), 2U) << "all maps of the same family";
}

TEST_F(Keyboard, ZoomPanAndThePointer) {
    open("position-matrix");
    window->letter('+');
    window->settle();
    const std::string rows = window->value("rows");
    EXPECT_NE(rows, "all");
    window->key(Key::up);
    EXPECT_NE(window->value("rows"), rows);
    window->key(Key::home);
    EXPECT_EQ(window->value("rows"), "all");
    go_to("matrix");
    window->key(Key::right);
    window->key(Key::down);
    window->settle();
    ASSERT_TRUE(canvas().cursor().active);
    EXPECT_FALSE(canvas().cursor().companion);
    window->key(Key::page_down);
    window->key(Key::right);
    window->settle();
    EXPECT_TRUE(canvas().cursor().companion) << "the plot next to the matrix";
    const double x = canvas().cursor().x;
    window->letter('D');
    for (int n = 0; n < 5; ++n) window->key(Key::right);
    window->settle();
    EXPECT_GT(canvas().cursor().x, x);
    EXPECT_EQ(canvas().measured(store()).size(), 2U);
    window->letter('+');
    window->settle();
    EXPECT_NE(window->value("axes"), "auto") << "it is zoomed, not the matrix";
    EXPECT_EQ(window->value("rows"), "all");
    window->key(Key::page_up);
    window->key(Key::right);
    window->settle();
    EXPECT_FALSE(canvas().cursor().companion);
    window->letter('A');
    window->letter('Z');
    EXPECT_EQ(store().tool, Tool::zoom);
    window->letter('H');
    EXPECT_EQ(store().tool, Tool::pan);
}

TEST_F(Keyboard, APlaceInTheFigureIsChosen) {
    open("attention");
    go_to("matrix");
    const std::string row = window->value("row");
    for (int n = 0; n < 4; ++n) window->key(Key::up);
    window->key(Key::enter);
    window->settle();
    EXPECT_NE(window->value("row"), row);
}

TEST_F(Keyboard, FilesAreOpenedAndAgain) {
    const TemporaryFolder folder;
    std::ofstream(folder / "talk.json") << text_at(33);
    open("memory");
    window->letter('O', true);
    window->settle();
    window->letter('A', true);
    window->type(folder / "talk.json");
    window->key(Key::enter);
    window->settle();
    EXPECT_EQ(store().view().info().id, "position-matrix") << window->content.toast().text;
    window->key({Key::page_down, 0, true, false, false});
    window->letter('O', true, true);
    window->settle();
    window->key(Key::enter);
    window->settle();
    EXPECT_EQ(store().view().info().id, "position-matrix");
    do_at("rail.open");
    EXPECT_TRUE(window->has("file.path"));
    window->key(Key::escape);
}

TEST_F(Keyboard, SharedParametersAreUnlinked) {
    open("attention");
    const auto base = static_cast<std::size_t>(parameter_index(store().view(), "train-length"));
    go_to("train-length");
    window->letter('U', true);
    EXPECT_FALSE(store().is_linked(base));
    window->letter('U', true);
    EXPECT_TRUE(store().is_linked(base));
    const auto preset = static_cast<std::size_t>(parameter_index(store().view(), "preset"));
    go_to("preset");
    window->letter('U', true);
    EXPECT_FALSE(store().is_linked(preset)) << "a choice, too";
}

TEST_F(Keyboard, WhatTheWindowHasBeside) {
    open("position-matrix");
    for (const char* fold :
         {"fold.parameters", "fold.readout", "fold.formula", "fold.display", "fold.notes"}) {
        go_to(fold);
        window->key(Key::enter);
        window->settle();
    }
    EXPECT_EQ(store().folds[part_parameters], Fold::folded);
    window->letter('T');
    EXPECT_EQ(store().theme, Theme::dark);
    do_at("status.theme");
    EXPECT_EQ(store().theme, Theme::light);
    window->letter('G');
    EXPECT_NE(store().language, Language::english);
    do_at("status.language");
    do_at("status.size");
    window->key(Key::down);
    window->key(Key::enter);
    window->settle();
    EXPECT_EQ(store().percent, 125);
    window->letter('0', true);
    EXPECT_EQ(store().percent, 100);
    window->letter('M');
    EXPECT_TRUE(store().reduced_motion);
    window->letter('?');
    window->settle();
    EXPECT_TRUE(window->has("keys"));
    window->key(Key::page_down);
    window->key(Key::escape);
    window->settle();
    EXPECT_FALSE(window->has("keys"));
    window->letter('P');
    do_at("status.undo");
    EXPECT_TRUE(store().pins().empty());
    do_at("status.redo");
    EXPECT_EQ(store().pins().size(), 1U);
    window->letter('E');
    window->settle();
    EXPECT_TRUE(window->has("export"));
    go_to("export.theme");
    window->key(Key::escape);
    window->settle();
    EXPECT_FALSE(window->has("export"));
    window->letter('C', true);
    EXPECT_NE(window->clipboard.find("poslab plot position-matrix"), std::string::npos);
    window->letter('Q', true);
    EXPECT_TRUE(window->content.quit());
}

TEST_F(Keyboard, Play) {
    open("position-matrix");
    window->key(Key::space);
    EXPECT_TRUE(window->content.player().running());
    const double seconds = window->content.player().seconds();
    window->letter(']');
    EXPECT_LT(window->content.player().seconds(), seconds);
    window->letter('[');
    EXPECT_EQ(window->content.player().seconds(), seconds);
    const PlayMode mode = window->content.player().mode();
    window->letter('L');
    EXPECT_NE(window->content.player().mode(), mode);
    window->key(Key::space);
    EXPECT_FALSE(window->content.player().running());
}

TEST_F(Keyboard, TheStartCard) {
    window.emplace();
    ASSERT_TRUE(window->has("welcome"));
    do_at("welcome.keys");
    EXPECT_TRUE(window->has("keys"));
    window->key(Key::escape);
    window->settle();
    go_to("welcome.play");
    window->key(Key::enter);
    EXPECT_TRUE(window->content.player().running());
    window->key(Key::enter);
    EXPECT_FALSE(window->content.player().running());
    do_at("welcome.close");
    EXPECT_FALSE(window->has("welcome"));
}

// The sheet has exactly one line for every action with a key.
TEST(KeySheet, HasEveryActionWithAKeyOnALineOfItsOwn) {
    std::vector<std::string> keys;
    for (const KeyGroup& group : key_groups())
        for (const KeyLine& line : group.lines) keys.emplace_back(keys_text(line, Language::english));
    for (const ActionInfo& info : all_actions()) {
        const std::string own(in(Language::english, info.keys));
        if (own.empty()) continue;
        const auto has = [&](const std::string& line) { return line == own || line.starts_with(own + ", "); };
        EXPECT_EQ(std::count_if(keys.begin(), keys.end(), has), 1) << own;
    }
}

}  // namespace
}  // namespace poslab::test
