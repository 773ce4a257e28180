#include "app/state/background_job.hpp"
#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>

namespace poslab::test {
namespace {

using namespace std::chrono_literals;

template <class Condition>
bool eventually(const Condition& condition) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

/// A task that is stuck while `stuck` is set, as in a library that checks no job.
struct StuckTask {
    std::atomic<bool> stuck{true}, entered{false}, has_ended{false};

    void operator()() {
        entered = true;
        while (stuck) std::this_thread::sleep_for(1ms);
        has_ended = true;
    }
};

TEST(BackgroundJob, ReportsItsEndOnceAndWakesTheWindow) {
    std::atomic<int> woken{0};
    BackgroundJob job([&] { ++woken; });
    EXPECT_FALSE(job.ended());
    job.start([](const Job& of) { of.progress(0.5); });
    EXPECT_TRUE(job.running());
    const auto outcome = job.ended(patience);
    ASSERT_TRUE(outcome);
    EXPECT_FALSE(outcome->cancelled);
    EXPECT_EQ(outcome->error, Message());
    EXPECT_FALSE(job.running());
    EXPECT_FALSE(job.ended());
    EXPECT_TRUE(eventually([&] { return woken == 1; }));
    job.start([](const Job&) { throw InputError("wrong"); });
    EXPECT_EQ(job.ended(patience).value().error.english(), "wrong");
}

TEST(BackgroundJob, StartsTheNextTaskWhileACancelledOneIsStuck) {
    std::array<StuckTask, 2> tasks;
    std::atomic<int> woken{0};
    BackgroundJob job([&] { ++woken; });
    for (StuckTask& task : tasks) {
        job.start([&](const Job&) { task(); });
        ASSERT_TRUE(eventually([&] { return task.entered.load(); }));
        const int before = woken;
        job.cancel();
        EXPECT_FALSE(job.running());
        EXPECT_FALSE(job.ended());
        EXPECT_GT(woken.load(), before) << "the window shows that it is free";
    }
    job.start([](const Job&) {});
    EXPECT_TRUE(job.ended(patience));
    for (StuckTask& task : tasks) {
        EXPECT_FALSE(task.has_ended);
        task.stuck = false;
    }
    for (StuckTask& task : tasks) EXPECT_TRUE(eventually([&] { return task.has_ended.load(); }));
    EXPECT_FALSE(job.ended()) << "a cancelled task has no outcome";
}

TEST(BackgroundJob, ACancelledTaskThatEndsAtOnceHasNoOutcome) {
    BackgroundJob job([] {});
    for (int n = 0; n < 200; ++n) {  // some end before cancel() looks at them, others later
        std::atomic<bool> entered{false};
        job.start([&](const Job& of) {
            entered = true;
            while (true) of.check();
        });
        ASSERT_TRUE(eventually([&] { return entered.load(); }));
        job.cancel();
        EXPECT_FALSE(job.running());
        EXPECT_FALSE(job.ended());
    }
}

TEST(BackgroundJob, ATaskWaitsForACancelledOneThatEndsSoon) {
    std::atomic<bool> entered{false}, has_ended{false}, waited{false};
    BackgroundJob job([] {});
    job.start([&](const Job& of) {
        entered = true;
        while (!of.stopped()) std::this_thread::sleep_for(1ms);
        std::this_thread::sleep_for(20ms);  // it removes its files
        has_ended = true;
    });
    ASSERT_TRUE(eventually([&] { return entered.load(); }));
    job.start([&](const Job&) { waited = has_ended.load(); });  // also cancels the other
    ASSERT_TRUE(job.ended(patience));
    EXPECT_TRUE(waited);
}

TEST(BackgroundJob, ATaskThatIsRequestedToStopHasAnOutcome) {
    std::atomic<bool> entered{false};
    BackgroundJob job([] {});
    job.start([&](const Job& of) {
        entered = true;
        while (true) {
            of.check();
            std::this_thread::sleep_for(1ms);
        }
    });
    ASSERT_TRUE(eventually([&] { return entered.load(); }));
    job.request_stop();
    EXPECT_TRUE(job.running());
    EXPECT_TRUE(job.ended(patience).value().cancelled);
}

TEST(BackgroundJob, CancellingATaskThatHasEndedLeavesItsOutcome) {
    std::atomic<int> woken{0};
    BackgroundJob job([&] { ++woken; });
    job.start([](const Job&) {});
    ASSERT_TRUE(eventually([&] { return woken == 1; }));
    job.cancel();
    EXPECT_TRUE(job.ended()) << "its file is there";
}

TEST(BackgroundJob, AStuckTaskThatIsCancelledWritesNoFile) {
    const TemporaryFolder folder;
    const std::string path = folder / "a.txt";
    StuckTask task;
    BackgroundJob job([] {});
    std::atomic<bool> has_ended{false};
    job.start([&](const Job& of) {
        const struct AtEnd {
            std::atomic<bool>& flag;
            ~AtEnd() { flag = true; }
        } at_end{has_ended};
        AtomicFile file(path);
        task();
        file.write("late");
        file.commit(of);
    });
    ASSERT_TRUE(eventually([&] { return task.entered.load(); }));
    job.cancel();
    job.start([&](const Job& of) { write_file_atomically(path, "new", of); });
    ASSERT_TRUE(job.ended(patience));
    task.stuck = false;
    ASSERT_TRUE(eventually([&] { return has_ended.load(); }));
    EXPECT_EQ(files_below(folder.path()), (std::map<std::string, std::string>{{"a.txt", "new"}}));
}

TEST(BackgroundJob, TheDestructorWaitsForStuckTasks) {
    StuckTask task;
    std::jthread later;
    {
        BackgroundJob job([] {});
        job.start([&](const Job&) { task(); });
        ASSERT_TRUE(eventually([&] { return task.entered.load(); }));
        job.cancel();
        later = std::jthread([&] {
            std::this_thread::sleep_for(20ms);
            task.stuck = false;
        });
    }
    EXPECT_TRUE(task.has_ended);
}

}  // namespace
}  // namespace poslab::test
