#include "app/cli/sweep.hpp"
#include "app/cli/sweep_film.hpp"

#include "app/cli/sweep_limits.hpp"
#include "app/cli/sweep_stages.hpp"
#include "app/cli/sweep_steps.hpp"
#include "core/base/errors.hpp"
#include "core/files/program_path.hpp"
#include "core/views/registry.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/cli/sweep_words.hpp"
#include "tests/views/view_requests.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <sys/stat.h>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;
using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

std::map<std::string, std::string> files_of(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file())
            files[entry.path().filename().string()] = read_file(entry.path().string());
    return files;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);) lines.push_back(line);
    return lines;
}

/// Sends the signal to the program once a file exists.
RunOptions ended_by(int signal, const std::string& file) {
    RunOptions options;
    options.meanwhile = [signal, file](pid_t process) {
        while (!fs::exists(file) && kill(process, 0) == 0) usleep(500);
        kill(process, signal);
    };
    return options;
}

/// Runs the program with another PATH.
Arguments with_path(const std::string& path, const Arguments& words) {
    Arguments all{"/usr/bin/env", "PATH=" + path, POSLAB_BINARY};
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

bool has_ffmpeg() { return !program_in_path("ffmpeg").empty(); }

TEST(Sweep, RefusesBeforeItComputes) {
    const TemporaryFolder folder;
    const auto refused = [&](const Arguments& more, int code, const std::string& mentions,
                             const std::string& name = "a.gif") {
        Arguments words = name.ends_with(".csv") ? sweeping_numbers(more) : sweeping(more);
        words.insert(words.end(), {"-o", folder / name});
        expect_error(poslab(words), code, mentions);
        EXPECT_TRUE(folder.empty()) << mentions;
    };
    refused({"--over", "w=1:9:1e9"}, 5, "a sweep of 1000000000 steps: at most 100000 are allowed");
    refused({"--over", "w=1:9:1000", "--over", "k=1:9:1000"}, 5, "a sweep of 1000000 steps");
    refused({"--over", "spin=1:9:3"}, 2, "no parameter 'spin'");
    refused({"--over", "w=1:9"}, 2, "FROM:TO:COUNT");
    refused({"--over", "w=1:9:1"}, 2, "at least 2");
    refused({"--over", "w"}, 2, "PARAM=FROM:TO:COUNT");
    refused({"--over", "w=1:9:3", "--over", "w=1:2:2"}, 2, "same parameter");
    refused({"--over", "w=1:9:3", "--w", "two"}, 2, "--w two");
    refused({}, 2, "--over");
    refused({"--over", "map=rope,rapid"}, 2, "rapid");
    refused({"--over", "w=4:9:3"}, 4, "the folder", "missing/a.gif");
    refused({"--over", "w=4:9:3"}, 2, "must end in", "a.png");
    refused({"--over", "w=4:9:3", "--fps", "0"}, 2, "--fps");
    refused({"--over", "w=4:9:3", "--transparent"}, 2, "MP4", "a.mp4");
    refused({"--over", "w=4:9:3", "--figure", "none"}, 2, "--figure none");
    refused({"--over", "w=4:9:3", "--value", "none"}, 2, "--value none", "a.csv");
    refused({"--over", "w=4:9:3", "--shard", "5/4"}, 2, "I/N");
    refused({"--over", "w=4:9:3", "--merge"}, 3, "run its shards first", "frames/");
    refused({"--over", "w=4:9:3", "--merge"}, 3, "lack 3 of 3 steps: 1, 2, 3", "a.csv");
}

TEST(Sweep, NamesTheStepThatDoesNotFit) {
    const TemporaryFolder folder;
    expect_error(
        poslab({"sweep", "memory-decay", "--from", "100", "--over", "to=200,150,50", "-o", folder / "a.csv"}),
        2, "step 3 (n = 50)");
    EXPECT_TRUE(folder.empty());
}

TEST(Sweep, NamesTheFormatsThatNeedNoFfmpeg) {
    const TemporaryFolder folder;
    expect_error(run_program(with_path("", sweeping({"--over", "w=4:9:3", "-o", folder / "a.gif"}))), 6,
                 "-o DIR/");
    EXPECT_TRUE(folder.empty());
}

TEST(Sweep, FramesWithLimitsOfTheirOwnAreWhatPlotDraws) {
    const TemporaryFolder folder;
    expect_fine(poslab(sweeping({"--limits", "each", "--over", "w=2:32:5", "-o", folder / "frames/"})));
    const auto files = files_of(folder / "frames");
    ASSERT_EQ(files.size(), 6U);
    const auto manifest = nlohmann::json::parse(files.at("sweep.json"));
    for (int step = 0; step < 5; ++step) {
        const nlohmann::json frame = manifest["frames"][static_cast<std::size_t>(step)];
        EXPECT_EQ(frame["parameters"]["w"], 2 << step);
        Arguments plot = sweeping({"--w", std::to_string(2 << step), "-o", folder / frame["file"]});
        plot.front() = "plot";
        expect_fine(poslab(plot));
        EXPECT_EQ(files.at(frame["file"]), read_file(folder / frame["file"])) << step;
    }
}

TEST(Sweep, ReportsEveryOmissionOfItsFrames) {
    const TemporaryFolder folder;
    const Ran ran = poslab(sweeping({"--figure", "profile", "--digits", "3", "--axes", "matrix/x:0:5",
                                     "--over", "w=2:32:3", "-o", folder / "frames/"}));
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const char* note :
         {"in 3 of 3 frames: --digits is ignored: figure profile has no cells",
          "in 3 of 3 frames: --axes matrix/x:0:5 is ignored: the picture shows figure profile"})
        EXPECT_NE(ran.err.find(note), std::string::npos) << note << '\n' << ran.err;
}

TEST(Sweep, KilledAndRunAgainItIsAsIfNothingHadHappened) {
    const TemporaryFolder folder;
    const Arguments over{"--over", "w=1:60:60", "--over", "map=rerope,rope"};
    const auto to = [&](const std::string& name) {
        Arguments words = sweeping(over);
        words.insert(words.end(), {"-o", folder / name});
        return words;
    };
    expect_fine(poslab(to("whole/")));
    EXPECT_EQ(poslab(to("killed/"), ended_by(SIGKILL, folder / "killed/0005.png")).code, -SIGKILL);
    EXPECT_LT(files_of(folder / "killed").size(), files_of(folder / "whole").size());
    const auto before = fs::last_write_time(folder / "killed/0001.png");
    expect_fine(poslab(to("killed/")));
    EXPECT_EQ(fs::last_write_time(folder / "killed/0001.png"), before)
        << "complete files are not written again";
    EXPECT_EQ(files_of(folder / "killed"), files_of(folder / "whole"));
}

TEST(Sweep, InterruptedItLeavesCompleteFramesOnly) {
    const TemporaryFolder folder;
    const Arguments words =
        sweeping({"--over", "w=1:60:60", "--over", "map=rerope,rope", "-o", folder / "frames/"});
    expect_error(poslab(words, ended_by(SIGINT, folder / "frames/0003.png")), 130, "interrupted");
    const auto interrupted = files_of(folder / "frames");
    expect_fine(poslab(words));
    EXPECT_LT(interrupted.size(), files_of(folder / "frames").size());
    for (const auto& [name, bytes] : interrupted)
        EXPECT_EQ(bytes, read_file(folder / ("frames/" + name))) << name;
}

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Sweep, FramesThatAreDamagedOrShowSomethingElseAreDrawnAgain) {
    const TemporaryFolder folder;
    const Arguments words = sweeping({"--over", "w=1,2,3,4,5,6,7,8", "-o", folder / "frames/"});
    expect_fine(poslab(words));
    const auto whole = files_of(folder / "frames");
    const auto frame = [&](int n) { return folder / ("frames/000" + std::to_string(n) + ".png"); };
    const std::string first = whole.at("0001.png");
    write_bytes(frame(1), first.substr(0, first.size() - 13));  // without a part of IEND
    write_bytes(frame(2), first.substr(0, first.size() / 2));
    write_bytes(frame(3), "");
    std::string flipped = whole.at("0004.png");
    flipped[flipped.find("IDAT") + 40] ^= 1;
    write_bytes(frame(4), flipped);
    write_bytes(frame(5), whole.at("0006.png"));
    write_bytes(frame(6), whole.at("0006.png") + "and more");
    Arguments larger{"plot", "position-matrix", "--map",   "rerope",   "--length",  "64", "--w",
                     "7",    "--size",          "220x150", "--engine", "reference", "-o", frame(7)};
    expect_fine(poslab(larger));
    fs::remove(frame(8));
    ASSERT_EQ(mkfifo(frame(8).c_str(), 0600), 0);
    Arguments merging = words;
    merging.emplace_back("--merge");
    expect_error(poslab(merging), 3, "lacks 8 of 8 frames");
    fs::remove(frame(8));
    expect_fine(poslab(words));
    EXPECT_EQ(files_of(folder / "frames"), whole);
}

TEST(Sweep, WholeFramesAreNotDrawnAgain) {
    const std::vector<Arguments> sweeps{
        {"--over", "w=1,2,3"},
        {"--over", "w=1,2,3", "--limits", "each", "--dpi", "130"},
        {"--over", "w=1,2,3", "--axes", "x:0:40", "--size", "3.3x2.5in", "--caption", "it's two-- axes"},
        {"--over", "map=rope,rerope", "--versus", "w=3,name=--axes", "--lang", "zh", "--transparent"}};
    for (const Arguments& more : sweeps) {
        const TemporaryFolder folder;
        Arguments words = sweeping(more);
        words.insert(words.end(), {"-o", folder / "frames/"});
        EXPECT_EQ(poslab(words).code, 0);
        const auto times = [&] {
            std::map<std::string, fs::file_time_type> all;
            for (const auto& entry : fs::directory_iterator(folder / "frames"))
                all[entry.path().filename()] = fs::last_write_time(entry.path());
            return all;
        };
        const auto before = times();
        EXPECT_GE(before.size(), 3U);
        EXPECT_EQ(poslab(words).code, 0);
        EXPECT_EQ(times(), before) << more.at(1);
    }
}

TEST(Sweep, ASecondRunIntoTheFolderOfARunningOneIsRefused) {
    const TemporaryFolder folder;
    const auto to = [&](const Arguments& more) {
        Arguments words = sweeping({"--over", "w=1:60:60", "--over", "map=rerope,rope", "-o", folder / "a/"});
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const auto while_running = [&](const std::function<void()>& work) {
        RunOptions options;
        options.meanwhile = [&folder, work](pid_t process) {
            while (!fs::exists(folder / "a/limits/0002.png.json") && kill(process, 0) == 0) usleep(500);
            kill(process, SIGSTOP);
            work();
            kill(process, SIGCONT);
        };
        return options;
    };
    const std::string refused = "another run writes into this folder";
    expect_fine(
        poslab(to({}), while_running([&] {
                   expect_error(poslab(to({})), 4, refused);
                   expect_error(poslab(to({"--fresh"})), 4, refused);
                   expect_error(poslab(to({"--merge"})), 4, refused);
                   expect_error(poslab(to({"--shard", "1/9"})), 4, refused);
                   expect_error(poslab(sweeping({"--over", "w=4:8:3", "-o", folder / "a/"})), 4, refused);
               })));
    const auto whole = files_of(folder / "a");
    fs::remove_all(folder / "a");
    expect_fine(poslab(to({"--shard", "1/2"}), while_running([&] {
                           expect_error(poslab(to({})), 4, refused);
                           expect_error(poslab(to({"--merge"})), 4, refused);
                           expect_fine(poslab(to({"--shard", "2/2"})));
                       })));
    EXPECT_EQ(files_of(folder / "a"), whole);
}

TEST(Sweep, FramesOfAnotherSweepAreNotMixedIn) {
    const TemporaryFolder folder;
    expect_fine(poslab(sweeping({"--over", "w=4:8:3", "-o", folder / "frames/"})));
    const auto before = files_of(folder / "frames");
    const Arguments other = sweeping({"--theme", "dark", "--over", "w=4:8:2", "-o", folder / "frames"});
    expect_error(poslab(other), 4, "another sweep");
    EXPECT_EQ(files_of(folder / "frames"), before);
    Arguments fresh = other;
    fresh.emplace_back("--fresh");
    expect_fine(poslab(fresh));
    EXPECT_EQ(files_of(folder / "frames").size(), 3U);
    fs::remove(folder / "frames/sweep.json");
    const auto frames = files_of(folder / "frames");
    for (const Arguments& words : {other, fresh})
        expect_error(poslab(words), 4, ".png' belongs to no sweep: remove it, or choose another folder");
    EXPECT_EQ(files_of(folder / "frames"), frames);
}

TEST(Sweep, FilesOfOthersStayInItsFolder) {
    const TemporaryFolder folder;
    const std::string frames = folder / "frames";
    const Arguments words = sweeping({"--over", "w=4:8:3", "-o", frames + "/"});
    fs::create_directories(frames);
    write_bytes(frames + "/sweep.json", R"({"broom": 1})");
    for (const char* option : {"--resume", "--fresh"}) {
        Arguments refused = words;
        refused.emplace_back(option);
        expect_error(poslab(refused), 4, "sweep.json' belongs to no sweep");
    }
    EXPECT_EQ(files_of(frames).size(), 1U);
    fs::remove(frames + "/sweep.json");
    write_bytes(frames + "/notes.txt", "precious");
    expect_fine(poslab(words));
    Arguments fresh = sweeping({"--over", "w=4:8:2", "-o", frames, "--fresh"});
    expect_fine(poslab(fresh));
    EXPECT_EQ(read_file(frames + "/notes.txt"), "precious");
    EXPECT_EQ(files_of(frames).size(), 4U);
}

TEST(Sweep, FreshKeepsTheFramesIfTheSweepIsRefused) {
    const TemporaryFolder folder;
    const std::string frames = folder / "frames/";
    expect_fine(poslab(sweeping({"--over", "w=4:8:3", "-o", frames})));
    const auto before = files_of(frames);
    expect_error(poslab(sweeping_numbers({"--over", "w=4:8:3", "--size", "20000x20000", "--dpi", "2400",
                                          "--fresh", "-o", frames})),
                 5, "pictures of 500000 x 500000 pixels");
    EXPECT_EQ(files_of(frames), before);
}

TEST(Sweep, TakesOverAFolderWithoutFrames) {
    const TemporaryFolder folder;
    expect_fine(poslab(sweeping({"--over", "w=1:60:60", "-o", folder / "frames/"})));
    for (const auto& [name, bytes] : files_of(folder / "frames"))
        if (name.ends_with(".png")) fs::remove(folder / ("frames/" + name));
    fs::create_directory(folder / "frames/limits");
    write_bytes(folder / "frames/limits/0001.png.json", R"({"axes": [], "scales": []})");
    for (const char* name : {"frames/", "whole/"})
        expect_fine(poslab(sweeping({"--over", "w=4:8:3", "-o", folder / name})));
    EXPECT_EQ(files_of(folder / "frames"), files_of(folder / "whole"));
    EXPECT_FALSE(fs::exists(folder / "frames/limits"));
}

TEST(Sweep, FramesOfShardsAreThoseOfOneRun) {
    const TemporaryFolder folder;
    const Arguments over{"--over", "w=1,2,3,4,5,6,7,8,9"};
    const auto run = [&](const std::string& name, const Arguments& more) {
        Arguments words = sweeping(over);
        words.insert(words.end(), {"-o", folder / name});
        words.insert(words.end(), more.begin(), more.end());
        return poslab(words);
    };
    expect_fine(run("whole/", {}));
    for (const char* shard : {"1/4", "3/4", "4/4"}) expect_fine(run("shards/", {"--shard", shard}));
    expect_error(run("shards/", {"--merge"}), 3, "lacks 3 of 9 frames: 1, 5, 9");
    expect_fine(run("shards/", {"--shard", "2/4"}));
    expect_fine(run("shards/", {"--merge"}));
    EXPECT_EQ(files_of(folder / "shards"), files_of(folder / "whole"));
}

/// The figures of a sweep's frames.
std::vector<Figure> held_figures(const std::string& view, const ParameterTexts& given,
                                 const std::vector<std::string>& over) {
    const View& swept = find_view(view);
    PictureRequest request;
    request.selection = {&swept, swept.checked(with(swept, given)), {}, {}};
    request.page = {300, 200};
    const SweepSteps steps(request.selection, over);
    const auto at = [&](std::int64_t step) {
        PictureRequest frame = request;
        frame.selection = steps.selection(step);
        return frame;
    };
    SweepFigures figures(at, fixed_width_metrics(), 1);
    const auto limits = limits_of_all(figures, steps, {}, nullptr, Job{});
    std::vector<Figure> figures_drawn;
    for (std::int64_t step = 0; step < steps.size(); ++step) {
        PictureRequest frame = at(step);
        frame.limits = limits;
        figures_drawn.push_back(drawn_figure(frame, figures.take(step, limits, Job{}).variants));
    }
    return figures_drawn;
}

TEST(SweepLimits, AreThoseOfAllFrames) {
    struct Case {
        std::string view;
        ParameterTexts given;
        std::string over;
    };
    const std::vector<Case> cases{
        {"position-matrix", {{"length", "64"}, {"map", "leaky-rerope"}, {"w", "8"}}, "k=2:8:4"},
        {"bias-decay", {{"length", "256"}}, "bias-scale=0.5:2:3"},
        {"memory", {}, "order=4,8,16"}};
    for (const Case& tested : cases) {
        SCOPED_TRACE(tested.view);
        const std::vector<Figure> frames = held_figures(tested.view, tested.given, {tested.over});
        FigureLimits all;
        for (const Figure& frame : frames) include(limits_of(frame), all);
        for (const Figure& frame : frames)
            EXPECT_EQ(limits_of(frame), all) << "each has the limits of all frames";
        EXPECT_FALSE(all.axes.empty());
    }
}

TEST(SweepLimits, DifferByFrameIfNotHeld) {
    const View& view = find_view("position-matrix");
    const SweepSteps steps(
        {&view, with(view, {{"length", "64"}, {"map", "leaky-rerope"}, {"w", "8"}}), {}, {}}, {"k=2,8"});
    std::vector<FigureLimits> own;
    for (std::int64_t step = 0; step < 2; ++step) {
        PictureRequest frame;
        frame.selection = steps.selection(step);
        own.push_back(
            limits_of(drawn_figure(frame, figure_data(frame, fixed_width_metrics(), 1, Job{}).variants)));
    }
    EXPECT_FALSE(own[0] == own[1]);
}

TEST(SweepLimits, AreForgottenOnceAllFramesAreThere) {
    const TemporaryFolder folder;
    const auto run = [&](const Arguments& more) {
        Arguments words = sweeping({"--over", "w=1,2,3,4,5,6,7,8", "-o", folder / "frames/"});
        words.insert(words.end(), more.begin(), more.end());
        return poslab(words);
    };
    expect_fine(run({"--shard", "1/2"}));
    EXPECT_EQ(files_of(folder / "frames/limits").size(), 8U)
        << "of all steps: the other shard need not work them out again";
    {
        std::ofstream broken(folder / "frames/limits/0002.png.json");
        broken << "no limits";
    }
    expect_fine(run({"--shard", "2/2"}));
    EXPECT_FALSE(fs::exists(folder / "frames/limits"));
    expect_fine(poslab(sweeping({"--over", "w=1,2,3,4,5,6,7,8", "-o", folder / "whole/"})));
    EXPECT_EQ(files_of(folder / "frames"), files_of(folder / "whole"));
    expect_error(run({"--limits", "none"}), 2, "--limits none: must be one of held, each");
    expect_error(run({"--limits", "each"}), 4, "another sweep");
}

TEST(SweepLimits, OfAxesAreInTheCommandOfEachFrame) {
    const TemporaryFolder folder;
    expect_fine(poslab({"sweep", "bias-decay", "--length", "256", "--size", "300x200", "--engine",
                        "reference", "--over", "bias-scale=0.5,2", "-o", folder / "frames/"}));
    const std::string first = read_file(folder / "frames/0001.png"),
                      second = read_file(folder / "frames/0002.png");
    EXPECT_NE(first.find("--axes"), std::string::npos);
    EXPECT_NE(first.find("main/y:"), std::string::npos);
}

class Film : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Sweep, Film, testing::Values("gif", "mp4"));

Arguments filming(const std::string& path, const Arguments& more = {}) {
    Arguments words = sweeping({"--over", "w=1:30:30", "-o", path});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST_P(Film, KilledOrInShardsIsThatOfOneRun) {
    if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
    const TemporaryFolder folder;
    const std::string whole = folder / ("whole/a." + GetParam()), parts = folder / ("parts/a." + GetParam());
    for (const char* name : {"whole", "parts"}) fs::create_directory(folder / name);
    expect_fine(poslab(filming(whole)));
    const std::string film = read_file(whole);
    EXPECT_EQ(files_of(folder / "whole").size(), 1U) << "the frames are gone";
    EXPECT_EQ(film.substr(GetParam() == "gif" ? 0 : 4, 4), GetParam() == "gif" ? "GIF8" : "ftyp");

    EXPECT_EQ(poslab(filming(parts), ended_by(SIGKILL, parts + ".frames/0004.png")).code, -SIGKILL);
    EXPECT_FALSE(fs::exists(parts));
    expect_fine(poslab(filming(parts)));
    EXPECT_EQ(read_file(parts), film);
    fs::remove(parts);
    for (const char* shard : {"1/4", "2/4", "3/4", "4/4"})
        expect_fine(poslab(filming(parts, {"--shard", shard})));
    EXPECT_FALSE(fs::exists(parts));
    expect_fine(poslab(filming(parts, {"--merge"})));
    EXPECT_EQ(read_file(parts), film);
    EXPECT_EQ(files_of(folder / "parts").size(), 1U);
}

TEST(Sweep, AFailingFfmpegLeavesTheFrames) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "bin");
    std::ofstream(folder / "bin/ffmpeg")
        << "#!/bin/sh\necho first >&2\necho the encoder is ill >&2\nexit 3\n";
    fs::permissions(folder / "bin/ffmpeg", fs::perms::owner_all);
    expect_error(run_program(with_path(folder / "bin", filming(folder / "a.gif"))), 4,
                 "ffmpeg exited with code 3: the encoder is ill; the frames are in");
    EXPECT_EQ(files_of(folder / "a.gif.frames").size(),
              sweep_axes(find_view("position-matrix"), {"w=1:30:30"}).front().values.size() + 1);
    EXPECT_FALSE(fs::exists(folder / "a.gif"));
}

/// Writes a program to `folder` that is found instead of FFmpeg.
void put_ffmpeg(const TemporaryFolder& folder, const std::string& script) {
    fs::create_directory(folder / "bin");
    std::ofstream(folder / "bin/ffmpeg") << "#!/bin/sh\n" << script;
    fs::permissions(folder / "bin/ffmpeg", fs::perms::owner_all);
}

/// True if the process exists and has not ended (/proc/PID/stat).
bool is_running(pid_t process) {
    const std::string stat = read_file("/proc/" + std::to_string(process) + "/stat");
    return !stat.empty() && stat.find(") Z ") == std::string::npos;
}

/// FFmpeg may be a script that starts the encoder.
TEST(Sweep, InterruptedItEndsTheProgramsOfFfmpeg) {
    const TemporaryFolder folder;
    const std::string started = folder / "started";
    put_ffmpeg(folder, "/bin/sleep 60 &\necho $! > '" + started + "-'\n/bin/mv '" + started + "-' '" +
                           started + "'\nwait\n");
    expect_error(run_program(with_path(folder / "bin", filming(folder / "a.gif")), ended_by(SIGINT, started)),
                 130, "interrupted");
    const pid_t encoder = std::stoi(read_file(started));
    for (int n = 0; n < 100 && is_running(encoder); ++n) usleep(10'000);
    EXPECT_FALSE(is_running(encoder));
    if (is_running(encoder)) kill(encoder, SIGKILL);
}

TEST(Sweep, LeavesNothingIfItIsRefused) {
    const TemporaryFolder folder;
    put_ffmpeg(folder, "exit 1\n");  // it is never started
    fs::create_directory(folder / "own");
    const auto refused = [&](const Arguments& more, int code, const std::string& name) {
        Arguments words{"sweep", "frequencies", "--dim", "8", "--length", "8", "--over", "base=5:6:2"};
        words.insert(words.end(), more.begin(), more.end());
        words.insert(words.end(), {"-o", folder / name});
        expect_error(run_program(with_path(folder / "bin", words)), code);
        EXPECT_EQ(files_below(folder.path()).size(), 1U) << name;
        EXPECT_FALSE(fs::exists(folder / "a.gif.frames"));
        EXPECT_FALSE(fs::exists(folder / "new"));
        EXPECT_TRUE(fs::is_empty(folder / "own"));
    };
    for (const std::string name : {"a.gif", "new/frames/", "own/"}) {
        refused({"--figure", "map", "--difference", "--versus", "dim=8"}, 2, name);
        refused({"--caption", std::string(5000, 'x')}, 2, name);
        for (const char* limits : {"held", "each"})
            refused({"--size", "20000x20000", "--dpi", "2400", "--figure", "map", "--limits", limits}, 5,
                    name);
    }
}

TEST_P(Film, ThatFFmpegDidNotWriteIsAnError) {
    for (const std::string script :
         {"exit 0\n", "for last; do :; done\n: > \"$last\"\n",
          "for last; do :; done\necho no film at all, but some text > \"$last\"\n",
          "for last; do :; done\nprintf 'GIF89a, cut' > \"$last\"\n",
          "for last; do :; done\nprintf '\\000\\000\\000\\010ftyp\\000\\000\\001\\000moov, cut' > "
          "\"$last\"\n",
          "for last; do :; done\nprintf '\\000\\000\\000\\010ftyp' > \"$last\"\n"}) {
        const TemporaryFolder folder;
        put_ffmpeg(folder, script);
        const std::string path = folder / ("a." + GetParam());
        expect_error(run_program(with_path(folder / "bin", filming(path))), 4,
                     "ffmpeg exited with code 0 but wrote no complete film");
        EXPECT_FALSE(fs::exists(path));
        EXPECT_GT(files_of(path + ".frames").size(), 10U) << "the frames stay";
    }
}

/// A film of the frames of `folder`, encoded by the FFmpeg `program`.
FilmRequest film_of(const TemporaryFolder& folder, const std::string& program, const std::string& path,
                    std::int64_t frames) {
    return {program, folder / "frames", "%04d.png", path, "a test", 20, frames, {}};
}

TEST_P(Film, ReportsHowFarTheEncodingIs) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "frames");
    const std::string film =
        GetParam() == "gif" ? "GIF89a;" : "\\000\\000\\000\\010ftyp\\000\\000\\000\\010moov";
    put_ffmpeg(folder,
               "for last; do :; done\nfor n in 1 2 3; do printf 'frame= %s\\nfps=1\\nprogress=continue\\n' "
               "$n; /bin/sleep 0.4; "
               "done\nprintf '" +
                   film + "' > \"$last\"\n");
    std::vector<double> reported;
    make_film(film_of(folder, folder / "bin/ffmpeg", folder / ("a." + GetParam()), 4),
              Job({}, [&](double fraction) { reported.push_back(fraction); }));
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    const std::vector<double> expected = GetParam() == "gif"
                                             ? std::vector{0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0}
                                             : std::vector{0.25, 0.5, 0.75, 1.0};  // a GIF needs two runs
    for (const double fraction : expected)
        EXPECT_NE(std::find(reported.begin(), reported.end(), fraction), reported.end()) << fraction;
}

TEST_P(Film, IsCancelledWhileItIsEncoded) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "frames");
    put_ffmpeg(folder, "printf 'frame=1\\n'\nexec /bin/sleep 600\n");
    std::stop_source stop;
    const Job job(stop.get_token(), [&](double fraction) {
        if (fraction > 0) stop.request_stop();
    });
    EXPECT_THROW(make_film(film_of(folder, folder / "bin/ffmpeg", folder / ("a." + GetParam()), 4), job),
                 Cancelled);
    EXPECT_TRUE(files_of(folder / "frames").empty());
    EXPECT_FALSE(fs::exists(folder / ("a." + GetParam())));
}

TEST_P(Film, ReportsEveryPartOfFFmpeg) {
    if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
    const TemporaryFolder folder;
    ASSERT_EQ(
        poslab({"sweep", "position-matrix", "--length", "64", "--map", "rerope", "--engine", "reference",
                "--preset-size", "slide-720p", "--over", "w=1,2,3,4,5,6", "-o", folder / "frames/"})
            .code,
        0);
    std::vector<double> reported;
    make_film(film_of(folder, ffmpeg_program(), folder / ("a." + GetParam()), 6),
              Job({}, [&](double fraction) { reported.push_back(fraction); }));
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    EXPECT_EQ(reported.back(), 1);
}

/// Reads width and height from the track of an MP4 (ISO 14496-12: fixed point at the end of tkhd) or from a
/// GIF's header.
std::pair<int, int> size_of_film(const std::string& film) {
    const auto byte = [&](std::size_t at) {
        return static_cast<int>(static_cast<unsigned char>(film.at(at)));
    };
    if (film.starts_with("GIF8")) return {byte(6) + 256 * byte(7), byte(8) + 256 * byte(9)};
    const std::size_t end = film.find("tkhd") + 4 + 84;  // version 0
    return {256 * byte(end - 8) + byte(end - 7), 256 * byte(end - 4) + byte(end - 3)};
}

TEST_P(Film, HasTheSizeOfItsSlide) {
    if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
    const std::vector<std::pair<std::string, std::pair<int, int>>> slides{
        {"slide-720p", {1280, 720}}, {"slide-1080p", {1920, 1080}}, {"slide-2160p", {3840, 2160}}};
    for (const auto& [preset, size] : slides) {
        const TemporaryFolder folder;
        const std::string path = folder / ("a." + GetParam());
        ASSERT_EQ(poslab({"sweep", "position-matrix", "--length", "64", "--map", "rerope", "--engine",
                          "reference", "--preset-size", preset, "--over", "w=2,9", "-o", path})
                      .code,
                  0);
        EXPECT_EQ(size_of_film(read_file(path)), size) << preset;
    }
}

TEST(SweepStages, DivideTheProgress) {
    for (const bool limits : {false, true})
        for (const bool film : {false, true}) {
            const SweepStages stages(limits, film);
            double now = -1;
            const Job whole({}, [&](double fraction) { now = fraction; });
            double before = 0;
            for (const SweepStage stage : {SweepStage::limits, SweepStage::frames, SweepStage::film}) {
                if ((stage == SweepStage::limits && !limits) || (stage == SweepStage::film && !film))
                    continue;
                stages.job(whole, stage).progress(0.5);
                EXPECT_GT(now, before);
                EXPECT_EQ(stages.at(now).stage, stage);
                EXPECT_NEAR(stages.at(now).part, 0.5, 1e-12);
                before = now;
            }
            EXPECT_EQ(stages.at(1).stage, film ? SweepStage::film : SweepStage::frames);
            EXPECT_EQ(stages.at(1).part, 1);
        }
}

TEST(SweepNumbers, AreThoseOfCompute) {
    const TemporaryFolder folder;
    expect_fine(
        poslab(sweeping_numbers({"--over", "w=4:16:3", "--train-length", "32", "-o", folder / "a.csv"})));
    const std::vector<std::string> lines = lines_of(read_file(folder / "a.csv"));
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(
        lines[0],
        "w (tokens),max_position,out_of_range_fraction,first_out_of_range_length,inside_window_fraction");
    for (std::size_t n = 0; n < 3; ++n) {
        const std::string w = std::to_string(4 << n);
        const auto values = parsed({"compute", "position-matrix", "--map", "rerope", "--length", "64", "--w",
                                    w, "--train-length", "32", "-o", "-"})["values"];
        std::string row = w;
        for (const char* name :
             {"max_position", "out_of_range_fraction", "first_out_of_range_length", "inside_window_fraction"})
            row += values[name].is_null() ? "," : fmt::format(",{}", values[name].get<double>());
        EXPECT_EQ(lines[n + 1], row);
    }
    expect_fine(
        poslab(sweeping_numbers({"--over", "w=4:16:3", "--value", "max_position", "-o", folder / "b.csv"})));
    EXPECT_EQ(read_file(folder / "b.csv"), "w (tokens),max_position\n4,4\n8,8\n16,16\n");
}

TEST(SweepNumbers, OfShardsAreThoseOfOneRun) {
    const TemporaryFolder folder;
    const auto run = [&](const std::string& name, const Arguments& more) {
        Arguments words{"sweep",  "attention",       "--length",  "64",         "--dim",
                        "16",     "--engine",        "reference", "--over",     "w=1,2,3,4,5,6,7,8,9",
                        "--over", "map=rope,rerope", "-o",        folder / name};
        words.insert(words.end(), more.begin(), more.end());
        return poslab(words);
    };
    expect_fine(run("whole.csv", {}));
    for (const char* shard : {"1/4", "2/4", "4/4"}) expect_fine(run("a.csv", {"--shard", shard}));
    expect_error(run("a.csv", {"--merge"}), 3, "a.csv: its shards lack 5 of 18 steps: 2, 6, 10, 14, 18");
    expect_fine(run("a.csv", {"--shard", "3/4"}));
    expect_error(run("a.csv", {"--merge", "--seed", "2"}), 3, "another sweep");
    expect_fine(run("a.csv", {"--merge"}));
    EXPECT_EQ(read_file(folder / "a.csv"), read_file(folder / "whole.csv"));
    EXPECT_EQ(files_of(folder.path()).size(), 2U) << "the shards are gone";
}

TEST(SweepNumbers, RefuseAShardWithOtherRows) {
    const TemporaryFolder folder;
    const auto run = [&](const Arguments& more) {
        Arguments words = sweeping_numbers(
            {"--over", "w=4:16:3", "--over", "k=1:3:3", "--together", "--value", "max_position"});
        words.insert(words.end(), {"-o", folder / "a.csv"});
        words.insert(words.end(), more.begin(), more.end());
        return poslab(words);
    };
    expect_fine(run({"--shard", "1/1"}));
    const std::string path = folder / "a.csv.shard-1-of-1";
    const nlohmann::json shard = nlohmann::json::parse(read_file(path));
    ASSERT_EQ(shard["rows"].size(), 3U);
    for (const char* line :
         {R"([4,"1"])", R"([0,"1"])", R"([-9223372036854775808,"1"])", R"([18446744073709551615,"1"])",
          R"([1e300,"1"])", R"([1])", R"([1,"1","2"])", R"([1,"1=2"])", R"([1,1])", R"([1,[]])", R"({})"}) {
        nlohmann::json other = shard;
        other["rows"].push_back(nlohmann::json::parse(line));
        std::ofstream(path) << other.dump();
        expect_error(run({"--merge"}), 3, "a.csv.shard-1-of-1: not a shard of a sweep");
    }
    std::ofstream(path) << shard.dump();
    expect_fine(run({"--merge"}));
    EXPECT_EQ(lines_of(read_file(folder / "a.csv")).size(), 4U);
}

TEST(SweepNumbers, NoteOptionsOfPictures) {
    const TemporaryFolder folder;
    EXPECT_EQ(poslab(sweeping({"--over", "w=1:2:2", "--figure", "profile", "--lang", "zh", "--theme", "dark",
                               "-o", folder / "a.csv"}))
                  .err,
              "poslab: note: without effect on .csv: --figure, --lang, --size, --theme\n");
    EXPECT_EQ(
        poslab(sweeping_numbers({"--over", "w=1:2:2", "--preset-size", "a4", "-o", folder / "a.csv"})).err,
        "poslab: note: without effect on .csv: --preset-size\n");
}

TEST(SweepNumbers, NoteTheStartOfASweptParameter) {
    const TemporaryFolder folder;
    EXPECT_EQ(poslab(sweeping_numbers({"--w", "5", "--over", "w=1:2:2", "-o", folder / "a.csv"})).err,
              "poslab: note: without effect on a sweep over w: --w\n");
}

TEST(SweepNumbers, RefuseAColumnTwice) {
    const TemporaryFolder folder;
    expect_error(poslab(sweeping_numbers({"--over", "w=1:2:2", "--value", "max_position", "--value",
                                          "max_position", "-o", folder / "a.csv"})),
                 2, "--value max_position is given several times");
    EXPECT_TRUE(folder.empty());
}

TEST(SweepNumbers, AnEmptyFileInTheListIsAnError) {
    const TemporaryFolder folder;
    expect_error(poslab({"sweep", "frequencies", "--over", "config=none;", "-o", folder / "a.csv"}), 2,
                 "--config: value missing");
    EXPECT_TRUE(folder.empty());
}

/// Sets the variables of a Slurm job, and unsets them on destruction.
class SlurmJob {
  public:
    explicit SlurmJob(const std::map<std::string, std::string>& variables) : variables_(variables) {
        for (const auto& [name, value] : variables_) setenv(name.c_str(), value.c_str(), 1);
    }
    SlurmJob(const SlurmJob&) = delete;
    SlurmJob& operator=(const SlurmJob&) = delete;
    ~SlurmJob() {
        for (const auto& [name, value] : variables_) unsetenv(name.c_str());
    }

  private:
    std::map<std::string, std::string> variables_;
};

// sbatch --array=10-16:2 starts four jobs: 10, 12, 14 and 16.
TEST(SweepNumbers, OfASlurmArrayAreThoseOfOneRun) {
    const TemporaryFolder folder;
    const auto run = [&](const std::string& name, const Arguments& more) {
        Arguments words =
            sweeping_numbers({"--over", "w=1:16:16", "--value", "max_position", "-o", folder / name});
        words.insert(words.end(), more.begin(), more.end());
        return poslab(words);
    };
    expect_fine(run("whole.csv", {}));
    const auto job = [&](const std::string& id) {
        const SlurmJob slurm({{"SLURM_ARRAY_TASK_ID", id},
                              {"SLURM_ARRAY_TASK_COUNT", "4"},
                              {"SLURM_ARRAY_TASK_MIN", "10"},
                              {"SLURM_ARRAY_TASK_STEP", "2"}});
        return run("a.csv", {"--shard", "slurm"});
    };
    for (const char* const id : {"10", "12", "16"}) expect_fine(job(id));
    expect_error(run("a.csv", {"--merge"}), 3, "the missing shards are 3/4");
    expect_error(job("11"), 2, "SLURM_ARRAY_TASK_ID 11 is not one of 4 numbers from 10 in steps of 2");
    expect_error(job("x"), 2, "SLURM_ARRAY_TASK_ID is 'x'");
    expect_error(run("a.csv", {"--shard", "slurm"}), 2, "SLURM_ARRAY_TASK_ID is not set");
    expect_fine(job("14"));
    expect_fine(run("a.csv", {"--merge"}));
    EXPECT_EQ(read_file(folder / "a.csv"), read_file(folder / "whole.csv"));
}

TEST(Sweep, SaysHowManyStepsDiffer) {
    const TemporaryFolder folder;
    const auto errors_of = [&](const Arguments& more) { return poslab(sweeping(more)).err; };
    EXPECT_EQ(poslab(sweeping_numbers({"--over", "w=1:16:60", "-o", folder / "a.csv"})).err,
              "poslab: note: 60 steps requested, 16 differ\n");
    EXPECT_EQ(errors_of({"--over", "w=1:4:9", "-o", folder / "frames/"}),
              "poslab: note: 9 frames requested, 4 differ\n");
    EXPECT_EQ(errors_of({"--over", "w=1,2,2", "-o", folder / "a.pdf"}),
              "poslab: note: 3 steps requested, 2 differ\n");
    EXPECT_EQ(poslab(sweeping_numbers({"--over", "w=1:4:4", "-o", folder / "b.csv"})).err, "");
}

TEST(Sweep, IsInTheHelp) {
    EXPECT_NE(poslab({"--help"}).out.find("poslab sweep VIEW"), std::string::npos);
    const Ran ran = poslab({"sweep", "position-matrix", "--help"});
    expect_fine(ran);
    for (const char* option : {"--over", "--fps", "--value", "--shard", "--merge", "--fresh", "--resume",
                               "--limits", "--length", "--theme"})
        EXPECT_NE(ran.out.find(option), std::string::npos) << option;
}

}  // namespace
}  // namespace poslab::test
