#include "core/attention/softmax_sums.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <vector>

namespace poslab {
namespace {

// Irregular offsets and values, so that no two vector lanes agree.
double offset(std::size_t n) { return 3 * std::sin(static_cast<double>(n * n)); }
double number(std::size_t n) { return std::cos(2.7 * static_cast<double>(n)); }

std::vector<double> numbers(double (*at)(std::size_t), std::size_t count) {
    std::vector<double> all;
    for (std::size_t n = 0; n < count; ++n) all.push_back(at(n));
    return all;
}

double entropy_of_weights(const std::vector<double>& logits) {
    long double sum = 0, entropy = 0;
    for (const double logit : logits) sum += std::exp(static_cast<long double>(logit));
    for (const double logit : logits) {
        const long double weight = std::exp(static_cast<long double>(logit)) / sum;
        entropy -= weight * std::log(weight);
    }
    return static_cast<double>(entropy);
}

// Exponentials are right to some ulp, and up to a hundred of them are added: 1e-13.
TEST(SoftmaxSums, AreThoseOfTheDefinitionOnEveryInstructionSet) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::GetChosenTarget().Update(target);
        for (std::size_t count = 1; count < 100; ++count) {
            const auto offsets = numbers(offset, count), z = numbers(number, count);
            std::vector<double> logits;
            for (std::size_t n = 0; n < count; ++n) logits.push_back(offsets[n] - 1.5 * z[n]);
            EXPECT_NEAR(softmax_sums(offsets, z, -1.5).entropy(), entropy_of_weights(logits), 1e-13)
                << hwy::TargetName(target) << count;
            EXPECT_NEAR(softmax_sums({}, offsets, 1).entropy(), entropy_of_weights(offsets), 1e-13)
                << hwy::TargetName(target) << count;
        }
    }
    hwy::GetChosenTarget().DeInit();
}

TEST(SoftmaxSums, OfPartsAreThoseOfTheWhole) {
    const auto z = numbers(offset, 300);
    const SoftmaxSums whole = softmax_sums({}, z, 20);
    for (const std::size_t first : {std::size_t{1}, std::size_t{8}, std::size_t{77}, std::size_t{299}}) {
        SoftmaxSums sums;
        sums.add(softmax_sums({}, std::span(z).first(first), 20));
        sums.add({});
        sums.add(softmax_sums({}, std::span(z).subspan(first), 20));
        EXPECT_EQ(sums.maximum, whole.maximum);
        EXPECT_NEAR(sums.weight, whole.weight, 1e-13);
        EXPECT_NEAR(sums.entropy(), whole.entropy(), 1e-13);
    }
}

TEST(SoftmaxSums, OneLogitHasEntropyZero) {
    for (const double logit : {0.0, -3.7, 1e6, -1e300}) {
        EXPECT_EQ(softmax_sums({}, std::vector{logit}, 1).entropy(), 0);
    }
}

TEST(SoftmaxSums, LargeLogitsNeitherOverflowNorAreLost) {
    std::vector<double> z = numbers(number, 21);
    z[3] = z[17] = 2;  // two equal ones high above the rest: ln 2
    for (const double slope : {1e3, 1e6, 1e12, 1e300})
        EXPECT_NEAR(softmax_sums({}, z, slope).entropy(), std::log(2), 1e-15);
    SoftmaxSums sums = softmax_sums({}, std::span(z).first(10), 1e6);
    sums.add(softmax_sums({}, std::span(z).subspan(10), 1e6));
    EXPECT_NEAR(sums.entropy(), std::log(2), 1e-15);
    // Equal logits far below zero.
    EXPECT_NEAR(softmax_sums({}, std::vector<double>(1000, -1), 1e6).entropy(), std::log(1000), 1e-13);
}

TEST(SoftmaxSums, NoneHaveNoEntropy) {
    EXPECT_EQ(softmax_sums({}, {}, 1).weight, 0);
    EXPECT_TRUE(std::isnan(SoftmaxSums{}.entropy()));
}

TEST(SoftmaxSums, NotANumberIsNotLost) {
    for (const std::size_t at : {std::size_t{0}, std::size_t{2}, std::size_t{16}}) {
        std::vector<double> logits(17, 1.0);
        logits[at] = std::nan("");
        SoftmaxSums sums;
        sums.add(softmax_sums({}, {logits.data(), at + 1}, 1));
        EXPECT_TRUE(std::isnan(sums.entropy())) << at;
        EXPECT_TRUE(std::isnan(softmax_sums({}, logits, 1).entropy())) << at;
    }
}

}  // namespace
}  // namespace poslab
