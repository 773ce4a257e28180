#include "core/base/memo.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace poslab {
namespace {

TEST(Memo, ComputesOnce) {
    const Memo<int> memo;
    EXPECT_EQ(memo.found(), nullptr);
    EXPECT_EQ(memo.get([] { return 7; }), 7);
    EXPECT_EQ(memo.get([] { return 8; }), 7);
    const Memo<int> copy = memo;
    EXPECT_EQ(copy.found(), memo.found());
    memo.keep(std::make_shared<const int>(9));
    EXPECT_EQ(*memo.found(), 9);
    EXPECT_EQ(*copy.found(), 7);
}

// All threads begin to compute before the first has finished; each reference must stay valid.
TEST(Memo, GivesAllThreadsTheSameValue) {
    constexpr int threads = 4;
    const Memo<int> memo;
    std::atomic<int> begun{0};
    std::vector<const int*> values(threads);
    {
        std::vector<std::jthread> running;
        for (int n = 0; n < threads; ++n)
            running.emplace_back([&, n] {
                values[static_cast<std::size_t>(n)] = &memo.get([&] {
                    ++begun;
                    while (begun < threads) std::this_thread::yield();
                    return n;
                });
            });
    }
    for (const int* value : values) EXPECT_EQ(value, memo.found().get());
}

}  // namespace
}  // namespace poslab
