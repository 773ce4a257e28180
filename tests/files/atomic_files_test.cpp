#include "core/files/atomic_files.hpp"

#include "core/base/errors.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace poslab::test {
namespace {

using Files = std::map<std::string, std::string>;

TEST(AtomicFiles, AppearTogether) {
    const TemporaryFolder folder;
    write_files_atomically({{folder / "a", "one"}, {folder / "b", "two"}});
    EXPECT_EQ(files_below(folder.path()), (Files{{"a", "one"}, {"b", "two"}}));
    write_files_atomically({{folder / "a", "three"}, {folder / "c", "four"}});
    EXPECT_EQ(files_below(folder.path()), (Files{{"a", "three"}, {"b", "two"}, {"c", "four"}}));
}

TEST(AtomicFiles, AreAsBeforeIfOneOfThemCannotBeOpened) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a") << "before";
    EXPECT_THROW(
        write_files_atomically({{folder / "a", "one"}, {folder / "b", "two"}, {folder / "none/c", "three"}}),
        OutputError);
    EXPECT_EQ(files_below(folder.path()), (Files{{"a", "before"}}));
}

TEST(AtomicFiles, AreAsBeforeIfTheJobIsStopped) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a") << "before";
    std::stop_source stop;
    stop.request_stop();
    const Job job(stop.get_token());
    EXPECT_THROW(write_files_atomically({{folder / "a", "one"}}, job), Cancelled);
    EXPECT_THROW(write_files_atomically({{folder / "a", "one"}, {folder / "b", "two"}}, job), Cancelled);
    EXPECT_EQ(files_below(folder.path()), (Files{{"a", "before"}}));
}

/// Writes the files while a thread stops the job as soon as `watched` has its new content; true if it was
/// stopped before all were in place.
bool is_stopped_halfway(const std::vector<PathAndBytes>& files, const std::string& watched) {
    std::stop_source stop;
    std::jthread stops([&](const std::stop_token& ended) {
        std::string content;
        while (content != "new" && !ended.stop_requested()) std::ifstream(watched) >> content;
        stop.request_stop();
    });
    try {
        write_files_atomically(files, Job(stop.get_token()));
        return false;
    } catch (const Cancelled&) {
        return true;
    }
}

TEST(AtomicFiles, TargetsOfLinksAreAsBeforeIfTheJobIsStopped) {
    const TemporaryFolder folder;
    std::vector<PathAndBytes> files;
    for (int n = 0; n < 200; ++n) files.push_back({folder / std::to_string(n), "new"});
    files.push_back({folder / "link", "new"});  // the last is written first
    files.push_back({folder / "dangling", "new"});
    bool is_stopped = false;
    for (int round = 0; round < 100 && !is_stopped; ++round) {
        for (const PathAndBytes& file : files) std::filesystem::remove(file.path);
        std::filesystem::remove(folder / "absent");
        std::ofstream(folder / "real") << "before";
        std::filesystem::create_symlink("real", folder / "link");
        std::filesystem::create_symlink("absent", folder / "dangling");
        is_stopped = is_stopped_halfway(files, folder / "real");
    }
    ASSERT_TRUE(is_stopped);
    EXPECT_EQ(files_below(folder.path()), (Files{{"real", "before"}}));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "dangling"));
}

TEST(AtomicFiles, SetsOfTwoProcessesDoNotMix) {
    const TemporaryFolder folder;
    constexpr int rounds = 5, writers = 4, count = 20;
    for (int round = 0; round < rounds; ++round) {
        std::vector<pid_t> children;
        for (int writer = 0; writer < writers; ++writer) {
            const pid_t child = fork();
            if (child == 0) {
                std::vector<PathAndBytes> files;
                for (int n = 0; n < count; ++n)
                    files.push_back({folder / std::to_string(n), std::to_string(writer)});
                try {
                    write_files_atomically(files);
                } catch (...) {
                    _exit(1);
                }
                _exit(0);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = 0;
            waitpid(child, &status, 0);
            EXPECT_EQ(status, 0);
        }
        const Files files = files_below(folder.path());
        EXPECT_EQ(files.size(), static_cast<std::size_t>(count));
        for (const auto& [name, content] : files)
            ASSERT_EQ(content, files.begin()->second) << "round " << round << ", file " << name;
    }
}

/// Refused renames are tested in tests/faults.
TEST(AtomicFiles, AreAsBeforeIfTheDiskIsFull) {
    const TemporaryFolder folder;
    std::ofstream(folder / "a") << "before";
    EXPECT_THROW(
        write_files_atomically({{"/dev/full", "one"}, {folder / "a", "two"}, {folder / "b", "three"}}),
        OutputError);
    EXPECT_EQ(files_below(folder.path()), (Files{{"a", "before"}}));
}

}  // namespace
}  // namespace poslab::test
