#include "core/views/registry.hpp"
#include "tests/cli/command_line_run.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

namespace poslab::test {
namespace {

bool has_program(const std::string& program) {
    return run_program({"sh", "-c", "command -v " + program + " >/dev/null"}).code == 0;
}

void install(const std::string& component, const std::string& prefix) {
    const Ran ran =
        run_program({POSLAB_CMAKE, "--install", POSLAB_BUILD, "--component", component, "--prefix", prefix});
    ASSERT_EQ(ran.code, 0) << ran.err;
}

/// Runs the command, and skips the test if the program is not installed.
void expect_accepted(std::vector<std::string> words) {
    if (!has_program(words.front())) GTEST_SKIP() << words.front() << " is not installed";
    const Ran ran = run_program(words);
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

TEST(Install, DesktopEntryIsValid) {
    const TemporaryFolder folder;
    install("program", folder.path());
    expect_accepted({"desktop-file-validate", folder / "share/applications/poslab.desktop"});
}

TEST(Install, SoftwareCentresAcceptTheMetadata) {
    const TemporaryFolder folder;
    install("program", folder.path());
    if (!has_program("appstreamcli")) GTEST_SKIP() << "appstreamcli is not installed";
    const Ran ran = run_program(
        {"appstreamcli", "validate", "--no-net", folder / "share/metainfo/org.poslab.PosLab.metainfo.xml"});
    std::istringstream lines(ran.out + ran.err);
    for (std::string line; std::getline(lines, line);) {
        const bool is_fault = line.starts_with("E:") || line.starts_with("W:");
        // PosLab has no home page.
        EXPECT_TRUE(!is_fault || line.find("url-homepage-missing") != std::string::npos) << line;
    }
    EXPECT_TRUE(ran.code == 0 || ran.out.find("warnings: 1") != std::string::npos) << ran.out << ran.err;
}

TEST(Install, ManualPageIsReadWithoutAWarning) {
    if (!has_program("man")) GTEST_SKIP() << "man is not installed";
    const TemporaryFolder folder;
    install("program", folder.path());
    const Ran ran = run_program(
        {"sh", "-c",
         "LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l " + folder / "share/man/man1/poslab.1.gz"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    for (const View* view : all_views())
        EXPECT_NE(ran.out.find(view->info().id), std::string::npos) << view->info().id;
}

/// Opens files with GLib's gio, as a file manager does on a double click; the started program only records
/// its arguments.
TEST(Install, ADoubleClickOpensWhatTheProgramReads) {
    for (const char* program : {"gio", "update-mime-database", "update-desktop-database"})
        if (!has_program(program)) GTEST_SKIP() << program << " is not installed";
    const TemporaryFolder folder;
    install("program", folder / "usr");
    run_program({"update-mime-database", folder / "usr/share/mime"});
    run_program({"update-desktop-database", folder / "usr/share/applications"});
    std::filesystem::create_directories(folder / "bin");
    std::ofstream(folder / "bin/poslab") << "#!/bin/sh\necho \"$#: $1\" > " << folder.path() << "/told && mv "
                                         << folder.path() << "/told " << folder.path() << "/opened\n";
    std::filesystem::permissions(folder / "bin/poslab", std::filesystem::perms::owner_all);
    const std::vector<std::pair<std::string, std::string>> files{
        {"two words.safetensors", "x"}, {"a.npz", "PK"},    {"a.npy", "x"},
        {"no ending", "\x93NUMPY\x01"}, {"a.gguf", "GGUF"}, {"位置.json", "{}"}};
    for (const auto& [name, bytes] : files) {
        std::ofstream(folder / name, std::ios::binary) << bytes;
        std::filesystem::remove(folder / "opened");
        const Ran ran =
            run_program({"env", "HOME=" + folder.path(), "XDG_DATA_HOME=" + (folder / "home"),
                         "XDG_DATA_DIRS=" + (folder / "usr/share") + ":/usr/share",
                         "PATH=" + (folder / "bin") + ":/usr/bin:/bin", "gio", "open", folder / name});
        // gio does not wait for the program
        for (int n = 0; n < 100 && !std::filesystem::exists(folder / "opened"); ++n)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        EXPECT_EQ(read_file(folder / "opened"), "1: " + (folder / name) + "\n") << ran.err;
    }
}

TEST(Install, TheInstalledProgramRuns) {
    const TemporaryFolder folder;
    install("program", folder.path());
    const Ran ran = run_program({folder / "bin/poslab", "--version"});
    EXPECT_EQ(ran.out, poslab({"--version"}).out) << ran.err;
}

TEST(Install, AProjectOfTenLinesFindsCore) {
    const TemporaryFolder folder;
    install("development", folder / "prefix");
#ifdef __SANITIZE_ADDRESS__
    const std::string flags = "-DCMAKE_CXX_FLAGS=-fsanitize=address,undefined";
#else
    const std::string flags = "-DCMAKE_CXX_FLAGS=";
#endif
    const Ran configured = run_program({POSLAB_CMAKE, "-S", POSLAB_EXAMPLE, "-B", folder / "build",
                                        "-DCMAKE_PREFIX_PATH=" + (folder / "prefix"), flags});
    ASSERT_EQ(configured.code, 0) << configured.err;
    const Ran built = run_program({POSLAB_CMAKE, "--build", folder / "build"});
    ASSERT_EQ(built.code, 0) << built.out << built.err;
    const Ran ran = run_program({folder / "build/example"});
    EXPECT_EQ(ran.out, "7.5 " + std::to_string(all_views().size()) + "\n") << ran.err;
}

}  // namespace
}  // namespace poslab::test
