#include "core/attention/random_angles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace poslab::test {
namespace {

constexpr double pi = std::numbers::pi;

/// Simpson's rule over [0, pi].
template <class F>
double integral(const F& f) {
    constexpr int steps = 20000;
    double sum = 0;
    for (int n = 0; n <= steps; ++n)
        sum += (n == 0 || n == steps ? 1 : (n % 2 == 1 ? 4 : 2)) * f(pi * n / steps);
    return sum * pi / steps / 3;
}

TEST(RandomAngles, DensityInTwoAndThreeDimensions) {
    for (const double angle : {0.1, 1.0, 2.5}) {
        EXPECT_NEAR(angle_density(2, angle), 1 / pi, 1e-14);
        EXPECT_NEAR(angle_density(3, angle), std::sin(angle) / 2,
                    1e-14);  // area of a zone of the sphere (Archimedes)
    }
}

// The mean of cos^2 is 1 / d for any isotropic direction, whatever the formula of the density.
TEST(RandomAngles, DensityIsOneAndItsCosinesHaveVarianceOneOverD) {
    for (const std::int64_t dim : {2, 3, 7, 64, 128, 4096}) {
        EXPECT_NEAR(integral([&](double a) { return angle_density(dim, a); }), 1, 1e-9) << dim;
        EXPECT_NEAR(integral([&](double a) { return angle_density(dim, a) * std::pow(std::cos(a), 2); }),
                    1 / static_cast<double>(dim), 1e-9)
            << dim;
    }
}

// Counts are binomial: 5 standard errors in every bin (exceeded by chance in two of a million), and of the
// mean cosine, whose variance is 1 / d.
TEST(RandomAngles, SamplesFollowTheDensity) {
    constexpr std::int64_t samples = 20000;
    for (const std::int64_t dim : {2, 16, 128}) {
        const AngleBins bins = angle_bins(dim, 24);
        const AngleHistogram histogram = sampled_angles(samples, 7, dim, bins, Job{});
        EXPECT_EQ(histogram.angles, samples);
        EXPECT_LT(histogram.outside, 1e-6);
        EXPECT_LT(std::abs(histogram.mean_cosine), 5 / std::sqrt(static_cast<double>(dim * samples)));
        for (std::int64_t bin = 0; bin < bins.count; ++bin) {
            constexpr int parts = 64;
            double share = 0;
            for (int n = 0; n < parts; ++n)
                share += angle_density(
                             dim, bins.low + (static_cast<double>(bin) + (n + 0.5) / parts) * bins.width) *
                         bins.width / parts;
            const double error = std::sqrt(share * (1 - share) / samples);
            EXPECT_NEAR(histogram.density[static_cast<std::size_t>(bin)] * bins.width, share,
                        5 * error + 1.5 / samples)
                << dim;
        }
    }
}

TEST(RandomAngles, VectorsOfOneDirectionHaveNoAngle) {
    const TokenVectors same(std::vector<double>(40, 2.0), 4), opposite(std::vector<double>(40, -1.0), 4);
    const AngleBins bins = angle_bins(4, 10);
    EXPECT_NEAR(angles_of_vectors(same, same, 50, 1, bins, Job{}).mean_cosine, 1, 1e-14);
    const AngleHistogram histogram = angles_of_vectors(same, opposite, 50, 1, bins, Job{});
    EXPECT_NEAR(histogram.mean_cosine, -1, 1e-14);
    EXPECT_NEAR(histogram.density.back() * bins.width, 1, 1e-12);  // pi is in the last bin
    const TokenVectors zeros(std::vector<double>(40, 0.0), 4);
    EXPECT_EQ(angles_of_vectors(zeros, same, 50, 1, bins, Job{}).angles, 0);
}

}  // namespace
}  // namespace poslab::test
