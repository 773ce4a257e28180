#include "core/files/file_deadline.hpp"

#include "core/files/file_status.hpp"
#include "core/files/given_file.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

void put(const std::string& path, std::string_view text) { std::ofstream(path) << text; }

template <class Condition>
bool eventually(const Condition& condition) {
    const auto end = Clock::now() + patience;
    while (!condition()) {
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

class Deadline : public testing::Test {
  protected:
    ~Deadline() override { server_.answer(path_); }

    TemporaryFolder folder_;
    const std::string path_ = folder_ / "vectors.npy", other_ = folder_ / "others.npy";
    DeadServer server_;
};

TEST_F(Deadline, WithoutOneTheAnswerIsThatOfTheFileSystem) {
    EXPECT_FALSE(prompt_file_identity(path_));
    EXPECT_EQ(prompt_file_status(path_).kind, FileKind::none);
    put(path_, "a");
    EXPECT_EQ(prompt_file_identity(path_), file_identity(path_));
    EXPECT_EQ(prompt_file_status(folder_.path()).kind, FileKind::folder);
    EXPECT_EQ(prompt_file_status("/dev/null").kind, FileKind::other);
}

TEST_F(Deadline, EveryPromptAnswerIsCurrent) {
    const FileDeadline deadline({}, patience);
    EXPECT_FALSE(prompt_file_identity(path_));
    for (const std::string_view text : {"a", "bb", "ccc"}) {
        put(path_, text);
        EXPECT_EQ(prompt_file_identity(path_), file_identity(path_));
        EXPECT_EQ(prompt_file_identity(path_)->bytes, static_cast<std::int64_t>(text.size()));
    }
    fs::remove(path_);
    EXPECT_FALSE(prompt_file_identity(path_));
    EXPECT_FALSE(prompt_file_status(path_).is_late);
}

TEST_F(Deadline, ReturnsTheLastIdentityWhileThereIsNoAnswer) {
    const FileDeadline deadline(server_.before());
    put(path_, "a");
    ASSERT_TRUE(eventually([&] { return prompt_file_identity(path_) == file_identity(path_); }));
    const auto before = file_identity(path_);
    const std::ptrdiff_t questions = server_.questions(path_);
    server_.hold(path_);
    put(path_, "bb");
    EXPECT_EQ(prompt_file_identity(path_), before);
    const auto start = Clock::now();
    for (int n = 0; n < 1000; ++n) EXPECT_EQ(prompt_file_identity(path_), before);
    EXPECT_TRUE(prompt_file_status(path_).is_late);
    EXPECT_LT(Clock::now() - start, 100 * FileDeadline::usual_patience) << "each of 1000 questions waits";
    EXPECT_EQ(server_.questions(path_), questions + 1) << "no further question before the answer";
    server_.answer(path_);
    EXPECT_TRUE(eventually([&] { return prompt_file_identity(path_)->bytes == 2; }));
    EXPECT_TRUE(eventually([&] { return !prompt_file_status(path_).is_late; }));
}

TEST_F(Deadline, AFileThatNeverAnsweredHasNoIdentityAndAnUnknownKind) {
    const FileDeadline deadline(server_.before());
    put(path_, "a");
    server_.hold(path_);
    EXPECT_FALSE(prompt_file_identity(path_));
    EXPECT_EQ(prompt_file_status(path_).kind, FileKind::unknown);
    EXPECT_FALSE(prompt_file_status(path_).exists());
}

TEST_F(Deadline, OtherFilesAnswerMeanwhile) {
    const FileDeadline deadline(server_.before());
    put(other_, "a");
    server_.hold(path_);
    EXPECT_TRUE(prompt_file_status(path_).is_late);
    EXPECT_TRUE(eventually([&] { return prompt_file_identity(other_) == file_identity(other_); }));
    put(other_, "bb");
    EXPECT_TRUE(eventually([&] { return prompt_file_identity(other_) == file_identity(other_); }));
    EXPECT_TRUE(prompt_file_status(path_).is_late);
}

TEST_F(Deadline, MoreFilesThanThreadsMayBeStuck) {
    const FileDeadline deadline(server_.before());
    std::vector<std::string> stuck;
    for (std::size_t n = 0; n < FileDeadline::max_threads + 4; ++n)
        stuck.push_back(folder_ / ("stuck-" + std::to_string(n)));
    for (const std::string& path : stuck) server_.hold(path);
    for (const std::string& path : stuck) EXPECT_TRUE(prompt_file_status(path).is_late);
    for (const std::string& path : stuck) server_.answer(path);
    for (const std::string& path : stuck)
        EXPECT_TRUE(eventually([&] { return prompt_file_status(path).kind == FileKind::none; })) << path;
}

TEST_F(Deadline, AnActionWaitsLongerThanAFrame) {
    const FileDeadline deadline(server_.before(), std::chrono::seconds(1));
    put(path_, "a");
    server_.hold(path_);
    EXPECT_TRUE(prompt_file_status(path_).is_late);
    const auto start = Clock::now();
    EXPECT_TRUE(prompt_file_status(path_, Patience::of_action).is_late);
    EXPECT_GE(Clock::now() - start, std::chrono::seconds(2));
    const std::jthread slow([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        server_.answer(path_);
    });
    const FileStatus status = prompt_file_status(path_, Patience::of_action);
    EXPECT_FALSE(status.is_late) << "the answer to the question of the frame";
    EXPECT_EQ(status.kind, FileKind::file);
}

TEST_F(Deadline, WakesForALateAnswerWhichThenCounts) {
    std::atomic<int> woken{0};
    const FileDeadline deadline(server_.before(), FileDeadline::usual_patience, [&] { ++woken; });
    put(path_, "a");
    server_.hold(path_);
    EXPECT_TRUE(prompt_file_status(path_).is_late);
    EXPECT_EQ(woken, 0);
    server_.answer(path_);
    EXPECT_TRUE(eventually([&] { return woken == 1; }));
    const auto start = Clock::now();
    const FileStatus status = prompt_file_status(path_);
    EXPECT_FALSE(status.is_late);
    EXPECT_EQ(status.kind, FileKind::file);
    if (Clock::now() - start < FileDeadline::late_answer_lasts / 2) {
        EXPECT_EQ(server_.questions(path_), 1) << "or each frame would wake another";
    }
}

TEST_F(Deadline, EndsWithoutWaitingForAnAnswer) {
    server_.hold(path_);
    {
        const FileDeadline deadline(server_.before());
        EXPECT_TRUE(prompt_file_status(path_).is_late);
    }
    server_.answer(path_);
    EXPECT_FALSE(prompt_file_status(path_).is_late);
}

TEST_F(Deadline, HoldsForItsThreadOnlyAndOnce) {
    const FileDeadline deadline(server_.before(), patience);
    const FileDeadline without_effect;
    static_cast<void>(prompt_file_status(path_));
    EXPECT_EQ(server_.questions(path_), 1);
    std::thread([&] { static_cast<void>(prompt_file_status(path_)); }).join();
    EXPECT_EQ(server_.questions(path_), 1) << "a thread without a deadline asks the file system";
}

TEST_F(Deadline, BytesInMemoryAreNoQuestion) {
    const FileDeadline deadline(server_.before());
    const std::string bytes = "abc";
    const GivenFile given("q", ".npy", {{reinterpret_cast<const unsigned char*>(bytes.data()), 3}}, nullptr);
    EXPECT_EQ(prompt_file_identity(given.path()), file_identity(given.path()));
    EXPECT_EQ(server_.questions(given.path()), 0);
}

TEST_F(Deadline, ReportsTheExceptionOfAQuestion) {
    const FileDeadline deadline({}, patience);
    const auto fails = []() -> int { throw std::runtime_error("no answer"); };
    EXPECT_THROW(static_cast<void>(FileDeadline::answer("sum", fails)), std::runtime_error);
    const auto reply = FileDeadline::answer("sum", [] { return 2; });
    EXPECT_EQ(reply.last, 2);
    EXPECT_FALSE(reply.is_late);
}

TEST_F(Deadline, AnswersForMoreFilesThanItRemembers) {
    const FileDeadline deadline({}, patience);
    for (int n = 0; n < 1000; ++n)
        EXPECT_EQ(prompt_file_status(folder_ / std::to_string(n)).kind, FileKind::none);
}

}  // namespace
}  // namespace poslab::test
