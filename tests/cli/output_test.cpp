#include "tests/cli/command_line_run.hpp"

#include <sys/stat.h>
#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

TEST(TexOutput, NamesThatTexWouldInterpretAreErrors) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    for (const char* name :
         {"\\input{x}.tex", "a%b.tex", "a#b.tex", "a{b.tex", "a~b.tex", "a^^Mb.tex", "a\nb.tex"})
        expect_error(
            poslab({"plot", "position-matrix", "--length", "8", "--figure", "profile", "-o", name}, there), 2,
            "TeX cannot read files whose names contain");
    EXPECT_TRUE(folder.empty());
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

}  // namespace
}  // namespace poslab::test
