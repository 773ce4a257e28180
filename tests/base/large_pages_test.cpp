#include "core/base/number_buffer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace poslab {
namespace {

bool are_given() {
    std::string modes;
    std::getline(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"), modes);
    return modes.find("[never]") == std::string::npos && !modes.empty();
}

long first_touches() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

TEST(LargePages, HoldTheValueAtEveryPlace) {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{262143}, std::size_t{262145}, std::size_t{3000001}}) {
        const NumberBuffer numbers = NumberBuffer::filled(count, -2.5);
        EXPECT_EQ(numbers.size(), count);
        EXPECT_TRUE(std::ranges::all_of(numbers, [](double x) { return x == -2.5; }));
    }
    EXPECT_EQ(NumberBuffer::filled(3, 0), (NumberBuffer{0, 0, 0}));
}

/// 256 MiB are 65,536 pages of 4 KiB, or 128 large ones.
TEST(LargePages, AreTouchedLessOften) {
    if (!are_given()) GTEST_SKIP() << "this kernel has no large pages";
    const long before = first_touches();
    const NumberBuffer numbers = NumberBuffer::filled(std::size_t{1} << 25U, 0);
    const long touches = first_touches() - before;
    EXPECT_EQ(numbers.back(), 0);
    if (touches > 60000) GTEST_SKIP() << "the machine has no large pages to give now";
    EXPECT_LT(touches, 20000);
}

TEST(LargePages, MoreThanThereIsThrowsAsEver) {
    EXPECT_THROW(static_cast<void>(NumberBuffer::unwritten(std::numeric_limits<std::size_t>::max() / 8)),
                 std::exception);
}

TEST(NumberBuffer, TakesTheNumbersOfAVector) {
    std::vector<double> numbers{1, 2, 3};
    const double* const begin = numbers.data();
    const NumberBuffer buffer(std::move(numbers));
    EXPECT_EQ(buffer.data(), begin) << "not copied";
    EXPECT_EQ(buffer, (NumberBuffer{1, 2, 3}));
    EXPECT_EQ(buffer.front() + buffer.back(), 4);
}

TEST(NumberBuffer, CopiesShareNothing) {
    for (const NumberBuffer& original : {NumberBuffer{1, 2}, NumberBuffer::filled(2, 1.5)}) {
        const double first = original[0];
        NumberBuffer copy = original;
        copy[0] = 7;
        EXPECT_EQ(original[0], first);
        EXPECT_NE(copy, original);
    }
}

TEST(NumberBuffer, IsEmptyAfterAMove) {
    for (NumberBuffer original : {NumberBuffer{1, 2}, NumberBuffer::filled(2, 1.5)}) {
        const double first = original[0];
        NumberBuffer moved = std::move(original);
        EXPECT_TRUE(original.empty());  // NOLINT(bugprone-use-after-move): this is what is tested
        original = std::move(moved);
        EXPECT_EQ(original.size(), 2U);
        EXPECT_EQ(original[0], first);
    }
}

}  // namespace
}  // namespace poslab
