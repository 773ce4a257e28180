#include "core/views/envelope.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace poslab::test {
namespace {

std::vector<double> values_of(std::int64_t length) {
    std::vector<double> values;
    for (std::int64_t n = 0; n < length; ++n)
        values.push_back(std::cos(0.7 * static_cast<double>(n)) + 1e-3 * static_cast<double>(n));
    return values;
}

/// Checks that steps partition all distances and contain what is between their edges, in whatever pieces the
/// values arrive.
void check(EnvelopeBuilder builder, std::int64_t length, std::int64_t first, std::int64_t piece) {
    const std::vector<double> values = values_of(length);
    const std::vector<std::int64_t> edges = builder.edges();
    for (std::int64_t begin = 0; begin < length; begin += piece)
        builder.append(begin,
                       std::span(values).subspan(static_cast<std::size_t>(begin),
                                                 static_cast<std::size_t>(std::min(piece, length - begin))));
    const Envelope envelope = builder.finish();
    ASSERT_EQ(envelope.mean.size() + 1, edges.size());
    if (edges.size() < 2) return;
    EXPECT_EQ(edges.front(), first);
    EXPECT_EQ(edges.back(), length);
    for (std::size_t n = 0; n + 1 < edges.size(); ++n) {
        ASSERT_LT(edges[n], edges[n + 1]);
        const auto begin = values.begin() + edges[n], end = values.begin() + edges[n + 1];
        EXPECT_EQ(envelope.low[n], *std::min_element(begin, end));
        EXPECT_EQ(envelope.high[n], *std::max_element(begin, end));
        EXPECT_NEAR(envelope.mean[n], std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin),
                    1e-12);
        EXPECT_EQ(envelope.distance[n], static_cast<double>(edges[n] + edges[n + 1] - 1) / 2);
    }
}

TEST(Envelope, StepsShareOutAllDistances) {
    for (const std::int64_t length : {1, 2, 15, 16, 17, 100, 1000, 5003})
        for (const std::int64_t piece : {1, 7, 100000}) {
            check(EnvelopeBuilder::even(length, 64), length, 0, piece);
            check(EnvelopeBuilder::logarithmic(length, 64), length, 1, piece);
        }
    EXPECT_LE(EnvelopeBuilder::even(1'000'000, 512).edges().size(), 512U + 17U);
    EXPECT_LE(EnvelopeBuilder::logarithmic(1'000'000, 192).edges().size(), 193U);
    EXPECT_EQ(EnvelopeBuilder::even(1'000'000, 512).edges()[16], 16);  // the first ones are single distances
}

// a + b ln x is its own mean over any window symmetric in ln x; the mean over a whole period of a sine is 0.
TEST(Averaged, TakesRippleOfItsPeriodAway) {
    constexpr double spacing = 0.144, steps = 400;
    std::vector<double> x, means;
    for (double n = 0; n <= steps; ++n) {
        const double at = n * std::log(1e5) / steps;
        x.push_back(std::exp(at));
        means.push_back(7 - 0.5 * at + std::sin(2 * std::numbers::pi * at / spacing));
    }
    const std::vector<double> line = moving_average_log(x, means, spacing);
    ASSERT_EQ(line.size(), means.size());
    for (std::size_t n = 4; n < x.size(); ++n) EXPECT_NEAR(line[n], 7 - 0.5 * std::log(x[n]), 0.06) << n;
    EXPECT_EQ(line[0], means[0]) << "no window has room there";
    EXPECT_EQ(moving_average_log(x, means, 0), means);
    EXPECT_EQ(moving_average_log(std::vector<double>{1, 2}, std::vector<double>{3, 4}, 1),
              (std::vector<double>{3, 4}));
}

// For RoPE the ratio of adjacent frequencies is base^(2/d).
TEST(Averaged, SpacingIsThatOfNeighbouringFrequencies) {
    std::vector<double> theta;
    for (int p = 0; p < 64; ++p) theta.push_back(std::pow(10000.0, -2.0 * p / 128));
    EXPECT_NEAR(ripple_spacing(theta), 2 * std::log(10000.0) / 128, 1e-12);
    EXPECT_EQ(ripple_spacing(std::vector<double>{1}), 0);
    EXPECT_EQ(ripple_spacing(std::vector<double>{0, 0}), 0) << "they are stationary";
}

}  // namespace
}  // namespace poslab::test
