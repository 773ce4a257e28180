// Rows of the inspector for optional numbers, lists, files, several choices and long lists of choices.
#include "tests/gui/content_driver.hpp"
#include "tests/gui/tiny/tiny_view.hpp"
#include "tests/support/languages.hpp"

#include <filesystem>

namespace poslab::test {
namespace {

WindowOptions tiny_wave_rows() {
    WindowOptions options;
    options.view = &tiny_view();
    return options;
}

/// Replaces the text of a field and presses Enter.
void enter(ContentDriver& window, const std::string& field, const std::string& text) {
    window.click(field);
    window.letter('A', true);
    window.type(text);
    if (text.empty()) window.key(Key::backspace);
    window.key(Key::enter);
}

bool shows(const ContentDriver& window, const std::string& text) {
    const auto texts = window.texts;
    return std::any_of(texts.begin(), texts.end(),
                       [&](const PaintedText& painted_text) { return painted_text.text == text; });
}

TEST(TinyRows, LeadersComeFirstThenByOrder) {
    ContentDriver window(tiny_wave_rows());
    const std::vector<std::string> order{"preset",      "config",  "overtones", "wave-theta",
                                         "wave-length", "factors", "sections",  "amplification"};
    for (std::size_t i = 1; i < order.size(); ++i)
        EXPECT_LT(window.rect(order[i - 1]).y, window.rect(order[i]).y) << order[i];
    for (const char* row : {"preset", "config", "factors", "amplification"})
        EXPECT_EQ(window.rect(row).height, 32) << row;
}

TEST(TinyRows, AnOptionalNumberIsSetAndUnset) {
    ContentDriver window(tiny_wave_rows());
    EXPECT_TRUE(shows(window, "auto"));
    enter(window, "amplification", "1.5");
    EXPECT_EQ(window.value("amplification"), "1.5");
    for (const char* unset : {"", "auto"}) {
        enter(window, "amplification", unset);
        EXPECT_EQ(window.value("amplification"), "auto");
        enter(window, "amplification", "2");
        EXPECT_EQ(window.value("amplification"), "2");
    }
    enter(window, "amplification", "11");
    EXPECT_EQ(window.value("amplification"), "2");
    EXPECT_NE(window.content.ui().entry().error.find("from 0 to 10"), std::string::npos)
        << window.content.ui().entry().error;
    window.key(Key::escape);
    EXPECT_TRUE(shows(window, "2"));
    window.click("amplification", 1);
    EXPECT_EQ(window.value("amplification"), "auto") << "the right button resets";
    window.letter('G');
    EXPECT_TRUE(shows(window, "自动"));
    enter(window, "amplification", "3");
    enter(window, "amplification", "自动");
    EXPECT_EQ(window.value("amplification"), "auto");
}

TEST(TinyRows, AListIsShownShortAndEditedWhole) {
    ContentDriver window(tiny_wave_rows());
    enter(window, "sections", "16, 24,24");
    EXPECT_EQ(window.value("sections"), "16,24,24");
    EXPECT_TRUE(shows(window, "16, 24, 24"));
    std::string many = "1.0001";
    for (int n = 2; n <= 48; ++n) many += "," + std::to_string(n);
    enter(window, "factors", "[" + many + "]");
    EXPECT_EQ(window.value("factors"), many) << "as pasted from JSON";
    EXPECT_TRUE(shows(window, "48 numbers"));
    window.click("factors");
    EXPECT_EQ(window.content.ui().entry().text, many);
    window.key(Key::home);
    EXPECT_EQ(window.content.ui().entry().caret, 0U);
    window.key(Key::escape);
    EXPECT_EQ(window.value("factors"), many);
    enter(window, "sections", "16.5");
    EXPECT_NE(window.content.ui().entry().error.find("Whole numbers from 1 to 1024"), std::string::npos);
    window.press({600, 400});
    window.release();
    EXPECT_EQ(window.value("sections"), "16,24,24") << "unchanged after leaving the field";
    EXPECT_NE(window.content.toast().text.find("Sections: Whole numbers"), std::string::npos)
        << window.content.toast().text;
    enter(window, "sections", "");
    EXPECT_EQ(window.value("sections"), "none");
}

TEST(TinyRows, ALongListCanBeEditedAnywhere) {
    ContentDriver window(tiny_wave_rows());
    std::string many = "2";
    for (int n = 1; n < 2048; ++n) many += ",2.0123456789";
    enter(window, "factors", many);
    EXPECT_TRUE(shows(window, "2048 numbers"));
    window.click("factors");
    window.pass(1);  // avoids a double click
    const auto start = std::chrono::steady_clock::now();
    window.click("factors");
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 2.0);
    EXPECT_GT(window.content.ui().entry().caret, many.size() - 100)
        << "at the click, in the visible end of the text";
    EXPECT_LT(window.content.ui().entry().caret, many.size());
    for (const PaintedText& text : window.texts) EXPECT_LT(text.text.size(), 300U);
    window.key(Key::escape);
}

TEST(TinyRows, AFileIsTypedPickedAndCleared) {
    const TemporaryFolder folder;
    const std::string config = write_config(folder, "config.json", 1.5);
    ContentDriver window(tiny_wave_rows());
    EXPECT_TRUE(shows(window, "none"));
    EXPECT_FALSE(window.has("config.clear"));
    enter(window, "config", config);
    EXPECT_EQ(window.value("config"), config);
    EXPECT_EQ(window.value("wave-theta"), "1.5");
    EXPECT_TRUE(shows(window, "config.json"));
    window.click("config.clear");
    EXPECT_EQ(window.value("config"), "none");
    EXPECT_EQ(window.value("wave-theta"), "1.5");
    window.letter('Z', true);
    EXPECT_EQ(window.value("config"), config);
    window.letter('Z', true);
    EXPECT_EQ(window.value("wave-theta"), "0.1");
    window.click("config.pick");
    ASSERT_TRUE(window.has("file.path"));
    window.letter('A', true);
    window.type(config);
    window.key(Key::enter);
    EXPECT_EQ(window.value("config"), config);
    window.settle();
    EXPECT_EQ(window.content.toast().text, "Opened config.json");
    enter(window, "config", folder / "nothing.json");
    EXPECT_EQ(window.value("config"), config) << "unreadable text changes nothing";
    EXPECT_FALSE(window.content.toast().good);
    EXPECT_NE(window.content.toast().text.find("nothing.json"), std::string::npos);
    window.letter('G');
    enter(window, "config", folder / "nothing.json");
    EXPECT_NE(window.content.toast().text.find("不是波的配置"), std::string::npos)
        << "in the current language";
}

TEST(TinyRows, APartOfAFileIsShownWithIt) {
    const TemporaryFolder folder;
    std::ofstream(folder / "two.json") << R"({"full": {"tiny_theta": 0.5}, "slow": {"tiny_theta": 0.25}})";
    ContentDriver window(tiny_wave_rows(), {1920, 1080, 1});
    enter(window, "config", (folder / "two.json") + "#slow");
    EXPECT_EQ(window.value("wave-theta"), "0.25");
    EXPECT_TRUE(shows(window, "two.json#slow"));
}

TEST(TinyRows, SlidersResetToThePreset) {
    ContentDriver window(tiny_wave_rows());
    window.click("preset");
    window.click("preset=fast");
    EXPECT_EQ(window.value("preset"), "fast");
    EXPECT_FALSE(window.has("wave-theta.reset"));
    enter(window, "wave-theta.field", "2");
    EXPECT_TRUE(window.has("wave-theta.reset"));
    window.click("wave-theta.reset");
    EXPECT_EQ(window.value("wave-theta"), "0.1");
    window.click("wave-theta.play");
    for (int n = 0; n < 2000 && window.value("wave-theta") == "0.1"; ++n) {
        window.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    window.key(Key::space);
    EXPECT_NE(window.value("wave-theta"), "0.1");
    window.letter('Z', true);
    EXPECT_EQ(window.value("wave-theta"), "0.1");
    EXPECT_EQ(window.value("preset"), "fast");
}

TEST(TinyRows, ALongListOfChoicesScrollsAndIsSearched) {
    for (const WindowSize& size : {WindowSize{1280, 720, 1}, WindowSize{853, 480, 1.5}}) {
        ContentDriver window(tiny_wave_rows(), size);
        window.click("preset");
        const Rect menu = window.rect("preset.menu");
        EXPECT_GE(menu.y, 0);
        EXPECT_LE(menu.bottom(), size.height);
        EXPECT_TRUE(window.has("preset=none"));
        EXPECT_FALSE(window.has("preset=zither")) << "further down";
        window.type("z");
        EXPECT_EQ(window.value("preset"), "zither");
        ASSERT_TRUE(window.has("preset=zither"));
        EXPECT_LE(window.rect("preset=zither").bottom(), menu.bottom());
        window.pass(1.1);
        window.type("b");
        EXPECT_EQ(window.value("preset"), "bass");
        window.type("b");
        EXPECT_EQ(window.value("preset"), "bell") << "the same letter moves on";
        window.pass(1.1);
        for (const char* letter : {"v", "o", "i"}) window.type(letter);
        EXPECT_EQ(window.value("preset"), "voice");
        window.key(Key::home);
        EXPECT_EQ(window.value("preset"), "none");
        window.key(Key::end);
        EXPECT_EQ(window.value("preset"), "zither");
        window.key(Key::up);
        EXPECT_EQ(window.value("preset"), "voice");
        window.key(Key::page_up);
        EXPECT_NE(window.value("preset"), "voice");
        for (int n = 0; n < 40; ++n) {
            window.point(window.at("preset.menu"));
            window.wheel(1);
        }
        ASSERT_TRUE(window.has("preset=slow"));
        window.click("preset=slow");
        EXPECT_EQ(window.value("preset"), "slow");
        EXPECT_FALSE(window.has("preset.menu"));
    }
}

TEST(TinyRows, LabelsThatNoKeyTypesAreFoundByTheirId) {
    WindowOptions options = tiny_wave_rows();
    options.language = test::chinese();
    ContentDriver window(options);
    window.click("preset");
    window.type("z");
    EXPECT_EQ(window.value("preset"), "zither");
    window.key(Key::escape);
    EXPECT_FALSE(window.has("preset.menu"));
}

TEST(TinyRows, EveryRowIsReachedByTabAndTypedInto) {
    ContentDriver window(tiny_wave_rows(), {1280, 720, 1});
    const auto go_to = [&](const std::string& name) {
        for (int n = 0; n < 100 && !window.has_focus(name); ++n) window.key(Key::tab);
        return window.has_focus(name);
    };
    for (const char* name :
         {"preset", "config", "config.pick", "factors", "sections", "amplification", "copy.wave_config"})
        EXPECT_TRUE(go_to(name)) << name;
    ASSERT_TRUE(go_to("factors"));
    window.key(Key::enter);
    window.type("1,2");
    window.key(Key::tab);
    EXPECT_EQ(window.value("factors"), "1,2");
    EXPECT_TRUE(window.has_focus("sections"));
    window.key(Key::enter);
    window.type("9");
    window.key(Key::escape);
    EXPECT_EQ(window.value("sections"), "none");
}

TEST(TinyRows, WarningsAreCountedAndSnippetsCopied) {
    ContentDriver window(tiny_wave_rows());
    EXPECT_FALSE(window.has("notes.warnings"));
    enter(window, "wave-theta.field", "1.5");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.has("notes.warnings"));
    window.click("copy.wave_config");
    EXPECT_EQ(window.clipboard, "{\"tiny_theta\": 1.5}");
    EXPECT_EQ(window.content.toast().text, "wave_config copied");
    window.click("fold.notes");
    window.pass(0.5);
    EXPECT_TRUE(window.has("notes.warnings")) << "the heading says so when it is folded";
    EXPECT_FALSE(window.has("copy.wave_config"));
}

}  // namespace
}  // namespace poslab::test
