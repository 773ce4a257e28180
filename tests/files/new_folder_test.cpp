#include "core/files/new_folder.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/temporary_folder.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

TEST(NewFolder, IsRemovedWithItsParentsWhileEmpty) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "own");
    for (const char* path : {"own/a/b", "own/a/b/", "own", "own/../c/d"}) {
        {
            const NewFolder made(folder / path);
            EXPECT_TRUE(fs::is_directory(folder / path)) << path;
        }
        EXPECT_TRUE(fs::is_empty(folder / "own")) << path;
        EXPECT_FALSE(fs::exists(folder / "c")) << path;
    }
}

TEST(NewFolder, StaysOnceItHoldsAFile) {
    const TemporaryFolder folder;
    {
        const NewFolder made(folder / "a/b");
        write_file_atomically(folder / "a/file", "text");
    }
    EXPECT_FALSE(fs::exists(folder / "a/b"));
    EXPECT_EQ(read_file(folder / "a/file"), "text");
}

TEST(NewFolder, LeavesNoParentsIfItCannotBeCreated) {
    const TemporaryFolder folder;
    const std::string path = folder / ("a/b/" + std::string(300, 'x'));
    try {
        const NewFolder made(path);
        FAIL() << "no error";
    } catch (const OutputError& error) {
        EXPECT_EQ(error.what(), "Cannot write '" + path + "': the name is too long.");
    }
    EXPECT_TRUE(folder.empty());
}

/// Returns the message of an OutputError.
std::string refusal_of(const std::string& path) {
    try {
        const NewFolder made(path);
    } catch (const OutputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(NewFolder, SaysWhyItCannotBeCreated) {
    const TemporaryFolder folder;
    const std::string file = folder / "file";
    write_file_atomically(file, "text");
    for (const auto& [path, why] :
         {std::pair{file, std::string("it is not a folder")},
          std::pair{file + "/", "'" + file + "' is not a folder"},
          std::pair{file + "/in", "'" + file + "' is not a folder"},
          std::pair{std::string("/proc/x"), std::string("files cannot be created in the folder '/proc'")}})
        EXPECT_EQ(refusal_of(path), "Cannot write '" + path + "': " + why + ".");
}

TEST(NewFolder, LeavesLinksWithoutTargetAlone) {
    const TemporaryFolder folder;
    fs::create_directory_symlink("nowhere", folder / "link");
    fs::create_directory_symlink("link", folder / "first");
    for (const char* path : {"link", "link/", "link/a", "first", "first/a"}) {
        EXPECT_EQ(refusal_of(folder / path), "Cannot write '" + folder / path + "': '" + folder / "link" +
                                                 "' is a link to 'nowhere', which does not exist.");
        EXPECT_TRUE(fs::is_symlink(folder / "link")) << path;
    }
}

TEST(NewFolder, IsRemovedAtAForcedEnd) {
    const TemporaryFolder folder;
    const auto end = [&] {
        const NewFolder made(folder / "a/b");
        const AtomicFile file(folder / "a/b/file");
        UnfinishedFile::remove_all();
        _exit(7);
    };
    EXPECT_EXIT(end(), testing::ExitedWithCode(7), "");
    EXPECT_TRUE(folder.empty());
}

TEST(RemoveIfEmpty, KeepsFilesAndLinks) {
    const TemporaryFolder folder;
    fs::create_directories(folder / "full");
    fs::create_directories(folder / "empty");
    write_file_atomically(folder / "full/file", "text");
    fs::create_directory_symlink("empty", folder / "link");
    for (const char* name : {"full", "full/file", "link", "empty", "missing"}) remove_if_empty(folder / name);
    EXPECT_EQ(read_file(folder / "full/file"), "text");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_FALSE(fs::exists(folder / "empty"));
}

}  // namespace
}  // namespace poslab::test
