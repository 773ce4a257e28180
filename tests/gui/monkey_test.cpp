#include "tests/support/python.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

std::string python() {
    static const std::string found = python_with("Xlib");
    return found;
}

Ran run_script(const std::string& script, std::vector<std::string> words) {
    words.insert(words.begin(), {python(), POSLAB_MONKEY + ("/" + script), POSLAB_BINARY});
    return run_program(words, {.display = true});
}

class Monkey : public testing::Test {
  protected:
    void SetUp() override {
        if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
        if (python().empty()) GTEST_SKIP() << "no python3-xlib";
    }
    TemporaryFolder folder_;
};

// Longer runs: tests/gui/monkey/monkey.py --seed N --minutes 30.
TEST_F(Monkey, FindsNothingInAQuarterOfAMinute) {
    const Ran ran = run_script("monkey.py", {"--seed", "1", "--minutes", "0.25", "--folder", folder_.path()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("nothing found"), std::string::npos) << ran.out;
}

// Xlib's default handler would end the program when the window replies to a window that no longer exists.
TEST_F(Monkey, WhoDropsAFileMayGoBeforeItHasCome) {
    const Ran ran = run_script("vanishing_drops.py", {"--folder", folder_.path()});
    EXPECT_EQ(ran.code, 0) << ran.err;
}

}  // namespace
}  // namespace poslab::test
