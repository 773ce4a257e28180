// Conditions of the machine rather than of one call: no HOME, no fonts, a decimal comma, odd paths, closed
// streams, a full disk.
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> plotted(const std::string& output) {
    return {POSLAB_BINARY, "plot",    "position-matrix", "--length", "48", "--w", "8",
            "--size",      "420x320", "--engine",        "cpu",      "-o", output};
}

std::vector<std::string> with(std::vector<std::string> before, const std::vector<std::string>& words) {
    before.insert(before.end(), words.begin(), words.end());
    return before;
}

/// Runs the command, which must succeed, in an empty folder and returns the files that it writes.
std::map<std::string, std::string> made(const std::vector<std::string>& words) {
    const TemporaryFolder folder;
    const Ran ran = run_program(words, {.folder = folder.path()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return files_below(folder.path());
}

TEST(Surroundings, WithoutHomeTheSameIsMade) {
    const std::vector<std::string> without{
        "env", "-u", "HOME", "-u", "XDG_STATE_HOME", "-u", "XDG_DATA_HOME", "-u", "XDG_CACHE_HOME"};
    EXPECT_EQ(made(with(without, plotted("a.png"))), made(plotted("a.png")));
    EXPECT_EQ(made(with({"env", "HOME=not/absolute", "XDG_STATE_HOME=../x"}, plotted("a.png"))),
              made(plotted("a.png")));
}

TEST(Surroundings, WithoutFontsAPictureIsMadeAndItIsSaid) {
    const TemporaryFolder folder;
    // Mounts an empty disk over all fonts; it disappears with the namespace.
    const std::vector<std::string> without{"unshare",
                                           "-m",
                                           "sh",
                                           "-c",
                                           "mount -t tmpfs none /usr/share/fonts && mount -t tmpfs none "
                                           "/var/cache/fontconfig || exit 77; \"$@\"",
                                           "sh"};
    for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
        const Ran ran = run_program(with(without, plotted(name)), {.folder = folder.path()});
        if (ran.code == 77 || ran.err.find("unshare") != std::string::npos)
            GTEST_SKIP() << "no disk can be mounted here";
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.err.find("poslab: note: "), std::string::npos) << ran.err;
        EXPECT_GT(fs::file_size(folder / name), 2000U);
    }
}

TEST(Surroundings, ADecimalCommaChangesNoNumber) {
    const TemporaryFolder locales;
    const Ran made_locale = run_program({"localedef", "-i", "de_DE", "-f", "UTF-8", locales / "de_DE.UTF-8"});
    if (!fs::exists(locales / "de_DE.UTF-8/LC_NUMERIC"))
        GTEST_SKIP() << "no German locale can be made: " << made_locale.err;
    const std::vector<std::string> german{"env", "LOCPATH=" + locales.path(), "LC_ALL=de_DE.UTF-8",
                                          "LANG=de_DE.UTF-8"};
    for (const char* name : {"a.svg", "a.pdf", "a.png"})
        EXPECT_EQ(made(with(german, plotted(name))), made(plotted(name)));
    for (const char* name : {"a.csv", "a.json"}) {
        const std::vector<std::string> words{POSLAB_BINARY, "compute", "frequencies", "--base",
                                             "12345.5",     "-o",      name};
        EXPECT_EQ(made(with(german, words)), made(words));
    }
}

TEST(Surroundings, AParentThatIgnoresSigchldChangesNothing) {
    if (run_program({"sh", "-c", "command -v ffmpeg"}).code != 0) GTEST_SKIP() << "no ffmpeg";
    EXPECT_TRUE(made({"env", "--ignore-signal=CHLD", POSLAB_BINARY, "sweep", "position-matrix", "--length",
                      "16", "--over", "w=1,2", "--size", "300x200", "-o", "a.gif"})
                    .contains("a.gif"));
}

TEST(Surroundings, PathsOfAnyCharacters) {
    const std::string plain = made(plotted("a.svg")).at("a.svg");
    for (const std::string name : {"two words", "it's \"quoted\"", "图 位置", "line\nbreak", "-dash",
                                   "$(echo x)", "back\\slash", "50%"}) {
        const TemporaryFolder folder;
        fs::create_directories(folder / name);
        const Ran ran = run_program(plotted("./" + name + "/" + name + ".svg"), {.folder = folder.path()});
        EXPECT_EQ(ran.code, 0) << ran.err;
        const auto files = files_below(folder.path());
        EXPECT_EQ(files.size(), 1U) << name;
        EXPECT_TRUE(files.contains(name + "/" + name + ".svg")) << name;
        const Ran again = run_program(with({POSLAB_BINARY}, {"./" + name + "/" + name + ".svg", "--capture",
                                                             "b.png", "--window-size", "1024x640"}),
                                      {.folder = folder.path()});
        // exit code 6: no OpenGL here
        EXPECT_TRUE(again.code == 0 || again.code == 6) << name << ": " << again.err;
    }
}

TEST(Surroundings, ClosedStreamsEndInNoFile) {
    const auto whole = made(plotted("a.png"));
    for (const char* closed : {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"}) {
        const TemporaryFolder folder;
        std::vector<std::string> words{"sh", "-c", std::string("exec \"$@\" ") + closed, "sh"};
        const Ran ran = run_program(with(words, plotted("a.png")), {.folder = folder.path()});
        EXPECT_EQ(ran.code, 0) << closed << ran.err;
        EXPECT_EQ(files_below(folder.path()), whole) << closed;
        const Ran listed = run_program(with(words, {POSLAB_BINARY, "views"}), {.folder = folder.path()});
        EXPECT_EQ(listed.code, std::string(closed).find(">&-") == 0 ||
                                       std::string(closed).find(" >&-") != std::string::npos
                                   ? 4
                                   : 0)
            << closed << listed.err;
    }
}

TEST(Surroundings, AFullDiskIsSaidAndNothingIsLeft) {
    const TemporaryFolder folder;
    fs::create_directories(folder / "disk");
    // Mounts a disk of 16 kB; it disappears with the namespace.
    const std::string script =
        "mount -t tmpfs -o size=16k none disk || exit 77; echo earlier > disk/a.png; \"$@\"; code=$?; "
        "ls -A disk > left; cat disk/a.png > kept; exit $code";
    const Ran ran = run_program(with({"unshare", "-m", "sh", "-c", script, "sh"}, plotted("disk/a.png")),
                                {.folder = folder.path()});
    if (ran.code == 77 || ran.err.find("unshare") != std::string::npos)
        GTEST_SKIP() << "no disk can be mounted here";
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("poslab: error: Cannot write 'disk/a.png': ")) << ran.err;
    EXPECT_EQ(read_file(folder / "left"), "a.png\n");
    EXPECT_EQ(read_file(folder / "kept"), "earlier\n");
}

}  // namespace
}  // namespace poslab::test
