#include "core/attention/bias_families.hpp"

#include "core/base/job.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/engine/engine.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

std::vector<double> thetas(std::int64_t dim, double base = 10000) {
    RotarySpec spec;
    spec.dim = dim;
    spec.base = base;
    return rotary_frequencies(spec).unscaled;
}

std::vector<double> profile(BiasFamily family, const std::vector<double>& theta,
                            const std::vector<std::int64_t>& distances, const Engine& engine = cpu_engine()) {
    return family_profile(family, theta, distances, engine, Job{});
}

TEST(BiasFamilies, LinearOnesAreTheSameOnceNormalised) {
    const std::vector<std::int64_t> distances{0, 1, 100, 511, 4000};
    for (const BiasFamily family : {BiasFamily::alibi, BiasFamily::kerple_power}) {  // r2 = 1
        const auto values = profile(family, {}, distances);
        const auto shown = normalised(values, values[0], values[3]);
        ASSERT_TRUE(shown);
        for (std::size_t n = 0; n < distances.size(); ++n)
            EXPECT_NEAR((*shown)[n], -static_cast<double>(distances[n]) / 511, 1e-12);
    }
    EXPECT_FALSE(normalised({1, 1}, 1, 1));
}

// 1 − cos θ = 2 sin² θ/2 shrinks with θ², the rounding of cos θ does not.
TEST(BiasFamilies, AreNormalisedOnlyWhereRoundingLeavesSixDigits) {
    const std::vector<std::int64_t> distances{0, 1, 2, 10, 99};
    for (const double theta : {1e-3, 2e-8}) {
        const RotatedProduct product = family_product(BiasFamily::sandwich, std::vector<double>{theta});
        EXPECT_DOUBLE_EQ(rounding_error(product), 0x1p-52);
        const auto values = profile(BiasFamily::sandwich, {theta}, distances);
        const auto shown = normalised(values, values[0], values[1], rounding_error(product));
        ASSERT_EQ(shown.has_value(), theta > 1e-4) << theta;
        if (!shown) continue;
        for (std::size_t n = 0; n < distances.size(); ++n) {
            const double ratio =
                std::sin(static_cast<double>(distances[n]) * theta / 2) / std::sin(theta / 2);
            EXPECT_NEAR((*shown)[n], -ratio * ratio, 1e-6 * (1 + ratio * ratio)) << distances[n];
        }
    }
}

// T5's code with 32 buckets and a largest distance of 128 puts 16, 32, 64 and 113 tokens into buckets 16, 21,
// 26 and 31.
TEST(BiasFamilies, T5FollowsItsBuckets) {
    const auto values = profile(BiasFamily::t5, {}, {0, 7, 16, 32, 64, 113, 100000});
    const auto shown = *normalised(values, values[0], values[6]);
    const std::vector<double> buckets{0, 7, 16, 21, 26, 31, 31};
    for (std::size_t n = 0; n < buckets.size(); ++n) EXPECT_NEAR(shown[n], -buckets[n] / 31, 1e-14);
    const auto log = profile(BiasFamily::kerple_log, {}, {0, 1, 99});
    EXPECT_NEAR(log[2] / log[1], std::log(100) / std::log(2), 1e-13);
}

// The inner product of two sinusoidal encodings (base 10000), multiplied out, depends on the distance only.
TEST(BiasFamilies, SinusoidalIsTheInnerProductOfEncodings) {
    const auto omega = thetas(32);
    const std::vector<std::int64_t> distances{0, 1, 17, 300, 5000};
    // has its own base of 10000
    const auto values = profile(BiasFamily::sinusoidal, thetas(32, 500), distances);
    for (const double from : {0.0, 12345.0})
        for (std::size_t n = 0; n < distances.size(); ++n) {
            double sum = 0;
            const double to = from + static_cast<double>(distances[n]);
            for (const double w : omega)
                sum += std::sin(from * w) * std::sin(to * w) + std::cos(from * w) * std::cos(to * w);
            EXPECT_NEAR(values[n], sum, 1e-9);
        }
    const auto sandwich = profile(BiasFamily::sandwich, omega, distances);
    for (std::size_t n = 0; n < distances.size(); ++n) EXPECT_NEAR(sandwich[n], values[n], 1e-12);
}

// zeta of torchscale: (2n/d + 0.4) / 1.4, to the power of D / 512.
TEST(BiasFamilies, XposFallsByItsOwnDecay) {
    const auto theta = thetas(8);
    const std::vector<std::int64_t> distances{0, 3, 512, 2000};
    const auto values = profile(BiasFamily::xpos, theta, distances);
    for (std::size_t n = 0; n < distances.size(); ++n) {
        const auto distance = static_cast<double>(distances[n]);
        double sum = 0;
        for (std::size_t p = 0; p < 4; ++p)
            sum += std::pow((static_cast<double>(p) / 4 + 0.4) / 1.4, distance / 512) *
                   std::cos(distance * theta[p]);
        EXPECT_NEAR(values[n], sum, 1e-11);
    }
}

// Both engines agree at near and far distances, beyond what one block covers.
TEST(BiasFamilies, ProductsAreThoseOfEachDistance) {
    RotatedProduct product;
    product.constant = 0.25;
    product.sum = {{1, 0.01}, {2, -1}, {0.5, 3}};
    const std::vector<std::int64_t> distances{0, 1, 2, 1000, 262143, 262144, 262145, 900001};
    for (const Engine* engine : {&reference_engine(), &cpu_engine()}) {
        const auto values = product_at(product, distances, *engine, Job{});
        ASSERT_EQ(values.size(), distances.size());
        for (std::size_t n = 0; n < distances.size(); ++n) {
            const auto distance = static_cast<long double>(distances[n]);
            const long double fine = 0.01;  // the engines rotate by the double nearest to 0.01, too
            const long double theta = static_cast<long double>(static_cast<double>(fine));
            const long double expected = 0.25L + 2 * std::cos(distance) + 0.5L * std::sin(distance) -
                                         std::cos(distance * theta) + 3 * std::sin(distance * theta);
            EXPECT_NEAR(values[n], static_cast<double>(expected), 1e-11)
                << engine->name() << " " << distances[n];
        }
    }
}

}  // namespace
}  // namespace poslab::test
