#include "core/hippo/fourier_legs_scan.hpp"

#include "core/base/errors.hpp"
#include "core/base/random.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/memory_system.hpp"
#include "core/hippo/recorded_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace poslab::test {
namespace {

using Complex = std::complex<double>;

constexpr std::array all_methods{Method::forward,  Method::backward,        Method::alpha,
                                 Method::bilinear, Method::bilinear_same_t, Method::exact};

std::vector<double> fourier_noise(std::size_t samples) {
    std::vector<double> u(samples);
    for (std::size_t n = 0; n < samples; ++n) u[n] = random_normal(9, RandomStream::signal, n);
    return u;
}

std::vector<double> sampled_cosine(std::size_t samples) {
    std::vector<double> u(samples);
    for (std::size_t k = 0; k < samples; ++k)
        u[k] = std::cos(3 * (static_cast<double>(k) + 0.5) / static_cast<double>(samples));
    return u;
}

double largest(std::span<const Complex> state) {
    double size = 0;
    for (const Complex x : state) size = std::max(size, std::abs(x));
    return size;
}

/// The largest difference, relative to the largest component.
double relative_difference(std::span<const Complex> state, std::span<const Complex> expected) {
    EXPECT_EQ(state.size(), expected.size());
    std::vector<Complex> difference(state.begin(), state.end());
    for (std::size_t n = 0; n < difference.size(); ++n) difference[n] -= expected[n];
    return largest(difference) / largest(expected);
}

// By definition, A x has the coordinates of x times -1 + i lambda, whose squares sum to x* T x, and the
// inverse returns x. Up to rounding: 1e-14 of the largest lambda.
TEST(FourierLegsModes, DiagonaliseTheMatrix) {
    for (const std::int64_t order : {1, 2, 7, 32}) {
        const FourierLegsModes modes(order);
        const auto a = fourier_legs_system(order).a;
        std::vector<Complex> x(static_cast<std::size_t>(2 * order + 1));
        for (std::int64_t n = 0; n <= order; ++n) {
            const auto at = [&](std::int64_t k) -> Complex& {
                return x[static_cast<std::size_t>(order + k)];
            };
            at(n) = {std::cos(static_cast<double>(5 * n)), n == 0 ? 0 : std::sin(static_cast<double>(3 * n))};
            at(-n) = std::conj(at(n));
        }
        const Eigen::Map<const Eigen::VectorXcd> vector(x.data(), 2 * order + 1);
        const Eigen::VectorXcd product = a * vector;
        const Eigen::VectorXd before = modes.coordinates(x);
        const Eigen::VectorXd after = modes.coordinates({product.data(), x.size()});
        Complex energy;
        for (Eigen::Index n = 0; n < vector.size(); ++n) {
            for (Eigen::Index k = 0; k < vector.size(); ++k)
                energy += std::conj(vector[n]) * vector[k] *
                          (n == k ? Complex(std::acos(-1.0)) : Complex(0, 1 / static_cast<double>(n - k)));
        }
        EXPECT_NEAR(before.squaredNorm(), energy.real(), 1e-13 * energy.real());
        const double rounding = 1e-14 * modes.frequencies()[1] * before.norm();
        for (std::int64_t n = 0; n <= order; ++n) {
            const auto size = static_cast<std::size_t>(n);
            const Complex y{before[n], before[order + 1 + n]};
            const Complex turned = Complex(-1, modes.frequencies()[size]) * y;
            EXPECT_NEAR(after[n], turned.real(), rounding) << order << " " << n;
            EXPECT_NEAR(after[order + 1 + n], turned.imag(), rounding) << order << " " << n;
            const Complex back = modes.component(n, before);
            EXPECT_NEAR(std::abs(back - x[static_cast<std::size_t>(order + n)]), 0, 1e-13);
            EXPECT_LE(std::abs(back), modes.reach(n) * before.norm());
        }
    }
}

// Both are rounded, and rounding is magnified by the eigenvectors (condition 7 at order 32), by the matrix
// exponential and, for forward, by the growth itself. The tolerance is 1e-12 of the largest component, and
// 1e-11 for the exponential.
TEST(FourierLegsScan, IsTheDenseScan) {
    const auto u = fourier_noise(60);
    for (const std::int64_t order : {1, 4, 16, 32}) {
        const auto modes = std::make_shared<const FourierLegsModes>(order);
        for (const Method method : all_methods) {
            FourierLegsScan scan(modes, method, 0.3);
            DenseScan<Complex> dense(fourier_legs_system(order), method, 0.3);
            for (const std::size_t time : {std::size_t{1}, std::size_t{2}, std::size_t{20}, u.size()}) {
                const auto from = static_cast<std::size_t>(scan.samples_taken());
                scan.take(std::span(u).subspan(from, time - from));
                dense.take(std::span(u).subspan(from, time - from));
                EXPECT_LT(relative_difference(scan.state(), dense.state()),
                          method == Method::exact ? 1e-11 : 1e-12)
                    << "order " << order << ", method " << static_cast<int>(method) << ", time " << time;
            }
            EXPECT_EQ(scan.samples_taken(), 60);
            EXPECT_EQ(scan.extent().largest_input, dense.extent().largest_input);
            EXPECT_NEAR(scan.extent().peak_state, dense.extent().peak_state,
                        1e-11 * dense.extent().peak_state);
            EXPECT_EQ(scan.extent().diverged(), dense.extent().diverged());
        }
    }
}

// The peak of a scan is found without examining every state: compared with a scan that examines all, over
// signals that rest, grow and fade.
TEST(FourierLegsScan, MissesNoPeak) {
    std::vector<double> u = fourier_noise(3000);
    for (std::size_t k = 0; k < u.size(); ++k)
        u[k] = 1 + std::sin(0.004 * static_cast<double>(k)) * u[k] + (k > 2000 ? 3 : 0);
    for (const Method method : {Method::backward, Method::bilinear, Method::exact}) {
        FourierLegsScan scan(24, method, 0);
        double peak = 0;
        for (const double sample : u) {
            scan.take({&sample, 1});
            peak = std::max(peak, largest(scan.state()));
            ASSERT_NEAR(scan.extent().peak_state, peak, 1e-12 * peak) << scan.samples_taken();
        }
    }
}

// Bitwise equal: the step is applied to x - u e_0, which is 0.
TEST(FourierLegsScan, HoldsAConstant) {
    std::vector<Complex> constant(65);
    constant[32] = 0.7;
    for (const Method method : all_methods) {
        FourierLegsScan scan(32, method, 0.3);
        scan.take(std::vector<double>(300, 0.7));
        const std::vector<Complex> state(scan.state().begin(), scan.state().end());
        EXPECT_EQ(state == constant, method != Method::bilinear);
        EXPECT_EQ(scan.extent().peak_state == 0.7, method != Method::bilinear);
    }
}

// 0.030 is the known error for N = 32 and cos 3s on the middle half.
TEST(FourierLegsScan, ReconstructsAwayFromTheJump) {
    FourierLegsScan scan(32, Method::exact, 0);
    scan.take(sampled_cosine(400));
    std::vector<double> places;
    for (int i = 0; i <= 1000; ++i) places.push_back(0.25 + 0.5 * i / 1000);
    const auto values = fourier_reconstruction(scan.state(), places);
    double error = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        error = std::max(error, std::abs(values[i] - std::cos(3 * places[i])));
    EXPECT_NEAR(error, 0.030, 5e-4);
}

TEST(FourierLegsScan, ForwardEulerDiverges) {
    FourierLegsScan scan(32, Method::forward, 0);
    const auto recorded = record_states(scan, fourier_noise(200), std::vector<std::int64_t>{1, 200}, Job{});
    EXPECT_TRUE(recorded.extent.diverged());
    EXPECT_EQ(recorded.states[32], fourier_noise(1)[0]);
    for (const Method method :
         {Method::backward, Method::alpha, Method::bilinear, Method::bilinear_same_t, Method::exact}) {
        FourierLegsScan other(32, method, 0.5);
        other.take(fourier_noise(200));
        EXPECT_FALSE(other.extent().diverged());
    }
}

// Step k of forward Euler multiplies by lambda / k as long as k < lambda, which is 1100 at order 200: by
// e^1100 in total, beyond 1e308.
TEST(FourierLegsScan, SaysNaNWhereAStateWasLost) {
    FourierLegsScan scan(200, Method::forward, 0);
    scan.take(fourier_noise(2000));
    EXPECT_TRUE(scan.extent().lost());
    EXPECT_EQ(scan.samples_taken(), 2000);
    EXPECT_TRUE(std::all_of(scan.state().begin(), scan.state().end(),
                            [](Complex x) { return std::isnan(x.real()); }));
}

// The coordinates are computed from a rounded state: 1e-13, for forward relative to the value that it has
// grown to.
TEST(FourierLegsScan, Resumes) {
    const auto u = fourier_noise(120);
    const auto modes = std::make_shared<const FourierLegsModes>(20);
    for (const Method method : all_methods) {
        FourierLegsScan whole(modes, method, 0.3);
        FourierLegsScan rest(modes, method, 0.3);
        whole.take(std::span(u).first(50));
        rest.take(u);  // is overwritten
        rest.resume(50, whole.state());
        EXPECT_EQ(rest.samples_taken(), 50);
        EXPECT_TRUE(std::ranges::equal(rest.state(), whole.state()));
        EXPECT_EQ(rest.extent().largest_input, 0);
        EXPECT_EQ(rest.extent().peak_state, largest(whole.state()));
        whole.take(std::span(u).subspan(50));
        rest.take(std::span(u).subspan(50));
        EXPECT_LT(relative_difference(rest.state(), whole.state()), 1e-13) << static_cast<int>(method);
    }
}

TEST(FourierLegsScan, ResumesOnlyFromItsOwnStates) {
    FourierLegsScan scan(2, Method::exact, 0);
    std::vector<Complex> state(5);
    EXPECT_THROW(scan.resume(-1, state), UsageError);
    EXPECT_THROW(scan.resume(3, std::span(state).first(4)), UsageError);
    state[4] = std::numeric_limits<double>::infinity();
    scan.resume(3, state);
    EXPECT_TRUE(scan.extent().lost());
    EXPECT_TRUE(std::isnan(scan.state()[0].real()));
    scan.resume(0, std::vector<Complex>(5, 1.0));
    scan.take(std::array{2.0});
    EXPECT_EQ(scan.state()[2], 2.0);  // x_1 = u_0 e_0, whatever the state was
    EXPECT_EQ(scan.state()[3], 0.0);
}

TEST(FourierLegsScan, RefusesWhatItCannotDo) {
    EXPECT_THROW(FourierLegsScan(0, Method::exact, 0), UsageError);
    EXPECT_THROW(FourierLegsScan(4097, Method::exact, 0), UsageError);
    EXPECT_THROW(FourierLegsScan(1025, Method::exact, 0), TooLarge);
    EXPECT_THROW(FourierLegsScan(4, Method::alpha, 1.5), UsageError);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(FourierLegsModes(64, Job(stop.get_token())), Cancelled);
}

TEST(FourierLegsModes, ReportTheirProgress) {
    std::vector<double> reported;
    const FourierLegsModes modes(20, Job({}, [&](double fraction) { reported.push_back(fraction); }));
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    EXPECT_GE(reported.size(), 4U);
    EXPECT_EQ(reported.back(), 1);
}

}  // namespace
}  // namespace poslab::test
