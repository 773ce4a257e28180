#include "gpu/engine/pieces.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace poslab::gpu {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

TEST(PieceSize, GoesForTwentyMilliseconds) {
    PieceSize size(1000, 1'000'000);
    EXPECT_EQ(size.items(), 1000);
    size.took(1000, Milliseconds(10));
    EXPECT_EQ(size.items(), 2000);
    size.took(2000, Milliseconds(20));
    EXPECT_EQ(size.items(), 2000);
    size.took(2000, Milliseconds(80));
    EXPECT_EQ(size.items(), 500);
    size.took(300, Milliseconds(6));  // a remainder, smaller than requested
    EXPECT_EQ(size.items(), 1000);
}

TEST(PieceSize, GrowsStepByStepUpToItsLimit) {
    PieceSize size(8, 100);
    size.took(8, Milliseconds(0));
    EXPECT_EQ(size.items(), 32);
    size.took(32, Milliseconds(0.001));
    EXPECT_EQ(size.items(), 100);
    size.took(100, Milliseconds(1e6));
    EXPECT_EQ(size.items(), 1) << "however slow";
}

TEST(PieceSize, KeepsWholeUnits) {
    PieceSize size(10, 5000, 1024);
    EXPECT_EQ(size.items(), 1024);
    size.took(1024, Milliseconds(8));
    EXPECT_EQ(size.items(), 2048);
    size.took(2048, Milliseconds(0.1));
    EXPECT_EQ(size.items(), 4096);
}

TEST(RunInPieces, DoesEveryItemOnceAndTellsSo) {
    std::vector<int> visits(1000, 0);
    std::vector<double> reports;
    run_in_pieces(Job({}, [&](double fraction) { reports.push_back(fraction); }), 1000, PieceSize(7, 90),
                  [&](std::int64_t begin, std::int64_t end) {
                      EXPECT_LE(end - begin, 90);
                      return [&visits, begin, end] {
                          for (std::int64_t n = begin; n < end; ++n) ++visits[static_cast<std::size_t>(n)];
                      };
                  });
    EXPECT_EQ(visits, std::vector<int>(1000, 1));
    EXPECT_GE(reports.size(), 12U);
    EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
    EXPECT_EQ(reports.back(), 1);
}

TEST(RunInPieces, TakesAPieceWhileTheNextIsUnderWay) {
    std::string order;
    char name = 'a';
    run_in_pieces(Job{}, 40, PieceSize(10, 10), [&](std::int64_t, std::int64_t) {
        const char piece = name++;
        order += piece;
        return [&order, piece] { order += static_cast<char>(piece - 'a' + 'A'); };
    });
    EXPECT_EQ(order, "abAcBdCD");
}

// The device computes synchronously: a piece's time must not be attributed to the previous piece, or sizes
// would oscillate ever more.
TEST(RunInPieces, SizesSettleWhereADeviceIsWaitedForWhenAsked) {
    constexpr auto of_item = std::chrono::microseconds(20);
    std::vector<std::int64_t> sizes;
    run_in_pieces(Job{}, 30'000, PieceSize(400, 1'000'000), [&](std::int64_t begin, std::int64_t end) {
        sizes.push_back(end - begin);
        std::this_thread::sleep_for(of_item * (end - begin));
        return [] {};
    });
    sizes.pop_back();  // the remainder
    ASSERT_GE(sizes.size(), 8U);
    // 20 ms are 1000 items; sleeping never takes less than requested, only more.
    for (const std::int64_t size : sizes) EXPECT_LE(size, 1000);
}

TEST(RunInPieces, StopsBeforeTheNextPiece) {
    std::stop_source stop;
    int started = 0, taken = 0;
    const auto start = [&](std::int64_t, std::int64_t) {
        if (++started == 2) stop.request_stop();
        return [&taken] { ++taken; };
    };
    EXPECT_THROW(run_in_pieces(Job(stop.get_token()), 1000, PieceSize(10, 10), start), Cancelled);
    EXPECT_EQ(started, 2);
    EXPECT_EQ(taken, 1);
    EXPECT_NO_THROW(run_in_pieces(Job{}, 0, PieceSize(10, 10), start));
    EXPECT_EQ(started, 2);
}

}  // namespace
}  // namespace poslab::gpu
