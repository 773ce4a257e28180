// Drawing a memory's signal with the mouse, and scrubbing time, in a real window.
#include "tests/gui/window_run.hpp"

#include <algorithm>

namespace poslab::test {
namespace {

class MemoryWindow : public Window {
  protected:
    [[nodiscard]] std::vector<std::string> view() const override { return {"memory", "--signal", "drawn"}; }

    /// Drags along these points of a widget, as fast as the window system takes them; the button is pressed
    /// at the first one.
    void drag_along(const std::string& widget, const std::vector<std::pair<double, double>>& places) const {
        const auto r = rect(widget);
        std::vector<std::string> words;
        for (const auto& [fx, fy] : places) {
            words.insert(words.end(), {"mousemove", std::to_string(std::lround(r[0] + fx * r[2])),
                                       std::to_string(std::lround(r[1] + fy * r[3]))});
            if (words.size() == 3) words.insert(words.end(), {"mousedown", "1"});
        }
        words.insert(words.end(), {"mouseup", "1"});
        xdo(words);
    }
};

TEST_F(MemoryWindow, a_signal_is_drawn_and_time_scrubbed_and_both_are_taken_back) {
    EXPECT_EQ(value("points"), "none");
    std::vector<std::pair<double, double>> zigzag;
    for (int n = 0; n <= 30; ++n) zigzag.emplace_back(0.1 + 0.025 * n, n % 2 == 0 ? 0.3 : 0.7);
    drag_along("plot", zigzag);
    ASSERT_TRUE(until(
        [](const Json& now) { return now["values"]["points"] != "none" && now.value("shown", false); }));
    settle();
    const std::string points = value("points");
    EXPECT_EQ(std::count(points.begin(), points.end(), ','), 2 * 31 - 1)
        << "every point of the path: " << points;
    EXPECT_EQ(state()["undo"], 1);

    drag_along("panel.1", {{0.5, 0.5}, {0.6, 0.2}, {0.75, 0.5}});
    const auto near = [](const std::string& time) {
        return time != "all" && std::abs(std::stod(time) - 1500) <= 4;
    };
    ASSERT_TRUE(until([&](const Json& now) { return near(now["values"]["time"].get<std::string>()); }))
        << value("time") << ": a pixel is some samples wide";
    EXPECT_EQ(value("points"), points);
    settle();
    EXPECT_EQ(state()["undo"], 2);

    open_export();
    const std::string command = state()["command"];
    EXPECT_NE(command.find("--points " + points), std::string::npos) << command;
    EXPECT_NE(command.find("--time " + value("time")), std::string::npos) << command;
    export_and_repeat("memory.png");
    xdo({"key", "Escape"});
    settle();

    xdo({"key", "ctrl+z"});
    ASSERT_TRUE(until_value("time", "all"));
    EXPECT_EQ(value("points"), points);
    xdo({"key", "ctrl+z"});
    ASSERT_TRUE(until_value("points", "none"));
    xdo({"key", "ctrl+shift+z"});
    ASSERT_TRUE(until_value("points", points));
}

TEST_F(MemoryWindow, play_runs_time_forward) {
    xdo({"key", "space"});
    ASSERT_TRUE(
        until([](const Json& now) { return now.value("playing", false) && now["values"]["time"] != "all"; }));
    EXPECT_LT(std::stod(value("time")), 2000);
    xdo({"key", "space"});
    ASSERT_TRUE(until([](const Json& now) { return !now.value("playing", true); }));
    xdo({"key", "ctrl+z"});
    ASSERT_TRUE(until_value("time", "all"));
}

}  // namespace
}  // namespace poslab::test
