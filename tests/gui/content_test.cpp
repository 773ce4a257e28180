#include "tests/gui/content_driver.hpp"

#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <cmath>
#include <fstream>

namespace poslab::test {
namespace {

/// -FLT_MAX, as Dear ImGui has it, has no row of a list.
TEST(Content, APointerThatLeftIsOutsideButNotBeyondWholeNumbers) {
    test::ContentDriver window(test::of_view("position-matrix"));
    window.point({200, 100});
    window.drain();
    EXPECT_NEAR(window.content.ui().mouse().x, 200, 1);
    window.queue.push(PointerInside{false});
    window.drain();
    const Point outside = window.content.ui().mouse();
    for (const double place : {outside.x, outside.y}) {
        EXPECT_LT(place, -1e5);
        EXPECT_GT(place, -1e9);
    }
}

TEST(Content, UndoTakesAWholeDragBack) {
    ContentDriver window(of_view("position-matrix"));
    const std::string before = window.value("w");
    const Rect track = window.rect("w");
    window.press({track.x + 0.3 * track.width, track.y + 2});
    for (int step = 1; step <= 20; ++step)
        window.move({track.x + (0.3 + 0.02 * step) * track.width, track.y + 2});
    window.release();
    const std::string after = window.value("w");
    EXPECT_NE(after, before);
    EXPECT_EQ(window.content.store().history().undo_steps(), 1U);
    window.letter('Z', true);
    EXPECT_EQ(window.value("w"), before);
    window.letter('Z', true, true);
    EXPECT_EQ(window.value("w"), after);
    window.letter('Z', true);
    window.letter('Y', true);
    EXPECT_EQ(window.value("w"), after);
    window.click("status.undo");
    EXPECT_EQ(window.value("w"), before);
    window.click("status.redo");
    EXPECT_EQ(window.value("w"), after);
    EXPECT_FALSE(window.has("status.redo")) << "nothing is left to be done again";
}

TEST(Content, WhatIsCancelledIsAtRest) {
    WindowOptions options = of_view("memory");
    options.engine.name = "reference";  // a dense product per step: 8.4e9, the maximum that it accepts
    ContentDriver window(options);
    window.click("order.field");
    window.type("2048");
    window.key(Key::enter);
    ASSERT_EQ(window.value("order"), "2048");
    for (int n = 0; n < 1000 && !window.has("cancel"); ++n) {  // Cancel appears after a second
        EXPECT_FALSE(window.content.settled());
        window.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    window.click("cancel");
    EXPECT_FALSE(window.content.canvas().up_to_date());
    EXPECT_TRUE(window.content.settled()) << "a picture can be taken of it all the same";
}

TEST(Content, TypedNumbersMayBeShortAndWhatIsRoundedIsSaid) {
    ContentDriver window(of_view("frequencies"));
    const auto type = [&](const char* field, const char* text) {
        window.click(std::string(field) + ".field");
        window.letter('A', true);
        window.type(text);
        window.key(Key::enter);
        window.settle();
    };
    type("length", "128k");
    EXPECT_EQ(window.value("length"), "131072");
    type("length", "2^12");
    EXPECT_EQ(window.value("length"), "4096");
    type("length", "８１９２");
    EXPECT_EQ(window.value("length"), "8192");
    EXPECT_EQ(window.content.toast().text, "");
    type("dim", "127");
    EXPECT_NE(window.value("dim"), "127") << "pairs need an even number";
    EXPECT_NE(window.content.toast().text.find("127 became 12"), std::string::npos)
        << window.content.toast().text;
}

TEST(Content, ChoicesComeBeforeSliders) {
    ContentDriver window(of_view("position-matrix"));
    for (const char* choice : {"map", "causal"})
        for (const char* slider : {"length", "w", "train-length"})
            EXPECT_LT(window.rect(choice).y, window.rect(slider).y) << slider;
    EXPECT_LT(window.rect("length").y, window.rect("w").y) << "by order";
}

TEST(Content, KeysThatFollowEachOtherAreOneStep) {
    ContentDriver window(of_view("position-matrix"));
    window.click("w");
    const std::size_t clicked = window.content.store().history().undo_steps();
    const std::string start = window.value("w");
    for (int n = 0; n < 5; ++n) window.key(Key::right);
    EXPECT_EQ(window.content.store().history().undo_steps(), clicked + 1);
    window.pass(1);
    for (int n = 0; n < 5; ++n) window.key(Key::right);
    EXPECT_EQ(window.content.store().history().undo_steps(), clicked + 2);
    window.letter('Z', true);
    EXPECT_EQ(std::stol(window.value("w")), std::stol(start) + 5);
}

TEST(Content, SlidersStepPageAndSnap) {
    ContentDriver window(of_view("position-matrix"));
    window.click("w");
    const long from = std::stol(window.value("w"));
    window.key({Key::right, 0, false, true, false});
    EXPECT_EQ(std::stol(window.value("w")), from + 10);
    window.key(Key::page_up);
    const double exponent = std::log2(std::stod(window.value("w")));
    EXPECT_EQ(exponent, std::round(exponent));
    EXPECT_GT(std::stol(window.value("w")), from + 10);
    // A drag snaps to nearby powers of two; with Alt it does not.
    const Rect track = window.rect("length");
    const double octave = track.width / 24;
    window.press({track.x + 13 * octave + 1, track.y + 2});
    window.move({track.x + 14 * octave + 1.2, track.y + 2});
    window.release();
    EXPECT_EQ(window.value("length"), "16384");
}

TEST(Content, CommasAreTakenAsSeparatorsOnly) {
    ContentDriver window(of_view("position-matrix"));
    const auto typed = [&](const char* text) {
        window.click("k.field");
        window.letter('A', true);
        window.type(text);
        window.key(Key::enter);
        window.key(Key::escape);
        return window.value("k");
    };
    EXPECT_EQ(typed("4.5"), "4.5");
    EXPECT_EQ(typed("4,5"), "4.5") << "refused: a decimal comma is not a separator";
    EXPECT_EQ(typed("1,234"), "1234");
    EXPECT_EQ(typed("12,34"), "1234");
    EXPECT_EQ(typed("65,536.5"), "65536.5");
    EXPECT_EQ(typed(",5"), "65536.5");
}

TEST(Content, PopUpsSurviveAnySize) {
    ContentDriver window(of_view("position-matrix"));
    for (const auto& [w, h] : {std::pair{1.0, 1.0},
                               {160.0, 120.0},
                               {300.0, 300.0},
                               {360.0, 900.0},
                               {8000.0, 200.0},
                               {200.0, 8000.0}}) {
        window.size = {w, h, 1, w, h};
        for (const char letter : {'E', '?', 'O'}) {
            window.letter(letter, letter == 'O');
            EXPECT_TRUE(window.settle());
            for (const DrawCommand& command : window.content.canvas().layout().draw.commands)
                if (const auto* map = std::get_if<HeatMap>(&command)) {
                    EXPECT_GE(map->rect.width, 0);
                }
            window.key(Key::escape);
            window.key(Key::escape);
        }
    }
}

TEST(Content, PlayRunsBouncesAndPauses) {
    ContentDriver window(of_view("position-matrix"));
    const std::string start = window.value("k");
    window.click("k.play");
    ASSERT_TRUE(window.content.player().running());
    const PlayRange range = window.content.player().range();
    bool up = false, down = false;
    double last = std::stod(start);
    for (int n = 0; n < 1020; ++n) {  // 17 s of the window's clock: more than four runs
        window.frame();
        if (n % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const double now = std::stod(window.value("k"));
        up = up || now > last;
        down = down || now < last;
        last = now;
    }
    EXPECT_TRUE(up && down);
    EXPECT_EQ(window.content.store().history().undo_steps(), 1U) << "a run is one step";
    const Rect track = window.rect("k");
    EXPECT_GT(range.to, range.from);
    EXPECT_GT(track.width, 0);
    window.key(Key::space);
    EXPECT_FALSE(window.content.player().running());
    const std::string paused = window.value("k");
    window.pass(0.5);
    EXPECT_EQ(window.value("k"), paused);
    window.key(Key::space);
    EXPECT_TRUE(window.content.player().running());
    window.letter('Z', true);
    EXPECT_FALSE(window.content.player().running());
    if (window.value("k") != start)
        window.letter('Z', true);  // the second run may have changed something, too
    EXPECT_EQ(window.value("k"), start);
}

/// The label of the rule in the profile ("w = 256") in the painted figure.
std::string number_in_figure(const ContentDriver& window) {
    const Rect field = window.rect("w.field");
    for (const PaintedText& text : window.texts)
        if (text.text.starts_with("w = ") && text.rect.right() < field.x) return text.text.substr(4);
    return {};
}

std::string number_in_field(const ContentDriver& window) {
    const Rect field = window.rect("w.field");
    for (const PaintedText& text : window.texts)
        if (const Rect common = intersection(text.rect, field); common.width > 0 && common.height > 0)
            return text.text;
    return {};
}

TEST(Content, EachFrameOfPlayShowsOneValue) {
    ContentDriver window(of_view("position-matrix"));
    const View& view = window.content.store().view();
    const auto w = static_cast<std::size_t>(parameter_index(view, "w"));
    const std::string start = number_in_field(window);
    ASSERT_EQ(start, number_in_figure(window)) << "both are found";
    window.click("w.play");
    ASSERT_TRUE(window.content.player().running());
    std::set<std::string> seen;
    for (int n = 0; n < 240; ++n) {
        window.frame();
        // data may arrive in any frame
        if (n % 3 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        const std::string shown = number_in_field(window);
        const std::string in_figure = number_in_figure(window);  // empty if w is beyond the last distance
        if (!in_figure.empty()) {
            ASSERT_EQ(in_figure, shown) << "frame " << n;
            seen.insert(shown);
        }
        ASSERT_EQ(window.content.canvas().variants(window.content.store()).front().values[w],
                  window.content.store().values()[w])
            << "frame " << n;
    }
    EXPECT_GT(seen.size(), 20U) << "it plays";
}

TEST(Content, KeysOfASliderPlayAndTypeIt) {
    ContentDriver window(of_view("position-matrix"));
    window.click("length");
    window.key(Key::space);
    EXPECT_TRUE(window.content.player().running());
    const View& view = window.content.store().view();
    EXPECT_TRUE(
        window.content.player().holds(view, static_cast<std::size_t>(parameter_index(view, "length"))))
        << "the slider that was dragged last";
    window.key(Key::space);
    EXPECT_FALSE(window.content.player().running());
    window.key(Key::enter);
    EXPECT_TRUE(window.content.ui().editing());
    window.letter('A', true);
    window.type("777");
    window.key(Key::enter);
    EXPECT_EQ(window.value("length"), "777");
}

TEST(Content, TheEndsOfThePlayedRangeDrag) {
    ContentDriver window(of_view("position-matrix"));
    window.click("k.play");
    window.letter(' ');
    window.key(Key::space);
    const Rect track = window.rect("k");
    const PlayRange before = window.content.player().range();
    window.press(window.at("k.to"));
    window.move({track.x + 0.9 * track.width, track.y + 2});
    window.release();
    EXPECT_NEAR(window.content.player().range().to, 0.9, 0.02);
    EXPECT_DOUBLE_EQ(window.content.player().range().from, before.from);
    window.letter('[');
    EXPECT_EQ(window.content.player().seconds(), 8);
    window.letter('L');
    EXPECT_EQ(window.content.player().mode(), PlayMode::loop);
}

TEST(Content, CopiesCommandAndValues) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('C', true);
    EXPECT_TRUE(window.clipboard.starts_with("poslab plot position-matrix")) << window.clipboard;
    window.letter('C', true, true);
    EXPECT_NE(window.clipboard.find("query i\t"), std::string::npos) << window.clipboard;
    window.letter('L', true);
    EXPECT_NE(window.clipboard.find("\\begin{cases}"), std::string::npos) << window.clipboard;
    EXPECT_EQ(window.clipboard.find("\\live"), std::string::npos) << window.clipboard;
}

TEST(Content, LanguageAndThemeSwitchByKey) {
    ContentDriver window;
    window.letter('G');
    EXPECT_EQ(window.content.store().language, test::chinese());
    for (std::size_t n = 1; n < languages().size(); ++n) window.letter('G');
    EXPECT_EQ(window.content.store().language, Language::english) << "all of them come round";
    window.letter('T');
    EXPECT_EQ(window.content.store().theme, Theme::dark);
    window.letter('+', true);
    EXPECT_EQ(window.content.store().percent, 125);
    window.letter('0', true);
    EXPECT_EQ(window.content.store().percent, 100);
}

TEST(Content, OpensWhatIsDropped) {
    const TemporaryFolder folder;
    std::ofstream(folder / "result.json") << R"({"view": "position-matrix", "parameters": {"w": 99}})";
    std::ofstream(folder / "noise.bin", std::ios::binary) << std::string("\x7F\0\1", 3);
    ContentDriver window;
    window.content.open_files({folder / "result.json"});
    EXPECT_EQ(window.value("w"), "99");
    window.settle();
    EXPECT_NE(window.content.toast().text.find("result.json"), std::string::npos);
    window.letter('Z', true);
    EXPECT_EQ(window.value("w"), "256");
    for (const std::string& bad : {folder / "noise.bin", folder.path(), folder / "nothing"}) {
        window.content.open_files({bad});
        EXPECT_FALSE(window.content.toast().good);
        EXPECT_NE(window.content.toast().text.find(bad), std::string::npos);
    }
}

TEST(Content, EveryControlIsReachedByTab) {
    ContentDriver window(of_view("position-matrix"), {1280, 720, 1});
    const std::set<std::string> seen = window.tabbed_through();
    for (const char* part : {"w.field", "w.play"})
        EXPECT_FALSE(seen.contains(part)) << "a slider is one stop";
    for (const char* name :
         {"tool.home",    "tool.pan",        "tool.zoom",   "tool.play",   "tool.export",
          "map",          "causal",          "w",           "k",           "length",
          "train-length", "fold.parameters", "fold.notes",  "status.undo", "status.language",
          "status.theme", "status.size",     "status.help", "rail.open",   "rail:position-matrix"})
        EXPECT_TRUE(seen.contains(name)) << name;
}

TEST(Content, AnySizeIsSurvived) {
    ContentDriver window(of_view("position-matrix"));
    for (const auto& [w, h] : {std::pair{1.0, 1.0},
                               {8000.0, 200.0},
                               {200.0, 8000.0},
                               {800.0, 560.0},
                               {2560.0, 1440.0},
                               {1.0, 900.0}})
        for (const double pixels : {1.0, 1.25, 2.0, 3.0}) {
            window.size = {w, h, pixels};
            EXPECT_TRUE(window.settle()) << w << "x" << h;
            for (const DrawCommand& command : window.content.canvas().layout().draw.commands)
                if (const auto* map = std::get_if<HeatMap>(&command)) {
                    EXPECT_GT(map->rect.width, 0);
                }
        }
}

}  // namespace
}  // namespace poslab::test
