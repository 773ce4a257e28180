#include "app/window/lost_display.hpp"
#include "tests/gui/window_run.hpp"

#include <optional>

#include <dlfcn.h>
#include <fcntl.h>

namespace poslab::test {
namespace {

/// A window on its own X server.
class LostDisplay : public Window {
  protected:
    void SetUp() override {
        std::array<int, 2> number{};
        ASSERT_EQ(pipe(number.data()), 0);
        server_ = fork();
        if (server_ == 0) {
            const std::string descriptor = std::to_string(number[1]);
            const int nothing = open("/dev/null", O_WRONLY);
            dup2(nothing, STDERR_FILENO);
            execlp("Xvfb", "Xvfb", "-displayfd", descriptor.c_str(), "-screen", "0", "1600x1200x24",
                   "-nolisten", "tcp", nullptr);
            _exit(127);
        }
        close(number[1]);
        std::string display = ":";
        for (char c = 0; read(number[0], &c, 1) == 1 && c != '\n';) display += c;
        close(number[0]);
        if (display == ":") GTEST_SKIP() << "no Xvfb";
        if (const char* const usual = std::getenv("DISPLAY")) usual_ = usual;
        setenv("DISPLAY", display.c_str(), 1);
        before_start();
        error_file_ = words_ / "said";
        const int before = dup(STDERR_FILENO), file = open(error_file_.c_str(), O_WRONLY | O_CREAT, 0600);
        dup2(file, STDERR_FILENO);
        Window::SetUp();
        dup2(before, STDERR_FILENO);
        close(before);
        close(file);
    }

    void TearDown() override {
        Window::TearDown();
        if (server_ > 0) {
            kill(server_, SIGTERM);
            waitpid(server_, nullptr, 0);
        }
        if (usual_) setenv("DISPLAY", usual_->c_str(), 1);
    }

    virtual void before_start() {}

    TemporaryFolder words_;
    std::string error_file_;
    std::optional<std::string> usual_;  // the display of other tests
    pid_t server_ = -1;
};

TEST_F(LostDisplay, EndsWithOneSentenceAndTheSessionSaved) {
    click("w");
    settle();
    const std::string w = value("w");
    ASSERT_NE(w, "256") << "the click changed nothing";
    kill(server_, SIGKILL);
    waitpid(server_, nullptr, 0);
    server_ = -1;
    int status = 0;
    ASSERT_EQ(waitpid(child_, &status, 0), child_);
    child_ = -1;
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 6);
    EXPECT_EQ(read_file(error_file_),
              "poslab: error: the X server has ended the connection, so the window is gone; its session is "
              "saved\n");
    EXPECT_NE(read_file(folder_ / "session.json").find(w), std::string::npos);
}

/// Sends a request for a window that does not exist.
void break_a_request() {
    void* const library = dlopen("libX11.so.6", RTLD_NOW | RTLD_GLOBAL);
    const auto open = reinterpret_cast<void* (*)(const char*)>(dlsym(library, "XOpenDisplay"));
    const auto unmap = reinterpret_cast<int (*)(void*, unsigned long)>(dlsym(library, "XUnmapWindow"));
    const auto sync = reinterpret_cast<int (*)(void*, int)>(dlsym(library, "XSync"));
    void* const display = open(nullptr);
    end_at_x_errors();
    unmap(display, 77);
    sync(display, 0);
    _exit(0);
}

TEST(XErrors, ARefusedRequestEndsWithOneSentence) {
    if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
    EXPECT_EXIT(break_a_request(), testing::ExitedWithCode(6),
                "^poslab: error: the X server refuses a request of the window: BadWindow \\(invalid Window "
                "parameter\\)\n$");
}

/// Sets a property of the root window, such as xrdb does.
void set_resources(const std::string& text) {
    void* const library = dlopen("libX11.so.6", RTLD_NOW | RTLD_GLOBAL);
    const auto open = reinterpret_cast<void* (*)(const char*)>(dlsym(library, "XOpenDisplay"));
    const auto root = reinterpret_cast<unsigned long (*)(void*)>(dlsym(library, "XDefaultRootWindow"));
    const auto change = reinterpret_cast<int (*)(void*, unsigned long, unsigned long, unsigned long, int, int,
                                                 const char*, int)>(dlsym(library, "XChangeProperty"));
    const auto close = reinterpret_cast<int (*)(void*)>(dlsym(library, "XCloseDisplay"));
    constexpr unsigned long resource_manager = 23, string = 31;  // atoms that X defines
    void* const display = open(nullptr);
    ASSERT_NE(display, nullptr);
    change(display, root(display), resource_manager, string, 8, 0, text.c_str(),
           static_cast<int>(text.size()));
    close(display);
}

/// A window at a resolution that the desktop reports.
class ReportedResolution : public LostDisplay, public testing::WithParamInterface<const char*> {
  protected:
    void before_start() override { set_resources(std::string("Xft.dpi:\t") + GetParam() + "\n"); }
};

TEST_P(ReportedResolution, OpensAWindow) {
    const auto matrix = rect("matrix");
    EXPECT_GT(matrix[2], 50);
    EXPECT_LT(matrix[2], 16384);
    EXPECT_EQ(read_file(error_file_), "");
}

INSTANTIATE_TEST_SUITE_P(XftDpi, ReportedResolution,
                         testing::Values("0", "nan", "-nan", "-5", "1e9", "1e300", "inf", "1e-9", "abc", "",
                                         "3000", "96"));

}  // namespace
}  // namespace poslab::test
