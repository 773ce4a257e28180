#include "tests/gui/window_run.hpp"

#include <GLFW/glfw3.h>

#include <string_view>

namespace poslab::test {
namespace {

/// A window on its own Wayland compositor, weston, which shows it in the upper left corner of the X server,
/// where xdotool moves the pointer. Without an X server weston has no seat, and GLFW 3.4 fails without one.
class WaylandWindow : public Window {
  protected:
    void SetUp() override {
        if (std::string_view(glfwGetVersionString()).find("Wayland") == std::string_view::npos)
            GTEST_SKIP() << "this GLFW has no Wayland: " << glfwGetVersionString();
        if (run({"sh", "-c", "command -v weston >/dev/null"}) != 0) GTEST_SKIP() << "weston is not installed";
        if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
        runtime_ = runtime_folder_.path();
        weston_ = fork();
        if (weston_ == 0) compose();
        for (int tenths = 0; tenths < 300 && !fs::exists(runtime_ + "/poslab"); ++tenths)
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        ASSERT_TRUE(fs::exists(runtime_ + "/poslab")) << read_file(runtime_ + "/log");
        setenv("XDG_RUNTIME_DIR", runtime_.c_str(), 1);
        setenv("WAYLAND_DISPLAY", "poslab", 1);
        Window::SetUp();
    }

    void TearDown() override {
        Window::TearDown();
        unsetenv("WAYLAND_DISPLAY");
        if (weston_ <= 0) return;
        kill(weston_, SIGKILL);
        waitpid(weston_, nullptr, 0);
    }

  private:
    /// A screen as large as the window, so that weston shows that in its corner.
    [[noreturn]] void compose() const {
        setenv("XDG_RUNTIME_DIR", runtime_.c_str(), 1);
        std::ofstream(runtime_ + "/weston.ini") << "[shell]\npanel-position=none\n";
        const std::string log = "--log=" + runtime_ + "/log", config = "--config=" + runtime_ + "/weston.ini";
        execlp("weston", "weston", "--backend=x11-backend.so", "--use-pixman", "--width=1280", "--height=900",
               "--idle-time=0", "--socket=poslab", config.c_str(), log.c_str(), nullptr);
        _exit(127);
    }

    TemporaryFolder runtime_folder_;
    std::string runtime_;
    pid_t weston_ = -1;
};

TEST_F(WaylandWindow, FollowsPointerAndKeyboard) {
    EXPECT_NE(run({"sh", "-c", "xdotool search --name PosLab >/dev/null 2>&1"}), 0)
        << "the window is the X server's";
    ASSERT_EQ(value("w"), "256");
    // GLFW does not pass on where a pointer enters, only its next motion.
    for (int tries = 0; tries < 20 && value("w") == "256"; ++tries) {
        move_to("w", 0.6 + 0.01 * tries);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        xdo({"click", "1"});
        settle();
    }
    ASSERT_TRUE(until([](const Json& now) { return now["values"]["w"] != "256"; }));
    settle();
    xdo({"key", "ctrl+z"});
    EXPECT_TRUE(until_value("w", "256"));
}

}  // namespace
}  // namespace poslab::test
