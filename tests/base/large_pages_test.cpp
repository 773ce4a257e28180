#include "core/base/large_pages.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

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
        const std::vector<double> numbers = numbers_in_large_pages(count, -2.5);
        EXPECT_EQ(numbers.size(), count);
        EXPECT_TRUE(std::ranges::all_of(numbers, [](double x) { return x == -2.5; }));
    }
    EXPECT_EQ(numbers_in_large_pages(3), std::vector<double>(3));
}

/// 256 MiB are 65,536 pages of 4 KiB, or 128 large ones.
TEST(LargePages, AreTouchedLessOften) {
    if (!are_given()) GTEST_SKIP() << "this kernel has no large pages";
    const long before = first_touches();
    const std::vector<double> numbers = numbers_in_large_pages(std::size_t{1} << 25U);
    const long touches = first_touches() - before;
    EXPECT_EQ(numbers.back(), 0);
    if (touches > 60000) GTEST_SKIP() << "the machine has no large pages to give now";
    EXPECT_LT(touches, 20000);
}

TEST(LargePages, MoreThanThereIsThrowsAsEver) {
    EXPECT_THROW(static_cast<void>(numbers_in_large_pages(std::numeric_limits<std::size_t>::max() / 8)),
                 std::exception);
}

}  // namespace
}  // namespace poslab
