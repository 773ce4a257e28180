#include "tests/gui/window_run.hpp"

namespace poslab::test {
namespace {

TEST_F(Window, exports_by_mouse_what_the_copied_command_writes) {
    open_export();
    choose("export.format=svg", ".svg");
    export_and_repeat("position-matrix.svg");
}

TEST_F(Window, exports_every_choice_as_the_copied_command_does) {
    open_export();
    click("export.panels");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("export.panels=matrix"); }));
    choose("export.panels=matrix", "--figure matrix");
    click("export.preset");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("export.preset=icml-text"); }));
    choose("export.preset=icml-text", "--size 6.75x3.6in");
    choose("export.font=stix", "--font stix");
    choose("export.theme=dark", "--theme dark");
    choose("export.titles", "--bare");
    choose("export.transparent", "--transparent");
    export_and_repeat("position-matrix.png");
}

TEST_F(Window, exports_numbers_as_the_copied_command_does) {
    open_export();
    choose("export.content=numbers", ".csv");
    choose("export.format=npz", ".npz");
    export_and_repeat("position-matrix.npz");
}

TEST_F(Window, records_a_slider_as_the_copied_command_does) {
    open_export();
    choose("export.content=animation", "--over w=");
    click("export.frames");
    ASSERT_TRUE(until([](const Json& now) { return now.value("editing", false); }));
    type_path("4");
    ASSERT_TRUE(
        until([](const Json& now) { return now.value("command", "").find(":4 ") != std::string::npos; }));
    export_and_repeat("position-matrix.gif");
    EXPECT_FALSE(fs::exists(folder_ / "position-matrix.gif.frames"));
}

TEST_F(Window, exports_by_keyboard_alone) {
    xdo({"key", "e"});
    ASSERT_TRUE(until([](const Json& now) { return now.value("dialog", false); }));
    settle();
    xdo({"key", "Return"});
    ASSERT_TRUE(until([](const Json& now) {
        return now.value("toast", "").find("position-matrix.png") != std::string::npos;
    }));
    EXPECT_FALSE(state().value("dialog", true));
    EXPECT_EQ(read_file(folder_ / "position-matrix.png").substr(1, 3), "PNG");
}

TEST_F(Window, an_export_that_fails_says_why_and_stays_open) {
    open_export();
    click("export.change");
    ASSERT_TRUE(until([](const Json& now) { return now.value("editing", false); }));
    type_path("/proc/x.png");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("export.do"); }));
    settle();
    click("export.do");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("export.error"); }));
    EXPECT_TRUE(state().value("dialog", false));
    xdo({"key", "Escape"});
    EXPECT_TRUE(until([](const Json& now) { return !now.value("dialog", true); }));
}

TEST_F(Window, another_file_is_chosen_by_keyboard_and_none_is_overwritten_unasked) {
    fs::create_directory(folder_ / "talks");
    std::ofstream(folder_ / "talks" / "taken.png") << "precious";
    open_export();
    click("export.change");
    ASSERT_TRUE(until([](const Json& now) { return now.value("editing", false); }));
    xdo({"key", "ctrl+a"});
    xdo({"type", "--delay", "5", folder_.string() + "/tal"});
    xdo({"key", "Tab"});  // completes to talks/
    xdo({"type", "--delay", "5", "taken"});
    xdo({"key", "Return"});
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("file.note"); }))
        << "it asks for confirmation";
    xdo({"key", "Return"});
    ASSERT_TRUE(until([](const Json& now) {
        return now.value("command", "").find("talks/taken.png") != std::string::npos;
    }));
    settle();
    EXPECT_EQ(read_file(folder_ / "talks" / "taken.png"), "precious");
    xdo({"key", "Return"});
    ASSERT_TRUE(
        until([](const Json& now) { return now.value("toast", "").find("taken.png") != std::string::npos; }));
    EXPECT_EQ(read_file(folder_ / "talks" / "taken.png").substr(1, 3), "PNG");

    open_export();  // the same folder again; the existing file requires a confirmation
    EXPECT_NE(state().value("command", "").find("talks/taken.png"), std::string::npos);
    xdo({"key", "Return"});
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("export.ask"); }));
    xdo({"key", "Escape"});
    EXPECT_TRUE(until([](const Json& now) { return !now.value("dialog", true); }));
}

TEST_F(Window, the_file_picker_is_walked_with_arrows_and_mouse) {
    fs::create_directories(folder_ / "talks" / "spring");
    std::ofstream(folder_ / "talks" / "old.png") << "x";
    open_export();
    click("export.change");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("file.row=talks"); }));
    settle();
    click("file.row=talks");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("file.row=spring"); }));
    EXPECT_TRUE(state()["widgets"].contains("file.row=old.png"));
    settle();
    xdo({"key", "Down"});  // from .. to spring
    xdo({"key", "Return"});
    ASSERT_TRUE(until([](const Json& now) { return !now["widgets"].contains("file.row=old.png"); }));
    xdo({"key", "BackSpace"});
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("file.row=old.png"); }));
    settle();
    click("file.do");
    EXPECT_TRUE(until([](const Json& now) {
        return now.value("command", "").find("/talks/position-matrix.png") != std::string::npos;
    }));
}

TEST_F(Window, escape_leaves_the_file_picker_for_the_export) {
    open_export();
    click("export.change");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("file.list"); }));
    xdo({"key", "Escape"});
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("export.do"); }));
    xdo({"key", "Escape"});
    EXPECT_TRUE(until([](const Json& now) { return !now.value("dialog", true); }));
}

}  // namespace
}  // namespace poslab::test
