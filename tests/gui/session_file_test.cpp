#include "core/views/registry.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"

#include <array>
#include <atomic>
#include <thread>

#include <csignal>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace poslab {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using namespace test;

TEST_F(SessionFileTest, ComesBack) {
    {
        SessionFile file(places());
        EXPECT_FALSE(file.load(all_views()).session);
        file.save(text_at(77));
    }  // the destructor writes
    const auto loaded = load();
    EXPECT_TRUE(is_at(loaded, 77));
    EXPECT_TRUE(loaded.notices.empty());
    EXPECT_EQ(files(), std::set<std::string>{"session.json"});
}

TEST_F(SessionFileTest, FolderIsMadeByTheFirstSaveForTheUserOnly) {
    const SessionPaths places{"", "", folder_.path()};
    SessionFile file(places);
    EXPECT_FALSE(file.load(all_views()).session);
    EXPECT_TRUE(folder_.empty());
    file.save(text_at(5));
    ASSERT_TRUE(file.flush());
    EXPECT_EQ(file.path(), at(".local/state/poslab/session.json"));
    EXPECT_EQ(fs::status(at(".local/state/poslab")).permissions(), fs::perms::owner_all);
    EXPECT_EQ(fs::status(at(".local")).permissions(), fs::perms::owner_all);
}

TEST_F(SessionFileTest, WhatCannotBeUsedIsSetAside) {
    const std::string newer = R"({"poslab_session": 2})";
    const std::string older = R"({"poslab_session": 0})";
    for (const auto& [bytes, name] : {std::pair{std::string("{\"half"), "session.broken-1.json"},
                                      {std::string(), "session.broken-2.json"},
                                      {newer, "session.newer-1.json"},
                                      {older, "session.older-1.json"}}) {
        put("session.json", bytes);
        SessionFile file(places());
        const auto loaded = file.load(all_views());
        EXPECT_FALSE(loaded.session);
        ASSERT_EQ(loaded.notices.size(), 1U);
        EXPECT_TRUE(holds(loaded.notices, at(name))) << loaded.notices[0].english();
        EXPECT_FALSE(fs::exists(at("session.json")));
        file.save(text_at(6));
        ASSERT_TRUE(file.flush());
        EXPECT_EQ(read_file(at(name)), bytes);
    }
}

/// Loads the session in another process, which is killed at once, or after it reported the end of its start.
void start_and_be_killed(const SessionPaths& places, bool after_start) {
    const pid_t child = fork();
    if (child == 0) {
        SessionFile file(places);
        static_cast<void>(file.load(all_views()));
        if (after_start) file.end_start();
        ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
}

TEST_F(SessionFileTest, AStartThatDidNotEndWellOpensAtDefaults) {
    const std::string bytes = text_at(9);
    put("session.json", bytes);
    start_and_be_killed(places(), false);
    {
        SessionFile file(places());
        const auto loaded = file.load(all_views());
        EXPECT_FALSE(loaded.session);
        ASSERT_EQ(loaded.notices.size(), 1U);
        EXPECT_EQ(loaded.notices.front().english(),
                  "The previous start did not end well, so this window opens at its defaults. The previous "
                  "file is now '" +
                      at("session.crashed-1.json") + "'.");
        EXPECT_TRUE(holds(loaded.notices, at("session.crashed-1.json")));
        EXPECT_EQ(files(), std::set<std::string>{"session.crashed-1.json"});
        EXPECT_EQ(read_file(at("session.crashed-1.json")), bytes);
        file.save(text_at(6));
    }
    EXPECT_TRUE(is_at(load(), 6)) << "a start that ended well";
}

TEST_F(SessionFileTest, AKillAfterTheStartKeepsTheSession) {
    put("session.json", text_at(9));
    start_and_be_killed(places(), true);
    EXPECT_TRUE(is_at(load(), 9));
    // A further window begins with the session of the first; if that ends its start, it does so once.
    SessionFile first(places());
    ASSERT_TRUE(is_at(first.load(all_views()), 9));
    start_and_be_killed(places(), false);
    const auto second = load();
    EXPECT_FALSE(second.session);
    EXPECT_EQ(second.notices.size(), 1U);
    EXPECT_TRUE(is_at(load(), 9));
    EXPECT_EQ(files(), std::set<std::string>{"session.json"});
}

TEST_F(SessionFileTest, WhatIsPartlyUsableIsCopied) {
    const std::string bytes =
        R"({"poslab_session": 1, "view": "position-matrix", "views": {"position-matrix": {"w": 7, "k": "?"}}})";
    put("session.json", bytes);
    put("session.partly-1.json", "taken");
    SessionFile file(places());
    const auto loaded = file.load(all_views());
    EXPECT_TRUE(is_at(loaded, 7));
    EXPECT_EQ(loaded.notices.size(), 2U);
    EXPECT_TRUE(holds(loaded.notices, at("session.partly-2.json")));
    EXPECT_EQ(read_file(at("session.json")), bytes);
    file.save(text_at(7));
    ASSERT_TRUE(file.flush());
    EXPECT_EQ(read_file(at("session.partly-1.json")), "taken");
    EXPECT_EQ(read_file(at("session.partly-2.json")), bytes);
    EXPECT_EQ(read_file(at("session.json")), text_at(7));
}

TEST_F(SessionFileTest, WhatCannotBeSetAsideIsLeftAlone) {
    for (int number = 1; number <= 9999; ++number)
        put("session.broken-" + std::to_string(number) + ".json", "");
    put("session.json", "broken");
    SessionFile file(places());
    const auto loaded = file.load(all_views());
    ASSERT_EQ(loaded.notices.size(), 1U);
    EXPECT_TRUE(holds(loaded.notices, at("session.json")));
    file.save(text_at(8));
    EXPECT_FALSE(file.flush());
    EXPECT_EQ(read_file(at("session.json")), "broken");
    EXPECT_EQ(files().size(), 10'000U);
}

TEST_F(SessionFileTest, HugeFilesAreNotRead) {
    put("session.json", text_at(9));
    ASSERT_EQ(truncate(at("session.json").c_str(), 100'000'000), 0);
    const auto loaded = load();
    EXPECT_FALSE(loaded.session);
    EXPECT_TRUE(holds(loaded.notices, "1 MiB"));
    EXPECT_EQ(fs::file_size(at("session.broken-1.json")), 100'000'000U);
    EXPECT_FALSE(fs::exists(at("session.json")));
}

TEST_F(SessionFileTest, PipesAndFoldersAreSetAside) {
    ASSERT_EQ(mkfifo(at("session.json").c_str(), 0600), 0);
    EXPECT_TRUE(holds(load().notices, at("session.broken-1.json")));
    EXPECT_TRUE(fs::is_fifo(at("session.broken-1.json")));
    fs::create_directory(at("session.json"));
    put("session.json/inside", "x");
    EXPECT_TRUE(holds(load().notices, at("session.broken-2.json")));
    EXPECT_EQ(read_file(at("session.broken-2.json/inside")), "x");
}

TEST_F(SessionFileTest, LinksStayLinks) {
    put("elsewhere", text_at(11));
    fs::create_symlink("elsewhere", at("session.json"));
    SessionFile file(places());
    EXPECT_TRUE(is_at(file.load(all_views()), 11));
    file.save(text_at(12));
    ASSERT_TRUE(file.flush());
    EXPECT_TRUE(fs::is_symlink(at("session.json")));
    EXPECT_EQ(read_file(at("elsewhere")), text_at(12));
}

TEST_F(SessionFileTest, FailureIsToldOnceAndTheWindowGoesOn) {
    put("file", "x");
    std::atomic<int> woken{0};
    SessionFile file({at("file/state"), "", ""}, [&woken] { ++woken; });
    EXPECT_FALSE(file.load(all_views()).session);
    for (int w = 0; w < 5; ++w) {
        file.save(text_at(w));
        EXPECT_FALSE(file.flush());
    }
    const auto notice = file.take_notice();
    ASSERT_TRUE(notice);
    EXPECT_EQ(notice->english(), "The session is not saved. Cannot create folder '" + at("file/state") +
                                     "': a file is in the way.");
    EXPECT_NE(notice->in(test::chinese()).find("会话未能保存"), std::string::npos)
        << notice->in(test::chinese());
    EXPECT_NE(notice->in(test::chinese()).find("被同名文件占用"), std::string::npos)
        << notice->in(test::chinese());
    EXPECT_FALSE(file.take_notice());
    EXPECT_EQ(woken, 1);
    fs::remove(at("file"));
    EXPECT_TRUE(file.flush()) << "once more at the end, when the folder exists again";
    EXPECT_EQ(read_file(at("file/state/session.json")), text_at(4));
}

TEST_F(SessionFileTest, ReadOnlyFolder) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    put("session.json", text_at(13));
    fs::permissions(folder_.path(), fs::perms::owner_read | fs::perms::owner_exec);
    SessionFile file(places());
    EXPECT_TRUE(is_at(file.load(all_views()), 13));
    file.save(text_at(14));
    EXPECT_FALSE(file.flush());
    EXPECT_TRUE(file.take_notice());
    fs::permissions(folder_.path(), fs::perms::owner_all);
    EXPECT_EQ(read_file(at("session.json")), text_at(13));
}

TEST_F(SessionFileTest, VanishedFolder) {
    const SessionPaths places{at("state"), "", ""};
    SessionFile file(places);
    file.save(text_at(1));
    ASSERT_TRUE(file.flush());
    fs::remove_all(at("state"));
    file.save(text_at(2));
    EXPECT_TRUE(file.flush()) << "it is created again";
    EXPECT_EQ(read_file(at("state/session.json")), text_at(2));
    EXPECT_FALSE(file.take_notice());
}

TEST_F(SessionFileTest, NeverWritesIntoPipesNorMoreThanIsRead) {
    SessionFile file(places());
    static_cast<void>(file.load(all_views()));
    ASSERT_EQ(mkfifo(at("session.json").c_str(), 0600), 0);
    file.save(text_at(1));
    EXPECT_FALSE(file.flush());
    EXPECT_TRUE(holds({file.take_notice().value_or(Message{})}, at("session.json")));
    fs::remove(at("session.json"));
    file.save(std::string(max_session_bytes + 1, ' '));
    EXPECT_FALSE(file.flush());
    EXPECT_TRUE(holds({file.take_notice().value_or(Message{})}, "1 MiB"));
    EXPECT_TRUE(files().empty());
}

TEST_F(SessionFileTest, UnchangedIsNotWritten) {
    put("session.json", text_at(15));
    const auto before = fs::last_write_time(at("session.json")) - 1h;
    fs::last_write_time(at("session.json"), before);
    SessionFile file(places());
    static_cast<void>(file.load(all_views()));
    file.save(text_at(15));
    ASSERT_TRUE(file.flush());
    EXPECT_EQ(fs::last_write_time(at("session.json")), before);
}

TEST_F(SessionFileTest, NewestWins) {
    SessionFile file(places());
    static_cast<void>(file.load(all_views()));
    for (int w = 1; w <= 3000; ++w) file.save(text_at(w));
    ASSERT_TRUE(file.flush(20s));
    EXPECT_EQ(read_file(at("session.json")), text_at(3000));
    EXPECT_EQ(files(), std::set<std::string>{"session.json"}) << "no temporary files are left";
}

TEST_F(SessionFileTest, ReadersNeverSeeHalfAFile) {
    SessionFile file(places());
    static_cast<void>(file.load(all_views()));
    constexpr std::size_t size = 500'000;
    file.save(std::string(size, 'a'));
    ASSERT_TRUE(file.flush());
    std::atomic<bool> done{false};
    std::atomic<int> halves{0}, whole{0};
    const std::jthread reader([&] {
        while (!done) {
            const std::string text = read_file(at("session.json"));
            const bool right = text.size() == size && text.find_first_not_of(text[0]) == std::string::npos;
            ++(right ? whole : halves);
        }
    });
    for (char letter = 'b'; letter <= 'z'; ++letter) {
        file.save(std::string(size, letter));
        file.flush();
    }
    done = true;
    EXPECT_EQ(halves, 0);
    EXPECT_GT(whole, 0);
}

// A failed write wakes the window, but never after the file was closed.
TEST_F(SessionFileTest, WakesBeforeItIsClosedAndNotAfter) {
    std::array<std::atomic<int>, 200> woken{};
    std::array<int, 200> at_the_end{};
    for (std::size_t round = 0; round < woken.size(); ++round) {
        {
            SessionFile file({"/proc/poslab-" + std::to_string(round), "", ""},
                             [&count = woken[round]] { ++count; });
            file.save("x");
        }
        at_the_end[round] = woken[round];
        EXPECT_GE(at_the_end[round], 1) << round;
    }
    for (std::size_t round = 0; round < woken.size(); ++round)
        EXPECT_EQ(woken[round], at_the_end[round]) << round;
}

}  // namespace
}  // namespace poslab
