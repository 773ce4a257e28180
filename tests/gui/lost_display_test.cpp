#include "tests/gui/window_run.hpp"

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
        setenv("DISPLAY", display.c_str(), 1);
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
    }

    TemporaryFolder words_;
    std::string error_file_;
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

}  // namespace
}  // namespace poslab::test
