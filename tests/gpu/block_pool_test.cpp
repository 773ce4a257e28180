#include "gpu/block_pool.hpp"

#include <gtest/gtest.h>

#include <map>

namespace poslab::gpu {
namespace {

/// A driver with this many bytes, which counts allocations.
struct Driver {
    std::size_t room = 1 << 20;
    std::map<std::uint64_t, std::size_t> held{};
    std::uint64_t allocations = 0, next = 1;

    std::optional<std::uint64_t> allocate(std::size_t bytes) {
        ++allocations;
        if (bytes > room) return std::nullopt;
        room -= bytes;
        held[next] = bytes;
        return next++;
    }
    void free(std::uint64_t place) {
        room += held.at(place);
        held.erase(place);
    }
};

BlockPool pool_of(Driver& driver, std::size_t largest = 0) {
    return {[&driver](std::size_t bytes) { return driver.allocate(bytes); },
            [&driver](std::uint64_t place) { driver.free(place); }, largest};
}

TEST(BlockPool, ABlockIsAtMostAnEighthTooLarge) {
    Driver driver{.room = std::size_t{1} << 40U};
    BlockPool pool = pool_of(driver);
    for (std::size_t bytes = 2048; bytes < (std::size_t{1} << 30U); bytes = bytes * 5 / 4 + 1) {
        const std::optional<MemoryBlock> block = pool.take(bytes);
        ASSERT_TRUE(block);
        EXPECT_GE(block->bytes, bytes);
        EXPECT_LE(block->bytes, bytes + bytes / 8 + 256) << bytes;
        pool.give_back(*block);
    }
}

TEST(BlockPool, WhatWasGivenBackIsUsedAgain) {
    Driver driver;
    BlockPool pool = pool_of(driver);
    const MemoryBlock first = *pool.take(5000);
    EXPECT_EQ(pool.in_use(), first.bytes);
    pool.give_back(first);
    EXPECT_EQ(pool.in_use(), 0U);
    EXPECT_EQ(pool.idle(), first.bytes);
    EXPECT_EQ(pool.take(4990)->place, first.place);
    EXPECT_EQ(driver.allocations, 1U);
}

TEST(BlockPool, ASmallWishDoesNotTakeALargeBlock) {
    Driver driver;
    BlockPool pool = pool_of(driver);
    const MemoryBlock large = *pool.take(100'000);
    pool.give_back(large);
    const MemoryBlock small = *pool.take(1000);
    EXPECT_NE(small.place, large.place);
    pool.give_back(small);
}

TEST(BlockPool, WhatIsIdleMakesRoom) {
    Driver driver{.room = 10'000};
    BlockPool pool = pool_of(driver);
    pool.give_back(*pool.take(8000));
    // fits only without the idle block, which is too large for it
    const std::optional<MemoryBlock> other = pool.take(6000);
    ASSERT_TRUE(other);
    EXPECT_EQ(driver.held.size(), 1U);
    EXPECT_FALSE(pool.take(6000)) << "there is no room for two";
    pool.give_back(*other);
}

TEST(BlockPool, WhatOperationsDoWithoutIsFreed) {
    Driver driver;
    BlockPool pool = pool_of(driver);
    pool.give_back(*pool.take(8000));
    for (int n = 0; n < 8; ++n) {
        pool.begin_operation();
        pool.give_back(*pool.take(600));
    }
    EXPECT_EQ(driver.held.size(), 2U);
    pool.begin_operation();
    EXPECT_EQ(driver.held.size(), 1U) << "the block of 8000 was not wanted by nine operations";
}

TEST(BlockPool, NoBlockIsLargerThanADeviceAllows) {
    Driver driver;
    BlockPool pool = pool_of(driver, 100'000);
    const MemoryBlock block = *pool.take(99'999);
    EXPECT_EQ(block.bytes, 100'000U);
    pool.give_back(block);
}

TEST(BlockPool, TheMostInUseIsForgottenWhenAsked) {
    Driver driver;
    BlockPool pool = pool_of(driver);
    const MemoryBlock block = *pool.take(1024), two = *pool.take(2048);
    pool.give_back(two);
    EXPECT_EQ(pool.max_in_use(), 3072U);
    EXPECT_EQ(pool.max_in_use(), 1024U);
    pool.give_back(block);
}

}  // namespace
}  // namespace poslab::gpu
