#include "core/attention/sources.hpp"
#include "core/base/errors.hpp"
#include "core/base/random.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace poslab {
namespace {

std::vector<double> numbers_of(const TokenVectors& vectors) {
    std::vector<double> numbers(static_cast<std::size_t>(vectors.tokens() * vectors.dim()));
    vectors.read({0, vectors.tokens()}, numbers);
    return numbers;
}

HeadVectors source_vectors(VectorSourceSpec spec, Precision precision = Precision::float64) {
    return random_vectors(spec, precision, {});
}

// Expected values come from the definition in Python (integers, math.log, math.cos); SplitMix64's first
// output for state 0 is 0xe220a8397b1dcdaf.
TEST(Random, NormalsAreThoseOfTheDefinition) {
    EXPECT_NEAR(random_normal(1, RandomStream::queries, 0), -1.39374533609035, 1e-14);
    EXPECT_NEAR(random_normal(1, RandomStream::queries, 1), -0.27596847083093007, 1e-14);
    EXPECT_NEAR(random_normal(1, RandomStream::keys, 0), -0.08446069320094293, 1e-14);
    EXPECT_NEAR(random_normal(9577, RandomStream::values, 12345), 0.4475280159535941, 1e-14);
    EXPECT_NEAR(random_normal(0, RandomStream::key_bias, 7), -0.9776553201745375, 1e-14);
}

TEST(Sources, IsotropicHasMeanZeroAndUnitVariance) {
    const auto q = numbers_of(*source_vectors({.tokens = 1000, .dim = 64}).queries);
    const auto k = numbers_of(*source_vectors({.tokens = 1000, .dim = 64}).keys);
    double mean = 0, square = 0, common = 0;
    for (std::size_t n = 0; n < q.size(); ++n) {
        mean += q[n] / 64000;
        square += q[n] * q[n] / 64000;
        common += q[n] * k[n] / 64000;
    }
    // Five standard errors of 64,000 draws (0.004, 0.0056, 0.004).
    EXPECT_NEAR(mean, 0, 0.02);
    EXPECT_NEAR(square, 1, 0.028);
    EXPECT_NEAR(common, 0, 0.02);
    EXPECT_EQ(q[64 * 10 + 3], random_normal(1, RandomStream::queries, 643));
}

TEST(Sources, HeadsAreFurtherTokens) {
    const auto both = numbers_of(*source_vectors({.tokens = 20, .dim = 8}).keys);
    const auto second = numbers_of(*source_vectors({.tokens = 10, .dim = 8, .head = 1}).keys);
    for (std::size_t n = 0; n < second.size(); ++n) EXPECT_EQ(second[n], both[80 + n]);
}

TEST(Sources, SinglePrecisionIsTheDoubleRounded) {
    for (const VectorSource source : {VectorSource::isotropic, VectorSource::smooth, VectorSource::needle}) {
        const VectorSourceSpec spec{.source = source, .tokens = 70, .dim = 6, .needle_position = 5};
        const auto twofold = numbers_of(*source_vectors(spec).keys),
                   single = numbers_of(*source_vectors(spec, Precision::float32).keys);
        for (std::size_t n = 0; n < single.size(); ++n)
            EXPECT_NEAR(single[n], twofold[n], 3e-7 * (1 + std::abs(twofold[n])));
    }
}

TEST(Sources, ConstantIsOnes) {
    for (const double number :
         numbers_of(*source_vectors({.source = VectorSource::constant, .tokens = 5, .dim = 4}).queries))
        EXPECT_EQ(number, 1);
}

// x_t - rho x_(t-1) is sqrt(1 - rho^2) times the draw of token t.
TEST(Sources, SmoothIsTheAutoregression) {
    const VectorSourceSpec spec{.source = VectorSource::smooth, .tokens = 50, .dim = 4, .smoothness = 0.8};
    const auto x = numbers_of(*source_vectors(spec).queries);
    for (std::size_t n = 0; n < 4; ++n) EXPECT_EQ(x[n], random_normal(1, RandomStream::queries, n));
    for (std::size_t n = 4; n < x.size(); ++n)
        EXPECT_NEAR((x[n] - 0.8 * x[n - 4]) / 0.6, random_normal(1, RandomStream::queries, n), 1e-12);
}

/// Chosen so that exp(length² / √dim) = 16 · tokens.
double squared_length(double dim, double tokens) { return std::sqrt(dim) * std::log(16 * tokens); }

// Outside the content components, vectors repeat the draws of t mod period. In the content, a key equals the
// query before it, and all have one length.
TEST(Sources, RepeatedKeysAnswerTheQueryBeforeThem) {
    const VectorSourceSpec spec{
        .source = VectorSource::repeated, .tokens = 23, .dim = 5, .period = 7, .content = {1, 3, 4}};
    const HeadVectors vectors = source_vectors(spec);
    const auto q = numbers_of(*vectors.queries), k = numbers_of(*vectors.keys);
    for (std::size_t t = 0; t < 23; ++t) {
        for (const std::size_t c : {0U, 2U}) {
            EXPECT_EQ(k[5 * t + c], random_normal(1, RandomStream::keys, 5 * (t % 7) + c));
            EXPECT_EQ(q[5 * t + c], random_normal(1, RandomStream::queries, 5 * (t % 7) + c));
        }
        double square = 0, product = 0;
        for (const std::size_t c : {1U, 3U, 4U}) {
            const double answered = t == 0 ? random_normal(1, RandomStream::keys, c) : q[5 * (t - 1) + c];
            EXPECT_NEAR(k[5 * t + c], answered, 1e-12) << t;
            square += q[5 * t + c] * q[5 * t + c];
            product += q[5 * t + c] * random_normal(1, RandomStream::queries, 5 * (t % 7) + c);
        }
        EXPECT_NEAR(square, squared_length(5, 23), 1e-12);
        EXPECT_GT(product, 0) << "the direction of the draw";
    }
}

TEST(Sources, TheFirstKeyFollowsNone) {
    const HeadVectors vectors =
        source_vectors({.source = VectorSource::repeated, .tokens = 5, .dim = 3, .period = 2});
    const auto q = numbers_of(*vectors.queries), k = numbers_of(*vectors.keys);
    EXPECT_EQ(k[0], random_normal(1, RandomStream::keys, 0));
    EXPECT_NEAR(k[3], q[0], 1e-12);
    EXPECT_NEAR(k[6], q[3], 1e-12) << "the segment comes again";
}

TEST(Sources, TheNeedleIsWhatTheLastQueryLooksFor) {
    const VectorSourceSpec spec{
        .source = VectorSource::needle, .tokens = 40, .dim = 16, .needle_position = 11, .content = {14, 15}};
    const HeadVectors vectors = source_vectors(spec);
    const auto q = numbers_of(*vectors.queries), k = numbers_of(*vectors.keys);
    double square = 0;
    for (const std::size_t c : {14U, 15U}) {
        EXPECT_EQ(k[11 * 16 + c], q[39 * 16 + c]);
        square += k[11 * 16 + c] * k[11 * 16 + c];
    }
    EXPECT_NEAR(square, squared_length(16, 40), 1e-12);
    EXPECT_EQ(k[11 * 16 + 3], random_normal(1, RandomStream::keys, 11 * 16 + 3)) << "elsewhere as drawn";
    EXPECT_EQ(k[12 * 16 + 15], random_normal(1, RandomStream::keys, 12 * 16 + 15)) << "other keys, too";
    EXPECT_EQ(q[38 * 16 + 15], random_normal(1, RandomStream::queries, 38 * 16 + 15));
}

TEST(Sources, ContentLiesWhereRotationIsSlow) {
    const std::vector<double> theta{1, 0.1, 0.01, 0.001};
    using List = std::vector<std::int64_t>;
    EXPECT_EQ(content_components(theta, Pairing::gpt_j, RotaryDims::first, 8, 100), (List{4, 5, 6, 7}))
        << "1 rad at most over 100 tokens";
    EXPECT_EQ(content_components(theta, Pairing::gpt_neox, RotaryDims::first, 8, 100), (List{2, 3, 6, 7}));
    EXPECT_EQ(content_components(theta, Pairing::gpt_j, RotaryDims::first, 10, 1 << 20), (List{6, 7, 8, 9}))
        << "the slowest, and constant ones";
    EXPECT_EQ(content_components(theta, Pairing::gpt_j, RotaryDims::last, 10, 1 << 20), (List{0, 1, 8, 9}))
        << "those lie first";
    EXPECT_EQ(content_components(theta, Pairing::gpt_j, RotaryDims::first, 8, 1).size(), 8U);
}

// Cancellation is checked where progress is reported, so a long draw can be stopped midway.
TEST(Sources, StopWhileTheyAreDrawn) {
    for (const VectorSource source : {VectorSource::isotropic, VectorSource::smooth}) {
        std::stop_source stop;
        const Job job(stop.get_token(), [&](double fraction) {
            EXPECT_LE(fraction, 1);
            stop.request_stop();
        });
        EXPECT_THROW(static_cast<void>(random_vectors({.source = source, .tokens = 100'000, .dim = 8},
                                                      Precision::float32, job)),
                     Cancelled);
    }
}

TEST(Sources, SayWhatMemoryTheyNeed) {
    try {
        static_cast<void>(source_vectors({.tokens = 1 << 24, .dim = 4096}));
        FAIL();
    } catch (const TooLarge& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("16777216 tokens by 4096 dimensions need 1024.0 GiB of memory"),
                  std::string::npos)
            << message;
    }
}

}  // namespace
}  // namespace poslab
