// Items of the window by the path of their labels, and regression tests for them.
#include "core/base/utf8.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/support/languages.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string_view>

namespace poslab::test {
namespace {

TEST(Items, AreFoundByThePathOfTheirLabels) {
    ContentDriver window(of_view("position-matrix"));
    EXPECT_EQ(window.rect("Parameters/w"), window.rect("w"));
    EXPECT_TRUE(window.has("Parameters/w.field"));
    EXPECT_FALSE(window.has("Readout/w"));
    EXPECT_FALSE(window.has("arameters/w")) << "whole labels only";
    window.click("Parameters/w");
    EXPECT_NE(window.value("w"), "256");
}

TEST(Items, TabAfterATypedValueGoesToTheNextParameterAndStartsNothing) {
    ContentDriver window(of_view("position-matrix"));
    window.click("w.field");
    window.type("128");
    window.key(Key::tab);
    EXPECT_EQ(window.value("w"), "128");
    EXPECT_TRUE(window.has_focus("k")) << "the slider after it";
    window.type("7");
    EXPECT_TRUE(window.content.ui().editing()) << "a digit begins a number";
    EXPECT_EQ(window.content.ui().entry().text, "7");
    window.key(Key::enter);
    EXPECT_EQ(window.value("k"), "7");
    EXPECT_FALSE(window.content.player().running());
}

TEST(Items, ASliderInFocusPlaysStepsAndGoesBackByKeys) {
    ContentDriver window(of_view("position-matrix"));
    for (int n = 0; n < 60 && !window.has_focus("w"); ++n) window.key(Key::tab);
    ASSERT_TRUE(window.has_focus("w"));
    window.key(Key::right);
    EXPECT_EQ(window.value("w"), "257");
    EXPECT_TRUE(window.has_focus("w")) << "left and right are its own";
    window.key(Key::erase);
    EXPECT_EQ(window.value("w"), "256") << "as at first";
    window.key(Key::down);
    EXPECT_TRUE(window.has_focus("k")) << "up and down are the navigation's";
    window.key(Key::up);
    EXPECT_TRUE(window.has_focus("w"));
    window.key(Key::space);
    EXPECT_TRUE(window.content.player().running());
    window.key(Key::space);
    EXPECT_FALSE(window.content.player().running());
}

TEST(Items, ArrowsAreTheFiguresUntilTabIsPressed) {
    WindowOptions options = of_view("position-matrix");
    ContentDriver window(options);
    window.point(window.at("matrix"));
    window.wheel(5);
    const std::string before = window.value("cols");
    ASSERT_NE(before, "all");
    window.key(Key::right);
    EXPECT_NE(window.value("cols"), before);
    EXPECT_FALSE(window.content.ui().focus_visible());
    window.key(Key::tab);
    EXPECT_TRUE(window.content.ui().focus_visible());
    const std::string panned = window.value("cols");
    window.key(Key::down);
    EXPECT_EQ(window.value("cols"), panned) << "the focus moves instead";
    window.key(Key::escape);
    EXPECT_FALSE(window.content.ui().focus_visible());
    window.key(Key::left);
    EXPECT_EQ(window.value("cols"), before);
}

bool tells(const ContentDriver& window, const std::string& beginning) {
    return std::any_of(window.texts.begin(), window.texts.end(), [&](const PaintedText& text) {
        return text.window.starts_with("##Tooltip") && text.text.starts_with(beginning);
    });
}

TEST(Items, TooltipsOfTheRailStandBesideItAndGoWithAClick) {
    ContentDriver window(of_view("position-matrix"));
    const Rect rail = window.rect("rail:frequencies");
    window.move(window.at("rail:frequencies"));
    window.pass(0.6);
    ASSERT_TRUE(tells(window, "The rotation rate of each rotary pair"));
    for (const PaintedText& text : window.texts)
        if (text.window.starts_with("##Tooltip")) {
            EXPECT_GT(text.rect.x, rail.right()) << text.text;
        }
    window.click("rail:frequencies");
    window.pass(1);
    EXPECT_FALSE(tells(window, "The rotation rate")) << "what it says has been done";
    window.move({700, 500});
    window.move(window.at("rail:frequencies"));
    window.pass(0.6);
    EXPECT_TRUE(tells(window, "The rotation rate")) << "it comes back with the pointer";
}

TEST(Items, EachViewHasItsOwnScroll) {
    ContentDriver window(of_view("attention"), {1280, 720, 1});
    const double top = window.rect("fold.parameters").y;
    window.point(window.at("inspector"));
    window.wheel(-4);
    window.drain();
    const double scrolled = window.rect("fold.parameters").y;
    EXPECT_LT(scrolled, top - 50);
    window.click("rail:frequencies");
    window.settle();
    EXPECT_EQ(window.rect("fold.parameters").y, top) << "another view begins at its top";
    window.click("rail:attention");
    window.settle();
    EXPECT_EQ(window.rect("fold.parameters").y, scrolled);
}

/// Returning to a view restores a scroll position at its end, which exists only once all sections are drawn.
TEST(Items, TheEndOfAViewIsComeBackTo) {
    ContentDriver window(of_view("attention"), {1280, 720, 1});
    for (const char* fold : {"fold.display", "fold.formula"}) {
        window.point(window.at("inspector"));
        window.wheel(-80);
        window.settle();
        if (std::string(fold) == "fold.display") window.click(fold);
        window.settle();
    }
    window.point(window.at("inspector"));
    window.wheel(-80);
    window.settle();
    const double end = window.rect("fold.parameters").y;
    for (const char* other : {"rail:frequencies", "rail:memory", "rail:rope-2d", "rail:extrapolation"}) {
        window.click(other);
        window.settle();
        window.click("rail:attention");
        window.move({700, 400});
        window.settle();
        window.point(window.at("inspector"));
        window.settle();
        EXPECT_EQ(window.rect("fold.parameters").y, end) << "from " << other;
    }
    window.wheel(3);
    window.settle();
    EXPECT_GT(window.rect("fold.parameters").y, end + 20) << "the user scrolls it";
}

TEST(Items, TheStartCardIsWholeAndTheNotesAreOpenWhereTheyAreSeen) {
    for (const auto& [width, height] :
         {std::pair{1280.0, 720.0}, {1440.0, 900.0}, {1600.0, 1000.0}, {2560.0, 1440.0}})
        for (const Language language : test::complete_languages()) {
            WindowOptions options;
            options.language = language;
            ContentDriver window(options, {width, height, 1});
            if (window.has("welcome")) {
                const Rect card = window.rect("welcome");
                for (const PaintedText& text : window.texts) {
                    const bool in_it =
                        intersection(text.rect, card).width > 0 && intersection(text.rect, card).height > 0;
                    EXPECT_FALSE(in_it && text.text.ends_with("…")) << text.text;
                }
            }
        }
    WindowOptions options = of_view("frequencies");
    options.values = options.view->defaults();
    ContentDriver window(options, {1600, 1000, 1});
    const bool notes = std::any_of(window.texts.begin(), window.texts.end(), [](const PaintedText& text) {
        return text.text.starts_with("At 4096 tokens some angles of ");
    });
    EXPECT_TRUE(notes) << "half of them can be seen";
}

TEST(Items, AFieldUndoesMovesByWordsAndTakesCommittedText) {
    WindowOptions options = of_view("frequencies");
    ContentDriver window(options);
    window.click("config");
    window.type("one two");
    window.key({Key::left, 0, true, false, false});
    window.type("and ");
    EXPECT_EQ(window.content.ui().entry().text, "one and two") << "Ctrl with an arrow moves by words";
    window.letter('Z', true);
    EXPECT_NE(window.content.ui().entry().text, "one and two");
    EXPECT_EQ(window.content.store().history().undo_steps(), 0U) << "the field's own undo";
    window.letter('A', true);
    window.letter('X', true);
    EXPECT_EQ(window.content.ui().entry().text, "");
    EXPECT_FALSE(window.clipboard.empty());
    window.type("数据，位置");  // committed by an input method
    EXPECT_EQ(window.content.ui().entry().text, "数据，位置");
    const auto caret = window.content.ui().caret();
    const Rect field = window.rect("config");
    ASSERT_TRUE(caret);
    EXPECT_GT(caret->x, field.x + 5 * 10) << "after five wide characters";
    EXPECT_LT(caret->x, field.right());
    EXPECT_GE(caret->y, field.y);
    EXPECT_LT(caret->y, field.bottom());
    window.letter('A', true);
    window.letter('V', true);
    EXPECT_EQ(window.content.ui().entry().text, window.clipboard);
    window.key(Key::escape);
    EXPECT_FALSE(window.content.ui().caret());
}

TEST(Items, AFieldTakesTheBeginningOfALongPaste) {
    ContentDriver window(of_view("frequencies"));
    window.click("config");
    window.type("a");
    window.letter('A', true);
    window.clipboard = "x";
    while (window.clipboard.size() < 10'000'000) window.clipboard += "é位";  // of 2 and 3 bytes
    const auto begin = std::chrono::steady_clock::now();
    window.letter('V', true);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
    const std::string& text = window.content.ui().entry().text;
    EXPECT_LE(text.size(), 65'536U);
    EXPECT_GT(text.size(), 65'532U);
    EXPECT_TRUE(window.clipboard.starts_with(text));
    EXPECT_FALSE(byte_that_is_not_utf8(text)) << "no part of a character";
}

// A column of a table, a line of a terminal.
TEST(Items, PastedLinesStayApart) {
    ContentDriver window(of_view("frequencies"));
    window.click("config");
    window.type("a");
    for (const auto& [copied, pasted] :
         {std::pair{"1\n2\r\n4\n", "1 2  4"}, {"a.json\n", "a.json"}, {"a\tb", "a b"}, {"\n\n", ""}}) {
        window.letter('A', true);
        window.key(Key::erase);
        window.clipboard = copied;
        window.letter('V', true);
        EXPECT_EQ(window.content.ui().entry().text, pasted);
    }
}

TEST(Items, AKeyIsTakenByOneOnly) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('E');
    window.settle();
    const Theme before = window.content.export_dialog().choice().theme;
    for (int n = 0; n < 60 && !window.has_focus("export.theme"); ++n) window.key(Key::tab);
    ASSERT_TRUE(window.has_focus("export.theme"));
    window.key(Key::enter);
    EXPECT_EQ(window.content.export_dialog().choice().theme, before)
        << "Enter exports there, and does nothing else";
    window.settle();
    std::filesystem::remove(window.content.export_dialog().choice().path);
}

TEST(Items, WhatIsTypedStaysWholeAndTheFieldWhereItIsClicked) {
    ContentDriver window(of_view("position-matrix"));
    window.click("length.field");
    window.type("1048576");
    window.key(Key::enter);
    window.click("length.field");
    window.drain();
    EXPECT_EQ(ImGui::GetCurrentContext()->InputTextState.ScrollX, 0) << "its beginning is seen";
    window.pass(1);
    window.press(window.at("length.field", 0.05));
    window.release();
    EXPECT_TRUE(window.content.ui().editing()) << "the free part at the left is the field, too";
    EXPECT_EQ(window.content.ui().entry().caret, 0U);
    window.pass(1);
    window.press(window.at("length.field", 0.97));
    window.release();
    EXPECT_TRUE(window.content.ui().editing()) << "and the unit";
    EXPECT_EQ(window.content.ui().entry().caret, 7U);
}

TEST(Items, AfterAPopUpTheKeyboardIsWhereItWas) {
    ContentDriver window(of_view("position-matrix"));
    for (const char* item : {"tool.export", "status.size", "map", "status.help"}) {
        SCOPED_TRACE(item);
        window.click(item);
        window.settle();
        window.key(Key::down);
        window.key(Key::up);
        window.key(Key::escape);
        window.settle();
        EXPECT_FALSE(window.content.ui().focus_visible());
        window.key(Key::space);
        EXPECT_TRUE(window.content.player().running()) << "Space plays, as it did before";
        window.key(Key::space);
    }
    for (int n = 0; n < 60 && !window.has_focus("map"); ++n) window.key(Key::tab);
    window.key(Key::enter);
    EXPECT_TRUE(window.has("map.menu"));
    window.key(Key::escape);
    window.settle();
    EXPECT_TRUE(window.has_focus("map"));
    EXPECT_TRUE(window.content.ui().focus_visible()) << "the keyboard focus remains after using the keyboard";
}

TEST(Items, EnterActsAgainOnWhatWasClicked) {
    ContentDriver window(of_view("position-matrix"));
    window.key(Key::tab);
    EXPECT_TRUE(window.has_focus("rail:position-matrix")) << "Tab begins at the beginning";
    window.click("map");
    window.key(Key::down);
    window.key(Key::enter);
    EXPECT_FALSE(window.has("map.menu"));
    window.key(Key::enter);
    EXPECT_TRUE(window.has("map.menu"));
    window.key(Key::escape);
    window.click("status.theme");
    EXPECT_EQ(window.content.store().theme, Theme::dark);
    window.key(Key::enter);
    EXPECT_EQ(window.content.store().theme, Theme::light);
}

TEST(Items, ASliderKeepsTheKeysThatAreItsOwn) {
    ContentDriver window(of_view("position-matrix"));
    window.click("w");
    window.click("matrix");
    window.click("k.play");
    window.key(Key::space);
    EXPECT_FALSE(window.content.player().running()) << "k stops, and w does not begin";
    EXPECT_TRUE(window.content.player().parameter_of(window.content.store().view()));
    const std::string w = window.value("w");
    window.click("matrix");
    window.press({window.rect("inspector").x + 4, window.rect("inspector").bottom() - 4});
    window.release();
    window.key(Key::right);
    EXPECT_EQ(window.value("w"), w) << "a click next to it does not give it the focus back";
    for (int n = 0; n < 60 && !window.has_focus("length"); ++n) window.key(Key::tab);
    window.key({Key::right, 0, false, false, true});
    EXPECT_TRUE(window.has_focus("length")) << "Alt is for a finer step";
    window.key({Key::tab, 0, true, false, false});
    EXPECT_EQ(ImGui::FindWindowByName("###NavWindowingList"), nullptr);
    window.key(Key::enter);
    window.type("77");
    window.key(Key::enter);
    EXPECT_EQ(window.value("length"), "77");
    EXPECT_TRUE(window.has_focus("length")) << "its field is not a stop of its own";
    EXPECT_TRUE(window.content.ui().focus_visible());
}

TEST(Items, TakingHoldOfAKnobChangesNothingAlsoWhileAnotherFieldIsTypedIn) {
    ContentDriver window(of_view("position-matrix"));
    const Rect track = window.rect("w");
    window.press({track.x + 0.9 * track.width, track.y + 2});
    window.release();
    const std::string w = window.value("w");
    window.click("train-length.field");
    window.type("600");
    const Rect now = window.rect("w");
    window.press({now.x + 0.9 * now.width + 4, now.y + 2});
    window.move({now.x + 0.9 * now.width + 4, now.y + 2});
    window.release();
    EXPECT_EQ(window.value("train-length"), "600");
    EXPECT_EQ(window.value("w"), w);
}

TEST(Items, TheWheelGoesAsFarAtEveryScale) {
    double far = 0;
    for (const double pixels : {1.0, 1.5, 2.0}) {
        ContentDriver window(of_view("attention"), {1280, 720, pixels});
        const double top = window.rect("fold.parameters").y;
        window.point(window.at("inspector"));
        window.wheel(-1);
        window.drain();
        const double gone = top - window.rect("fold.parameters").y;
        if (far == 0) far = gone;
        EXPECT_GT(gone, 20);
        EXPECT_NEAR(gone, far, 2) << pixels;
    }
}

TEST(Items, TheRingOfAHeadingIsNotCutByTheScrollBar) {
    ContentDriver driver({}, {1280, 720, 1});
    for (int n = 0; n < 40 && !driver.has_focus("fold.formula"); ++n) driver.key(Key::tab);
    ASSERT_TRUE(driver.has_focus("fold.formula"));
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    const auto pane = std::find_if(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
        return std::string_view(window->Name).find("/inspector.") != std::string_view::npos;
    });
    ASSERT_NE(pane, windows.end());
    ASSERT_TRUE((*pane)->ScrollbarY);
    EXPECT_LE(driver.rect("fold.formula").right() + 1, double{(*pane)->InnerClipRect.Max.x})
        << "where its ring ends";
}

/// Dear ImGui aborts if a tooltip begins while a closed pop-up is no longer drawn.
TEST(Items, TooltipsAndPopupsComeAndGoTogether) {
    ContentDriver window;
    window.point(window.at("tool.pin"));
    for (int round = 0; round < 40; ++round) {
        window.pass(0.02 * round);
        window.letter('K', true);
        window.type("w 12");
        window.key(round % 2 == 0 ? Key::enter : Key::escape);
    }
    EXPECT_FALSE(window.content.command_palette().is_open());
}

}  // namespace
}  // namespace poslab::test
