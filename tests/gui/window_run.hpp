#pragma once

#include "tests/support/patience.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace poslab::test {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// Runs a command to its end, without a shell.
inline int run(const std::vector<std::string>& words) {
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

/// Drives the built program with xdotool as a user would, and reads its state (POSLAB_TRACE).
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
        ASSERT_TRUE(until([](const Json& state) { return state.value("shown", false); }))
            << "no first figure";
        xdo({"mousemove", "700", "870"});  // the pointer is in the window, but over nothing
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
        setenv("POSLAB_FILE_DIALOG", "own", 1);
        std::vector<std::string> words = view();
        words.insert(words.begin(), POSLAB_BINARY);
        words.insert(words.end(), {"--engine", "cpu", "--window-size", "1280x900"});
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        execv(POSLAB_BINARY, arguments.data());
        _exit(127);
    }

    /// The view to open and its parameters.
    [[nodiscard]] virtual std::vector<std::string> view() const { return {"position-matrix"}; }

    /// The newest complete line of the trace.
    Json state() const {
        const std::string text = read_file(trace_);
        const std::size_t end = text.rfind('\n');
        if (end == std::string::npos) return Json::object();
        const std::size_t begin = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
        return Json::parse(text.substr(begin == std::string::npos ? 0 : begin + 1,
                                       end - (begin == std::string::npos ? 0 : begin + 1)));
    }

    bool until(const std::function<bool(const Json&)>& condition) const {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (std::chrono::steady_clock::now() < deadline) {
            const Json now = state();
            if (!now.empty() && condition(now)) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }

    bool until_value(const std::string& id, const std::string& expected) const {
        return until([&](const Json& now) { return now["values"].value(id, "") == expected; });
    }

    /// Waits until no frame is drawn for a moment.
    void settle() const {
        std::uint64_t frame = 0;
        for (int quiet = 0; quiet < 3;) {
            const std::uint64_t now = state().value("frame", std::uint64_t{0});
            quiet = now == frame ? quiet + 1 : 0;
            frame = now;
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
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
        xdo({"mousemove", std::to_string(std::lround(r[0] + fx * r[2])),
             std::to_string(std::lround(r[1] + fy * r[3]))});
    }

    /// Drags the slider from one position of its track to another, in steps; the button remains pressed.
    void drag_slider(const std::string& id, double from, double to) const {
        move_to(id, from);
        xdo({"mousedown", "1"});
        for (int step = 1; step <= 5; ++step) move_to(id, from + (to - from) * step / 5);
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
        ASSERT_TRUE(until(
            [](const Json& now) { return now["values"]["rows"] != "all" && now.value("shown", false); }));
        settle();
    }

    void open_export() const {
        xdo({"key", "e"});
        ASSERT_TRUE(until([](const Json& now) { return now.value("dialog", false); }));
        settle();
    }

    /// Clicks and waits until the command contains the words.
    void choose(const std::string& widget, const std::string& words) const {
        click(widget);
        ASSERT_TRUE(until([&](const Json& now) {
            return now.value("command", "").find(words) != std::string::npos;
        })) << state().value("command", "");
        settle();
    }

    void type_path(const std::string& path) const {
        xdo({"key", "ctrl+a"});
        xdo({"type", "--delay", "5", path});
        xdo({"key", "Return"});
        settle();
    }

    /// The file from the dialog and the file from its command are bitwise equal.
    void export_and_repeat(const std::string& name) const {
        const std::string command = state()["command"];
        click("export.do");
        ASSERT_TRUE(
            until([&](const Json& now) { return now.value("toast", "").find(name) != std::string::npos; }));
        const fs::path file = folder_ / name;
        const std::string by_window = read_file(file);
        ASSERT_FALSE(by_window.empty());
        ASSERT_EQ(command.rfind("poslab ", 0), 0U) << command;
        fs::remove(file);
        ASSERT_EQ(run({"sh", "-c", std::string(POSLAB_BINARY) + command.substr(6)}), 0) << command;
        EXPECT_EQ(read_file(file), by_window);
    }

    TemporaryFolder temporary_;
    fs::path folder_, trace_;
    pid_t child_ = -1;
};

}  // namespace poslab::test
