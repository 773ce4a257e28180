#include "core/files/atomic_file.hpp"
#include "tests/support/run_program.hpp"

#include "core/base/errors.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>

namespace poslab {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
  protected:
    void SetUp() override { folder_ = temporary_.path(); }
    void TearDown() override {
        std::error_code ignored;
        fs::permissions(folder_, fs::perms::owner_all, ignored);
    }

    [[nodiscard]] std::string at(const std::string& name) const { return folder_ + "/" + name; }
    [[nodiscard]] std::ptrdiff_t entries() const {
        return std::distance(fs::directory_iterator(folder_), {});
    }

    static std::string content(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    static std::string complaint(const std::string& path, const std::string& bytes = "x") {
        try {
            write_file_atomically(path, bytes);
        } catch (const OutputError& error) {
            EXPECT_EQ(error.exit_code(), 4);
            return error.what();
        }
        return "";
    }

    test::TemporaryFolder temporary_;
    std::string folder_;
};

TEST_F(AtomicFileTest, WritesAllBytes) {
    AtomicFile file(at("a"));
    file.write("one ");
    file.write(std::string("t\0o", 3));
    EXPECT_FALSE(fs::exists(at("a")));
    file.commit();
    EXPECT_EQ(content(at("a")), std::string("one t\0o", 7));
    EXPECT_EQ(entries(), 1);
    EXPECT_THROW(file.write("more"), OutputError);
    EXPECT_THROW(file.commit(), OutputError);
}

TEST_F(AtomicFileTest, NothingIsLeftWithoutCommit) {
    write_file_atomically(at("a"), "old");
    {
        AtomicFile file(at("a"));
        file.write("new");
    }
    EXPECT_EQ(content(at("a")), "old");
    EXPECT_EQ(entries(), 1);
}

// If the program exits without running destructors, open files are removed, whatever was created and
// committed meanwhile.
TEST_F(AtomicFileTest, UncommittedOnesGoAtTheEnd) {
    const auto end = [&] {
        AtomicFile first(at("a"));
        auto second = std::make_unique<AtomicFile>(at("b"));
        AtomicFile third(at("c"));
        AtomicFile fourth(at("d"));
        second.reset();
        third.commit();
        if (entries() != 3) _exit(1);
        UnfinishedFile::remove_all();
        _exit(7);
    };
    EXPECT_EXIT(end(), testing::ExitedWithCode(7), "");
    EXPECT_EQ(entries(), 1);
    EXPECT_TRUE(fs::exists(at("c")));
}

// Another thread writes files the whole time.
TEST_F(AtomicFileTest, NoneIsMadeAfterTheEndHasBegun) {
    const auto end = [&] {
        std::thread([&] {
            for (;;) AtomicFile file(at("never"));
        }).detach();
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        UnfinishedFile::remove_all();
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        _exit(7);
    };
    for (int n = 0; n < 20; ++n) {
        EXPECT_EXIT(end(), testing::ExitedWithCode(7), "");
        EXPECT_EQ(entries(), 0);
    }
}

TEST_F(AtomicFileTest, ReplacesAndKeepsTheMode) {
    write_file_atomically(at("a"), "a longer old text");
    fs::permissions(at("a"), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
    write_file_atomically(at("a"), "new");
    EXPECT_EQ(content(at("a")), "new");
    EXPECT_EQ(fs::status(at("a")).permissions(),
              fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
}

TEST_F(AtomicFileTest, TwoAtOnceDoNotMeet) {
    AtomicFile first(at("a"));
    AtomicFile second(at("a"));
    first.write("first");
    second.write("second");
    second.commit();
    first.commit();
    EXPECT_EQ(content(at("a")), "first");
    EXPECT_EQ(entries(), 1);
}

TEST_F(AtomicFileTest, FollowsLinks) {
    write_file_atomically(at("real"), "old");
    fs::create_symlink("real", at("link"));
    write_file_atomically(at("link"), "new");
    EXPECT_TRUE(fs::is_symlink(at("link")));
    EXPECT_EQ(content(at("real")), "new");
}

TEST_F(AtomicFileTest, LongNames) {
    const std::string name(255, 'n');
    write_file_atomically(at(name), "x");
    EXPECT_EQ(content(at(name)), "x");
    EXPECT_EQ(complaint(at(name + "n")), "Cannot write '" + at(name + "n") + "': the name is too long.");
}

TEST_F(AtomicFileTest, MissingFolder) {
    EXPECT_EQ(complaint(at("no/a")),
              "Cannot write '" + at("no/a") + "': the folder '" + at("no") + "' does not exist.");
    EXPECT_EQ(entries(), 0);
}

TEST_F(AtomicFileTest, FolderIsALinkWithoutTarget) {
    fs::create_symlink("no/where", at("link"));
    EXPECT_EQ(complaint(at("link/a")), "Cannot write '" + at("link/a") + "': '" + at("link") +
                                           "' is a link to 'no/where', which does not exist.");
}

TEST_F(AtomicFileTest, FolderRefusesNewFiles) {
    EXPECT_EQ(complaint("/proc/x"), "Cannot write '/proc/x': files cannot be created in the folder '/proc'.");
    EXPECT_EQ(complaint("/proc/version").find("not a folder"), std::string::npos);  // depends on the user
}

TEST_F(AtomicFileTest, FileAsFolder) {
    write_file_atomically(at("f"), "x");
    EXPECT_EQ(complaint(at("f/a")), "Cannot write '" + at("f/a") + "': '" + at("f") + "' is not a folder.");
}

TEST_F(AtomicFileTest, OntoAFolder) {
    EXPECT_EQ(complaint(folder_), "Cannot write '" + folder_ + "': it is a folder.");
    EXPECT_EQ(complaint(folder_ + "/"), "Cannot write '" + folder_ + "/': it is a folder.");
    EXPECT_EQ(complaint(""), "Cannot write a file without a name.");
}

TEST_F(AtomicFileTest, ReadOnlyFolder) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(complaint(at("a")), "Cannot write '" + at("a") + "': permission denied.");
}

TEST_F(AtomicFileTest, ReadOnlyFile) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    write_file_atomically(at("a"), "old");
    fs::permissions(at("a"), fs::perms::owner_read);
    EXPECT_EQ(complaint(at("a")), "Cannot write '" + at("a") + "': permission denied.");
    EXPECT_EQ(content(at("a")), "old");
}

TEST_F(AtomicFileTest, DevicesAreWrittenNotReplaced) {
    if (!fs::is_character_file("/dev/full")) GTEST_SKIP() << "no /dev/full";
    EXPECT_EQ(complaint("/dev/full"), "Cannot write '/dev/full': the disk is full.");
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
    EXPECT_EQ(complaint("/dev/null"), "");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(AtomicFileTest, NothingIsLeftWhenWritingFails) {
    // A limit on file sizes replaces a full disk.
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 1000;
    auto* const old = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string message = complaint(at("a"), std::string(5000, 'x'));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, old);
    EXPECT_NE(message.find("Cannot write '" + at("a") + "': "), std::string::npos);
    EXPECT_EQ(entries(), 0);
}

TEST(AtomicFile, WritingStopsWithItsJob) {
    const test::TemporaryFolder folder;
    std::stop_source source;
    const Job job(source.get_token());
    {
        AtomicFile file(folder / "numbers");
        file.write("numbers", job);
        source.request_stop();
        EXPECT_THROW(file.write("numbers", job), Cancelled);
    }
    EXPECT_TRUE(folder.empty());
}

TEST(AtomicFile, APipeWithoutAReaderIsRefusedAtOnce) {
    const test::TemporaryFolder folder;
    const std::string pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    try {
        AtomicFile file(pipe);
        FAIL() << "opened";
    } catch (const OutputError& error) {
        EXPECT_NE(error.message().english().find("no program reads"), std::string::npos);
    }
    std::string read;
    std::thread reader([&] { std::ifstream(pipe) >> read; });
    for (;;) {
        try {
            AtomicFile file(pipe);
            file.write("numbers");
            file.commit();
            break;
        } catch (const OutputError&) {  // the reader has not opened it yet
            std::this_thread::yield();
        }
    }
    reader.join();
    EXPECT_EQ(read, "numbers");
}

/// /dev/stdout leads to such a link if the output is piped: it has no path that could be opened.
TEST(AtomicFile, ALinkToAPipeIsWrittenTo) {
    const test::TemporaryFolder folder;
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    fs::create_symlink("/proc/self/fd/" + std::to_string(ends[1]), folder / "link");
    write_file_atomically(folder / "link", "numbers");
    std::array<char, 16> bytes{};
    EXPECT_EQ(read(ends[0], bytes.data(), bytes.size()), 7);
    EXPECT_STREQ(bytes.data(), "numbers");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    for (const int end : ends) close(end);
}

}  // namespace
}  // namespace poslab
