#include "core/views/registry.hpp"
#include "tests/gui/session_folder.hpp"

#include <array>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace poslab {
namespace {

namespace fs = std::filesystem;
using namespace test;

using SessionSlotTest = SessionFileTest;

TEST(SessionFolder, FollowsTheEnvironment) {
    EXPECT_EQ(session_folder({"/a", "/b", "/c"}), "/a");
    EXPECT_EQ(session_folder({"", "/b", "/c"}), "/b/poslab");
    EXPECT_EQ(session_folder({"", "b", "/c"}), "/c/.local/state/poslab");
    EXPECT_EQ(session_folder({"", "", "/c"}), "/c/.local/state/poslab");
    EXPECT_EQ(session_folder({"", "b", "c"}), std::nullopt);
    EXPECT_EQ(session_folder({"here", "", ""}), (fs::current_path() / "here").string());
}

TEST(SessionFolder, IsNotRequiredByTheWindow) {
    SessionFile file(SessionPaths{});
    const auto loaded = file.load(all_views());
    EXPECT_FALSE(loaded.session);
    EXPECT_TRUE(holds(loaded.notices, "POSLAB_STATE"));
    file.save("x");
    EXPECT_FALSE(file.flush());
    EXPECT_EQ(file.path(), "");
}

TEST_F(SessionSlotTest, EachWindowHasItsOwnFile) {
    put("session.json", text_at(1));
    auto first = std::make_unique<SessionFile>(places());
    EXPECT_TRUE(is_at(first->load(all_views()), 1));
    first->save(text_at(10));
    ASSERT_TRUE(first->flush());
    auto second = std::make_unique<SessionFile>(places());
    EXPECT_TRUE(is_at(second->load(all_views()), 10)) << "starts from the newest of the first window";
    second->save(text_at(20));
    ASSERT_TRUE(second->flush());
    SessionFile third(places());
    EXPECT_TRUE(is_at(third.load(all_views()), 10));
    EXPECT_EQ(third.path(), at("session-3.json"));
    EXPECT_EQ(read_file(at("session.json")), text_at(10));
    EXPECT_EQ(read_file(at("session-2.json")), text_at(20));
    first.reset();
    SessionFile fourth(places());
    EXPECT_TRUE(is_at(fourth.load(all_views()), 10)) << "the lowest slot is free again";
    EXPECT_EQ(fourth.path(), at("session.json"));
    second.reset();
    second = std::make_unique<SessionFile>(places());
    EXPECT_TRUE(is_at(second->load(all_views()), 20)) << "the second remembers its own";
}

TEST_F(SessionSlotTest, FilesOfOtherWindowsAreNotSetAside) {
    SessionFile first(places());
    EXPECT_FALSE(first.load(all_views()).session);
    put("session.json", "broken");
    SessionFile second(places());
    const auto loaded = second.load(all_views());
    EXPECT_FALSE(loaded.session);
    EXPECT_EQ(loaded.notices.size(), 1U);
    EXPECT_EQ(files(), std::set<std::string>{"session.json"});
}

TEST_F(SessionSlotTest, WhatCameWhileTheFolderWasMissingIsNotReplaced) {
    const SessionPaths places{at("state"), "", ""};
    SessionFile late(places);
    EXPECT_FALSE(late.load(all_views()).session);
    fs::create_directory(at("state"));
    put("state/session.json", "of another window");
    late.save(text_at(3));
    ASSERT_TRUE(late.flush());
    EXPECT_EQ(late.path(), at("state/session-2.json"));
    EXPECT_EQ(read_file(at("state/session.json")), "of another window");
}

TEST_F(SessionSlotTest, KilledWindowsGiveTheirSlotBack) {
    std::array<int, 2> ready{};
    ASSERT_EQ(pipe(ready.data()), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        SessionFile file(places());
        static_cast<void>(file.load(all_views()));
        const bool first = file.path().ends_with("session.json");
        if (write(ready[1], first ? "1" : "0", 1) != 1) _exit(1);
        while (true) pause();
    }
    char byte = 0;
    ASSERT_EQ(read(ready[0], &byte, 1), 1);
    EXPECT_EQ(byte, '1');
    {
        SessionFile second(places());
        static_cast<void>(second.load(all_views()));
        EXPECT_EQ(second.path(), at("session-2.json"));
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ready[0]);
    close(ready[1]);
    SessionFile next(places());
    static_cast<void>(next.load(all_views()));
    EXPECT_EQ(next.path(), at("session.json"));
}

TEST_F(SessionSlotTest, ProgramsStartedFromTheWindowDoNotKeepTheSlot) {
    auto file = std::make_unique<SessionFile>(places());
    static_cast<void>(file->load(all_views()));
    // The pipe closes when the child calls exec.
    std::array<int, 2> started{};
    ASSERT_EQ(pipe2(started.data(), O_CLOEXEC), 0);
    const pid_t child = fork();
    if (child == 0) {
        execlp("sleep", "sleep", "60", nullptr);
        _exit(127);
    }
    close(started[1]);
    char byte = 0;
    EXPECT_EQ(read(started[0], &byte, 1), 0);
    close(started[0]);
    file.reset();
    SessionFile next(places());
    static_cast<void>(next.load(all_views()));
    EXPECT_EQ(next.path(), at("session.json"));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

TEST_F(SessionSlotTest, WithoutLocksThereIsStillASession) {
    fs::create_directory(at("session.lock"));
    put("session.json", text_at(4));
    SessionFile file(places());
    EXPECT_TRUE(is_at(file.load(all_views()), 4));
    file.save(text_at(5));
    ASSERT_TRUE(file.flush());
    EXPECT_EQ(read_file(at("session.json")), text_at(5));
}

}  // namespace
}  // namespace poslab
