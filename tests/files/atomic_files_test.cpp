#include "core/files/atomic_files.hpp"

#include "core/base/errors.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

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
