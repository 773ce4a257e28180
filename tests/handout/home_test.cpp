// Commands write nothing into a user's folders, and read the user's lessons from the folder set by the
// environment.
#include "tests/cli/command_line_run.hpp"

#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// Runs the program with that home and these variables, and without the others that set folders.
Ran poslab_at_home(const std::string& home, const std::vector<std::string>& variables,
                   const std::vector<std::string>& words) {
    std::vector<std::string> all{"/usr/bin/env",    "-u", "POSLAB_STATE",   "-u",
                                 "XDG_DATA_HOME",   "-u", "XDG_STATE_HOME", "-u",
                                 "XDG_CONFIG_HOME", "-u", "XDG_CACHE_HOME", "HOME=" + home};
    all.insert(all.end(), variables.begin(), variables.end());
    all.emplace_back(POSLAB_BINARY);
    all.insert(all.end(), words.begin(), words.end());
    return run_program(all);
}

TEST(Home, StaysEmpty) {
    const TemporaryFolder home, out;
    const std::vector<std::vector<std::string>> commands{
        {"lesson", "--list"},
        {"lesson", "--check", "first-minute"},
        {"lesson", "first-minute", "-o", out / "a.pdf"},
        {"lesson", "first-minute", "-o", out / "a.html"},
        {"lesson", "first-minute", "--slides", "-o", out / "b.pdf"},
        {"plot", "position-matrix", "--length", "32", "-o", out / "a.png"},
        {"compute", "position-matrix", "--length", "32", "-o", out / "a.json"},
        {"views"},
        {"manual"}};
    for (const std::vector<std::string>& words : commands) {
        const Ran ran = poslab_at_home(home.path(), {}, words);
        EXPECT_EQ(ran.code, 0) << words.front() << ": " << ran.err;
        EXPECT_TRUE(home.empty()) << words.front();
    }
}

TEST(Home, OwnLessonsAreWhereVariablesSay) {
    const TemporaryFolder home, data, state;
    const auto write = [](const std::string& folder) {
        fs::create_directories(folder);
        std::ofstream(folder + "/lesson.txt")
            << "lesson: 1\ntitle: A\nsummary: B\nminutes: 1\nstep: one\ntitle: C\n"
            << "show: position-matrix --length 64\ntext: D.\n";
    };
    write(home / ".local/share/poslab/lessons/of-home");
    write(data / "poslab/lessons/of-data");
    write(state / "lessons/of-state");
    const auto lists = [&](const std::vector<std::string>& variables, const std::string& name) {
        return poslab_at_home(home.path(), variables, {"lesson", "--list"}).out.find(name) !=
               std::string::npos;
    };
    const std::string with_data = "XDG_DATA_HOME=" + data.path(), with_state = "POSLAB_STATE=" + state.path();
    EXPECT_TRUE(lists({}, "of-home"));
    EXPECT_FALSE(lists({}, "of-data"));
    EXPECT_TRUE(lists({with_data}, "of-data"));
    EXPECT_FALSE(lists({with_data}, "of-home"));
    EXPECT_TRUE(lists({with_state}, "of-state"));
    EXPECT_TRUE(lists({with_state}, "of-home"));  // written before the variable was set
    EXPECT_FALSE(lists({}, "of-state"));
}

TEST(Home, TildeIsTheHomeFolderInEveryArgument) {
    const TemporaryFolder home;
    std::ofstream(home / "config.json") << R"({"rope_theta": 10000, "head_dim": 4})";
    std::ofstream(home / "f.json") << "[1, 0.01]";
    std::ofstream(home / "lesson.txt") << "lesson: 1\ntitle: A\nsummary: B\nminutes: 1\nstep: one\ntitle: C\n"
                                       << "show: position-matrix --length 64\ntext: D.\n";
    const std::vector<std::vector<std::string>> commands{
        {"check", "--config", "~/config.json", "--inverse-frequency", "~/f.json", "-o", "~/report.tex"},
        {"check", "--config", "~/config.json", "--against", "~/config.json"},
        {"lesson", "--check", "~/"},
        {"plot", "position-matrix", "--length", "32", "-o", "~/a.png"}};
    for (const std::vector<std::string>& words : commands) {
        const Ran ran = poslab_at_home(home.path(), {}, words);
        EXPECT_EQ(ran.code, 0) << words.front() << ": " << ran.err;
    }
    for (const std::string name : {"report.tex", "a.png"}) EXPECT_TRUE(fs::exists(home / name)) << name;
    const std::vector<std::vector<std::string>> missing{
        {"~/none.png"},
        {"check", "--config", "~/none.png", "--before", "b.npy", "--after", "a.npy"},
        {"train", "--text", "~/none.png", "-o", home / "model"}};
    for (const std::vector<std::string>& words : missing)
        expect_error(poslab_at_home(home.path(), {}, words), 3, home / "none.png: no such file");
}

}  // namespace
}  // namespace poslab::test
