#include "tests/cli/command_line_run.hpp"
#include "tests/support/patience.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

namespace poslab::test {
namespace {

using Arguments = std::vector<std::string>;

Arguments compute(const Arguments& more) {
    return with_options({"compute", "position-matrix", "--length", "64", "-o", "-"}, more);
}

Arguments plot(const Arguments& more) {
    return with_options({"plot", "position-matrix", "--length", "64"}, more);
}

// --- 2: usage ----------------------------------------------------------------------------------------------

TEST(Usage, UnknownWordsNameWhatThereIs) {
    expect_error(poslab({"plot", "no-such-view", "-o", "a.png"}), 2, "position-matrix");
    expect_error(poslab({"no-such-command"}), 2, "plot, compute");
    expect_error(poslab({"views", "no-such-view"}), 2, "position-matrix");
    expect_error(poslab({"plot"}), 2, "needs a view");
    expect_error(poslab({"compute", "-o", "a.json"}), 2, "needs a view");
    expect_error(poslab(compute({"--no-such-parameter", "5"})), 2, "--no-such-parameter");
    expect_error(poslab(compute({"--no-such-parameter=5"})), 2, "--no-such-parameter");
    expect_error(poslab(compute({"--seed", "5"})), 2, "--seed");
    expect_error(poslab(compute({"stray"})), 2, "stray");
    expect_error(poslab(compute({"--map", "no-such-map"})), 2, "leaky-rerope");
    expect_error(poslab({"doctor", "--no-such-flag"}), 2, "--no-such-flag");
    expect_error(poslab({"gallery", "position-matrix", "-o", "x"}), 2, "position-matrix");
    expect_error(poslab(compute({"--theme", "dark"})), 2, "--theme");
}

TEST(Usage, AnEmptyValueIsAnError) {
    for (const char* option : {"--figure", "--theme", "--lang", "--engine", "--size", "--font", "-o"})
        expect_error(poslab({"plot", "position-matrix", "-o", "a.png", option, ""}), 2, "value missing");
    expect_error(poslab(compute({"--array", ""})), 2, "--array: value missing");
    expect_error(poslab({"lesson", "--check", ""}), 2, "--check: value missing");
    expect_error(poslab({"--capture", ""}), 2, "--capture: value missing");
    expect_error(poslab({"--capture", "a.png", "--capture", "b.png"}), 2, "--capture is given 2 times");
    expect_error(poslab({"plot", "rope-2d", "--title", "", "-o", "a.svg"}), 2, "--title: value missing");
    expect_error(poslab({"plot", "rope-2d", "--title=", "--bare", "-o", "a.svg"}), 2,
                 "--title: value missing");
    expect_error(poslab({"train", "--text=", "long.txt", "-o", "model"}), 2, "--text: value missing");
}

TEST(Usage, AnEmptyCaptionIsNone) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "rope-2d", "--caption=", "-o", "a.svg"}, {.folder = folder.path()}));
    EXPECT_TRUE(std::filesystem::exists(folder / "a.svg"));
}

TEST(Usage, AnOptionGivenTwiceIsAnError) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    const auto refused = [&](const Arguments& words, const std::string& option) {
        expect_error(poslab(words, there), 2, option + " is given 2 times: at most one is allowed");
    };
    refused({"position-matrix", "--w", "5", "--w", "6", "--capture", "a.png"}, "--w");
    refused({"compute", "position-matrix", "--w", "5", "--k", "2", "--w=5", "-o", "-"}, "--w");
    refused({"compute", "position-matrix", "--causal", "false", "--causal", "-o", "-"}, "--causal");
    refused({"plot", "memory", "--size", "400x300", "--size", "500x400", "-o", "a.svg"}, "--size");
    refused({"plot", "memory", "--bare", "--bare=false", "-o", "a.svg"}, "--bare");
    refused({"compute", "frequencies", "--preset", "llama-2-7b", "--preset", "gpt-j-6b", "-o", "-"},
            "--preset");
    refused({"check", "--cos", "a.npy", "--sin", "b.npy", "--cos", "c.npy"}, "--cos");
    refused({"train", "--steps", "3", "--steps", "4", "-o", "m"}, "--steps");
    refused({"lesson", "rope", "--paper", "a4", "--paper", "letter", "-o", "a.pdf"}, "--paper");
    EXPECT_TRUE(folder.empty());
    expect_fine(poslab(compute({"--quiet", "--quiet", "--versus", "map=pi", "--versus", "map=rope"})));
}

TEST(Usage, AMissingValueIsNamed) {
    for (const std::string option : {"--output", "--w", "--versus", "--title"})
        expect_error(poslab({"plot", "position-matrix", option}), 2, option + ": value missing");
    expect_error(poslab({"plot", "position-matrix", "-o"}), 2, "--output: value missing");
    expect_error(poslab({"plot", "position-matrix", "--title", "--bare", "-o", "a.png"}), 2,
                 "--title: value missing");
    expect_error(poslab({"plot", "position-matrix", "--w", "-o", "a.png"}), 2, "--w: value missing");
    expect_error(poslab({"gallery", "-o", "--quiet"}), 2, "--output: value missing");
    expect_error(poslab({"bench", "--rounds"}), 2, "--rounds: value missing");
    expect_error(poslab({"completion"}), 2, "completion needs a shell: bash, zsh, fish");
}

TEST(Usage, FlagsAreTrueOrFalse) {
    expect_error(poslab({"train", "--log-n=maybe"}), 2, "--log-n maybe: must be true or false");
    expect_error(poslab({"train", "--resume=5"}), 2, "--resume 5: must be true or false");
    expect_error(poslab({"check", "--json=5"}), 2, "--json 5: must be true or false");
    expect_error(poslab({"plot", "memory", "--bare=", "-o", "a.svg"}), 2, "--bare: value missing");
    expect_fine(poslab({"doctor", "--json=true"}));
}

TEST(Usage, AnEmptyValueOfAParameterIsAnError) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    const auto refused = [&](const Arguments& more, const std::string& mentions) {
        Arguments words{"plot", "frequencies", "-o", "a.svg"};
        words.insert(words.end(), more.begin(), more.end());
        expect_error(poslab(words, there), 2, mentions);
    };
    for (const std::string id : {"config", "explicit-frequencies"}) {
        refused({"--" + id, ""}, "--" + id + ": value missing");
        refused({"--" + id + "=", "--dim", "64"}, "--" + id + ": value missing");
        refused({"--versus", "dim=64," + id + "="}, "--" + id + ": value missing");
    }
    refused({"--mscale="}, "--mscale '': must be a number in [0, 1000], or auto");
    expect_error(poslab({"check", "--config", "", "--alibi-slopes", "s.json"}, there), 2,
                 "--config: value missing");
    EXPECT_TRUE(folder.empty());
    expect_fine(poslab(
        {"plot", "frequencies", "--config", "none", "--explicit-frequencies", "none", "-o", "a.svg"}, there));
}

TEST(Usage, ASecondOutputIsAnError) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    expect_error(poslab(compute({"-o", "b.json"}), there), 2, "-o is given 2 times");
    EXPECT_TRUE(folder.empty());
}

TEST(Usage, NumbersOfOptionsAreWrittenLikeThoseOfParameters) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    for (const char* text : {"1e400", "1e-400", "0x60"})
        expect_error(poslab(plot({"-o", "a.png", "--dpi", text}), there), 2, std::string("--dpi ") + text);
    for (const char* text : {"0x10", "1.5", "many", "inf"})
        expect_error(poslab({"bench", "--quick", "--rounds", text}, there), 2,
                     "--rounds " + std::string(text) + ": must be a whole number");
    for (const char* text : {"1e9", "5G", "-1e9"})
        expect_error(poslab({"bench", "--quick", "--rounds", text}, there), 2, ": must be in [1, 1000]");
    for (const char* text : {"99999999999999999999", "9007199254740993", "-1e30"})
        expect_error(poslab({"train", "--seed", text, "-o", "m"}, there), 2,
                     "--seed " + std::string(text) + ": must be a whole number up to 2^53");
    expect_error(poslab({"bench", "--quick", "--length", "32k", "--rounds", "2k"}, there), 2,
                 "--rounds 2000: must be in [1, 1000]");
    expect_error(poslab({"bench", "--quick", "--length", "32M"}, there), 2,
                 "--length 33554432: must be in [");
    expect_error(poslab({"train", "--steps", "1e9", "-o", "m"}, there), 2,
                 "--steps 1000000000: must be in [1, 10000000]");
    EXPECT_TRUE(folder.empty());
}

TEST(Usage, AWordTooManyIsNoOption) {
    expect_error(poslab(compute({"memory"})), 2, "compute: unexpected argument 'memory'");
    expect_error(poslab({"completion", "bash", "zsh"}), 2, "completion: unexpected argument 'zsh'");
    expect_error(poslab({"--quiet", "compute", "memory"}), 2, "poslab: 'compute' must precede all options");
    expect_error(poslab({"--quiet", "memory"}), 2, "poslab: 'memory' must precede all options");
    expect_error(poslab({"views", "--json", "nosuch"}), 2, "unknown view 'nosuch'");
    EXPECT_EQ(poslab({"views", "--json", "frequencies"}).out, poslab({"views", "frequencies", "--json"}).out);
}

TEST(Usage, AnEmptyValueOfAToggleIsAnError) {
    expect_error(poslab(compute({"--causal", ""})), 2, "--causal '': must be true or false");
    expect_error(poslab(compute({"--causal="})), 2, "--causal '': must be true or false");
}

TEST(Usage, AxesThatNoFigureHas) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    expect_error(poslab(plot({"-o", "a.svg", "--axes", "nope/x:0:5"}), there), 2, "has no figure 'nope'");
    expect_error(poslab(plot({"-o", "a.svg", "--axes", "y9:0:1"}), there), 2,
                 "--axes y9:0:1: figure main has");
    EXPECT_TRUE(folder.empty());
}

TEST(Usage, OptionsOfLessonsThatExcludeEachOther) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    expect_error(poslab({"lesson", "rope", "--step", "one", "-o", "a.pdf"}, there), 2, "--step and -o");
    expect_error(poslab({"lesson", "--list", "rope"}, there), 2, "'rope' is ignored");
    expect_error(poslab({"lesson", "bias", "--check", "rope"}, there), 2, "'bias' is ignored");
    expect_error(poslab({"lesson", "--check", "rope", "-o", "a.pdf"}, there), 2, "-o and --check");
    expect_error(poslab({"lesson", "--list", "--check", "rope"}, there), 2, "--list and --check");
    expect_error(poslab({"lesson", "rope", "-o", "a.html", "--capture", "b.png"}, there), 2,
                 "--capture and -o");
    expect_error(poslab({"lesson", "rope", "-o", "a.html", "--replay", "x"}, there), 2, "--replay and -o");
    expect_error(poslab({"lesson", "rope", "-o", "a.html", "--present"}, there), 2, "--present and -o");
    expect_error(poslab({"lesson", "rope", "-o", "a.html", "--paper", "letter"}, there), 2, "--paper letter");
    expect_error(poslab({"lesson", "--list", "--capture", "b.png"}, there), 2, "--capture and --list");
    expect_error(poslab({"lesson", "--list", "--step", "x"}, there), 2, "--step and --list");
    expect_error(poslab({"lesson", "--check", "rope", "--answers"}, there), 2, "--answers and --check");
    expect_error(poslab({"lesson", "--check", "rope", "--lessons", "."}, there), 2, "--lessons and --check");
    expect_error(poslab({"lesson", "--list", "--theme", "dark"}, there), 2, "--theme and --list");
    EXPECT_TRUE(folder.empty());
}

TEST(Usage, OptionsOfAFileNeedAnOutputOfTheLesson) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    for (const Arguments& option :
         {Arguments{"--answers"}, Arguments{"--slides"}, Arguments{"--live"}, Arguments{"--paper", "a4"}})
        for (const Arguments& lesson :
             {Arguments{"lesson"}, Arguments{"lesson", "rope", "--capture", "a.png"}}) {
            Arguments words = lesson;
            words.insert(words.end(), option.begin(), option.end());
            expect_error(poslab(words, there), 2, option.front() + ": requires -o");
        }
    EXPECT_TRUE(folder.empty());
}

TEST(Usage, OptionsOfTheWindowNeedTheNameOfALesson) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    for (const Arguments& option :
         {Arguments{"--capture", "a.png"}, Arguments{"--replay", "a.txt"}, Arguments{"--window-size", "zz"},
          Arguments{"--present"}, Arguments{"--step", "one"}, Arguments{"--theme", "dark"}}) {
        Arguments words{"lesson"};
        words.insert(words.end(), option.begin(), option.end());
        expect_error(poslab(words, there), 2, option.front() + ": requires the name of a lesson");
    }
    EXPECT_TRUE(folder.empty());
}

TEST(Usage, OutputsNeedANameWithAKnownEnding) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    expect_error(poslab({"plot", "position-matrix"}, there), 2, "-o");
    expect_error(poslab({"compute", "position-matrix"}, there), 2, "-o");
    expect_error(poslab({"gallery"}, there), 2, "-o");
    for (const char* name : {"a", "a.jpg", "a.PNG", "a.json", "png", "-"})
        expect_error(poslab(plot({"-o", name}), there), 2, ".svg");
    for (const char* name : {"a", "a.txt", "a.png", "json"})
        expect_error(poslab({"compute", "position-matrix", "--length", "64", "-o", name}, there), 2, ".npy");
    EXPECT_TRUE(folder.empty());
}

TEST(Arguments, AnUnknownEngineIsRefusedByEveryCommandThatTakesOne) {
    for (const char* command :
         {"views", "doctor", "manual", "lesson", "completion", "bench", "gallery", "train"})
        expect_error(poslab({command, "--engine", "abacus"}), 2,
                     "--engine abacus: must be one of auto, reference, cpu");
}

TEST(Arguments, AnEngineWithoutEffectIsNoted) {
    const std::string note = "poslab: note: without effect on ";
    for (const Arguments& words : {Arguments{"views"}, Arguments{"doctor"}, Arguments{"manual"},
                                   Arguments{"lesson"}, Arguments{"completion", "bash"}}) {
        Arguments all = words;
        all.insert(all.end(), {"--engine", "cpu"});
        const Ran ran = poslab(all);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.err, note + words.front() + ": --engine\n");
        all.emplace_back("--quiet");
        EXPECT_EQ(poslab(all).err, "");
    }
    const TemporaryFolder folder;
    const Ran ran = poslab({"train", "--steps", "0", "--engine", "cpu", "-o", folder / "model"});
    EXPECT_TRUE(ran.err.starts_with(note + "train: --engine\n")) << ran.err;
    expect_fine(poslab(compute({"--engine", "cpu"})));
}

TEST(Usage, ValuesOutOfRangeNameParameterValueAndRange) {
    expect_error(poslab(compute({"--w", "-1"})), 2, "--w -1: must be a whole number in [0, 16777216]");
    expect_error(poslab(compute({"--w", "16777217"})), 2, "[0, 16777216]");
    expect_error(poslab(compute({"--k", "0.5"})), 2, "--k 0.5: must be a number in [1, 1000000]");
    expect_error(poslab(compute({"--length", "0"})), 2, "--length 0");
    expect_error(poslab(compute({"--train-length", "1"})), 2, "--train-length 1");
    for (const char* nonsense : {"nan", "inf", "-inf", "1e400", "", "12abc", "0x10", " 5"})
        for (const char* id : {"--w", "--k"})
            expect_error(poslab(compute({std::string(id) + "=" + nonsense})), 2, std::string(id));
    expect_error(poslab(compute({"--causal", "maybe"})), 2, "true or false");
    expect_error(poslab(compute({"--map", "dual-chunk", "--chunk", "64", "--local", "64"})), 2, "--local 64");
    expect_error(poslab(compute({"--w", "5\n6"})), 2, "--w");  // the message remains one line
}

TEST(Usage, RowsAndColumns) {
    expect_error(poslab(compute({"--rows", "0:65"})), 2, "--rows 0:65: must be within 0:64");
    expect_error(poslab(compute({"--cols", "60:70"})), 2, "--cols 60:70");
    for (const char* rows : {"20:10", "5:5", "-3:4", "5", ":", "a:b", "1.5:3"})
        expect_error(poslab(compute({"--rows=" + std::string(rows)})), 2, "--rows");
    for (const char* resolution : {"0x5", "5x0", "-1x5", "5", "axb"})
        expect_error(poslab(compute({"--resolution=" + std::string(resolution)})), 2, "--resolution");
}

TEST(Usage, TheProgramsOwnOptions) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    const auto refused = [&](const Arguments& more, const std::string& mentions) {
        Arguments words = plot({"-o", "a.png"});
        words.insert(words.end(), more.begin(), more.end());
        expect_error(poslab(words, there), 2, mentions);
    };
    refused({"--figure", "nonsense"}, "main, matrix, profile");
    refused({"--theme", "blue"}, "light or dark");
    refused({"--lang", "fr"}, "en, zh or de");
    for (const char* size :
         {"0x0", "100", "95x200", "160x95", "40000x100", "-5x5", "axb", "100x100x100", "1e3x1e3"})
        refused({"--size=" + std::string(size)}, "--size");
    for (const char* dpi : {"0", "-96", "nan", "inf", "1e9", "abc", "", "1e400", "96dpi"})
        refused({"--dpi=" + std::string(dpi)}, "dpi");
    for (const char* versus : {"w", "=", "=5", "no-such=5", "w=5,", ""})
        refused({"--versus=" + std::string(versus)}, "--versus");
    for (const char* versus : {"w=", "w=-1", "map=nonsense", "w=5;k=3"})
        refused({"--versus=" + std::string(versus)}, "must be");
    refused({"--engine", "abacus"}, "reference, cpu");
    refused({"--array", "positions"}, "--array");
    expect_error(poslab(compute({"--array", "positions", "--array", "distance"}), there), 2,
                 "--array is given 2 times");
    expect_error(poslab(compute({"--array", "nonsense"}), there), 2,
                 "positions, distance, profile, profiles");
    expect_error(poslab(compute({"--engine", "abacus"}), there), 2, "reference, cpu");
    EXPECT_TRUE(folder.empty());
}

TEST(Usage, OptionsWithoutTheirValue) {
    for (const char* option : {"--w", "--map", "--rows", "--engine", "--array"})
        expect_error(poslab(compute({option})), 2, option);
    expect_error(poslab({"plot", "position-matrix", "-o"}), 2);
}

// --- 5: too large ------------------------------------------------------------------------------------------

TEST(TooLarge, SaysWhatItWouldNeedAndWhatIsAllowed) {
    expect_error(poslab(compute({"--resolution", "1000000x1000000"})), 5, "16,777,216");
    expect_error(poslab(compute({"--resolution", "1e6x1e6"})), 5, "16,777,216");
    expect_error(poslab(compute({"--resolution", "4097x4096"})), 5, "16,777,216");
    expect_error(poslab(compute({"--length", "1000000", "--engine", "reference"})), 5, "268435456");
    const TemporaryFolder folder;
    expect_error(
        poslab(plot({"--size", "30000x30000", "--dpi", "2400", "-o", "a.png"}), {.folder = folder.path()}),
        5);
    EXPECT_TRUE(folder.empty());
}

// --- 6: not on this machine --------------------------------------------------------------------------------

TEST(Unavailable, AWindowNeedsADisplay) {
    const TemporaryFolder folder;
    expect_error(poslab({}, {.folder = folder.path()}), 6, "display");
    expect_error(poslab({"position-matrix", "--w", "5"}, {.folder = folder.path()}), 6, "display");
    EXPECT_TRUE(folder.empty());
}

TEST(Unavailable, AWindowsMistakesAreToldFirst) {
    expect_error(poslab({"position-matrix", "--w", "-1"}), 2, "--w -1");
    expect_error(poslab({"position-matrix", "--capture", "a.jpg"}), 2, ".png");
    expect_error(poslab({"position-matrix", "--window-size", "5x5"}), 2, "--window-size");
    expect_error(poslab({"--no-such-option"}), 2, "--no-such-option");
}

// --- 130: interrupted --------------------------------------------------------------------------------------

void expect_stops(const std::vector<std::string>& arguments, int signal) {
    const TemporaryFolder folder;
    RunOptions options{.folder = folder.path()};
    options.meanwhile = [signal](pid_t process) {
        ASSERT_TRUE(catches(process, signal));
        kill(process, signal);
    };
    expect_error(poslab(arguments, options), 130, "interrupted");
    EXPECT_TRUE(folder.empty());
}

TEST(Interrupted, LeavesNothingBehind) {
    // 2^28 cells, sampled one by one, take seconds.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU})
        expect_stops(
            {"compute", "position-matrix", "--length", "16384", "--engine", "reference", "-o", "a.json"},
            signal);
}

TEST(Interrupted, GoesOnUnderNohup) {
    const TemporaryFolder folder;
    RunOptions options{.folder = folder.path()};
    options.meanwhile = [](pid_t process) {
        ASSERT_TRUE(catches(process, SIGTERM));
        kill(process, SIGHUP);
    };
    const Ran ran = run_program({"nohup", POSLAB_BINARY, "compute", "position-matrix", "--length", "4096",
                                 "--engine", "reference", "--array", "positions", "-o", "a.npy"},
                                options);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(std::filesystem::exists(folder / "a.npy"));
}

TEST(Interrupted, StopsWithoutProgressReports) {
    // 4 million residuals, one per point.
    expect_stops({"compute", "rope-2d", "--resolution", "2000x2000", "--array", "residual", "--engine",
                  "reference", "-o", "a.npy"},
                 SIGINT);
}

/// A second; twice that for a machine that runs other tests.
constexpr auto max_after_signal = patience / 30;

/// Standard output and error are one full pipe, so the program can write neither.
TEST(Interrupted, EndsWhileNobodyReadsItsOutput) {
    const TemporaryFolder folder;
    const std::string pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int reader = open(pipe.c_str(), O_RDWR | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    std::chrono::steady_clock::time_point sent;
    RunOptions options{.stdout_to = pipe};
    options.meanwhile = [&](pid_t process) {
        ASSERT_TRUE(catches(process, SIGTERM));
        const auto begin = std::chrono::steady_clock::now();
        int waiting = 0;
        while (waiting < 65'536 && std::chrono::steady_clock::now() - begin < patience)
            ASSERT_EQ(ioctl(reader, FIONREAD, &waiting), 0);
        sent = std::chrono::steady_clock::now();
        kill(process, SIGTERM);
    };
    const std::string command = std::string(POSLAB_BINARY) + " compute attention --length 512 -o - 2>&1";
    const Ran ran = run_program({"sh", "-c", "exec " + command}, options);
    close(reader);
    EXPECT_EQ(ran.code, 130);
    EXPECT_LT(std::chrono::steady_clock::now() - sent, max_after_signal);
}

/// The exponential of a matrix of 2048 rows is inside a library, which checks nothing, for half a minute.
TEST(Interrupted, EndsInsideALibraryWithinASecond) {
    const TemporaryFolder folder;
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2048, 2048), }";
    header += std::string(117 - header.size(), ' ') + "\n";
    std::ofstream(folder / "matrix.npy", std::ios::binary)
        << "\x93NUMPY" << '\x01' << '\0' << 'v' << '\0' << header;
    std::filesystem::resize_file(folder / "matrix.npy", 128 + 4 * 2048 * 2048);
    for (const int signal : {SIGINT, SIGTERM}) {
        std::chrono::steady_clock::time_point sent;
        RunOptions options{.folder = folder.path()};
        options.meanwhile = [&](pid_t process) {
            ASSERT_TRUE(catches(process, signal));
            std::this_thread::sleep_for(std::chrono::seconds(2));  // the file is read
            sent = std::chrono::steady_clock::now();
            kill(process, signal);
        };
        const Ran ran =
            poslab({"check", "--hippo-a", "matrix.npy", "--discretisation", "zoh", "--quiet", "-o", "a.pdf"},
                   options);
        EXPECT_LT(std::chrono::steady_clock::now() - sent, max_after_signal);
        expect_error(ran, 130, "interrupted");
        EXPECT_FALSE(std::filesystem::exists(folder / "a.pdf"));
    }
}

/// Sends a signal to commands of every kind at random moments, also before and after their computation.
TEST(Interrupted, EndsWithinASecondAtAnyMoment) {
    const std::vector<Arguments> commands{
        {"plot", "attention", "--length", "4096", "--engine", "reference", "-o", "a.png"},
        {"compute", "position-matrix", "--length", "4096", "--resolution", "2000x2000", "-o", "a.json"},
        {"sweep", "position-matrix", "--over", "w=1:512:256", "-o", "a.pdf"},
        {"sweep", "position-matrix", "--over", "w=1:512:256", "-o", "frames/"},
        {"page", "attention", "-o", "a.html"},
        {"gallery", "-o", "gallery"},
        {"lesson", "rerope", "-o", "a.pdf"},
        {"vectors", "--length", "16384", "-o", "a.npz"},
        {"train", "--steps", "1000", "-o", "model"},
        {"bench", "--quick"},
        {"--capture", "a.png", "--window-size", "3000x2000"},
    };
    std::mt19937 random(20'261'128);
    for (const Arguments& words : commands)
        for (int n = 0; n < 4; ++n) {
            const TemporaryFolder folder;
            SCOPED_TRACE(words.front() + " " + words[1]);
            std::chrono::steady_clock::time_point sent;
            RunOptions options{.folder = folder.path()};
            options.meanwhile = [&](pid_t process) {
                std::this_thread::sleep_for(std::chrono::milliseconds(random() % 1500));
                sent = std::chrono::steady_clock::now();
                kill(process, n % 2 == 0 ? SIGINT : SIGTERM);
            };
            const Ran ran = poslab(words, options);
            EXPECT_LT(std::chrono::steady_clock::now() - sent, max_after_signal);
            // 0, 6: it ended before; −2, −15: it had no handler yet, because it had written nothing
            const std::vector<int> codes{0, 6, 130, -SIGINT, -SIGTERM};
            EXPECT_TRUE(std::count(codes.begin(), codes.end(), ran.code) > 0) << ran.code << ran.err;
        }
}

}  // namespace
}  // namespace poslab::test
