#include "core/base/memory_ledger.hpp"
#include "core/base/free_memory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace poslab {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

/// Sets a limit of 4 MiB beyond the bytes that are taken.
class Ledger : public testing::Test {
  protected:
    void SetUp() override { memory_ledger::set_limit(memory_ledger::taken() + 4.0 * mebibyte); }
    void TearDown() override { memory_ledger::set_limit(std::numeric_limits<double>::infinity()); }
};

TEST(MemoryText, HasTheUnitOfItsSize) {
    EXPECT_EQ(memory_text(0), "0 B");
    EXPECT_EQ(memory_text(1023), "1023 B");
    EXPECT_EQ(memory_text(1024), "1.0 KiB");
    EXPECT_EQ(memory_text(1536), "1.5 KiB");
    EXPECT_EQ(memory_text(0.04 * mebibyte), "41.0 KiB");
    EXPECT_EQ(memory_text(mebibyte), "1.0 MiB");
    EXPECT_EQ(memory_text(1024.0 * mebibyte), "1.0 GiB");
}

TEST_F(Ledger, RefusesMoreThanTheLimitWithTheNumbers) {
    const double before = memory_ledger::taken();
    LedgerEntry first(3 * mebibyte);
    EXPECT_EQ(memory_ledger::taken() - before, 3.0 * mebibyte);
    try {
        const LedgerEntry second(2 * mebibyte);
        ADD_FAILURE() << "5 MiB of 4";
    } catch (const LedgerExceeded& error) {
        const std::string text = error.what();
        EXPECT_TRUE(text.starts_with("2.0 MiB more memory is needed, 1.0 MiB are left of PosLab's limit of "))
            << text;
        EXPECT_TRUE(text.ends_with(" (set by POSLAB_MEMORY)")) << text;
        EXPECT_EQ(error.message().english(), text);
    }
    EXPECT_EQ(memory_ledger::taken() - before, 3.0 * mebibyte) << "nothing is entered";
    first = LedgerEntry();  // given back
    EXPECT_EQ(memory_ledger::taken(), before);
    const LedgerEntry all(4 * mebibyte);
    EXPECT_THROW(memory_ledger::enter(memory_ledger::large), LedgerExceeded);
}

TEST_F(Ledger, ACopyOfAnEntryEntersAsManyBytes) {
    const double before = memory_ledger::taken();
    {
        const LedgerEntry first(3 * mebibyte / 2);
        LedgerEntry second = first;
        EXPECT_EQ(memory_ledger::taken() - before, 3.0 * mebibyte);
        EXPECT_THROW(const LedgerEntry third(first), LedgerExceeded);
        second = LedgerEntry(mebibyte / 2);
        EXPECT_EQ(memory_ledger::taken() - before, 2.0 * mebibyte);
    }
    EXPECT_EQ(memory_ledger::taken(), before);
}

TEST_F(Ledger, SmallAllocationsAreCountedAndRefusedLater) {
    const double before = memory_ledger::taken();
    constexpr std::size_t small = 1000;
    std::size_t entered = 0;
    try {
        for (; entered < 100 * mebibyte; entered += small) memory_ledger::enter(small);
        ADD_FAILURE() << "100 MiB of 4";
    } catch (const LedgerExceeded& error) {
        const std::string text = error.what();
        EXPECT_TRUE(text.starts_with("1000 B more memory is needed, 0 B are left of ")) << text;
        EXPECT_EQ(error.message().english(), text);
        EXPECT_GE(entered, 4 * mebibyte);
        EXPECT_LE(entered, 21 * mebibyte);  // an error must be reported with small allocations
    }
    EXPECT_EQ(memory_ledger::taken() - before, static_cast<double>(entered));
    memory_ledger::remove(entered);
    EXPECT_EQ(memory_ledger::taken(), before);
}

TEST(FreedBlocks, AreReturnedBeforeTheyExceedTheLimit) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
    GTEST_SKIP() << "needs the allocator of glibc";
#endif
    constexpr std::size_t block = 1000, count = 100'000;
    const double before = memory_ledger::taken();
    memory_ledger::set_limit(before + 128.0 * mebibyte);
    std::vector<void*> blocks;
    for (std::size_t n = 0; n < count; ++n) {
        memory_ledger::enter(block);
        blocks.push_back(std::memset(std::malloc(block), 1, block));
    }
    void* const last = blocks.back();  // as long as it lives, the C library retains those before it
    blocks.pop_back();
    for (void* const one : blocks) std::free(one);
    memory_ledger::remove(block * count);
    const double retained = memory_in_use();
    { const LedgerEntry fits(16 * mebibyte); }
    EXPECT_GT(memory_in_use(), retained - mebibyte) << "the freed blocks and 16 MiB are below the limit";
    { const LedgerEntry exceeds(64 * mebibyte); }
    EXPECT_LT(memory_in_use(), retained - 64.0 * mebibyte);
    std::free(last);
    memory_ledger::set_limit(std::numeric_limits<double>::infinity());
    EXPECT_EQ(memory_ledger::taken(), before);
}

TEST_F(Ledger, CountsTheAllocationsOfThreadsThatEnded) {
    const double before = memory_ledger::taken();
    std::thread([] { memory_ledger::enter(5000); }).join();
    EXPECT_EQ(memory_ledger::taken() - before, 5000);
    std::thread([] { memory_ledger::remove(5000); }).join();
    EXPECT_EQ(memory_ledger::taken(), before);
}

}  // namespace
}  // namespace poslab
