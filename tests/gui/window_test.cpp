#include "tests/gui/window_run.hpp"

namespace poslab::test {
namespace {

using namespace std::chrono_literals;

TEST_F(Window, shows_its_first_figure) {
    const Json now = state();
    EXPECT_EQ(now["view"], "position-matrix");
    EXPECT_EQ(now["error"], "");
    EXPECT_GT(rect("matrix")[2], 200);
}

TEST_F(Window, dragging_a_slider_changes_its_value) {
    const std::string before = value("w");
    drag_slider("w", 0.7, 0.55);
    xdo({"mouseup", "1"});
    ASSERT_TRUE(
        until([&](const Json& now) { return now["values"]["w"] != before && now.value("shown", false); }));
    settle();
    // The track is logarithmic from 1 to 2^24: 0.55 corresponds to 2^13.2.
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
    EXPECT_LT(rows.first, 2458);  // the row under the pointer has not moved
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
    EXPECT_NEAR(static_cast<double>(after.first - before.first),
                0.2 * static_cast<double>(before.second - before.first), 8);
}

TEST_F(Window, the_overview_moves_what_is_shown) {
    zoom_in(8);
    const auto before = interval(value("rows"));
    const long size = before.second - before.first;
    const auto middle_at = [&](const char* axis, double expected) {
        return until([&](const Json& now) {
            const auto range = interval(now["values"].value(axis, "0:0"));
            const double middle = 0.5 * static_cast<double>(range.first + range.second);
            return std::abs(middle - expected * 4096) < 40 && range.second - range.first == size;
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

    move_to("status.theme");
    settle();
    const long clicks = state()["clicks"].get<long>();
    const std::string theme = state()["theme"];
    xdo({"click", "--repeat", "10", "--delay", "3", "1"});
    ASSERT_TRUE(until([&](const Json& now) { return now["clicks"].get<long>() - clicks == 10; }));
    settle();
    EXPECT_EQ(state()["theme"], theme);  // an even number of switches
}

TEST_F(Window, killed_in_a_drag_opens_again_as_it_was) {
    drag_slider("w", 0.7, 0.55);
    settle();
    const std::string before = value("w");
    EXPECT_NE(before, "256");
    std::this_thread::sleep_for(1s);
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    xdo({"mouseup", "1"});
    fs::remove(trace_);
    start();
    ASSERT_TRUE(until([](const Json& now) { return now.value("shown", false); }));
    EXPECT_EQ(value("w"), before);
}

TEST_F(Window, two_windows_keep_two_sessions) {
    click("w");
    settle();
    const std::string first = value("w");
    std::this_thread::sleep_for(1s);  // the session is written after a pause without changes
    const pid_t one = child_;
    const fs::path trace = trace_;
    trace_ = folder_ / "second.jsonl";
    start();
    ASSERT_TRUE(until([](const Json& now) { return now.value("shown", false); }));
    EXPECT_EQ(value("w"), first) << "the second window starts from the first one's session";
    const pid_t two = child_;
    for (const pid_t child : {one, two}) {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
    EXPECT_TRUE(fs::exists(folder_ / "session.json"));
    trace_ = trace;
    child_ = -1;
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

/// Shows the exponential of a matrix of 2048 rows, which takes a library half a minute.
class StuckWindow : public Window {
  protected:
    void SetUp() override {
        if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
        folder_ = temporary_.path();
        trace_ = folder_ / "trace.jsonl";
        std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2048, 2048), }";
        header += std::string(117 - header.size(), ' ') + "\n";
        std::ofstream(matrix(), std::ios::binary) << "\x93NUMPY" << '\x01' << '\0' << 'v' << '\0' << header;
        fs::resize_file(matrix(), 128 + 4 * 2048 * 2048);
        start();
        ASSERT_TRUE(until([](const Json& now) { return now["view"] == "conformance"; }));
        std::this_thread::sleep_for(2s);  // the file is read, and the exponential has begun
    }
    [[nodiscard]] fs::path matrix() const { return folder_ / "matrix.npy"; }
    [[nodiscard]] std::vector<std::string> view() const override {
        return {"conformance",     "--checked",        "hippo", "--given-hippo-a",
                matrix().string(), "--discretisation", "zoh"};
    }
};

TEST_F(StuckWindow, closes_while_a_computation_is_stuck) {
    EXPECT_FALSE(state().value("shown", false));
    xdo({"key", "ctrl+q"});
    const auto asked = std::chrono::steady_clock::now();
    int status = -1;
    ASSERT_EQ(waitpid(child_, &status, 0), child_);
    child_ = -1;
    EXPECT_LT(std::chrono::steady_clock::now() - asked,
              patience / 20);  // a busy machine; the exponential takes longer
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(fs::exists(folder_ / "session.json"));
}

}  // namespace
}  // namespace poslab::test
