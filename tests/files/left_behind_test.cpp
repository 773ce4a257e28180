#include "core/files/left_behind.hpp"

#include "core/files/atomic_file.hpp"
#include "core/files/atomic_files.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <set>

#include <sys/file.h>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// Runs the work in another process, which is then killed. Returns its number.
pid_t killed_after(const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    return child;
}

std::set<std::string> names_in(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
}

using Names = std::set<std::string>;

TEST(LeftBehind, TheNextWriteRemovesTheFilesOfAKilledProcess) {
    const TemporaryFolder folder;
    const pid_t killed = killed_after([&] {
        AtomicFile first(folder / "a"), second(folder / "b");
        first.write("half of");
        kill(getpid(), SIGKILL);
    });
    const std::string start = ".poslab-" + std::to_string(killed) + "-";
    EXPECT_EQ(names_in(folder.path()), (Names{start + "0.part", start + "1.part"}));
    write_file_atomically(folder / "c", "whole");
    EXPECT_EQ(names_in(folder.path()), Names{"c"});
}

TEST(LeftBehind, FilesOfOthersStay) {
    const TemporaryFolder folder;
    const std::string dead = ".poslab-" + std::to_string(killed_after([] {}));
    const Names others{".poslab-" + std::to_string(getppid()) + "-0.part",
                       ".poslab-notes.part",
                       ".poslab-12x-0.part",
                       ".poslab--3-0.part",
                       ".poslab-99999999999999999999-0.part",
                       dead + "-0.parts",
                       "x" + dead + "-0.part"};
    for (const std::string& name : others) std::ofstream(folder / name) << "something";
    // as a process of another container would hold it
    const std::string held = dead + "-7.part";
    const int lock = open((folder / held).c_str(), O_RDWR | O_CREAT, 0600);
    ASSERT_EQ(flock(lock, LOCK_EX), 0);
    fs::create_directory(folder / (dead + "-8.part"));
    std::ofstream(folder / (dead + "-9.part")) << "left behind";
    fs::create_symlink(folder / ".poslab-notes.part", folder / (dead + "-10.part"));
    remove_left_behind(folder.path());
    Names expected = others;
    expected.insert({held, dead + "-8.part"});
    EXPECT_EQ(names_in(folder.path()), expected);
    close(lock);
    remove_left_behind(folder.path());
    expected.erase(held);
    EXPECT_EQ(names_in(folder.path()), expected);
    remove_left_behind(folder / "missing");
}

TEST(LeftBehind, AFileThatIsBeingWrittenIsLocked) {
    const TemporaryFolder folder;
    AtomicFile file(folder / "a");
    const std::string name = *names_in(folder.path()).begin();
    const int other = open((folder / name).c_str(), O_RDONLY);
    EXPECT_NE(flock(other, LOCK_EX | LOCK_NB), 0);
    file.commit();
    EXPECT_EQ(flock(other, LOCK_EX | LOCK_NB), 0);
    close(other);
}

}  // namespace
}  // namespace poslab::test
