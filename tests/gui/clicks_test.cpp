// Actions by a click: the link icon of a shared parameter, "Compute all", the pins of a list; and what stays
// in place meanwhile.

#include "tests/gui/content_driver.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>

namespace poslab::test {
namespace {

TEST(Clicks, TheChainUnlinksAndLinksAgain) {
    ContentDriver window(of_view("attention"));
    const Store& store = window.content.store();
    const auto place = static_cast<std::size_t>(parameter_index(store.view(), "train-length"));
    window.click("train-length.link");
    EXPECT_FALSE(store.is_linked(place));
    const std::string before = window.value("train-length");
    window.click("rail:frequencies");
    window.letter('K', true);
    window.settle();
    window.type("llama-3.1-8b");
    window.key(Key::enter);
    window.settle();
    EXPECT_EQ(window.value("train-length"), "8192");
    window.click("rail:attention");
    window.settle();
    EXPECT_EQ(window.value("train-length"), before) << "choices in another view do not affect it";
    window.click("train-length.link");
    EXPECT_TRUE(store.is_linked(place));
    window.click("status.undo");
    EXPECT_FALSE(store.is_linked(place));
    window.click("status.redo");
    EXPECT_TRUE(store.is_linked(place));
}

TEST(Clicks, ComputeAllAsksForWhatALongerLengthWouldTake) {
    WindowOptions options = of_view("attention");
    options.engine.name = "cpu";
    options.values = options.view->defaults();
    ContentDriver window(options);
    window.click("length.field");
    window.letter('A', true);
    window.type("1M");
    window.key(Key::enter);
    EXPECT_EQ(window.value("length"), "1048576");
    for (int n = 0; n < 24000 && !window.content.canvas().status().limited; ++n) {
        window.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_TRUE(window.content.canvas().status().limited) << "it is coarse after two seconds";
    window.frame();
    EXPECT_FALSE(window.content.store().current().confirmed);
    ASSERT_TRUE(window.has("again"));
    window.click("again");
    EXPECT_TRUE(window.content.store().current().confirmed);
    EXPECT_TRUE(window.content.canvas().status().running);
    EXPECT_FALSE(window.content.canvas().status().limited);
}

TEST(Clicks, TwoSetTheFamilyOfAMapBesideEachOther) {
    ContentDriver window(of_view("position-matrix"));
    ASSERT_EQ(window.value("map"), "leaky-rerope");
    window.click("map");
    window.settle();
    window.click("map.beside");
    window.settle();
    std::vector<std::string> labels;
    for (const Variant& variant : window.content.canvas().variants(window.content.store()))
        labels.push_back(variant.label);
    ASSERT_EQ(labels.size(), 3U);
    for (const char* name : {"Leaky ReRoPE", "RoPE", "ReRoPE"})
        EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [&](const std::string& label) {
            return label.ends_with(name);
        })) << name;
    EXPECT_EQ(window.value("map"), "leaky-rerope") << "the current values are unchanged";
    window.letter('Z', true);
    EXPECT_TRUE(window.content.store().pins().empty()) << "one step";
    window.click("map");
    window.settle();
    window.click("map=rope.beside");
    window.click("map=rerope.beside");
    EXPECT_TRUE(window.has("map.menu")) << "the list remains open for the next one";
    EXPECT_EQ(window.content.store().pins().size(), 2U);
    EXPECT_EQ(window.value("map"), "leaky-rerope");
}

TEST(Clicks, PinsMoveNoControl) {
    for (const WindowSize size : {WindowSize{1440, 900, 1}, WindowSize{1280, 720, 1}}) {
        ContentDriver window(of_view("position-matrix"), size);
        const Rect before = window.rect("w");
        window.click("tool.pin");
        window.settle();
        ASSERT_TRUE(window.has("pin.0"));
        EXPECT_EQ(window.rect("w").y, before.y);
        EXPECT_LE(window.rect("pin.0").bottom(), window.rect("inspector").bottom());
        EXPECT_GT(window.rect("pin.0").y, window.rect("w").bottom());
        window.click("w");
        for (int n = 0; n < 3; ++n) {
            window.key(Key::right);
            window.letter('P');
        }
        window.settle();
        EXPECT_EQ(window.content.store().pins().size(), 4U);
        EXPECT_EQ(window.rect("w").y, before.y);
        EXPECT_LE(window.rect("pin.3").bottom(), window.rect("inspector").bottom());
    }
}

// A message covers nothing of the figure, in any language and window size, however long it is.
TEST(Clicks, MessagesHideNothingOfTheFigure) {
    for (const Language language : test::complete_languages())
        for (const WindowSize size :
             {WindowSize{1440, 900, 1}, WindowSize{1280, 720, 1}, WindowSize{1000, 700, 1}}) {
            WindowOptions options = of_view("position-matrix");
            options.language = language;
            ContentDriver window(options, size);
            const auto hides_nothing = [&] {
                window.pass(0.3);
                const Rect toast = window.rect("toast");
                for (const PaintedText& text : window.texts)
                    if (text.window.find("/canvas") != std::string::npos) {
                        EXPECT_EQ(intersection(text.rect, toast).height, 0)
                            << text.text << " under " << window.content.toast().text;
                    }
                EXPECT_LE(toast.bottom(), size.height + 1);
                EXPECT_GE(toast.x, 0);
                EXPECT_LE(toast.right(), window.rect("status.undo").x);
            };
            window.letter('P');
            hides_nothing();
            window.content.open_files(
                {"/a/folder/with/quite/a/long/name/for/a/file/that/is/not/there/at/all/"
                 "anything.safetensors"});
            hides_nothing();
        }
}

}  // namespace
}  // namespace poslab::test
