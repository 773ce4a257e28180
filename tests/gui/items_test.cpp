// Items of the window by the path of their labels, and what was mended about them.
#include "tests/gui/content_driver.hpp"

#include <cmath>

namespace poslab::test {
namespace {

WindowOptions of_view(const std::string& id) {
    WindowOptions options;
    options.view = &find_view(id);
    return options;
}

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
    ASSERT_TRUE(tells(window, "How fast each rotary pair turns"));
    for (const PaintedText& text : window.texts)
        if (text.window.starts_with("##Tooltip")) {
            EXPECT_GT(text.rect.x, rail.right()) << text.text;
        }
    window.click("rail:frequencies");
    window.pass(1);
    EXPECT_FALSE(tells(window, "How fast")) << "what it says has been done";
    window.move({700, 500});
    window.move(window.at("rail:frequencies"));
    window.pass(0.6);
    EXPECT_TRUE(tells(window, "How fast")) << "it comes back with the pointer";
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

TEST(Items, TheStartCardIsWholeAndTheNotesAreOpenWhereTheyAreSeen) {
    for (const auto& [width, height] : {std::pair{1280.0, 720.0}, {1440.0, 900.0}, {1600.0, 1000.0}, {2560.0, 1440.0}})
        for (const Language language : {Language::english, Language::chinese}) {
            WindowOptions options;
            options.language = language;
            ContentDriver window(options, {width, height, 1});
            if (window.has("welcome")) {
                const Rect card = window.rect("welcome");
                for (const PaintedText& text : window.texts) {
                    const bool in_it = intersection(text.rect, card).width > 0 && intersection(text.rect, card).height > 0;
                    EXPECT_FALSE(in_it && text.text.ends_with("…")) << text.text;
                }
            }
        }
    ContentDriver window(of_view("frequencies"), {1600, 1000, 1});
    const bool notes = std::any_of(window.texts.begin(), window.texts.end(), [](const PaintedText& text) {
        return text.text.starts_with("At 4096 tokens training has not seen");
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
    EXPECT_EQ(window.content.ui().entry().text, "one and two") << "Ctrl with an arrow goes by words";
    window.letter('Z', true);
    EXPECT_NE(window.content.ui().entry().text, "one and two");
    EXPECT_EQ(window.content.store().history().undo_steps(), 0U) << "the field's own undo";
    window.letter('A', true);
    window.letter('X', true);
    EXPECT_EQ(window.content.ui().entry().text, "");
    EXPECT_FALSE(window.clipboard.empty());
    window.type("数据，位置");  // as an input method commits it
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

}  // namespace
}  // namespace poslab::test
