// Uses scripts in place of zenity and kdialog, which record their arguments and answer as the test specifies.
#include "core/base/job.hpp"

#include "app/window/desktop_dialog.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <thread>

namespace poslab {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::read_file;

using Chosen = DesktopDialog::Chosen;
using Cancelled = DesktopDialog::Cancelled;
using Failed = DesktopDialog::Failed;
using Answer = DesktopDialog::Answer;

bool soon(const std::function<bool()>& holds) {
    for (int tries = 0; tries < 2000 && !holds(); ++tries) std::this_thread::sleep_for(5ms);
    return holds();
}

class DesktopDialogTest : public testing::Test {
  protected:
    DesktopDialogTest() {
        fs::create_directory(at("bin"));
        variables_ = {{"PATH", at("bin")}, {"DISPLAY", ":0"}};
    }

    [[nodiscard]] std::string at(const std::string& name) const { return folder_ / name; }

    /// Creates a program of this name that records its arguments, each ended by a zero, and then runs `body`.
    void put(const std::string& name, const std::string& body) const {
        const std::string path = at("bin/" + name);
        std::ofstream(path) << fmt::format("#!/bin/sh\nprintf '%s\\0' \"$@\" > '{}'\n{}\n",
                                           at(name + ".words"), body);
        fs::permissions(path, fs::perms::owner_all);
    }
    /// The program's answer is in a file, so that no shell interprets the name.
    void put_choosing(const std::string& name, const std::string& path) const {
        std::ofstream(at("chosen")) << path << '\n';
        put(name, fmt::format("cat '{}'", at("chosen")));
    }

    [[nodiscard]] std::vector<std::string> words(const std::string& name) const {
        std::istringstream stream(read_file(at(name + ".words")));
        std::vector<std::string> all;
        for (std::string word; std::getline(stream, word, '\0');) all.push_back(word);
        return all;
    }

    [[nodiscard]] DesktopDialog::Lookup lookup() const {
        return [this](const char* name) {
            const auto found = variables_.find(name);
            return found == variables_.end() ? std::nullopt : std::optional(found->second);
        };
    }
    [[nodiscard]] bool available() const {
        return DesktopDialog([] {}, lookup()).available();
    }
    [[nodiscard]] FileDialogRequest to_open() const {
        return {FileTask::open, "Open a file", "Open", {"json", "npy"}, at("a.json")};
    }
    [[nodiscard]] FileDialogRequest to_save() const {
        return {FileTask::save, "Export", "Export", {"png", "svg"}, at("a.png")};
    }

    /// Asks, waits for the answer, and checks that it is returned only once.
    Answer answer(const FileDialogRequest& request, std::uint64_t window = 0) const {
        std::atomic<int> wakes{0};
        DesktopDialog dialog([&] { ++wakes; }, lookup());
        EXPECT_FALSE(dialog.asking());
        EXPECT_TRUE(dialog.ask(request, window));
        EXPECT_TRUE(soon([&] { return wakes == 1; }));
        EXPECT_FALSE(dialog.asking());
        const auto first = dialog.answer();
        EXPECT_EQ(dialog.answer(), std::nullopt);
        dialog.cancel();
        EXPECT_EQ(wakes, 1);
        return first.value_or(Failed{"no answer"});
    }
    [[nodiscard]] std::string failure(const FileDialogRequest& request) const {
        const Answer result = answer(request);
        return std::holds_alternative<Failed>(result) ? std::get<Failed>(result).reason : "no failure";
    }
    /// Returns the name of the program that was run.
    [[nodiscard]] std::string program_run() const {
        for (const char* name : {"zenity", "kdialog", "matedialog"})
            fs::remove(at(std::string(name) + ".words"));
        static_cast<void>(answer(to_open()));
        std::string names;
        for (const char* name : {"zenity", "kdialog", "matedialog"})
            if (fs::exists(at(std::string(name) + ".words"))) names += name;
        return names;
    }

    test::TemporaryFolder folder_;
    std::map<std::string, std::string> variables_;
};

using Arguments = std::vector<std::string>;

TEST_F(DesktopDialogTest, ZenityIsGivenTheQuestion) {
    put("zenity", "exit 1");
    EXPECT_EQ(answer(to_open(), 77), Answer(Cancelled{}));
    EXPECT_EQ(words("zenity"), (Arguments{"--file-selection", "--title=Open a file",
                                          "--filename=" + at("a.json"), "--file-filter=*.json *.npy"}));
    EXPECT_EQ(answer(to_save()), Answer(Cancelled{}));
    EXPECT_EQ(words("zenity"), (Arguments{"--file-selection", "--title=Export", "--filename=" + at("a.png"),
                                          "--save", "--confirm-overwrite", "--file-filter=*.png *.svg"}));
    EXPECT_EQ(answer({FileTask::open, "-t", "", {}, "/"}), Answer(Cancelled{}));
    EXPECT_EQ(words("zenity"), (Arguments{"--file-selection", "--title=-t", "--filename=/"}));
}

TEST_F(DesktopDialogTest, KdialogIsGivenTheQuestion) {
    put("kdialog", "exit 1");
    EXPECT_EQ(answer(to_open(), 4'294'967'295), Answer(Cancelled{}));
    EXPECT_EQ(words("kdialog"), (Arguments{"--title=Open a file", "--attach=4294967295", "--getopenfilename",
                                           at("a.json"), "JSON, NPY (*.json *.npy)"}));
    EXPECT_EQ(answer(to_save()), Answer(Cancelled{}));
    EXPECT_EQ(words("kdialog"),
              (Arguments{"--title=Export", "--getsavefilename", at("a.png"), "PNG, SVG (*.png *.svg)"}));
    EXPECT_EQ(answer({FileTask::open, "", "", {}, "/"}), Answer(Cancelled{}));
    EXPECT_EQ(words("kdialog"), (Arguments{"--title=", "--getopenfilename", "/"}));
}

TEST_F(DesktopDialogTest, AStartThatIsNotAbsoluteLiesInTheWorkingFolder) {
    put("kdialog", "exit 1");
    const std::string here = fs::current_path().string() + "/";
    for (const std::string path : {"", "-x.json", "folder/"}) {
        EXPECT_EQ(answer({FileTask::open, "", "", {}, path}), Answer(Cancelled{}));
        EXPECT_EQ(words("kdialog").back(), here + path);
    }
}

TEST_F(DesktopDialogTest, TheDesktopSaysWhichIsFirst) {
    EXPECT_FALSE(available());
    put("matedialog", "exit 1");
    EXPECT_EQ(program_run(), "matedialog");
    put("kdialog", "exit 1");
    EXPECT_EQ(program_run(), "kdialog");
    put("zenity", "exit 1");
    EXPECT_EQ(program_run(), "zenity");
    variables_["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME";
    EXPECT_EQ(program_run(), "zenity");
    variables_["XDG_CURRENT_DESKTOP"] = "X-NEON:KDE";
    EXPECT_EQ(program_run(), "kdialog");
    fs::remove(at("bin/kdialog"));
    EXPECT_EQ(program_run(), "zenity");
}

TEST_F(DesktopDialogTest, WithoutADisplayThereIsNone) {
    put("zenity", "exit 1");
    EXPECT_TRUE(available());
    variables_["DISPLAY"] = "";
    EXPECT_FALSE(available());
    variables_["POSLAB_FILE_DIALOG"] = "zenity";
    EXPECT_FALSE(available());
    variables_["WAYLAND_DISPLAY"] = "wayland-0";
    EXPECT_TRUE(available());
}

TEST_F(DesktopDialogTest, OneIsForced) {
    put("zenity", "exit 1");
    put("kdialog", "exit 1");
    put("matedialog", "exit 1");
    for (const std::string name : {"kdialog", "matedialog", "zenity"}) {
        variables_["POSLAB_FILE_DIALOG"] = name;
        EXPECT_EQ(program_run(), name);
    }
    variables_["POSLAB_FILE_DIALOG"] = "own";
    EXPECT_FALSE(available());
    variables_["POSLAB_FILE_DIALOG"] = "something";
    EXPECT_EQ(program_run(), "zenity") << "unknown ones are skipped";
    variables_["POSLAB_FILE_DIALOG"] = "kdialog";
    fs::remove(at("bin/kdialog"));
    EXPECT_FALSE(available()) << "no other program replaces it";
}

TEST_F(DesktopDialogTest, RunsOnlyProgramsInAbsoluteFoldersOfPath) {
    put("zenity", "exit 1");
    variables_["PATH"] = "::bin:/nowhere:" + at("bin") + ":";
    EXPECT_TRUE(available());
    variables_["PATH"] = "::" + fs::relative(at("bin")).string();
    EXPECT_FALSE(available());
    variables_["PATH"] = at("bin");
    fs::permissions(at("bin/zenity"), fs::perms::owner_read);
    EXPECT_FALSE(available()) << "root, too, executes only what someone may";
    fs::remove(at("bin/zenity"));
    fs::create_directory(at("bin/zenity"));
    EXPECT_FALSE(available());
}

TEST_F(DesktopDialogTest, NamesComeAsTheyAre) {
    for (const std::string name : {"a.json", "it's \"b\" $HOME `c`.json", " two  spaces .json", "中文.npy",
                                   "-x.json", "two\nlines.json", "ends in a line\n", "*|?#%41\\n.json"}) {
        for (const char* program : {"zenity", "kdialog"}) {
            variables_["POSLAB_FILE_DIALOG"] = program;
            put_choosing(program, at(name));
            FileDialogRequest request = to_open();
            request.path = at(name);
            EXPECT_EQ(answer(request), Answer(Chosen{at(name), true}));
            const Arguments arguments = words(program);
            const std::string expected = (program == std::string("zenity") ? "--filename=" : "") + at(name);
            EXPECT_NE(std::find(arguments.begin(), arguments.end(), expected), arguments.end()) << expected;
        }
    }
}

TEST_F(DesktopDialogTest, ANameToSaveGetsItsEnding) {
    put_choosing("zenity", at("b.svg"));
    EXPECT_EQ(answer(to_save()), Answer(Chosen{at("b.svg"), true}));
    put_choosing("zenity", at("b"));
    EXPECT_EQ(answer(to_save()), Answer(Chosen{at("b.png"), true}));
    put_choosing("zenity", at("b.pdf"));
    EXPECT_EQ(answer(to_save()), Answer(Chosen{at("b.pdf.png"), true}));
    EXPECT_EQ(answer(to_open()), Answer(Chosen{at("b.pdf"), true})) << "a file to be opened exists already";
    EXPECT_EQ(answer({FileTask::save, "", "", {}, at("")}), Answer(Chosen{at("b.pdf"), true}));
}

TEST_F(DesktopDialogTest, OfANameThatItChangedTheDialogHasNotAsked) {
    std::ofstream(at("b.png")) << "x";
    put_choosing("zenity", at("b"));
    EXPECT_EQ(answer(to_save()), Answer(Chosen{at("b.png"), false}));
    put_choosing("zenity", at("b.png"));
    EXPECT_EQ(answer(to_save()), Answer(Chosen{at("b.png"), true}));
}

TEST_F(DesktopDialogTest, AProgramThatFailsSaysWhy) {
    put("zenity", "echo first >&2; echo 'no such option' >&2; exit 255");
    EXPECT_EQ(failure(to_open()), "zenity exited with code 255: no such option");
    put("zenity", "echo '/a/b'; exit 139");
    EXPECT_EQ(failure(to_open()), "zenity exited with code 139");
    put("zenity", "echo '/a/b'; kill -SEGV $$");
    EXPECT_EQ(failure(to_open()), "zenity was terminated by signal 11");
    put("zenity", "exit 0");
    EXPECT_EQ(failure(to_open()), "zenity returned no path");
    put("zenity", "echo '(null)'");
    EXPECT_EQ(failure(to_open()), "zenity returned no path");
    put("zenity", "echo 'Gtk-WARNING **: cannot open display: :9' >&2; exit 1");
    EXPECT_EQ(failure(to_open()), "zenity exited with code 1: Gtk-WARNING **: cannot open display: :9");
}

TEST_F(DesktopDialogTest, AProgramThatIsMissingIsAnAnswer) {
    EXPECT_EQ(failure(to_open()), "the desktop's file dialog cannot be started: No such file or directory");
    std::ofstream(at("bin/zenity")) << "#!/nowhere/interpreter\n";
    fs::permissions(at("bin/zenity"), fs::perms::owner_all);
    EXPECT_EQ(failure(to_open()), "zenity cannot be started: No such file or directory");
    std::ofstream(at("bin/zenity")) << "no program";
    EXPECT_EQ(failure(to_open()), "zenity cannot be started: Exec format error");
}

TEST_F(DesktopDialogTest, OpensOneDialogAtATime) {
    put("zenity", fmt::format("while [ ! -e '{}' ] && [ -e '{}' ]; do sleep 0.01; done; echo /a.json",
                              at("go"), at("bin")));
    std::atomic<int> wakes{0};
    DesktopDialog dialog([&] { ++wakes; }, lookup());
    ASSERT_TRUE(dialog.ask(to_open()));
    EXPECT_TRUE(dialog.asking());
    EXPECT_FALSE(dialog.ask(to_save()));
    EXPECT_EQ(dialog.answer(), std::nullopt);
    std::ofstream(at("go")) << "";
    ASSERT_TRUE(soon([&] { return !dialog.asking(); }));
    EXPECT_EQ(dialog.answer(), Answer(Chosen{"/a.json", true}));
    ASSERT_TRUE(dialog.ask(to_open())) << "and then the next";
    ASSERT_TRUE(soon([&] { return wakes == 2; }));
    ASSERT_TRUE(dialog.ask(to_open())) << "an answer that was not taken is discarded";
    dialog.cancel();
    EXPECT_EQ(dialog.answer(), std::nullopt);
}

/// A script that hangs, as does its child; both ignore SIGTERM. It writes their process ids to the file.
std::string hanging(const std::string& file) {
    return fmt::format("trap '' TERM\nsleep 60 &\necho $$ $! > '{0}.part'\nmv '{0}.part' '{0}'\nwait", file);
}

bool runs(pid_t id) {
    const std::string state = read_file(fmt::format("/proc/{}/stat", id));
    const std::size_t name = state.rfind(')');
    return name != std::string::npos && state.substr(name, 3) != ") Z";  // another process reaps an orphan
}

TEST_F(DesktopDialogTest, CancellingEndsTheWholeGroup) {
    for (const bool by_destructor : {false, true}) {
        fs::remove(at("ids"));
        put("zenity", hanging(at("ids")));
        std::atomic<int> wakes{0};
        auto dialog = std::make_unique<DesktopDialog>([&] { ++wakes; }, lookup());
        ASSERT_TRUE(dialog->ask(to_open()));
        ASSERT_TRUE(soon([&] { return fs::exists(at("ids")); }));
        pid_t leader = 0, other = 0;
        std::ifstream(at("ids")) >> leader >> other;
        ASSERT_TRUE(runs(leader) && runs(other));
        if (!by_destructor) {
            dialog->cancel();
            EXPECT_EQ(dialog->answer(), std::nullopt);
            EXPECT_FALSE(dialog->asking());
        }
        dialog.reset();
        EXPECT_FALSE(fs::exists(fmt::format("/proc/{}", leader))) << "reaped";
        EXPECT_TRUE(soon([&] { return !runs(other); }));
        EXPECT_EQ(wakes, 0);
    }
}

TEST_F(DesktopDialogTest, IgnoresProcessesThatOutliveTheProgram) {
    put("zenity", fmt::format("sleep 60 &\necho $! > '{}'\necho /a.json", at("id")));
    EXPECT_EQ(answer(to_open()), Answer(Chosen{"/a.json", true}));
    pid_t other = 0;
    std::ifstream(at("id")) >> other;
    ASSERT_GT(other, 0);
    EXPECT_EQ(kill(other, SIGKILL), 0) << "it is still running";
}

TEST_F(DesktopDialogTest, CancellingAtAnyMoment) {
    put_choosing("zenity", "/a.json");
    for (int i = 0; i < 40; ++i) {
        std::atomic<int> wakes{0};
        DesktopDialog dialog([&] { ++wakes; }, lookup());
        ASSERT_TRUE(dialog.ask(to_open()));
        std::this_thread::sleep_for(i * 200us);
        dialog.cancel();
        EXPECT_EQ(dialog.answer(), std::nullopt);
        EXPECT_LE(wakes, 1);
    }
}

std::set<std::string> open_files() {
    std::set<std::string> files;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) files.insert(entry.path().filename());
    return files;
}

TEST_F(DesktopDialogTest, NothingOfOursIsLeftOpen) {
    const int ours = open("/dev/null", O_RDONLY);  // inherited by child processes unless closed
    put("zenity",
        fmt::format("ls /proc/self/fd | wc -l >&2; if [ -e /proc/self/fd/{} ]; then exit 9; fi; exit 7",
                    ours));
    const auto before = open_files();
    EXPECT_EQ(failure(to_open()).substr(0, 26), "zenity exited with code 7:");
    EXPECT_EQ(open_files(), before);
    close(ours);
}

TEST_F(DesktopDialogTest, SignalsAreAsByDefaultAndTheLocaleIsUtf8) {
    // Signals above 31 belong to the C library.
    put("zenity",
        "grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -f 2 | cut -c 9- | tr -d '\\n' >&2; exit 7");
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    const std::string masks = failure(to_open());
    std::signal(SIGPIPE, before);
    EXPECT_EQ(masks.substr(0, 35), "zenity exited with code 7: 00000000");
    EXPECT_EQ(std::stoul(masks.substr(35), nullptr, 16) & 0x7fff'ffffU, 0U);
    put("zenity", "locale charmap >&2; exit 7");
    EXPECT_EQ(failure(to_open()), "zenity exited with code 7: UTF-8");
}

}  // namespace
}  // namespace poslab
