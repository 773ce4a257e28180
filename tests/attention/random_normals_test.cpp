#include "core/base/random.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Highway's Log and Cos are right to 4 and 3 ulp, the C library's to 1, and |z| <= 8.6: 1e-14 is enough.
namespace poslab {
namespace {

constexpr double tolerance = 1e-13;

double greatest_difference(std::uint64_t seed, RandomStream stream, std::uint64_t first, std::size_t count) {
    std::vector<double> numbers(count);
    random_normals(seed, stream, first, numbers);
    double greatest = 0;
    for (std::size_t n = 0; n < count; ++n)
        greatest = std::max(greatest, std::abs(numbers[n] - random_normal(seed, stream, first + n)));
    return greatest;
}

TEST(RandomNormals, AreThoseOfOneAtATimeOnEveryInstructionSet) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::GetChosenTarget().Update(target);
        EXPECT_LE(greatest_difference(1, RandomStream::keys, 0, 100'003), tolerance)
            << hwy::TargetName(target);
        EXPECT_LE(greatest_difference(9577, RandomStream::queries, (std::uint64_t{1} << 40) + 5, 1000),
                  tolerance);
    }
    hwy::GetChosenTarget().DeInit();
}

TEST(RandomNormals, AreDrawnInAnyNumber) {
    for (std::size_t count = 0; count < 40; ++count) {
        EXPECT_LE(greatest_difference(7, RandomStream::values, count, count), tolerance) << count;
    }
}

TEST(RandomNormals, NothingIsWrittenBeyond) {
    std::vector<double> numbers(20, 77);
    random_normals(1, RandomStream::queries, 0, std::span(numbers).first(11));
    EXPECT_NE(numbers[10], 77);
    for (std::size_t n = 11; n < numbers.size(); ++n) EXPECT_EQ(numbers[n], 77);
}

TEST(RandomNormals, CountersOfTheLastNumberMayWrap) {
    EXPECT_LE(greatest_difference(3, RandomStream::signal, ~std::uint64_t{0} - 20, 15), tolerance);
}

}  // namespace
}  // namespace poslab
