#include "core/attention/distance_blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace poslab {
namespace {

CosineSum sum_of_row(std::size_t row, std::size_t frequencies) {
    CosineSum sum;
    for (std::size_t p = 0; p < frequencies; ++p) {
        const auto number = static_cast<double>(p);
        sum.frequencies.push_back(std::pow(10'000.0, -number / static_cast<double>(frequencies)));
        sum.cosine_weights.push_back(std::cos(number + static_cast<double>(row)));
        sum.sine_weights.push_back(std::sin(3 * number - static_cast<double>(row)));
    }
    return sum;
}

double exact_terms(const CosineSum& sum, std::size_t distance) {
    long double value = 0;
    for (std::size_t p = 0; p < sum.frequencies.size(); ++p) {
        const long double angle =
            static_cast<long double>(sum.frequencies[p]) * static_cast<long double>(distance);
        value += sum.cosine_weights[p] * std::cos(angle) + sum.sine_weights[p] * std::sin(angle);
    }
    return static_cast<double>(value);
}

// Relative to the sum of absolute weights (below 2 for each frequency): 2e-14 for rounding, and 1.71e-19 per
// token of distance for the phase (core/encoding/phase.hpp).
double block_tolerance(std::size_t frequencies, std::size_t distance) {
    return 2 * static_cast<double>(frequencies) * (2e-14 + 2 * 1.71e-19 * static_cast<double>(distance));
}

void expect_block(const DistanceBlocks& blocks, BlockProduct& product, std::size_t block,
                  const std::vector<CosineSum>& sums) {
    product.compute(block);
    for (std::size_t row = 0; row < sums.size(); ++row) {
        ASSERT_EQ(product.row(row).size(), blocks.size());
        for (std::size_t n = 0; n < blocks.size(); ++n) {
            const std::size_t distance = block * blocks.size() + n;
            ASSERT_NEAR(product.row(row)[n], -2 * exact_terms(sums[row], distance),
                        2 * block_tolerance(blocks.frequencies().size(), distance));
        }
    }
}

TEST(DistanceBlocks, AreSumsOfCosinesAtAnyDistance) {
    for (const std::size_t frequencies : {std::size_t{1}, std::size_t{64}, std::size_t{3000}}) {
        const std::vector<CosineSum> sums{sum_of_row(0, frequencies), sum_of_row(1, frequencies),
                                          sum_of_row(2, frequencies), sum_of_row(3, frequencies),
                                          sum_of_row(4, frequencies)};
        const std::size_t count = std::size_t{1} << 24U;
        const DistanceBlocks blocks(checked_frequencies(sums[0], {0, std::int64_t{1} << 24U}), count);
        EXPECT_GE(blocks.blocks() * blocks.size(), count);
        BlockProduct product(blocks, sums.size());
        for (std::size_t row = 0; row < sums.size(); ++row) product.set_row(row, sums[row], -2);
        const std::size_t last = blocks.blocks() - 1;
        for (const std::size_t block :
             {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{32}, last / 2, last}) {
            expect_block(blocks, product, block, sums);
        }
    }
}

TEST(DistanceBlocks, HoldEveryDistanceAndHardlyMore) {
    for (const std::size_t count : {1, 2, 31, 32, 33, 1000, 1023, 1024, 4096, 100'000}) {
        const DistanceBlocks blocks(checked_frequencies(sum_of_row(0, 64), {0, 1}), count);
        EXPECT_GE(blocks.blocks() * blocks.size(), count);
        EXPECT_LT((blocks.blocks() - 1) * blocks.size(), count);
        EXPECT_LE(static_cast<double>(blocks.blocks() * blocks.size()),
                  1.1 * static_cast<double>(count) + 32 * static_cast<double>(blocks.blocks()));
    }
}

TEST(DistanceBlocks, WithoutWeightsNothingIsWorkedOut) {
    const CosineSum sum = sum_of_row(0, 8);
    const DistanceBlocks blocks(checked_frequencies(sum, {0, 100}), 100);
    BlockProduct product(blocks, 2);
    product.set_row(0, sum, 0);
    product.compute(0);
    EXPECT_TRUE(product.row(0).empty());
    product.set_row(1, sum, 1);
    product.compute(0);
    EXPECT_EQ(product.row(0)[20], 0);
    EXPECT_NEAR(product.row(1)[20], exact_terms(sum, 20), block_tolerance(8, 20));
}

}  // namespace
}  // namespace poslab
