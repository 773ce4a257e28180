// Full screen on a display without a window manager: the window covers the screen, and returns to its
// previous size and position.
#include "tests/gui/window_run.hpp"

#include <array>
#include <memory>

namespace poslab::test {
namespace {

/// Returns the output of a command of xdotool.
std::string output_of_xdotool(const std::string& arguments) {
    std::string output;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("xdotool " + arguments).c_str(), "r"), pclose);
    std::array<char, 256> part{};
    while (pipe && std::fgets(part.data(), static_cast<int>(part.size()), pipe.get()) != nullptr)
        output += part.data();
    return output;
}

class FullScreenWindow : public Window {
  protected:
    struct Geometry {
        int x = -1, y = -1, width = 0, height = 0;
        bool operator==(const Geometry&) const = default;
    };
    [[nodiscard]] static Geometry geometry() {
        Geometry found;
        const std::string output =
            output_of_xdotool("search --onlyvisible --name PosLab getwindowgeometry --shell");
        const auto number = [&](const std::string& name) {
            const std::size_t at = output.find(name + "=");
            return at == std::string::npos ? -1 : std::atoi(output.c_str() + at + name.size() + 1);
        };
        return {number("X"), number("Y"), number("WIDTH"), number("HEIGHT")};
    }
    [[nodiscard]] static Geometry screen() {
        Geometry all{0, 0, 0, 0};
        const std::string output = output_of_xdotool("getdisplaygeometry");
        EXPECT_EQ(std::sscanf(output.c_str(), "%d %d", &all.width, &all.height), 2) << output;
        return all;
    }
    [[nodiscard]] static bool becomes(const Geometry& expected) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (std::chrono::steady_clock::now() < deadline) {
            if (geometry() == expected) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return false;
    }
};

TEST_F(FullScreenWindow, CoversTheScreenAndReturnsToItsPlace) {
    xdo({"search", "--onlyvisible", "--name", "PosLab", "windowmove", "120", "80"});
    Geometry own = geometry();
    own.x = 120;
    own.y = 80;
    ASSERT_TRUE(becomes(own));
    ASSERT_NE(own, screen());
    for (const auto& [on, off] :
         {std::pair{"F5", "Escape"}, std::pair{"F11", "F11"}, std::pair{"F5", "F5"}}) {
        xdo({"key", on});
        EXPECT_TRUE(becomes(screen())) << on;
        settle();
        xdo({"key", off});
        EXPECT_TRUE(becomes(own)) << off;
        settle();
    }
}

/// The next start uses the size of the window before full screen.
TEST_F(FullScreenWindow, IsNotTheSizeThatASessionKeeps) {
    const Geometry own = geometry();
    xdo({"key", "F11"});
    ASSERT_TRUE(becomes(screen()));
    settle();
    xdo({"key", "ctrl+q"});
    int status = 0;
    ASSERT_EQ(waitpid(child_, &status, 0), child_);
    child_ = -1;
    bool found = false;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
        if (entry.path().extension() != ".json") continue;
        const std::string text = read_file(entry.path());
        found = found || text.find("\"width\": " + std::to_string(own.width)) != std::string::npos;
        EXPECT_EQ(text.find("\"width\": " + std::to_string(screen().width)), std::string::npos)
            << entry.path();
    }
    EXPECT_TRUE(found);
}

class PresentedWindow : public FullScreenWindow {
  protected:
    [[nodiscard]] std::vector<std::string> view() const override { return {"lesson", "rope", "--present"}; }
};

TEST_F(PresentedWindow, BeginsInFullScreen) { EXPECT_TRUE(becomes(screen())); }

class PresentedView : public FullScreenWindow {
  protected:
    [[nodiscard]] std::vector<std::string> view() const override { return {"attention", "--present"}; }
};

TEST_F(PresentedView, BeginsInFullScreen) { EXPECT_TRUE(becomes(screen())); }

}  // namespace
}  // namespace poslab::test
