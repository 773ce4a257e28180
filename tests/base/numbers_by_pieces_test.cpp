#include "core/base/numbers_by_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

namespace poslab {
namespace {

TEST(NumbersByPieces, AreAllWrittenInPieces) {
    for (const bool all : {false, true})
        for (const std::size_t count :
             {std::size_t{0}, std::size_t{1}, std::size_t{6}, std::size_t{7}, std::size_t{700'001}}) {
            std::atomic<std::size_t> pieces{0};
            const NumberBuffer numbers = numbers_by_pieces(count, 7, all, [&](std::size_t n, double* begin) {
                ++pieces;
                for (std::size_t at = 7 * n; at < std::min(7 * (n + 1), count); ++at)
                    begin[at] = static_cast<double>(at);
            });
            ASSERT_EQ(numbers.size(), count);
            EXPECT_EQ(pieces, (count + 6) / 7);
            for (std::size_t at = 0; at < count; ++at) ASSERT_EQ(numbers[at], static_cast<double>(at));
        }
}

TEST(NumbersByPieces, OfOneThreadComeInOrder) {
    std::vector<std::size_t> order;
    (void)numbers_by_pieces(100, 9, false, [&](std::size_t n, double*) { order.push_back(n); });
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    EXPECT_EQ(order.size(), 12U);
}

TEST(NumbersByPieces, RethrowErrors) {
    for (const bool all : {false, true})
        EXPECT_THROW((void)numbers_by_pieces(1000, 10, all,
                                             [](std::size_t n, double*) {
                                                 if (n == 50) throw std::runtime_error("an error");
                                             }),
                     std::runtime_error);
}

}  // namespace
}  // namespace poslab
