#include "core/base/memory_ledger.hpp"

#include <gtest/gtest.h>

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

TEST_F(Ledger, CountsTheAllocationsOfThreadsThatEnded) {
    const double before = memory_ledger::taken();
    std::thread([] { memory_ledger::enter(5000); }).join();
    EXPECT_EQ(memory_ledger::taken() - before, 5000);
    std::thread([] { memory_ledger::remove(5000); }).join();
    EXPECT_EQ(memory_ledger::taken(), before);
}

}  // namespace
}  // namespace poslab
