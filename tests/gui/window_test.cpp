#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include "tests/support/run_program.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

// Drives the built program as a user does, with xdotool, and looks at what it says of its state (POSLAB_TRACE).
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto patience = 20s;

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

/// Runs a command to its end without a shell.
int run(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class Window : public testing::Test {
  protected:
    void SetUp() override {
        if (std::getenv("DISPLAY") == nullptr) {
            std::puts("[SKIP] no display");
            GTEST_SKIP();
        }
        folder_ = temporary_.path();
        trace_ = folder_ / "trace.jsonl";
        start();
        ASSERT_TRUE(until([](const Json& state) { return state.value("shown", false); })) << "no first figure";
        xdo({"mousemove", "700", "870"});  // the pointer is in the window, over nothing
        settle();
    }

    void TearDown() override {
        if (child_ > 0) {
            kill(child_, SIGTERM);
            waitpid(child_, nullptr, 0);
        }
    }

    void start() {
        child_ = fork();
        if (child_ != 0) return;
        setenv("POSLAB_TRACE", trace_.c_str(), 1);
        setenv("POSLAB_STATE", folder_.c_str(), 1);
        setenv("HOME", folder_.c_str(), 1);
        execl(POSLAB_BINARY, POSLAB_BINARY, "position-matrix", "--engine", "cpu", "--window-size", "1280x900", nullptr);
        _exit(127);
    }

    /// The newest complete line.
    Json state() const {
        const std::string text = read_file(trace_);
        const std::size_t end = text.rfind('\n');
        if (end == std::string::npos) return Json::object();
        const std::size_t begin = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
        return Json::parse(
            text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1)));
    }

    bool until(const std::function<bool(const Json&)>& condition) const {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (std::chrono::steady_clock::now() < deadline) {
            const Json now = state();
            if (!now.empty() && condition(now)) return true;
            std::this_thread::sleep_for(10ms);
        }
        return false;
    }

    bool until_value(const std::string& id, const std::string& wanted) const {
        return until([&](const Json& now) { return now["values"].value(id, "") == wanted; });
    }

    /// No new frame for a moment.
    void settle() const {
        std::uint64_t frame = 0;
        for (int quiet = 0; quiet < 3;) {
            const std::uint64_t now = state().value("frame", std::uint64_t{0});
            quiet = now == frame ? quiet + 1 : 0;
            frame = now;
            std::this_thread::sleep_for(60ms);
        }
    }

    static void xdo(std::vector<std::string> words) {
        words.insert(words.begin(), "xdotool");
        ASSERT_EQ(run(words), 0);
    }

    std::array<double, 4> rect(const std::string& widget) const {
        const Json now = state();
        if (!now["widgets"].contains(widget)) {
            ADD_FAILURE() << "no widget " << widget;
            return {};
        }
        return now["widgets"][widget].get<std::array<double, 4>>();
    }

    void move_to(const std::string& widget, double fx = 0.5, double fy = 0.5) const {
        const auto r = rect(widget);
        xdo({"mousemove", std::to_string(std::lround(r[0] + fx * r[2])), std::to_string(std::lround(r[1] + fy * r[3]))});
    }

    void click(const std::string& widget) const {
        move_to(widget);
        xdo({"click", "1"});
    }

    std::string value(const std::string& id) const { return state()["values"][id].get<std::string>(); }

    static std::pair<long, long> interval(const std::string& text) {
        std::pair<long, long> range{-1, -1};
        if (std::sscanf(text.c_str(), "%ld:%ld", &range.first, &range.second) != 2) ADD_FAILURE() << text;
        return range;
    }

    void zoom_in(int turns) const {
        move_to("matrix", 0.3, 0.6);
        for (int i = 0; i < turns; ++i) xdo({"click", "4"});
        ASSERT_TRUE(until([](const Json& now) { return now["values"]["rows"] != "all" && now.value("shown", false); }));
        settle();
    }

    poslab::test::TemporaryFolder temporary_;
    fs::path folder_, trace_;
    pid_t child_ = -1;
};

TEST_F(Window, shows_its_first_figure) {
    const Json now = state();
    EXPECT_EQ(now["view"], "position-matrix");
    EXPECT_EQ(now["error"], "");
    EXPECT_GT(rect("matrix")[2], 200);
}

TEST_F(Window, dragging_a_slider_changes_its_value) {
    const std::string before = value("w");
    const auto track = rect("w");
    move_to("w", 0.7);
    xdo({"mousedown", "1"});
    for (int step = 1; step <= 5; ++step)
        xdo({"mousemove", std::to_string(std::lround(track[0] + track[2] * (0.7 - 0.03 * step))),
             std::to_string(std::lround(track[1] + 2))});
    xdo({"mouseup", "1"});
    ASSERT_TRUE(until([&](const Json& now) { return now["values"]["w"] != before && now.value("shown", false); }));
    settle();
    // The track is logarithmic from 1 to 2^24: at 0.55 lies 2^13.2.
    EXPECT_NEAR(std::log2(std::stod(value("w"))), 13.2, 0.2);
}

TEST_F(Window, a_typed_value_is_taken_and_a_bad_one_is_not) {
    click("w.field");
    ASSERT_TRUE(until([](const Json& now) { return now.value("editing", false); }));
    xdo({"type", "--delay", "5", "300"});
    xdo({"key", "Return"});
    ASSERT_TRUE(until_value("w", "300"));
    click("w.field");
    ASSERT_TRUE(until([](const Json& now) { return now.value("editing", false); }));
    xdo({"type", "--delay", "5", "77777777"});
    xdo({"key", "Return"});
    settle();
    EXPECT_EQ(value("w"), "300");
    EXPECT_TRUE(state().value("editing", false));
    xdo({"key", "Escape"});
    EXPECT_TRUE(until([](const Json& now) { return !now.value("editing", true); }));
}

TEST_F(Window, arrow_keys_step_and_the_right_button_resets) {
    const std::string start = value("w");
    move_to("w", 0.333);
    click("w");
    settle();
    const long from = std::stol(value("w"));
    xdo({"key", "Right"});
    ASSERT_TRUE(until_value("w", std::to_string(from + 1)));
    xdo({"key", "shift+Right"});
    ASSERT_TRUE(until_value("w", std::to_string(from + 11)));
    xdo({"click", "3"});
    EXPECT_TRUE(until_value("w", start));
}

TEST_F(Window, the_wheel_zooms_about_the_pointer_and_home_shows_all) {
    zoom_in(5);
    const auto rows = interval(value("rows"));
    EXPECT_LT(rows.second - rows.first, 2000);
    EXPECT_LT(rows.first, 2458);  // the row under the pointer is still there
    EXPECT_GT(rows.second, 2458);
    move_to("matrix", 0.3, 0.6);
    for (int i = 0; i < 6; ++i) xdo({"click", "5"});
    ASSERT_TRUE(until_value("rows", "all"));
    zoom_in(3);
    xdo({"key", "Home"});
    EXPECT_TRUE(until_value("rows", "all"));
    EXPECT_TRUE(until_value("cols", "all"));
}

TEST_F(Window, dragging_pans_by_whole_cells) {
    zoom_in(8);
    const auto before = interval(value("rows"));
    move_to("matrix", 0.5, 0.6);
    xdo({"mousedown", "1"});
    move_to("matrix", 0.5, 0.5);
    move_to("matrix", 0.5, 0.4);
    xdo({"mouseup", "1"});
    settle();
    const auto after = interval(value("rows"));
    EXPECT_EQ(after.second - after.first, before.second - before.first);
    EXPECT_NEAR(static_cast<double>(after.first - before.first), 0.2 * static_cast<double>(before.second - before.first), 8);
}

TEST_F(Window, the_overview_moves_what_is_shown) {
    zoom_in(8);
    const auto before = interval(value("rows"));
    const long size = before.second - before.first;
    const auto middle_at = [&](const char* axis, double wanted) {
        return until([&](const Json& now) {
            const auto range = interval(now["values"].value(axis, "0:0"));
            const double middle = 0.5 * static_cast<double>(range.first + range.second);
            return std::abs(middle - wanted * 4096) < 40 && range.second - range.first == size;
        });
    };
    move_to("overview", 0.5, 0.75);
    xdo({"mousedown", "1"});
    EXPECT_TRUE(middle_at("rows", 0.75)) << value("rows") << " a press centres there";
    move_to("overview", 0.4, 0.6);
    move_to("overview", 0.3, 0.5);
    EXPECT_TRUE(middle_at("rows", 0.5)) << value("rows") << " a drag takes it along";
    xdo({"mouseup", "1"});
    settle();
    const auto rows = interval(value("rows"));
    EXPECT_EQ(rows.second - rows.first, size);
    move_to("overview", 0.9, 0.99);
    settle();
    EXPECT_EQ(interval(value("rows")), rows) << "released";
}

TEST_F(Window, a_box_zooms) {
    xdo({"key", "z"});
    ASSERT_TRUE(until([](const Json& now) { return now["tool"] == "zoom"; }));
    move_to("matrix", 0.25, 0.5);
    xdo({"mousedown", "1"});
    move_to("matrix", 0.4, 0.6);
    move_to("matrix", 0.5, 0.75);
    xdo({"mouseup", "1"});
    ASSERT_TRUE(until([](const Json& now) { return now["values"]["rows"] != "all"; }));
    const auto rows = interval(value("rows"));
    EXPECT_NEAR(static_cast<double>(rows.first), 2048, 20);
    EXPECT_NEAR(static_cast<double>(rows.second), 3072, 20);
}

TEST_F(Window, exports_by_mouse_what_the_copied_command_writes) {
    click("tool.export");
    ASSERT_TRUE(until([](const Json& now) { return now.value("dialog", false); }));
    settle();
    click("export.format=svg");
    ASSERT_TRUE(until([](const Json& now) { return now.value("command", "").find(".svg") != std::string::npos; }));
    const std::string command = state()["command"];
    settle();
    click("export.do");
    ASSERT_TRUE(until([](const Json& now) { return now.value("toast", "").find("position-matrix.svg") != std::string::npos; }));
    const fs::path file = folder_ / "position-matrix.svg";
    const std::string by_window = read_file(file);
    ASSERT_FALSE(by_window.empty());
    ASSERT_EQ(command.rfind("poslab plot ", 0), 0U) << command;
    fs::remove(file);
    ASSERT_EQ(run({"sh", "-c", std::string(POSLAB_BINARY) + command.substr(6)}), 0) << command;
    EXPECT_EQ(read_file(file), by_window);
}

TEST_F(Window, exports_by_keyboard_alone) {
    xdo({"key", "e"});
    ASSERT_TRUE(until([](const Json& now) { return now.value("dialog", false); }));
    settle();
    xdo({"key", "Return"});
    ASSERT_TRUE(until([](const Json& now) { return now.value("toast", "").find("position-matrix.png") != std::string::npos; }));
    EXPECT_FALSE(state().value("dialog", true));
    EXPECT_EQ(read_file(folder_ / "position-matrix.png").substr(1, 3), "PNG");
}

TEST_F(Window, an_export_that_fails_says_why_and_stays_open) {
    xdo({"key", "e"});
    ASSERT_TRUE(until([](const Json& now) { return now.value("dialog", false); }));
    settle();
    click("export.path");
    ASSERT_TRUE(until([](const Json& now) { return now.value("editing", false); }));
    xdo({"type", "--delay", "5", "/nowhere/x.png"});
    xdo({"key", "Return"});
    settle();
    click("export.do");
    ASSERT_TRUE(until([](const Json& now) { return now["widgets"].contains("export.error"); }));
    EXPECT_TRUE(state().value("dialog", false));
    xdo({"key", "Escape"});
    EXPECT_TRUE(until([](const Json& now) { return !now.value("dialog", true); }));
}

TEST_F(Window, loses_no_key_and_no_click) {
    click("w");
    settle();
    const Json before = state();
    const long from = std::stol(value("w"));
    std::vector<std::string> keys{"key", "--delay", "3"};  // GLFW drops a second press within one millisecond
    keys.insert(keys.end(), 20, "Right");
    xdo(keys);
    ASSERT_TRUE(until_value("w", std::to_string(from + 20))) << value("w");
    EXPECT_EQ(state()["keys"].get<long>() - before["keys"].get<long>(), 20);

    move_to("causal");
    settle();
    const long clicks = state()["clicks"].get<long>();
    const std::string causal = value("causal");
    xdo({"click", "--repeat", "10", "--delay", "3", "1"});
    ASSERT_TRUE(until([&](const Json& now) { return now["clicks"].get<long>() - clicks == 10; }));
    settle();
    EXPECT_EQ(value("causal"), causal);  // an even number of switches
}

TEST_F(Window, draws_nothing_while_nothing_happens) {
    settle();
    std::this_thread::sleep_for(1s);
    const std::uint64_t before = state()["frame"];
    std::this_thread::sleep_for(5s);
    EXPECT_EQ(state()["frame"].get<std::uint64_t>(), before);
}

TEST_F(Window, switches_theme_and_language) {
    click("status.theme");
    ASSERT_TRUE(until([](const Json& now) { return now["theme"] == "dark"; }));
    click("status.language");
    ASSERT_TRUE(until([](const Json& now) { return now["language"] == "zh"; }));
}

TEST_F(Window, closing_ends_the_program_with_0) {
    xdo({"key", "ctrl+q"});
    int status = -1;
    ASSERT_EQ(waitpid(child_, &status, 0), child_);
    child_ = -1;
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
