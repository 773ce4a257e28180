#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/cli/command_line_run.hpp"

#include <set>
#include <sstream>

namespace poslab::test {
namespace {

using Arguments = std::vector<std::string>;

bool has_shell(const std::string& shell) {
    return run_program({"sh", "-c", "command -v " + shell + " >/dev/null"}).code == 0;
}

/// Returns bash's completions for the last of `translate`, in a folder with the file vectors.npy.
std::set<std::string> offered(const Arguments& words) {
    const TemporaryFolder folder;
    std::ofstream(folder / "vectors.npy") << "x";
    std::string line = "source <(" POSLAB_BINARY " completion bash)\nCOMP_WORDS=(poslab";
    for (const std::string& word : words) line += " '" + word + "'";
    line += ")\nCOMP_CWORD=" + std::to_string(words.size()) + "\n_poslab\nprintf '%s\\n' \"${COMPREPLY[@]}\"";
    const Ran ran = run_program({"bash", "-c", line}, {.folder = folder.path()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    std::istringstream lines(ran.out);
    std::set<std::string> all;
    for (std::string text; std::getline(lines, text);)
        if (!text.empty()) all.insert(text);
    return all;
}

TEST(Completion, BashOffersCommandsAndViews) {
    EXPECT_EQ(offered({"swe"}), std::set<std::string>{"sweep"});
    EXPECT_EQ(offered({"posi"}), std::set<std::string>{"position-matrix"});
    EXPECT_EQ(offered({"vec"}), (std::set<std::string>{"vectors", "vectors.npy"}));
    EXPECT_EQ(offered({"completion", ""}), (std::set<std::string>{"bash", "zsh", "fish"}));
    std::set<std::string> views;
    for (const View* view : all_views()) views.emplace(view->info().id);
    EXPECT_EQ(offered({"plot", ""}), views);
    EXPECT_EQ(offered({"gallery", ""}), std::set<std::string>{});
}

TEST(Completion, BashOffersEveryParameterAndItsChoices) {
    for (const View* view : all_views()) {
        const std::string id(view->info().id);
        const auto flags = offered({"plot", id, "--"});
        for (const Descriptor& descriptor : view->parameters()) {
            const std::string flag = "--" + std::string(descriptor.id);
            EXPECT_TRUE(flags.contains(flag)) << id << ' ' << flag;
            if (descriptor.kind != Kind::choice) continue;
            std::set<std::string> choices;
            for (const Choice& choice : descriptor.domain.choices) choices.emplace(choice.id);
            EXPECT_EQ(offered({id, flag, ""}), choices) << id << ' ' << flag;
        }
        EXPECT_TRUE(flags.contains("--size")) << id;
        EXPECT_FALSE(flags.contains("--fps")) << id << ": it is sweep's";
    }
}

TEST(Completion, BashOffersFilesWhereAPathIsWanted) {
    EXPECT_EQ(offered({"plot", "attention", "-o", "v"}), std::set<std::string>{"vectors.npy"});
    EXPECT_EQ(offered({"frequencies", "--config", "v"}), std::set<std::string>{"vectors.npy"});
    EXPECT_EQ(offered({"plot", "attention", "--length", ""}), std::set<std::string>{});
    EXPECT_EQ(offered({"plot", "attention", "--theme", ""}), (std::set<std::string>{"dark", "light"}));
}

TEST(Completion, FishOffersViewsAndChoices) {
    if (!has_shell("fish")) GTEST_SKIP() << "fish is not installed";
    const std::string begin = POSLAB_BINARY " completion fish | source; complete -C ";
    const Ran views = run_program({"fish", "--no-config", "-c", begin + "'poslab plot posi'"});
    EXPECT_TRUE(views.out.starts_with("position-matrix\t")) << views.out << views.err;
    const Ran themes = run_program({"fish", "--no-config", "-c", begin + "'poslab plot attention --theme '"});
    EXPECT_NE(themes.out.find("dark"), std::string::npos) << themes.out << themes.err;
    EXPECT_NE(themes.out.find("light"), std::string::npos) << themes.out;
}

TEST(Completion, ZshReadsTheSameTables) {
    if (!has_shell("zsh")) GTEST_SKIP() << "zsh is not installed";
    const Ran ran = run_program({"zsh", "-f", "-c",
                                 "compdef() { }; source <(" POSLAB_BINARY " completion zsh); "
                                 "_poslab_candidates plot attention 4 --theme ''"});
    EXPECT_EQ(ran.out, "light dark\n") << ran.err;
}

TEST(Completion, AnUnknownShellIsRefused) {
    expect_error(poslab({"completion", "tcsh"}), 2, "bash, zsh, fish");
}

}  // namespace
}  // namespace poslab::test
