#include "core/encoding/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace poslab::test {
namespace {

std::vector<double> random_vector(std::size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> x(n);
    for (double& value : x) value = normal(random);
    return x;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

const std::vector<double> theta{1, 0.3, 0.01, 0.0007};

// Dimensions before the rotary ones are unchanged, and the rotary ones rotate like a head of their own.
TEST(Rotation, DimensionsThatLieLast) {
    const std::vector<double> x{5, 6, 1, 2, 3, 4}, theta{0.5, 0.1}, own{1, 2, 3, 4};
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox}) {
        const auto turned = rotated(x, 3, theta, pairing, RotaryDims::last),
                   alone = rotated(own, 3, theta, pairing);
        EXPECT_EQ(turned[0], 5);
        EXPECT_EQ(turned[1], 6);
        for (std::size_t n = 0; n < 4; ++n) EXPECT_EQ(turned[2 + n], alone[n]);
    }
}

TEST(Rotation, PairsAreThoseOfTheTwoConventions) {
    EXPECT_EQ(dimensions_of_pair(Pairing::gpt_j, 3, 8), (std::pair<std::int64_t, std::int64_t>{6, 7}));
    EXPECT_EQ(dimensions_of_pair(Pairing::gpt_neox, 3, 8), (std::pair<std::int64_t, std::int64_t>{3, 7}));
}

TEST(Rotation, OnePairTurnsCounterClockwise) {
    const std::vector<double> quarter{std::acos(0.0)};
    const auto turned = rotated(std::vector<double>{1, 0, 7}, 1, quarter, Pairing::gpt_j);
    EXPECT_NEAR(turned[0], 0, 1e-15);
    EXPECT_NEAR(turned[1], 1, 1e-15);
    EXPECT_EQ(turned[2], 7) << "beyond the rotary dimension nothing turns";
}

TEST(Rotation, InnerProductsDependOnTheDistanceOnly) {
    const auto q = random_vector(8, 1), k = random_vector(8, 2);
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox}) {
        const double near = dot(rotated(q, 7, theta, pairing), rotated(k, 2, theta, pairing));
        const double far = dot(rotated(q, 1e6 + 7, theta, pairing), rotated(k, 1e6 + 2, theta, pairing));
        EXPECT_NEAR(near, far, 1e-8) << "1e6 rad in double leaves 1e-10 a pair";
        EXPECT_NEAR(dot(rotated(q, 7, theta, pairing), rotated(q, 7, theta, pairing)), dot(q, q), 1e-12);
    }
}

TEST(Rotation, NeoxIsGptJAfterAPermutation) {
    const auto x = random_vector(8, 3);
    const auto order = neox_order(8);
    EXPECT_EQ(order, (std::vector<std::int64_t>{0, 4, 1, 5, 2, 6, 3, 7}));
    std::vector<double> permuted(8);
    for (std::size_t n = 0; n < 8; ++n) permuted[static_cast<std::size_t>(order[n])] = x[n];
    const auto gptj = rotated(x, 5, theta, Pairing::gpt_j);
    const auto neox = rotated(permuted, 5, theta, Pairing::gpt_neox);
    const auto unpermuted = rotated(x, 5, theta, Pairing::gpt_neox);
    double apart = 0;
    for (std::size_t n = 0; n < 8; ++n) {
        EXPECT_DOUBLE_EQ(neox[static_cast<std::size_t>(order[n])], gptj[n]);
        apart = std::max(apart, std::abs(unpermuted[n] - gptj[n]));
    }
    EXPECT_GT(apart, 0.1) << "not equal element by element";
}

}  // namespace
}  // namespace poslab::test
