#include "tests/cli/command_line_run.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

TEST(TexOutput, NamesThatTexWouldInterpretAreErrors) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    for (const char* name :
         {"\\input{x}.tex", "a%b.tex", "a#b.tex", "a{b.tex", "a~b.tex", "|id.tex", "a^^Mb.tex", "a\nb.tex"})
        expect_error(
            poslab({"plot", "position-matrix", "--length", "8", "--figure", "profile", "-o", name}, there), 2,
            "TeX cannot read files whose names contain");
    EXPECT_TRUE(folder.empty());
}

TEST(TexOutput, TextsEndNoComment) {
    const TemporaryFolder folder;
    const Ran ran = poslab({"plot", "frequencies", "--dim", "8", "--length", "8", "--title",
                            "x\r\\immediate\\write18{id}", "--versus",
                            "dim=4,name=a\n\\immediate\\write18{id}%", "-o", folder / "a.tex"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string tex = read_file(folder / "a.tex");
    EXPECT_EQ(tex.find('\r'), std::string::npos);
    std::istringstream lines(tex);
    for (std::string line; std::getline(lines, line);)
        EXPECT_TRUE(line.starts_with('%') || line.find("\\write18") == std::string::npos) << line;
}

/// Writes a config and returns its path.
std::string config_in(const TemporaryFolder& folder) {
    const std::string path = folder / "config.json";
    std::ofstream(path) << R"({"model_type": "llama", "head_dim": 8, "rope_theta": 10000.0})";
    return path;
}

TEST(Output, NeverReplacesAnInput) {
    const TemporaryFolder folder;
    const std::string config = config_in(folder), link = folder / "link.json", before = read_file(config);
    std::filesystem::create_symlink(config, link);
    const RunOptions there{.folder = folder.path()};
    for (const std::string& path : {config, link, std::string("./config.json")})
        expect_error(poslab({"compute", "frequencies", "--config", config, "-o", path}, there), 4,
                     "Cannot write '" + path + "': --config reads this file.");
    expect_error(poslab({"compute", "frequencies", "--versus", "config=" + config, "-o", link}), 4,
                 "': --versus reads this file.");
    EXPECT_EQ(read_file(config), before);
    for (const char* name : {"a.svg", "a.gif", "a.csv", "a.html", "a.npz", "a.pdf"})
        std::filesystem::create_symlink(config, folder / name);
    const auto with_config = [&](std::vector<std::string> words, const std::string& output) {
        words.insert(words.end(), {"--config", config, "-o", folder / output});
        return words;
    };
    const std::string over = "length=8,16";
    for (const auto& words :
         {with_config({"plot", "frequencies"}, "a.svg"), with_config({"page", "frequencies"}, "a.html"),
          with_config({"vectors"}, "a.npz"),
          with_config({"check", "--cos", config, "--sin", config}, "a.pdf"),
          with_config({"sweep", "frequencies", "--over", over}, "a.gif"),
          with_config({"sweep", "frequencies", "--over", over}, "a.csv")})
        expect_error(poslab(words), 4, "': --config reads this file.");
    EXPECT_EQ(read_file(config), before);
}

TEST(Output, FramesOfASweepReplaceNoInput) {
    const TemporaryFolder folder;
    const std::string frames = folder / "frames", config = frames + "/0002.png";
    std::filesystem::create_directory(frames);
    std::filesystem::rename(config_in(folder), config);
    expect_error(poslab({"sweep", "frequencies", "--over", "config=none;" + config, "-o", frames + "/"}), 4,
                 "Cannot write '" + config + "': --over reads this file.");
}

/// File names and typed texts may be any bytes.
TEST(Output, BytesThatAreNoTextAreReplaced) {
    const TemporaryFolder folder;
    for (const char* const name : {"a.pdf", "a.svg", "a.png", "a.json", "a.tex"}) {
        const bool numbers = std::string(name).ends_with("json");
        std::vector<std::string> words{numbers ? "compute" : "plot",
                                       "frequencies",
                                       "--dim",
                                       "8",
                                       "--length",
                                       "8",
                                       "--versus",
                                       "dim=4,name=x\xff"};
        if (!numbers)
            words.insert(words.end(), {"--title",
                                       "a\xff"
                                       "b"});
        words.insert(words.end(), {"-o", folder / name});
        const Ran ran = poslab(words);
        EXPECT_EQ(ran.code, 0) << ran.err;
    }
}

/// Cairo refuses noncharacters, which are valid UTF-8.
TEST(Output, NoncharactersAreDrawnInEveryFormat) {
    const TemporaryFolder folder;
    for (const std::string text : {"a\uFDD0", "a\uFFFE", "a\uFFFF", "a\U0003FFFF", "a\U0010FFFE"})
        for (const char* const name : {"a.pdf", "a.svg", "a.png", "a.tex"}) {
            const Ran ran = poslab({"plot", "frequencies", "--dim", "8", "--length", "8", "--versus",
                                    "dim=4,name=" + text, "--title", text, "-o", folder / name});
            EXPECT_EQ(ran.code, 0) << ran.err;
        }
}

TEST(Output, AConfigsNameMayBeAnyBytesInTheJsonOfACheck) {
    const TemporaryFolder folder;
    const std::string config = folder / "a\xff.json";
    std::ofstream(config) << R"({"model_type": "llama", "head_dim": 4, "hidden_size": 8,)"
                          << R"("num_attention_heads": 2, "rope_theta": 10000.0})";
    std::ofstream(folder / "f.json") << "[1, 0.01]";
    const Ran ran = poslab({"check", "--config", config, "--inverse-frequency", folder / "f.json", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["agrees"], true);
    EXPECT_NE(json["definition"].get<std::string>().find("a\uFFFD.json"), std::string::npos) << ran.out;
}

TEST(Output, ATitleLikeAnOptionComesBack) {
    const TemporaryFolder folder;
    for (const std::string title : {"--help", "-h", "-.5", "-1"}) {
        const Ran ran = poslab({"plot", "frequencies", "--dim", "8", "--length", "8", "--title=" + title,
                                "-o", folder / "a.svg"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        const std::string stored = title == "-1" ? " --title -1" : " --title=" + title;
        EXPECT_NE(read_file(folder / "a.svg").find(stored), std::string::npos) << title;
    }
}

TEST(LessonFiles, LinksOutOfTheFolderAreNotRead) {
    const TemporaryFolder folder;
    std::ofstream(folder / "secret.txt") << "secret-key: value\n";
    std::filesystem::create_directories(folder / "all/x");
    std::filesystem::create_symlink("../../secret.txt", folder / "all/x/lesson.txt");
    const Ran ran = poslab({"lesson", "--check", folder / "all/x"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ((ran.out + ran.err).find("secret-key"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("is outside of the folder of x"), std::string::npos) << ran.out;
}

TEST(LessonFiles, FoldersThatCannotBeListedAreNamed) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("loop", folder / "loop");
    std::ofstream(folder / "file") << "text";
    const RunOptions there{.folder = folder.path()};
    const auto list = [&](const std::string& lessons) {
        return poslab({"lesson", "--list", "--lessons", lessons}, there);
    };
    expect_error(list("loop"), 3, "--lessons loop: cannot be read: Too many levels of symbolic links");
    expect_error(list(std::string(300, 'x')), 3, ": cannot be read: File name too long");
    expect_error(list("file"), 3, "--lessons file: no folder has this name");
    expect_error(list("missing"), 3, "--lessons missing: no folder has this name");
}

TEST(LessonFiles, TitlesHaveNoControlCharacters) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "x");
    std::ofstream(folder / "x/lesson.txt") << "lesson: 1\ntitle: \x1b]0;owned\x07"
                                              "RED\nsummary: s\nminutes: 1\n\nstep: one\n"
                                              "title: t\nshow: position-matrix\ntext: t\n";
    const Ran ran = poslab({"lesson", "--list", "--lessons", folder.path()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
    EXPECT_NE(ran.out.find("RED"), std::string::npos) << ran.out;
    std::ofstream(folder / "x/lesson.txt") << "lesson: x\x1b]0;owned\x07\n";
    const Ran broken = poslab({"lesson", "--list", "--lessons", folder.path()});
    EXPECT_EQ(broken.out.find('\x1b'), std::string::npos);
    EXPECT_NE(broken.out.find("broken: "), std::string::npos) << broken.out;
}

TEST(LessonFiles, ABrokenLessonIsNotWritten) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "x");
    std::ofstream(folder / "x/lesson.txt")
        << "lesson: 1\ntitle: t\nsummary: s\nminutes: 1\n\nstep: one\ntitle: t\n"
           "show: position-matrix --length 64\nlook: cell 100 1 | x\ntext: t\n";
    expect_error(poslab({"lesson", "x", "--lessons", folder.path(), "-o", folder / "a.html"}), 3,
                 "lesson.txt:");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.html"));
}

std::vector<std::string> writing(const std::string& path) {
    const bool picture = path.ends_with(".png") || path.ends_with(".svg") || path.ends_with(".pdf");
    return {picture ? "plot" : "compute", "position-matrix", "--length", "64", "-o", path};
}

const std::vector<std::string> endings{".json", ".csv", ".npy", ".npz", ".png", ".svg", ".pdf"};

TEST(Output, IntoAFolderThatIsNotThere) {
    const TemporaryFolder folder;
    for (const std::string& ending : endings)
        expect_error(poslab(writing(folder / ("missing/a" + ending))), 4, "does not exist");
    EXPECT_TRUE(folder.empty());
}

TEST(Output, OntoAFolder) {
    const TemporaryFolder folder;
    for (const std::string& ending : endings) {
        std::filesystem::create_directory(folder / ("a" + ending));
        expect_error(poslab(writing(folder / ("a" + ending))), 4, "folder");
        EXPECT_TRUE(std::filesystem::is_empty(folder / ("a" + ending)));
    }
    expect_error(poslab({"gallery", "-o", "/dev/null/gallery"}), 4);
}

TEST(Output, IntoAReadOnlyFolder) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    const TemporaryFolder folder;
    chmod(folder.path().c_str(), 0500);
    for (const std::string& ending : endings)
        expect_error(poslab(writing(folder / ("a" + ending))), 4, "permission");
    chmod(folder.path().c_str(), 0700);
    EXPECT_TRUE(folder.empty());
}

TEST(Output, AFullDiskLeavesNothing) {
    const TemporaryFolder folder;
    for (const std::string& ending : endings) {
        RunOptions options;
        options.largest_file = 512;  // bytes: every write beyond fails, as on a full disk
        expect_error(poslab(writing(folder / ("a" + ending)), options), 4, "a" + ending);
        EXPECT_TRUE(folder.empty()) << ending;
    }
}

TEST(Output, AFullDiskKeepsTheFileThatWasThere) {
    const TemporaryFolder folder;
    expect_fine(poslab(writing(folder / "a.json")));
    const std::string before = read_file(folder / "a.json");
    RunOptions options;
    options.largest_file = 512;
    expect_error(poslab({"compute", "position-matrix", "--length", "65", "-o", folder / "a.json"}, options),
                 4);
    EXPECT_EQ(read_file(folder / "a.json"), before);
}

TEST(Output, StandardOutputThatIsFull) {
    RunOptions full;
    full.stdout_to = "/dev/full";
    expect_error(poslab({"compute", "position-matrix", "--length", "64", "-o", "-"}, full), 4,
                 "standard output");
    expect_error(poslab({"views"}, full), 4, "standard output");
    expect_error(poslab({"views", "--json"}, full), 4, "standard output");
    expect_error(poslab({"doctor"}, full), 4, "standard output");
    expect_error(poslab({"--help"}, full), 4, "standard output");
}

TEST(Output, EveryEndingIsWhatItSays) {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::string, std::string>> starts{
        {".png", "\x89PNG\r\n"},
        {".svg", "<?xml"},
        {".pdf", "%PDF-"},
        {".json", "{"},
        {".csv", "row,column,positions (tokens)\n0,0,0\n"},
        {".npy", "\x93NUMPY"},
        {".npz", "PK\x03\x04"}};
    for (const auto& [ending, start] : starts) {
        const Ran ran = poslab(writing(folder / ("a" + ending)));
        expect_fine(ran);
        EXPECT_EQ(ran.out, "");
        EXPECT_TRUE(read_file(folder / ("a" + ending)).starts_with(start)) << ending;
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}),
              static_cast<std::ptrdiff_t>(starts.size()))
        << "no temporary file is left";
}

TEST(Output, ARefusedGalleryLeavesNoFolder) {
    const TemporaryFolder folder;
    RunOptions full;
    full.largest_file = 512;
    expect_error(poslab({"gallery", "-o", folder / "new/folder"}, full), 4, "Cannot write");
    EXPECT_TRUE(folder.empty());
}

TEST(Output, TheGalleryHasEveryView) {
    const TemporaryFolder folder;
    const Ran ran = poslab({"gallery", "-o", folder / "new/folder"});
    expect_fine(ran);
    EXPECT_NE(ran.out.find("position-matrix.png"), std::string::npos);
    EXPECT_TRUE(read_file(folder / "new/folder/position-matrix.png").starts_with("\x89PNG"));
    const Ran quiet = poslab({"gallery", "--quiet", "-o", folder / "quiet"});
    expect_fine(quiet);
    EXPECT_EQ(quiet.out, "");
}

TEST(Gallery, LeavesNoFolderIfItIsEndedAtOnce) {
    const TemporaryFolder folder;
    RunOptions options;
    options.meanwhile = [&](pid_t process) {
        for (int n = 0; n < 60'000 && !std::filesystem::exists(folder / "new"); ++n) usleep(500);
        kill(process, SIGTERM);
    };
    expect_error(poslab({"gallery", "--quiet", "-o", folder / "new/folder"}, options), 130, "interrupted");
    EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace poslab::test
