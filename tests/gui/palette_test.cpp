#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

const PaletteSearch& search_of(const ContentDriver& window) {
    return window.content.command_palette().search();
}

void ask(ContentDriver& window, const std::string& query) {
    window.letter('K', true);
    ASSERT_TRUE(window.settle());
    ASSERT_TRUE(window.content.command_palette().is_open());
    window.type(query);
}

TEST(CommandPalette, OpensAndClosesByKeys) {
    ContentDriver window(of_view("position-matrix"));
    ask(window, "");
    EXPECT_TRUE(window.has("palette")) << "its box";
    EXPECT_FALSE(search_of(window).found().empty());
    window.key(Key::escape);
    EXPECT_TRUE(window.settle());
    EXPECT_FALSE(window.content.command_palette().is_open());
    EXPECT_FALSE(window.has("palette"));
    EXPECT_FALSE(window.content.ui().editing()) << "keys belong to the window again";
    window.letter('T');
    EXPECT_EQ(window.content.store().theme, Theme::dark);
}

TEST(CommandPalette, SetsAParameterByNameAndValue) {
    ContentDriver window(of_view("position-matrix"));
    ask(window, "w 512");
    window.key(Key::enter);
    EXPECT_TRUE(window.settle());
    EXPECT_FALSE(window.content.command_palette().is_open());
    EXPECT_EQ(window.value("w"), "512");
    window.letter('Z', true);
    EXPECT_EQ(window.value("w"), "256");
}

TEST(CommandPalette, TakesWhatAnInputMethodCommits) {
    ContentDriver window(of_view("frequencies"));
    ask(window, "位置矩阵");
    EXPECT_EQ(search_of(window).query(), "位置矩阵");
    window.key(Key::enter);
    EXPECT_TRUE(window.settle());
    EXPECT_EQ(window.content.store().view().info().id, "position-matrix");
}

TEST(CommandPalette, ArrowsChooseAndEnterTakes) {
    ContentDriver window(of_view("position-matrix"));
    ask(window, "map ");
    const auto rows = search_of(window).found();
    ASSERT_GT(rows.size(), 3U);
    window.key(Key::down);
    window.key(Key::down);
    window.key(Key::down);
    window.key(Key::up);
    EXPECT_EQ(search_of(window).chosen(), 2U);
    EXPECT_EQ(search_of(window).query(), "map ") << "arrows are not the field's";
    window.type("inv");
    EXPECT_EQ(search_of(window).chosen(), 0U) << "another query, the best row";
    window.key(Key::enter);
    EXPECT_TRUE(window.settle());
    EXPECT_EQ(window.value("map"), "inv-leaky-rerope");
}

TEST(CommandPalette, ARowCanBeClicked) {
    ContentDriver window(of_view("position-matrix"));
    ask(window, "bias decay");
    window.click("palette.row.0");
    EXPECT_TRUE(window.settle());
    EXPECT_EQ(window.content.store().view().info().id, "bias-decay");
}

TEST(CommandPalette, AParameterIsGoneOnWith) {
    ContentDriver window(of_view("position-matrix"));
    ask(window, "sliding window");
    window.key(Key::enter);
    EXPECT_TRUE(window.settle());
    ASSERT_TRUE(window.content.command_palette().is_open());
    window.type("64");
    EXPECT_EQ(search_of(window).query(), "w 64");
    window.key(Key::enter);
    EXPECT_TRUE(window.settle());
    EXPECT_EQ(window.value("w"), "64");
}

TEST(CommandPalette, EnterOnNothingChangesNothing) {
    ContentDriver window(of_view("position-matrix"));
    ask(window, "qqqq zzzz");
    window.key(Key::enter);
    EXPECT_TRUE(window.settle());
    EXPECT_TRUE(window.content.command_palette().is_open());
    EXPECT_EQ(search_of(window).query(), "qqqq zzzz");
    window.key(Key::backspace);
    EXPECT_EQ(search_of(window).query(), "qqqq zzz") << "typing continues";
}

TEST(CommandPalette, DoesWhatKeysDo) {
    ContentDriver window(of_view("position-matrix"));
    const auto run = [&](const std::string& name) {
        ask(window, name);
        window.key(Key::enter);
        EXPECT_TRUE(window.settle());
    };
    run("theme");
    EXPECT_EQ(window.content.store().theme, Theme::dark);
    run("zoom to box");
    EXPECT_EQ(window.content.store().tool, Tool::zoom);
    run("pin or unpin");
    EXPECT_EQ(window.content.store().pins().size(), 1U);
    run("unpin all");
    EXPECT_TRUE(window.content.store().pins().empty());
    run("copy as command");
    EXPECT_NE(window.clipboard.find("poslab plot position-matrix"), std::string::npos) << window.clipboard;
    run("larger interface");
    EXPECT_EQ(window.content.store().percent, 125);
    run("next view");
    EXPECT_EQ(window.content.store().view().info().id, "frequencies");
    run("next language");
    EXPECT_NE(window.content.store().language, Language::english);
    run("export…");
    EXPECT_TRUE(window.has("export"));
    window.key(Key::escape);
    EXPECT_TRUE(window.settle());
    run("quit");
    EXPECT_TRUE(window.content.quit());
}

TEST(CommandPalette, IsInsideSmallAndLargeWindowsInEveryLanguage) {
    for (const WindowSize size :
         {WindowSize{800, 560, 1}, WindowSize{1280, 720, 1.5}, WindowSize{2560, 1440, 1}})
        for (const Language language : test::complete_languages()) {
            WindowOptions options = of_view("attention");
            options.language = language;
            ContentDriver window(options, size);
            ask(window, "");
            const Rect box = window.rect("palette");
            EXPECT_GE(box.x, 0);
            EXPECT_LE(box.right(), size.width);
            EXPECT_LE(box.bottom(), size.height);
            window.frame();
            for (const PaintedText& text : window.texts) {
                const bool in_it = text.window.find("palette") != std::string::npos;
                EXPECT_TRUE(!in_it || text.rect.right() <= box.right()) << text.text;
            }
        }
}

class PaletteWithPresets : public SessionFileTest {};

TEST_F(PaletteWithPresets, SavesAppliesRenamesAndDeletes) {
    SessionFile file(places());
    ContentDriver window(of_view("position-matrix"), ContentDriver::usual_size, SessionKeeper(file));
    const auto run = [&](const std::string& query, const std::string& then = {}) {
        ask(window, query);
        window.key(Key::enter);
        EXPECT_TRUE(window.settle());
        if (then.empty()) return;
        EXPECT_TRUE(window.content.command_palette().is_open()) << "it asks for the name";
        window.type(then);
        window.key(Key::enter);
        EXPECT_TRUE(window.settle());
    };
    run("w 640");
    run("save this view", "wide");
    EXPECT_EQ(window.content.presets().names(), (std::vector<std::string>{"wide"}))
        << window.content.toast().text;
    EXPECT_TRUE(std::filesystem::exists(at("presets.json")));
    run("w 8");
    run("wide");
    EXPECT_EQ(window.value("w"), "640");
    run("rename wide", "r");
    EXPECT_EQ(window.content.presets().names(), (std::vector<std::string>{"wider"}))
        << "the old name can be edited";
    run("delete wider");
    EXPECT_TRUE(window.content.presets().names().empty());
}

TEST_F(PaletteWithPresets, ADroppedFileOfPresetsIsImported) {
    put("theirs.json",
        R"({"poslab_presets": 1, "presets": [{"name": "theirs", "views": {"position-matrix": {"w": 31}}}]})");
    SessionFile file(places());
    ContentDriver window(of_view("position-matrix"), ContentDriver::usual_size, SessionKeeper(file));
    window.content.open_files({at("theirs.json")});
    EXPECT_TRUE(window.settle());
    ask(window, "theirs");
    window.key(Key::enter);
    EXPECT_TRUE(window.settle());
    EXPECT_EQ(window.value("w"), "31");
}

}  // namespace
}  // namespace poslab::test
