// Replays scripts in the real window, without a display, and checks the trace (POSLAB_TRACE).
#include "app/gui/trace.hpp"
#include "core/base/errors.hpp"
#include "tests/gui/offscreen_run.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::test {
namespace {

using Json = nlohmann::json;

class Replay : public Offscreen {
  protected:
    void SetUp() override {
        if (const std::string none = missing(On::memory); !none.empty()) GTEST_SKIP() << none;
    }

    Ran play(const std::string& steps, const std::vector<std::string>& more = {}) const {
        std::ofstream(folder_ / "steps.txt") << steps;
        std::vector<std::string> words{
            "position-matrix", "--length", "4096",     "--w",       "256",       "--engine", "cpu",
            "--window-size",   "1280x900", "--replay", "steps.txt", "--capture", "a.png"};
        words.insert(words.end(), more.begin(), more.end());
        return program(words, {"env", "POSLAB_TRACE=" + (folder_ / "trace")});
    }

    /// One JSON object per frame.
    [[nodiscard]] std::vector<Json> trace() const {
        std::ifstream file(folder_ / "trace");
        std::vector<Json> frames;
        for (std::string line; std::getline(file, line);) frames.push_back(Json::parse(line));
        return frames;
    }
    [[nodiscard]] bool took_a_picture() const { return fs::exists(folder_ / "a.png"); }
};

/// Counts the frames in which the value differs from the previous frame.
int changes_of(const std::vector<Json>& frames, const std::string& id) {
    int changes = 0;
    for (std::size_t i = 1; i < frames.size(); ++i)
        changes += frames[i]["values"][id] != frames[i - 1]["values"][id] ? 1 : 0;
    return changes;
}

TEST(TraceFile, ThatCannotBeWrittenIsAnError) {
    EXPECT_NO_THROW(static_cast<void>(Trace(nullptr)));
    EXPECT_NO_THROW(static_cast<void>(Trace("")));
    EXPECT_THROW(static_cast<void>(Trace("/nonexistent/trace")), OutputError);
}

TEST_F(Replay, ADragChangesW) {
    expect_fine(
        play("wait\nmove w 0.7\npress left\nwait\nmove w 0.65\nwait\nmove w 0.6\nwait\nmove w 0.55\n"
             "wait\nrelease left\n"));
    const auto frames = trace();
    ASSERT_FALSE(frames.empty());
    EXPECT_EQ(frames.front()["values"]["w"], "256");
    // The track is logarithmic from 1 to 2^24: 0.55 corresponds to 2^13.2.
    EXPECT_NEAR(std::log2(std::stod(frames.back()["values"]["w"].get<std::string>())), 13.2, 0.2);
    EXPECT_EQ(changes_of(frames, "w"), 4) << "the press and three moves";
    EXPECT_EQ(frames.back()["undo"], 1);
    EXPECT_TRUE(took_a_picture());
}

TEST_F(Replay, EveryFrameHasItsTimesAndEveryChangeItsLatency) {
    expect_fine(play("wait\nmove w 0.3\npress left\nwait\nmove w 0.4\nwait\nmove w 0.2\nwait\n"));
    const auto frames = trace();
    double before = 0;
    int latencies = 0;
    for (const Json& frame : frames) {
        const double began = frame["began_ms"], shown = frame["shown_ms"];
        EXPECT_GE(began, before) << "frames follow each other";
        EXPECT_GT(shown, began);
        EXPECT_GT(frame["built_ms"].get<double>(), 0);
        EXPECT_LT(frame["built_ms"].get<double>(), shown - began + 0.1)
            << "one thread, and a part of the frame (0.1 ms: two clocks)";
        before = shown;
        if (!frame.contains("latency_ms")) continue;
        ++latencies;
        EXPECT_TRUE(frame["shown"].get<bool>());
        EXPECT_GE(frame["latency_ms"].get<double>(), shown - began - 1e-6)
            << "at least the frame that shows it";
        EXPECT_LE(frame["latency_ms"].get<double>(), shown);
    }
    EXPECT_EQ(latencies, 1 + changes_of(frames, "w")) << "the first picture, and one for each waited change";
}

TEST_F(Replay, KeysTextAndWheelReachTheWindow) {
    expect_fine(
        play("move w.field\npress left\nrelease left\ntype 300\nkey enter\nwait\nkey t\nkey g\n"
             "move matrix 0.3 0.6\nwheel 0 1\nwheel 0 1\nwheel 0 1\nwait\n"));
    const Json last = trace().back();
    EXPECT_EQ(last["values"]["w"], "300");
    EXPECT_EQ(last["theme"], "dark");
    EXPECT_EQ(last["language"], "zh");
    EXPECT_NE(last["values"]["rows"], "all");
    EXPECT_EQ(last["clicks"], 1);
}

TEST_F(Replay, HeldKeysAreHeld) {
    expect_fine(play(
        "move w 0.4\npress left\nrelease left\nwait\nkey right\nkey right shift\nwait\nkey z ctrl\nwait\n"));
    std::vector<long> values;
    for (const Json& frame : trace()) {
        const long w = std::stol(frame["values"]["w"].get<std::string>());
        if (values.empty() || values.back() != w) values.push_back(w);
    }
    ASSERT_EQ(values.size(), 5U) << "the default, the click, two keys, undone";
    EXPECT_EQ(values[2], values[1] + 1);
    EXPECT_EQ(values[3], values[2] + 10) << "with Shift ten steps";
    EXPECT_LT(values[4], values[3]);
}

TEST_F(Replay, EachStepIsOneFrame) {
    expect_fine(
        play("wait\npress middle\nframe\nframe\nframe\nframe\nframe\nrelease middle\npress middle\n"));
    const auto frames = trace();
    const auto clicked_once = [](const Json& frame) { return frame["clicks"] == 1; };
    EXPECT_EQ(std::count_if(frames.begin(), frames.end(), clicked_once), 7)
        << "the press, five more, and the release";
    EXPECT_EQ(frames.back()["clicks"], 2);
}

TEST_F(Replay, AnEmptyScriptDoesNothing) {
    expect_fine(play(""));
    EXPECT_EQ(changes_of(trace(), "w"), 0);
    EXPECT_TRUE(took_a_picture());
}

TEST_F(Replay, WhatGoesWrongIsSaidOnceAndNothingIsWritten) {
    expect_error(play("frame\nmvoe 1 2\n"), 3, "steps.txt: line 2: unknown step 'mvoe'");
    expect_error(play("frame\n\nmove no-such-slider\n"), 3,
                 "steps.txt: line 3: the window shows no widget 'no-such-slider'");
    expect_error(play("key space\nframe\nframe\nwait\n"), 3,
                 "steps.txt: line 4: a parameter is playing, so `wait` never ends");
    expect_error(play("move w\nkey space\n"), 3,
                 "steps.txt: line 2: a parameter is still playing at the end");
    expect_error(program({"--capture", "a.png", "--replay", "none.txt"}), 3, "none.txt: no such file");
    EXPECT_FALSE(took_a_picture());
}

TEST_F(Replay, NeedsACapture) {
    expect_error(program({"position-matrix", "--replay", "steps.txt"}), 2,
                 "--replay needs --capture FILE.png");
    expect_error(program({"position-matrix", "--capture", "a.png", "--replay", ""}), 2,
                 "--replay: value missing");
    expect_error(program({"plot", "position-matrix", "-o", "a.png", "--replay", "steps.txt"}), 2, "--replay");
}

}  // namespace
}  // namespace poslab::test
